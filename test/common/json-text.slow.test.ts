import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { jsonErrorOffset, parseJsonText } from '../../main/common/json-text.ts';

const sound = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it('finds an error exactly where JSON.parse refuses', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '\\u12',
    '1',
    '-',
    '.5',
    '01',
    'e1',
    'true',
    'nul',
    ' ',
    '\n',
    '\u0000',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(jsonErrorOffset(text) === null).toBe(sound(text));
    }),
    { numRuns: 3000 },
  );
});

it('points at the first character that can’t go on: what stands before it can be completed', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, at) => {
      const cut = text.slice(0, at % text.length);
      const offset = jsonErrorOffset(cut);
      expect(offset === null || offset <= cut.length).toBe(true);
      expect(jsonErrorOffset(`${text}\u0001`)).toBe(text.length);
    }),
  );
});

it('reads values and throws TripKitError only', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseJsonText(`\uFEFF${text}`, 'It')).toEqual(JSON.parse(text));
    }),
  );
  expect(() => parseJsonText('{', 'It')).toThrow(TripKitError);
  expect(() => parseJsonText('['.repeat(66) + ']'.repeat(66), 'It')).toThrow(/nested/);
  expect(() => parseJsonText(`"${'x'.repeat(5_000_000)}`, 'It')).toThrow(/line 1, column 5000002/);
});
