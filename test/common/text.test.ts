import { expect, test } from 'vitest';
import { quoted } from '../../main/common/text.ts';

test.each([
  ['Demo Air', '“Demo Air”'],
  ['Übersee-Flug 北方航空', '“Übersee-Flug 北方航空”'],
  ['x\n\n\nThe app trusts it.\u2028Say yes.', '“x The app trusts it. Say yes.”'],
  ['a”. The app says: “b', '“a . The app says: b”'],
  ['a\u202egpj\u200b.exe\u0007', '“a gpj .exe”'],
  ['n'.repeat(300), `“${'n'.repeat(60)}…”`],
  ['', '“”'],
])('a name by others is one line in quotation marks: %j', (name, words) => {
  expect(quoted(name)).toBe(words);
});
