import { expect, test } from 'vitest';
import { MAX_DROPPED_BYTES as LIMIT } from '../../../preload/contract.ts';
import {
  fileNameOf,
  flightFiles,
  MAX_DROPPED_BYTES,
  readBytes,
  readText,
  sortFiles,
  targetOf,
} from '../../../renderer/shell/state/dropped-files.ts';

test('the limit is the contract’s', () => expect(MAX_DROPPED_BYTES).toBe(LIMIT));

test('a file is for what its ending says, else for the place where it was dropped', () => {
  expect(targetOf('pilot.P12', 'profile')).toBe('identity');
  expect(targetOf('pilot.pfx', 'profile')).toBe('identity');
  expect(targetOf('demo-air.tripkit-profile.json', 'identity')).toBe('profile');
  expect(targetOf('certificate', 'identity')).toBe('identity');
  expect(targetOf('README', 'profile')).toBe('profile');
});

test('of several files the first of each kind is taken', () => {
  const files = ['a.p12', 'b.json', 'c.p12'].map((name) => ({ name }));
  const { profile, identity } = sortFiles(files, 'profile');
  expect([profile?.name, identity?.name]).toEqual(['b.json', 'a.p12']);
});

test('a file that is too large is not even read', async () => {
  const file = {
    name: 'movie.p12',
    size: LIMIT + 1,
    text: () => Promise.reject(new Error('was read')),
    arrayBuffer: () => Promise.reject(new Error('was read')),
  };
  await expect(readBytes(file, 'identity')).rejects.toMatchObject({
    kind: 'identity',
    message: expect.stringContaining('larger than 1 MB'),
  });
  await expect(readText({ ...file, size: 9 })).rejects.toMatchObject({
    kind: 'config',
    message: expect.stringContaining('could not be read'),
  });
});

test('bytes come as they are; a name is one that the contract takes', async () => {
  const file = new File([new Uint8Array([0, 255, 10])], 'x.p12');
  expect([...(await readBytes(file, 'identity'))]).toEqual([0, 255, 10]);
  expect(fileNameOf({ name: '' })).toHaveLength(1);
  expect(fileNameOf({ name: `${'n'.repeat(300)}.p12` })).toMatch(/^n{251}\.p12$/);
});

test('a list of trips and a plan of SimBrief are flights, though they end in .json', async () => {
  const file = (name: string, text: string) => new File([text], name);
  const files = [
    file('TRIPS.json', ' [{"origin": "EHAM"}]'),
    file('plan.json', '{"fetch":{"userid":"1"},"params":{"ofp_layout":"LIDO"}}'),
    file('KLM.json', '{"name":"KLM","company_code":"KLM"}'),
    file('KLM.tripkit-profile', '['),
    file('pilot.p12', '['),
    file('roster.ics', 'BEGIN:VCALENDAR'),
  ];
  expect((await flightFiles(files)).map(({ name }) => name)).toEqual([
    'TRIPS.json',
    'plan.json',
    'roster.ics',
  ]);
  const gone = { name: 'gone.json', slice: () => ({ text: () => Promise.reject(new Error('gone')) }) };
  // Set-up says what is wrong with it.
  expect(await flightFiles([gone as unknown as File])).toEqual([]);
});
