import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Electron from 'electron';

/** As Chromium marks what a keychain's key has sealed on Linux; `v10` marks its built-in key, that is, none. */
const KEYCHAIN = Buffer.from('v11');
const BUILT_IN = Buffer.from('v10');
const NONCE = 12;
const TAG = 16;

/**
 * The asynchronous `safeStorage`. Its keychain is a key file in the user-data folder: as safe as that folder, which is
 * enough for tests and demos. TRIPKIT_HOST_KEYCHAIN=none plays a machine without a keychain, `locked` one that refuses.
 */
export function safeStorageStandIn(
  userData: () => string,
  mode: string | undefined = process.env.TRIPKIT_HOST_KEYCHAIN,
): Pick<Electron.SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'> {
  const mark = mode === 'none' ? BUILT_IN : KEYCHAIN;

  function key(): Buffer {
    if (mode === 'none') return Buffer.alloc(32, 'peanuts');
    const file = join(userData(), 'host-safe-storage.key');
    try {
      return readFileSync(file);
    } catch {
      mkdirSync(userData(), { recursive: true, mode: 0o700 });
      writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
      return readFileSync(file);
    }
  }

  return {
    isAsyncEncryptionAvailable: async () => true,
    async encryptStringAsync(plainText) {
      if (mode === 'locked') throw new Error('Error while encrypting the text provided to safeStorage');
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key(), nonce);
      return Buffer.concat([
        mark,
        nonce,
        cipher.update(plainText, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
    async decryptStringAsync(encrypted) {
      if (mode === 'locked' || !encrypted.subarray(0, mark.length).equals(mark)) {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage');
      }
      const body = encrypted.subarray(mark.length);
      const decipher = createDecipheriv('aes-256-gcm', key(), body.subarray(0, NONCE));
      decipher.setAuthTag(body.subarray(body.length - TAG));
      const text = decipher.update(body.subarray(NONCE, body.length - TAG));
      return { result: Buffer.concat([text, decipher.final()]).toString('utf8'), shouldReEncrypt: false };
    },
  };
}
