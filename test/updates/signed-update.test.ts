/** What is signed of an update, and what is refused: other versions, files, systems, bytes and keys. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publicKeyText } from '../../build/make-update-key.ts';
import {
  MAX_KEYS,
  signedFiles,
  signedText,
  type UpdateFacts,
  updateKeys,
} from '../../main/updates/signed-update.ts';

const ours = generateKeyPairSync('ed25519');
const theirs = generateKeyPairSync('ed25519');
const next = generateKeyPairSync('ed25519');
const PLATFORM = 'linux-x64';
const trust = { keys: [ours.publicKey], platform: PLATFORM };
const facts: UpdateFacts = {
  version: '1.3.0',
  platform: PLATFORM,
  file: 'Trip-Kit-Desktop-1.3.0-linux-x86_64.AppImage',
  size: 123_456_789,
  sha512: Buffer.alloc(64, 7).toString('base64'),
};

const signature = (of: UpdateFacts, key: KeyObject = ours.privateKey) =>
  sign(null, Buffer.from(signedText(of)), key).toString('base64');
/** A feed file that names one file, signed as `as`. */
function feed(of: UpdateFacts, signatures: unknown = [signature(of)], more: object = {}) {
  const { version, file, size, sha512 } = of;
  const files = [
    { url: file, size, sha512, blockMapSize: 9, ...(signatures === null ? {} : { signatures }) },
  ];
  return { version, files, path: file, sha512, releaseDate: '2026-11-21T08:00:00.000Z', ...more };
}
const refusal = (words: RegExp) =>
  expect.objectContaining({
    kind: 'config',
    condition: 'update_refused',
    message: expect.stringMatching(words),
  });

test('the text is written down: laptops check it with the app that they have', () => {
  expect(signedText(facts)).toBe(
    `Trip Kit Desktop update 1
version 1.3.0
platform linux-x64
file Trip-Kit-Desktop-1.3.0-linux-x86_64.AppImage
size 123456789
sha512 BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBw==
`,
  );
});

test('a signed file is taken, with any of the keys and any of its signatures', () => {
  expect(signedFiles(feed(facts), trust)).toEqual([facts]);
  const keys = [next.publicKey, ours.publicKey];
  expect(signedFiles(feed(facts), { ...trust, keys })).toEqual([facts]);
  // While a key is changed, older apps know one and newer ones the other.
  const both = feed(facts, [signature(facts, next.privateKey), signature(facts)]);
  for (const { publicKey } of [ours, next]) {
    expect(signedFiles(both, { ...trust, keys: [publicKey] })).toEqual([facts]);
  }
});

test.each<[string, unknown, RegExp]>([
  ['no signature', feed(facts, null), /it is not signed\./],
  ['an empty field', feed(facts, null, { signatures: [signature(facts)] }), /it is not signed\./],
  ['an empty list', feed(facts, []), /can’t be read/],
  ['a text for a list', feed(facts, signature(facts)), /can’t be read/],
  ['too many signatures', feed(facts, Array(MAX_KEYS + 1).fill(signature(facts))), /can’t be read/],
  ['something else', feed(facts, ['x'.repeat(88)]), /not signed by a key that this app trusts/],
  ['one in hex', feed(facts, [Buffer.from(signature(facts), 'base64').toString('hex')]), /can’t be read/],
  ['somebody else’s', feed(facts, [signature(facts, theirs.privateKey)]), /a key that this app trusts/],
  ['a file elsewhere', feed({ ...facts, file: 'https://evil.example/a.AppImage' }, ['x']), /can’t be read/],
  ['no size', feed(facts, undefined, { files: [{ url: facts.file, sha512: facts.sha512 }] }), /not complete/],
  ['no file', feed(facts, undefined, { files: [] }), /not complete/],
  ['nothing', null, /not complete/],
])('refused: %s', (_what, info, words) => {
  expect(() => signedFiles(info, trust)).toThrow(refusal(words));
});

