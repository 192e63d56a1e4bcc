import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';
import { agreementsOf } from './agreements-of.ts';
import { memoryKeychain } from './sound-library.ts';

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

const file = () => join(folder, 'seals', 'agreements.json');
const folders = { in: '/srv/in', out: '/srv/out', command: ['/usr/bin/tell', '-v'], webhook: null };

test('what was agreed to holds at later starts, in whatever order its names stand, and nothing else does', async () => {
  expect(await agreementsOf(folder).keep('watch', folders)).toBe(true);
  const { in: arrivals, ...rest } = folders;
  const later = agreementsOf(folder);
  expect(await later.holds('watch', { ...rest, in: arrivals })).toBe('yes');
  expect(await later.holds('watch', { ...folders, command: ['-v', '/usr/bin/tell'] })).toBe('no');
  expect(await later.holds('watch', { ...folders, webhook: 'https://x.example' })).toBe('no');
  expect(await later.holds('watch', null)).toBe('no');
  // No proof serves another purpose.
  expect(await later.holds('hand_over', folders)).toBe('no');
  const { proofs } = JSON.parse(readFileSync(file(), 'utf8'));
  writeFileSync(file(), JSON.stringify({ format: 1, proofs: { hand_over: proofs.watch } }));
  expect(await agreementsOf(folder).holds('hand_over', folders)).toBe('no');
});

test('what is over holds no more, neither in this run nor in the next', async () => {
  const first = agreementsOf(folder);
  await Promise.all([first.keep('watch', folders), first.keep('profile:one', 'text'), first.forget('watch')]);
  for (const run of [first, agreementsOf(folder)]) {
    expect(await run.holds('watch', folders)).toBe('no');
    expect(await run.holds('profile:one', 'text')).toBe('yes');
  }
});

test('without a keychain an agreement holds until the app ends', async () => {
  const keychain = memoryKeychain();
  keychain.mode = 'locked';
  const first = agreementsOf(folder, keychain);
  expect(await first.keep('watch', folders)).toBe(false);
  expect(await first.holds('watch', folders)).toBe('yes');
  expect(await agreementsOf(folder, keychain).holds('watch', folders)).toBe('locked');
  keychain.mode = 'works';
  expect(await agreementsOf(folder, keychain).holds('watch', folders)).toBe('no');
});

test('no file that others write, and no other key, agrees to anything', async () => {
  await agreementsOf(folder).keep('watch', folders);
  const whole = readFileSync(file(), 'utf8');
  const other = memoryKeychain();
  other.secret = 'two';
  expect(await agreementsOf(folder, other).holds('watch', folders)).toBe('no');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), async (at, put) => {
      const text = whole.slice(0, at) + put + whole.slice(at + 1);
      writeFileSync(file(), text);
      expect(await agreementsOf(folder).holds('watch', folders)).toBe(
        saysTheSame(text, whole) ? 'yes' : 'no',
      );
    }),
  );
});

/** Whether the text is the same JSON in other words, for instance with a blank. */
function saysTheSame(text: string, whole: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), JSON.parse(whole));
  } catch {
    return false;
  }
}
