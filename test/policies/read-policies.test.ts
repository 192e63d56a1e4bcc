/** Several places at once: which goes before which, and what is told of the other. */

import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PREFERENCES_FILE } from '../../main/policies/managed-preferences.ts';
import { managedProfilePath } from '../../main/policies/managed-profile.ts';
import { initialPolicies } from '../../main/policies/policies.ts';
import { readPolicies } from '../../main/policies/read-policies.ts';
import { POLICY_KEY } from '../../main/policies/registry-policies.ts';
import { runProgram } from '../../main/policies/system-program.ts';
import { policyState } from '../../preload/contract/policies.ts';
import { lockableSettings } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { plist } from '../packaging/builder-parts.ts';
import { ownFiles, put, managedService as service, windowsMachine } from './managed-computers.ts';

const FILE = managedProfilePath('darwin') ?? '';

let root = '';
beforeEach(() => {
  root = freshFolder();
});

const file = (settings: object, profiles: object[] = []) =>
  put(root, FILE, JSON.stringify({ profiles, settings }));
const preferences = (content: object) => put(root, PREFERENCES_FILE, plist.build(content));
async function read(platform = 'darwin', files = ownFiles(root)) {
  const found = await readPolicies(platform, files, lockableSettings);
  // What the page is told is what its contract says.
  expect(policyState.parse(found.state)).toEqual(found.state);
  return found;
}

test('nothing anywhere: nothing is decided, and each place of the system is named', async () => {
  expect(await read()).toMatchObject({
    managed: null,
    state: {
      sources: [
        { kind: 'preferences', place: PREFERENCES_FILE, state: 'absent', problem: null },
        { kind: 'file', place: FILE, state: 'absent', problem: null },
      ],
      decisions: [],
      profiles: [],
      refused: [],
    },
  });
  expect((await read('linux')).state.sources).toMatchObject([{ kind: 'file' }]);
  expect((await read('aix')).state.sources).toEqual([]);
});

test('what the system’s management decides goes before the file, key by key, and the file is told where it differs', async () => {
  preferences({ theme: 'night', ready_hours: 12, print: false, PayloadUUID: 'x', PayloadVersion: 1 });
  file({ theme: 'day', ready_hours: 12, audit_months: 6 });
  const { managed, state } = await read();
  expect(managed).toMatchObject({
    state: 'usable',
    file: `${PREFERENCES_FILE}, ${FILE}`,
    settings: { ...initialPolicies, theme: 'night', ready_hours: 12, print: false, audit_months: 6 },
  });
  expect(Object.fromEntries(state.decisions.map(({ name, place }) => [name, place]))).toEqual({
    theme: PREFERENCES_FILE,
    ready_hours: PREFERENCES_FILE,
    print: PREFERENCES_FILE,
    audit_months: FILE,
  });
  expect(state.refused).toEqual([]);
  expect(state.sources).toMatchObject([
    { state: 'in_force', problem: null },
    {
      state: 'in_force',
      problem: `In force but for what another place decides, which goes before this one: theme (${PREFERENCES_FILE}). Decide each in one place only.`,
    },
  ]);
});

test('profiles of both places are there; of two with one name and code the system’s is the one', async () => {
  const other = { ...service, name: 'Other Air' };
  preferences({ profiles: [{ ...service, client_id: 'by-mdm' }] });
  file({}, [{ ...service, client_id: 'by-file' }, other]);
  const { managed, state } = await read();
  expect(managed?.profiles.map(({ profile: { name, client_id } }) => [name, client_id])).toEqual([
    ['Demo Air', 'by-mdm'],
    ['Other Air', 'demo-client'],
  ]);
  expect(state.profiles.map(({ name, place }) => [name, place])).toEqual([
    ['Demo Air', PREFERENCES_FILE],
    ['Other Air', FILE],
  ]);
  expect(state.sources[1]?.problem).toContain('the profile “Demo Air”');
});

describe('a refused place', () => {
  const strict = {
    ...{ updates: 'off', allow_other_profiles: false, export: false },
    // Settings that let kits out of the app.
    ...{ hand_over: false, watch: null },
  } as const;

  test('counts with the strictest values where it would have gone first; what they leave open the other decides', async () => {
    put(root, PREFERENCES_FILE, 'not a property list');
    file({ updates: 'on', print: false, theme: 'night' }, [service]);
    const { managed, state } = await read();
    expect(managed).toMatchObject({ state: 'broken', settings: { ...strict, print: false, theme: 'night' } });
    // The profiles of a sound place are there all the same.
    expect(managed?.profiles).toHaveLength(1);
    expect(
      state.decisions.filter(({ place }) => place === null).map(({ name, value }) => [name, value]),
    ).toEqual(Object.entries(strict).map(([name, value]) => [name, JSON.stringify(value)]));
    expect(state.sources[0]).toMatchObject({
      state: 'refused',
      problem: `The managed preferences ${PREFERENCES_FILE} are not in force. It isn’t a property list of texts, numbers, true and false that macOS can read. Tell your airline’s IT.`,
    });
    expect(state.sources[1]?.problem).toMatch(/^In force but for .*: updates \(the strictest value/);
  });

  test('counts so for what an earlier place doesn’t decide', async () => {
    preferences({ updates: 'on', theme: 'night' });
    put(root, FILE, '{');
    const { managed } = await read();
    expect(managed).toMatchObject({
      state: 'broken',
      settings: { ...strict, updates: 'on', theme: 'night' },
    });
  });

  test('a wrong value of a policy that has no stricter one leaves the other place’s decision', async () => {
    preferences({ print: 'perhaps', export: 'perhaps' });
    file({ print: false, export: true });
    expect((await read()).managed).toMatchObject({
      state: 'usable',
      settings: { print: false, export: false },
    });
  });

  test.skipIf(process.platform === 'win32')('is also one that somebody else could have written', async () => {
    preferences({ theme: 'night' });
    chmodSync(join(root, PREFERENCES_FILE), 0o666);
    const { state } = await read();
    expect(state.sources[0]).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('changed by other users'),
    });
    chmodSync(join(root, PREFERENCES_FILE), 0o644);
    const foreign = { ...ownFiles(root), owner: (process.getuid?.() ?? 0) + 1 };
    expect((await read('darwin', foreign)).state.sources[0]).toMatchObject({ state: 'refused' });
    preferences(['theme']);
    expect((await read()).state.sources[0]?.problem).toContain('It holds no dictionary');
  });
});