test('all files of a feed have to be signed: electron-updater chooses among them', () => {
  const other = { ...facts, file: 'other.AppImage' };
  const [first] = feed(facts).files;
  const [second] = feed(other).files;
  const [unsigned] = feed(other, null).files;
  expect(signedFiles(feed(facts, [], { files: [first, second] }), trust)).toEqual([facts, other]);
  expect(() => signedFiles(feed(facts, [], { files: [first, unsigned] }), trust)).toThrow(
    refusal(/not signed/),
  );
});

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019._-'), minLength: 1, maxLength: 20 });
const anyFacts: fc.Arbitrary<UpdateFacts> = fc.record({
  version: fc
    .tuple(fc.nat(), fc.nat(), fc.nat(), fc.constantFrom('', '-beta.1', '-rc.2+x', '+build'))
    .map(([major, minor, patch, more]) => `${major}.${minor}.${patch}${more}`),
  platform: fc.constantFrom('linux-x64', 'linux-arm64'),
  file: word.map((text) => `T${text}.AppImage`),
  size: fc.integer({ min: 1 }),
  sha512: fc
    .uint8Array({ minLength: 64, maxLength: 64 })
    .map((bytes) => Buffer.from(bytes).toString('base64')),
});

describe('properties', () => {
  test('two updates have one text only where they are one', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (a, b) => {
        const same = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
        expect(signedText(a) === signedText(b)).toBe(same);
      }),
    );
  });

  test('a signature is for its version, file, size, sum and system alone', () => {
    fc.assert(
      fc.property(
        anyFacts,
        anyFacts,
        fc.constantFrom(...(Object.keys(facts) as (keyof UpdateFacts)[])),
        (a, b, key) => {
          const replayed = { ...a, [key]: b[key] };
          const info = feed(replayed, [signature(a)]);
          const check = () => signedFiles(info, { keys: [ours.publicKey], platform: replayed.platform });
          if (a[key] === b[key]) expect(check()).toEqual([a]);
          else expect(check).toThrow(refusal(/not signed by a key/));
        },
      ),
    );
  });

  test('no field holds more than its form: no line of the text can be forged', () => {
    const forged = fc.tuple(fc.constantFrom(...(Object.keys(facts) as (keyof UpdateFacts)[])), fc.string());
    fc.assert(
      fc.property(forged, ([key, text]) => {
        for (const value of [
          `${facts[key]}\n${text}`,
          `${facts[key]}\r`,
          ` ${facts[key]}`,
          `\u2028${text}`,
        ]) {
          expect(() => signedText({ ...facts, [key]: value })).toThrow();
        }
      }),
    );
  });

  test('a signature with any bit turned is refused', () => {
    const right = Buffer.from(signature(facts), 'base64');
    fc.assert(
      fc.property(fc.nat(right.length * 8 - 1), (bit) => {
        const wrong = Buffer.from(right);
        wrong.writeUInt8(wrong.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => signedFiles(feed(facts, [wrong.toString('base64')]), trust)).toThrow(
          refusal(/not signed/),
        );
      }),
    );
  });

  test('whatever a feed says, it is files or a refusal', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (files, signatures) => {
        for (const info of [
          { version: '1.3.0', files },
          feed(facts, [signatures]),
          feed(facts, signatures ?? null),
        ]) {
          expect(() => signedFiles(info, trust)).toThrow(
            expect.objectContaining({ condition: 'update_refused' }),
          );
        }
      }),
    );
  });
});

describe('the keys of a build', () => {
  const text = publicKeyText(ours.privateKey);
  test('are read as they are written', () => {
    const keys = updateKeys([text, publicKeyText(next.privateKey)]);
    expect(keys.map((key) => key.equals(ours.publicKey))).toEqual([true, false]);
    expect(keys[1]?.equals(createPublicKey(next.privateKey))).toBe(true);
  });

  test('a build without one has no updates, and says so', () => {
    for (const none of [undefined, null]) {
      expect(() => updateKeys(none)).toThrow(
        expect.objectContaining({
          kind: 'config',
          condition: 'updates_unavailable',
          message:
            'Updates are not available in this build: it has no key to check them with, so that newer versions are installed by hand.',
        }),
      );
    }
  });

  const wrong: unknown[] = [
    [],
    '',
    text,
    [text, ''],
    [`${text.slice(0, -8)}AAAA`.slice(0, 20)],
    [generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    Array(MAX_KEYS + 1).fill(text),
    { 0: text },
  ];
  test.each(wrong)('none of %j is used, nor the others beside a wrong one', (texts) => {
    expect(() => updateKeys(texts)).toThrow(expect.objectContaining({ condition: 'updates_unavailable' }));
  });
});
