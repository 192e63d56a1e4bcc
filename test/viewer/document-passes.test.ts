import { expect, test } from 'vitest';
import { DocumentPasses } from '../../main/viewer/open-documents.ts';

const A = 'app://documents-1';
const B = 'app://documents-2';

test('a pass is for one kit on one origin', () => {
  const passes = new DocumentPasses();
  const pass = passes.give('kit', A);
  expect(pass).toMatch(/^[\w-]{43}$/);
  expect(passes.kitOf(pass, A)).toBe('kit');
  expect(passes.kitOf(pass, B)).toBeNull();
  expect(passes.kitOf('', A)).toBeNull();
});

test('an origin has one document in its life', () => {
  const passes = new DocumentPasses();
  passes.give('kit', A);
  expect(() => passes.give('other', A)).toThrow('another document');
  expect(passes.kitOf(passes.give('kit', A), A)).toBe('kit');
  expect(passes.kitOf(passes.give('other', B), B)).toBe('other');
});

test('passes end with their page, and the oldest go', () => {
  const passes = new DocumentPasses();
  const first = passes.give('kit', A);
  const second = passes.give('kit', B);
  passes.end(A);
  expect([passes.kitOf(first, A), passes.kitOf(second, B)]).toEqual([null, 'kit']);
  for (let page = 10; page < 10 + 256; page += 1) passes.give('kit', `app://documents-${page}`);
  expect(passes.kitOf(second, B)).toBeNull();
});
