import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowByLetters, TypeAhead } from '../../../renderer/viewer/panels/use-active-row.ts';

const rows = [
  'Cover',
  'EGLL \u203a ILS RWY 27L',
  'ILS overview',
  'KJFK \u203a ILS OR LOC RWY 22L',
  'Z\u00fcrich',
];

test('letters find the row that begins so, else one in which a word does, from the row on and around', () => {
  expect(rowByLetters(rows, 'ils', 0)).toBe(2);
  expect(rowByLetters(rows, 'ILS O', 3)).toBe(2);
  expect(rowByLetters(rows, 'ils or', 0)).toBe(3);
  expect(rowByLetters(rows, '27l', 2)).toBe(1);
  expect(rowByLetters(rows, 'zur', 0)).toBe(4);
  expect(rowByLetters(rows, 'wy', 0)).toBe(-1);
  expect(rowByLetters(rows, 'xyz', 0)).toBe(-1);
  expect(rowByLetters([], 'a', 0)).toBe(-1);
});

/** Types letters with these pauses, ms. */
function type(text: string, from = 0, texts = rows, pause = 100): number {
  const keys = new TypeAhead();
  let [active, now] = [from, 0];
  for (const letter of text) {
    now += pause;
    const row = keys.typed(letter, texts, active, now);
    if (row >= 0) active = row;
  }
  return active;
}

test('typing a word goes to its row and stays there; the same letter again goes through all that begin with it', () => {
  expect(type('ils')).toBe(2);
  expect(type('kj')).toBe(3);
  expect(type('ils or')).toBe(3);
  const same = ['alpha', 'able', 'bravo', 'aaron'];
  expect(type('a', 0, same)).toBe(1);
  expect(type('ab', 0, same)).toBe(1);
  // A pause begins anew.
  expect(type('ab', 0, same, 5000)).toBe(2);
  expect(type('bb', 0, same)).toBe(2);
});

test('whatever is typed, signs of patterns too, nothing throws and the row is one of them', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.string({ maxLength: 12 }), (texts, typed) => {
      const row = type(typed, 0, texts);
      expect(row).toBeGreaterThanOrEqual(0);
      expect(row).toBeLessThan(Math.max(1, texts.length));
    }),
  );
});

test('a row whose text begins with the letters is always found', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z0-9 ]{1,12}$/), { minLength: 1 }),
      fc.nat(),
      (texts, pick) => {
        const text = texts[pick % texts.length] ?? '';
        const letters = text.trim().slice(0, 3).trim();
        fc.pre(letters !== '');
        const row = rowByLetters(texts, letters, 0);
        expect(texts[row]?.replace(/\s+/g, ' ').trim().startsWith(letters.replace(/\s+/g, ' '))).toBe(true);
      },
    ),
  );
});