describe('Windows', () => {
  test('has the registry alone', async () => {
    const { managed, state } = await read(
      'win32',
      windowsMachine({ updates: 'off', profiles: [JSON.stringify(service)] }),
    );
    expect(managed).toMatchObject({ state: 'usable', file: POLICY_KEY, settings: { updates: 'off' } });
    expect(state.profiles).toMatchObject([{ name: 'Demo Air', place: POLICY_KEY }]);
    expect(state.sources).toMatchObject([
      { kind: 'registry', place: 'HKLM\\SOFTWARE\\Policies\\Trip Kit Desktop', state: 'in_force' },
    ]);
    expect((await read('win32', windowsMachine(null))).managed).toBeNull();
    expect((await read('win32', windowsMachine({}))).managed).toBeNull();
  });

  test('a registry that isn’t told is refused: nobody knows what stands there', async () => {
    const { managed, state } = await read('win32', windowsMachine(null, true));
    expect(managed).toMatchObject({ state: 'broken', settings: { updates: 'off' } });
    expect(state.sources[0]).toMatchObject({
      state: 'refused',
      problem: `The policies in ${POLICY_KEY} are not in force. Windows did not say what stands there. Restart the app; if that doesn’t help, registry tools (reg.exe) may be forbidden here. Tell your airline’s IT.`,
    });
  });
});

test('plutil reads what was judged, by its input', async () => {
  preferences({ theme: 'night' });
  const run = vi.fn(ownFiles(root).run);
  expect((await read('darwin', { ...ownFiles(root), run })).policies).toMatchObject({ theme: 'night' });
  expect(run.mock.calls).toMatchObject([
    [
      '/usr/bin/plutil',
      ['-convert', 'json', '-o', '-', '-'],
      { env: {}, input: Buffer.from(plist.build({ theme: 'night' })) },
    ],
  ]);
});

test.runIf(process.platform === 'darwin')(
  'the real one reads XML and binary lists, and refuses a date',
  async () => {
    const real = { ...ownFiles(root), run: runProgram };
    const content = { theme: 'night', export: false, ready_hours: 12, watch: { name: 'é' } };
    preferences(content);
    expect((await read('darwin', real)).policies).toMatchObject({
      theme: 'night',
      export: false,
      ready_hours: 12,
    });
    execFileSync('/usr/bin/plutil', ['-convert', 'binary1', join(root, PREFERENCES_FILE)]);
    expect((await read('darwin', real)).policies).toMatchObject({
      theme: 'night',
      export: false,
      ready_hours: 12,
    });
    preferences({ theme: new Date(0) });
    expect((await read('darwin', real)).state.sources[0]).toMatchObject({ state: 'refused' });
  },
);

describe('a program that is run', () => {
  const node = (code: string, more: object = {}) =>
    runProgram(process.execPath, ['-e', code], { env: {}, ...more });

  test('gives what it wrote; it has our environment and input alone', async () => {
    const code =
      "let text = ''; process.stdin.on('data', (more) => { text += more; }).on('end', () => console.log(text, process.env.ONLY, process.env.HOME));";
    const input = Buffer.from('read');
    expect(await node(code, { env: { ONLY: 'this' }, input })).toBe('read this undefined\n');
    expect(await node(code)).toBe(' undefined undefined\n');
  });

  test('is a failure where it fails, doesn’t read, writes without end, or is not there', async () => {
    await expect(node('process.exit(3)', { input: Buffer.alloc(1 << 20) })).rejects.toThrow();
    await expect(node("process.stdout.write('x'.repeat(17 << 20))")).rejects.toThrow(/maxBuffer/);
    await expect(runProgram(join(tmpdir(), 'not-here.exe'), [], { env: {} })).rejects.toThrow(/ENOENT/);
  });

  test('is no longer waited for when its time is over', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    await expect(node('setInterval(() => {}, 1000)')).rejects.toThrow(/abort/i);
    vi.restoreAllMocks();
  });
});

test('why a value is refused is said in words, not in those of the program that checks it', async () => {
  file({
    ...{ theme: 'NIGHT', ready_hours: '36', audit_months: 2, airac_minutes: 1440, update_channel: 1 },
    ...{ keep_days_after_departure: 1.5, notify: 'yes' },
  });
  const { refused } = (await read('darwin')).state;
  expect(Object.fromEntries(refused.map(({ name, reason }) => [name, reason.split('. ')[0]]))).toEqual({
    theme: 'settings.theme has to be "system", "day" or "night"',
    ready_hours: 'settings.ready_hours has to be a number',
    audit_months: 'settings.audit_months has to be at least 3',
    airac_minutes: 'settings.airac_minutes has to be at most 1439',
    update_channel: 'settings.update_channel has to be "stable" or "beta"',
    keep_days_after_departure: 'settings.keep_days_after_departure has to be a whole number',
    notify: 'settings.notify has to be true or false',
  });
});
