import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { ComputerChoice } from '../../main/identity/computer-choice.ts';
import { DroppedIdentity } from '../../main/identity/dropped-identity.ts';
import { type IdentityCallsDeps, identityCalls } from '../../main/identity/identity-calls.ts';
import { SeveralKeysError } from '../../main/identity/pkcs12.ts';
import type { ServiceProfile } from '../../main/profile/profile.ts';
import type { AllowedKinds } from '../../preload/contract.ts';
import { createAuthority, issueIdentity } from '../demo-service/pki.ts';
import { freshFolder } from '../fresh-folder.ts';
import { dialogsOf } from '../start/ipc-fixtures.ts';

let folder: string;
beforeEach(async () => {
  folder = freshFolder();
  await writeFile(join(folder, 'id.p12'), 'pkcs12');
});

const NOW = Date.now();
const DAY = 86_400_000;
const airline = await createAuthority('Demo Air Client CA', 'Demo Air');
const [card, old] = await Promise.all([
  issueIdentity(airline, 'A. Pilot', 'Demo Air'),
  issueIdentity(airline, 'A. Pilot', 'Demo Air', { not_before: NOW - 9 * DAY, not_after: NOW - DAY }),
]);
const computerChains = [old, card].map(({ cert_pem }) => [
  new X509Certificate(cert_pem).raw,
  new X509Certificate(airline.pem).raw,
]);

