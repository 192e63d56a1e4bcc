/**
 * safeStorage's asynchronous functions (Electron 45) over the synchronous ones (Electron 33): the same keychain by other code
 * of Electron. What those throw becomes a rejection.
 */
import { safeStorage } from 'electron';
import { shim } from './marker.ts';

shim('tripkit-shim:electron');
safeStorage.isAsyncEncryptionAvailable ??= async () => safeStorage.isEncryptionAvailable();
safeStorage.encryptStringAsync ??= async (text) => safeStorage.encryptString(text);
safeStorage.decryptStringAsync ??= async (sealed) => ({
  result: safeStorage.decryptString(sealed),
  shouldReEncrypt: false,
});
