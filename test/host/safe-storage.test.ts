import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';
import { safeStorageStandIn } from './electron/safe-storage.ts';

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

test('seals with a key of its folder that only its user reads', async () => {
  const sealed = await safeStorageStandIn(() => folder).encryptStringAsync('secret');
  expect(sealed.subarray(0, 3).toString()).toBe('v11');
  expect(sealed.includes('secret')).toBe(false);
  expect((await safeStorageStandIn(() => folder).decryptStringAsync(sealed)).result).toBe('secret');
  expect((await stat(join(folder, 'host-safe-storage.key'))).mode & 0o777).toBe(0o600);
});

test('refuses what was changed, and another folder’s', async () => {
  const storage = safeStorageStandIn(() => folder);
  const sealed = await storage.encryptStringAsync('secret');
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
  await expect(storage.decryptStringAsync(changed)).rejects.toThrow();
  const other = safeStorageStandIn(() => join(folder, 'other'));
  await expect(other.decryptStringAsync(sealed)).rejects.toThrow();
});

test('plays a machine without a keychain, and one that is locked', async () => {
  const none = await safeStorageStandIn(() => folder, 'none').encryptStringAsync('secret');
  expect(none.subarray(0, 3).toString()).toBe('v10');
  await expect(safeStorageStandIn(() => folder, 'locked').encryptStringAsync('secret')).rejects.toThrow();
});
