import { expect, test } from 'vitest';
import { wordMessage } from '../../renderer/kits/message-words.ts';

const trip = {
  origin: 'EGLL',
  destination: 'KJFK',
  alternates: ['KBOS', 'KPHL'],
  route: 'N0489F340 BEDEK L620 MAY DCT LIZAD',
};
const message = (code: string, type: string, text: string) => ({ code, type, message: text });

test('201 names the origin', () => {
  expect(wordMessage(message('201', 'Error', 'Not covered'), trip)).toMatchObject({
    tone: 'danger',
    text: expect.stringContaining('The origin EGLL is not in your airline'),
    original: 'Not covered',
    source: 'Code 201, Error',
  });
  expect(wordMessage(message('201', 'Error', 'x'), null).text).toContain('The origin airport');
});

test('203 names the alternate that the service names, or all of them', () => {
  expect(wordMessage(message('203', 'Error', 'KPHL not in coverage'), trip).text).toContain(
    'The alternate KPHL is',
  );
  expect(wordMessage(message('203', 'Error', 'no'), trip).text).toContain(
    'One or more of the alternates KBOS, KPHL are',
  );
  expect(wordMessage(message('203', 'Error', 'no'), null).text).toContain('An alternate is');
});

test('205 names the points that stand in the route', () => {
  const words = wordMessage(
    message('205', 'Warning', 'Multiple matches for BEDEK, MAY (closest used)'),
    trip,
  );
  expect(words.tone).toBe('warn');
  expect(words.text).toContain('Several points are called BEDEK, MAY');
  expect(wordMessage(message('205', 'Warning', 'ambiguous'), trip).text).toContain('Some route points');
});

test('202 and 301 have words', () => {
  expect(wordMessage(message('202', 'Info', ''), trip)).toMatchObject({ tone: 'calm', original: null });
  // It stays with a kit that failed, was cancelled or is here: nothing is being generated then.
  expect(wordMessage(message('202', 'Info', ''), trip).text).toBe('The service began generating this kit.');
  expect(wordMessage(message('301', 'Error', 'denied'), trip).text).toContain('sign-in');
});

test('unknown codes and types come as they are, with code and type', () => {
  expect(wordMessage(message('777', 'Notice', 'Kits are kept for 30 days.'), trip)).toEqual({
    tone: 'calm',
    text: 'Kits are kept for 30 days.',
    original: null,
    source: 'Code 777, Notice',
  });
  expect(wordMessage(message('9', 'Odd', ''), trip).text).toBe('Code 9, Odd');
});

test('an alternate with signs of a pattern breaks nothing', () => {
  const odd = { ...trip, alternates: ['K(OS', '[A-'] };
  expect(wordMessage(message('203', 'Error', 'no'), odd).text).toContain('One or more of the alternates');
});

test('of a tracked kit the text alone tells which airport it is', () => {
  const of = (code: string, text: string) => wordMessage(message(code, 'Error', text), null).text;
  expect(of('203', 'Alternate ICAO YMML is not in the coverage')).toContain('The alternate YMML is');
  expect(of('201', 'Origin KXYZ is not in the coverage')).toContain('The origin KXYZ is');
  expect(of('203', 'not in the coverage')).toContain('An alternate is');
});
