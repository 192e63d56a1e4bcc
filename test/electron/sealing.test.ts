import { describe, expect, test } from 'vitest';
import { type AsyncSafeStorage, createSealer } from '../../main/electron/sealing.ts';

/** A keychain that marks what it seals. */
function storage(mark: string, changes: Partial<AsyncSafeStorage> = {}): AsyncSafeStorage {
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.from(mark + Buffer.from(text).toString('base64')),
    decryptStringAsync: async (sealed) => ({
      result: Buffer.from(sealed.toString().slice(mark.length), 'base64').toString(),
      shouldReEncrypt: false,
    }),
    ...changes,
  };
}
const never = () => new Promise<never>(() => {});

test('what is sealed is unsealed', async () => {
  const sealer = createSealer(storage('v11'), 'linux');
  expect(await sealer.probe()).toEqual({ can: true, reason: null });
  expect(await sealer.unseal(await sealer.seal('ключ'))).toBe('ключ');
});

describe('Linux without a keychain: Chromium’s built-in key', () => {
  const sealer = createSealer(storage('v10'), 'linux');
  test('the probe says no, and why', async () => {
    expect(await sealer.probe()).toEqual({ can: false, reason: expect.stringContaining('no keychain') });
  });
  test('nothing is sealed with it, probe or no probe', async () => {
    await expect(sealer.seal('key')).rejects.toMatchObject({ kind: 'identity', condition: 'no_keychain' });
  });
});

test('on macOS v10 is the Keychain’s own mark', async () => {
  const sealer = createSealer(storage('v10'), 'darwin');
  expect(await sealer.probe()).toEqual({ can: true, reason: null });
  await expect(sealer.seal('key')).resolves.toBeInstanceOf(Buffer);
});

test.each([
  ['says that it is not available', { isAsyncEncryptionAvailable: async () => false }],
  ['fails', { isAsyncEncryptionAvailable: () => Promise.reject(new Error('dbus')) }],
  ['does not answer', { isAsyncEncryptionAvailable: never }],
  ['seals nothing', { encryptStringAsync: () => Promise.reject(new Error('locked')) }],
])('the probe says no where the keychain %s', async (_name, changes) => {
  expect(await createSealer(storage('v11', changes), 'linux', 20).probe()).toMatchObject({ can: false });
});

test.each([
  ['refuses', () => Promise.reject(new Error('locked: the text was abc'))],
  ['does not answer', never],
])('a keychain that %s is told without its own words', async (_name, refuse) => {
  const sealer = createSealer(
    storage('v11', { encryptStringAsync: refuse, decryptStringAsync: refuse }),
    'linux',
    20,
  );
  for (const work of [sealer.seal('abc'), sealer.unseal(Buffer.from('v11'))]) {
    await expect(work).rejects.toMatchObject({
      kind: 'identity',
      message: expect.not.stringContaining('abc'),
    });
  }
});
