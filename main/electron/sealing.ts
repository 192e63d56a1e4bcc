/**
 * Seals secrets with the system's keychain through Electron's asynchronous safeStorage. The synchronous calls are
 * deprecated (electron.d.ts, SafeStorage) and are not used.
 */
import type { SafeStorage } from 'electron';
import { TripKitError } from '../common/errors.ts';
import { inTime } from '../common/wait.ts';
import type { Sealer } from '../host/sealer.ts';

/** Time limit, ms: long, because the keychain may ask the person to unlock it. */
const KEYCHAIN_TIMEOUT_MS = 120_000;

/** Chromium's os_crypt on Linux: sealed with a key that is in every copy of Chromium, so not really sealed. */
const BUILT_IN_KEY = Buffer.from('v10');

const NO_KEYCHAIN =
  'This computer has no keychain that can keep your identity. You can use it all the same: its passphrase is asked for at each start.';

export type AsyncSafeStorage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/** The Sealer of main/identity, using `safeStorage`. Usable once the app is ready. */
export function createSealer(
  safeStorage: AsyncSafeStorage,
  platform: NodeJS.Platform = process.platform,
  timeout_ms: number = KEYCHAIN_TIMEOUT_MS,
): Sealer {
  // On other systems `v10` means something else: on macOS it marks what the Keychain's own key has sealed.
  const isUnsealed = (sealed: Buffer) =>
    platform === 'linux' && sealed.subarray(0, BUILT_IN_KEY.length).equals(BUILT_IN_KEY);

  return {
    async probe() {
      try {
        if (!(await inTime(safeStorage.isAsyncEncryptionAvailable(), timeout_ms, late))) {
          return { can: false, reason: NO_KEYCHAIN };
        }
        const sealed = await inTime(safeStorage.encryptStringAsync('trip kit probe'), timeout_ms, late);
        return isUnsealed(sealed) ? { can: false, reason: NO_KEYCHAIN } : { can: true, reason: null };
      } catch {
        return { can: false, reason: NO_KEYCHAIN };
      }
    },
    async seal(text) {
      const sealed = await inTime(safeStorage.encryptStringAsync(text), timeout_ms, late).catch(refused);
      if (isUnsealed(sealed)) throw new TripKitError('identity', NO_KEYCHAIN, { condition: 'no_keychain' });
      return sealed;
    },
    async unseal(sealed) {
      const opened = await inTime(safeStorage.decryptStringAsync(sealed), timeout_ms, late).catch(refused);
      return opened.result;
    },
  };
}

function refused(cause: unknown): never {
  throw new TripKitError(
    'identity',
    "The system's keychain did not open. Unlock it and try again, or choose the identity file again.",
    { condition: 'keychain_refused', cause },
  );
}

function late(): Error {
  return new Error('The keychain did not answer in time.');
}