function setUp(path?: string | null, kinds: AllowedKinds = 'any', agreed = true) {
  const chosen: string[][] = [];
  const imports: unknown[][] = [];
  const asked: string[] = [];
  const identities: IdentityCallsDeps['identities'] = {
    state: async () => ({ state: 'none' }),
    canStore: async () => ({ can: true, reason: null }),
    kinds,
    requireAllowed: (kind) => {
      if (kinds !== 'any' && kinds !== kind) throw new TripKitError('identity', 'Your administrators …');
    },
    choose: async (profile_id, facts, cards) => {
      chosen.push([profile_id, facts.sha256, ...(cards ?? [])]);
      return { state: 'usable', kind: 'computer', identity: facts, stored: true };
    },
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
  const dropped = new DroppedIdentity();
  const changes: (string | null)[] = [];
  const calls = identityCalls({
    identities,
    computerChoice: new ComputerChoice({
      list: async () => ({ candidates: computerChains, cards: ['Card A'] }),
      now: () => NOW,
    }),
    dropped,
    profilesChanged: (use) => void changes.push(use),
    identityImported: async () => {},
    forgetIdentity: async () => {},
    now: () => 0,
    dialogs: dialogsOf({
      openIdentity: async (whose = '') => {
        asked.push(whose);
        return path === undefined ? join(folder, 'id.p12') : path;
      },
    }),
    newId: () => `handle-${++last}`,
    profiles: {
      profile: (id) => {
        if (!/^p[13]$/.test(id)) throw new TripKitError('config', 'No such profile.');
        const auth_url = `https://login-${id}.example/as`;
        return { name: `Profile ${id}`, auth_url } as ServiceProfile;
      },
    },
    agree: async () => agreed,
  });
  return { calls, imports, asked, dropped, changes, chosen };
}

test('the page gets a handle and the file’s name, no path', async () => {
  expect(await setUp().calls.choose('p1')).toEqual({ handle: 'handle-1', file_name: 'id.p12' });
});

test('a mistyped passphrase leaves the handle good; the import spends it', async () => {
  const { calls, imports } = setUp();
  await calls.choose('p1');
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
  await calls.choose('p1');
  await calls.choose('p1');
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
  expect(await setUp(null).calls.choose('p1')).toBeNull();
  const gone = setUp(join(folder, 'gone.p12')).calls;
  await gone.choose('p1');
  const input = { profile_id: 'p1', handle: 'handle-1', passphrase: 'right', store: false };
  await expect(async () => gone.import(input)).rejects.toMatchObject({ kind: 'disk' });
  await writeFile(join(folder, 'long.p12'), Buffer.alloc(1024 * 1024 + 1));
  const long = setUp(join(folder, 'long.p12')).calls;
  await long.choose('p1');
  await expect(async () => long.import(input)).rejects.toMatchObject({ kind: 'identity' });
});

test('a dropped file is imported as a chosen one; the last of either counts', async () => {
  const { calls, imports } = setUp();
  await calls.choose('p1');
  expect(await calls.offer('p1', 'dropped.p12', new Uint8Array([1, 2]))).toEqual({
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
  await calls.choose('p1');
  const input = { profile_id: 'p1', handle: 'handle-1', passphrase: 'several', store: true };
  expect(await calls.import(input)).toEqual({
    state: 'several',
    choices: [{ sha256: 'AA', subject: 'CN=a' }],
  });
  expect(await calls.import({ ...input, key_sha256: 'AA' })).toEqual({ state: 'none' });
  expect(imports).toEqual([['p1', Buffer.from('pkcs12'), 'several', { store: true, key: { sha256: 'AA' } }]]);
});

test('a file is for the profile alone that the person saw when they handed it over', async () => {
  const { calls, imports, asked } = setUp();
  await calls.choose('p1');
  expect(asked).toEqual(['for login-p1.example, “Profile p1”']);
  const input = { handle: 'handle-1', passphrase: 'right', store: true };
  // A page that was taken over spends the handle on a profile of its own.
  await expect(async () => calls.import({ ...input, profile_id: 'p3' })).rejects.toMatchObject({
    kind: 'identity',
  });
  await calls.offer('p3', 'dropped.p12', new Uint8Array([1]));
  await expect(async () =>
    calls.import({ ...input, handle: 'handle-2', profile_id: 'p1' }),
  ).rejects.toMatchObject({ kind: 'identity' });
  expect(imports).toEqual([]);
  await calls.import({ ...input, handle: 'handle-2', profile_id: 'p3' });
  expect(imports).toHaveLength(1);
});

test('a file that was dropped on the library is for the profile that set-up takes it for, once', async () => {
  const { calls, imports, dropped, changes } = setUp();
  dropped.put('first.p12', Buffer.from('first'));
  dropped.put('second.p12', Buffer.from('second'));
  await expect(async () => calls.takeDropped('nobody')).rejects.toThrow();
  const chosen = await calls.takeDropped('p1');
  expect(chosen).toMatchObject({ file_name: 'second.p12' });
  expect(await calls.takeDropped('p1')).toBeNull();
  const given = { handle: chosen?.handle ?? '', passphrase: 'right', store: true };
  await expect(async () => calls.import({ ...given, profile_id: 'p3' })).rejects.toMatchObject({
    kind: 'identity',
  });
  expect(changes).toEqual([]);
  await calls.import({ ...given, profile_id: 'p1' });
  expect(imports[0]?.slice(0, 2)).toEqual(['p1', Buffer.from('second')]);
  expect(changes).toEqual([null]);
});

test('certificates of this computer are listed, the choosable first, and one is chosen by its fingerprint', async () => {
  const { calls, chosen, changes } = setUp();
  const listed = await calls.listComputer('p1');
  expect(listed.map(({ problem }) => problem)).toEqual([null, expect.stringMatching(/^It expired on /)]);
  const sha256 = listed[0]?.identity.sha256 ?? '';
  expect(await calls.chooseComputer('p1', sha256)).toMatchObject({
    state: 'usable',
    kind: 'computer',
    identity: { sha256, extended_key_usage: ['clientAuth'] },
  });
  expect(chosen).toEqual([['p1', sha256, 'Card A']]);
  expect(changes).toEqual([null]);
});

test('only what was listed last for this profile can be chosen, and nothing that is unfit', async () => {
  const { calls, chosen } = setUp();
  const listed = await calls.listComputer('p1');
  const [good = '', expired = ''] = listed.map(({ identity }) => identity.sha256);
  await expect(async () => calls.chooseComputer('p3', good)).rejects.toMatchObject({
    condition: 'unknown_choice',
  });
  await expect(async () => calls.chooseComputer('p1', expired)).rejects.toMatchObject({
    condition: 'unfit',
  });
  await calls.cancelComputer();
  await expect(async () => calls.chooseComputer('p1', good)).rejects.toMatchObject({
    condition: 'unknown_choice',
  });
  expect(chosen).toEqual([]);
});

test('a kind that administrators don’t allow is refused in the main process', async () => {
  const fileOnly = setUp(undefined, 'file');
  expect(await fileOnly.calls.kinds()).toBe('file');
  await expect(async () => fileOnly.calls.listComputer('p1')).rejects.toThrow(/administrators/);
  const computerOnly = setUp(undefined, 'computer');
  await expect(async () => computerOnly.calls.choose('p1')).rejects.toThrow(/administrators/);
  await expect(async () => computerOnly.calls.offer('p1', 'a.p12', Buffer.from('x'))).rejects.toThrow(
    /administrators/,
  );
  computerOnly.dropped.put('a.p12', Buffer.from('x'));
  await expect(async () => computerOnly.calls.takeDropped('p1')).rejects.toThrow(/administrators/);
});

test('no certificate is taken for a profile whose servers the person does not agree to', async () => {
  const { calls, imports, chosen } = setUp(undefined, 'any', false);
  const { handle } = (await calls.choose('p1')) ?? { handle: '' };
  const refused = /you did not agree to the servers of this profile/;
  await expect(calls.import({ profile_id: 'p1', handle, passphrase: 'right', store: true })).rejects.toThrow(
    refused,
  );
  const fit = (await calls.listComputer('p1')).find(({ problem }) => problem === null);
  await expect(calls.chooseComputer('p1', fit?.identity.sha256 ?? '')).rejects.toThrow(refused);
  expect([...imports, ...chosen]).toEqual([]);
});
