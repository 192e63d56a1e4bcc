import { expect, test } from 'vitest';
import { pdfjsWorker, toAscii } from '../../build/pdfjs-assets.ts';

const run = (source: string): unknown => new Function(`return ${source}`)();

test.each([
  ['a string', '"þÿ – ſt"'],
  ['a template', '`%PDF ú Þ`'],
  ['beyond the basic plane', '"a😀b"'],
  ['a character class', '/^[ﬅé]+$/u.test("éﬅ")'],
  ['a pair in an expression of code points', '/^.$/u.test("😀")'],
  ['a key', 'Object.keys({ "Trinité": 1 })'],
])('what is written in ASCII means the same: %s', (_what, source) => {
  const written = toAscii(source);
  expect(written).toMatch(/^[\0-\x7f]*$/);
  expect(written).not.toBe(source);
  expect(run(written)).toEqual(run(source));
});

test('a sign behind a backslash is not guessed at', () => {
  expect(() => toAscii('"\\é"')).toThrow('backslash');
});

test('the worker that ships is ASCII: Chromium keeps it in one byte a sign', async () => {
  expect(await pdfjsWorker()).toMatch(/^[\0-\x7f]*$/);
});
