import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMatches, lineOf } from '../../renderer/support/diagnostics-dialog.tsx';

test('words are found in every section, in their order, whatever their case', () => {
  const texts = ['Alpha\nbeta alpha', '', 'x\n  ALPHA y\n'];
  const matches = findMatches(texts, 'alpha');
  expect(matches).toEqual([
    { section: 0, from: 0, to: 5 },
    { section: 0, from: 11, to: 16 },
    { section: 2, from: 4, to: 9 },
  ]);
  expect(matches.map((match) => lineOf(texts[match.section] ?? '', match))).toEqual([
    'Alpha',
    'beta alpha',
    'ALPHA y',
  ]);
  expect(findMatches(texts, '')).toEqual([]);
});

test('signs of patterns are words like others, and each match is the words', () => {
  const sign = fc.constantFrom(...'ab.*+?^$(){}[]|/\\- \n');
  fc.assert(
    fc.property(
      fc.string({ unit: sign }),
      fc.string({ unit: sign, minLength: 1, maxLength: 3 }),
      (text, words) => {
        const found = findMatches([text], words);
        for (const { from, to } of found) expect(text.slice(from, to)).toBe(words);
        expect(found.length > 0).toBe(text.includes(words));
      },
    ),
  );
});
