import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TripKitError } from '../../../main/common/errors.ts';
import { SeveralKeysError } from '../../../main/identity/pkcs12.ts';
import { type IdentityCallsDeps, identityCalls } from '../../../main/ipc/identity-calls.ts';

import type { ServiceProfile } from '../../../main/profile/profile.ts';
import { dialogsOf } from './fixtures.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-identity-'));
  await writeFile(join(folder, 'id.p12'), 'pkcs12');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function setUp(path?: string | null) {
  const imports: unknown[][] = [];
  const identities: IdentityCallsDeps['identities'] = {
    state: async () => ({ state: 'none' }),
    canStore: async () => ({ can: true, reason: null }),
    import: async (...args) => {
      if (args[2] === 'several' && args[3]?.key === undefined) {
        throw new SeveralKeysError([{ sha256: 'AA', subject: 'CN=a', local_key_id: null }]);
      }
      if (args[2] !== 'right' && args[2] !== 'several')
        throw new TripKitError('identity', 'The passphrase is wrong.');
      imports.push(args);
      return { state: 'none' };
    },
  };
  let last = 0;
  const calls = identityCalls({
    identities,
    identityImported: async () => {},
    forgetIdentity: async () => {},
    now: () => 0,
    dialogs: dialogsOf({ openIdentity: async () => (path === undefined ? join(folder, 'id.p12') : path) }),
    newId: () => `handle-${++last}`,
    profiles: {
      profile: (id) => {
        if (id !== 'p1') throw new TripKitError('config', 'No such profile.');
        return {} as ServiceProfile;
      },
    },
  });
  return { calls, imports };
}

test('the page gets a handle and the file’s name, no path', async () => {
  expect(await setUp().calls.choose()).toEqual({ handle: 'handle-1', file_name: 'id.p12' });
});

test('a mistyped passphrase leaves the handle good; the import spends it', async () => {
  const { calls, imports } = setUp();
  await calls.choose();
  const input = { profile_id: 'p1', handle: 'handle-1', store: true };
  await expect(async () => calls.import({ ...input, passphrase: 'wrong' })).rejects.toMatchObject({
    kind: 'identity',
  });
  await calls.import({ ...input, passphrase: 'right' });
  expect(imports).toEqual([['p1', Buffer.from('pkcs12'), 'right', { store: true }]]);
  await expect(async () => calls.import({ ...input, passphrase: 'right' })).rejects.toMatchObject({
    kind: 'identity',
  });
});

test('only the last chosen file can be imported, and only for a profile that is there', async () => {
  const { calls } = setUp();
  await calls.choose();
  await calls.choose();
  const input = { profile_id: 'p1', passphrase: 'right', store: false };
  await expect(async () => calls.import({ ...input, handle: 'handle-1' })).rejects.toMatchObject({
    kind: 'identity',
  });
  await expect(async () =>
    calls.import({ ...input, handle: 'handle-2', profile_id: 'p2' }),
  ).rejects.toMatchObject({
    kind: 'config',
  });
});

test('a cancelled dialog, a file that is gone, a file that is too long', async () => {
  expect(await setUp(null).calls.choose()).toBeNull();
  const gone = setUp(join(folder, 'gone.p12')).calls;
  await gone.choose();
  const input = { profile_id: 'p1', handle: 'handle-1', passphrase: 'right', store: false };
  await expect(async () => gone.import(input)).rejects.toMatchObject({ kind: 'disk' });
  await writeFile(join(folder, 'long.p12'), Buffer.alloc(1024 * 1024 + 1));
  const long = setUp(join(folder, 'long.p12')).calls;
  await long.choose();
  await expect(async () => long.import(input)).rejects.toMatchObject({ kind: 'identity' });
});

test('a dropped file is imported as a chosen one; the last of either counts', async () => {
  const { calls, imports } = setUp();
  await calls.choose();
  expect(await calls.offer('dropped.p12', new Uint8Array([1, 2]))).toEqual({
    handle: 'handle-2',
    file_name: 'dropped.p12',
  });
  const input = { profile_id: 'p1', passphrase: 'right', store: true };
  await expect(async () => calls.import({ ...input, handle: 'handle-1' })).rejects.toThrow('Choose it again');
  await calls.import({ ...input, handle: 'handle-2' });
  expect(imports).toEqual([['p1', Buffer.from([1, 2]), 'right', { store: true }]]);
});

test('of several keys one is chosen, without choosing the file again', async () => {
  const { calls, imports } = setUp();
  await calls.choose();
  const input = { profile_id: 'p1', handle: 'handle-1', passphrase: 'several', store: true };
  expect(await calls.import(input)).toEqual({
    state: 'several',
    choices: [{ sha256: 'AA', subject: 'CN=a' }],
  });
  expect(await calls.import({ ...input, key_sha256: 'AA' })).toEqual({ state: 'none' });
  expect(imports).toEqual([['p1', Buffer.from('pkcs12'), 'several', { store: true, key: { sha256: 'AA' } }]]);
});
