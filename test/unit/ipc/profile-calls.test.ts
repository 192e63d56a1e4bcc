import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { profileCalls, profileOf } from '../../../main/ipc/profile-calls.ts';
import type { LiveKit } from '../../../main/kits/kit-engine.ts';
import type { ProfileStore, StoredProfile } from '../../../main/library/profile-store.ts';
import { liveKit, memoryLog } from './fixtures.ts';

const profile = {
  name: 'Demo Air (training)',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo-client',
  auth_url: 'https://auth.example/as/{company_code}/authorization.oauth2',
  base_url: 'https://api.example:8443',
  scopes: { request: 'urn:demo:create', download: 'urn:demo:download' },
  trust: { auth: 'system' },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-profiles-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function memoryStore(): ProfileStore {
  const rows = new Map<string, StoredProfile>();
  return {
    list: () => [...rows.values()],
    get: (id) => rows.get(id),
    add: (row) => void rows.set(row.id, row),
    remove: (id) => void rows.delete(id),
  };
}

function setUp(path: () => string | null, kits: LiveKit[] = []) {
  const profiles = memoryStore();
  const forgotten: string[] = [];
  const log = memoryLog();
  let last = 0;
  const calls = profileCalls({
    profiles,
    engine: { list: () => kits },
    dialogs: { openProfile: async () => path() },
    forgetIdentity: async (id) => void forgotten.push(id),
    log,
    newId: () => `p${++last}`,
    now: () => 1,
  });
  return { calls, profiles, forgotten, log };
}

test('a chosen file is taken in once, and shown by its hosts', async () => {
  const file = join(folder, 'p.json');
  await writeFile(file, JSON.stringify(profile));
  const { calls } = setUp(() => file);
  const summary = {
    id: 'p1',
    name: 'Demo Air (training)',
    company_code: 'DEMO',
    company_name: 'Demo Air',
    auth_host: 'auth.example',
    api_host: 'api.example',
    max_alternates: 6,
  };
  expect(await calls.choose()).toEqual(summary);
  expect(await calls.choose()).toEqual(summary);
  expect(await calls.list()).toEqual([summary]);
});

test('cancelling the dialog changes nothing', async () => {
  const { calls } = setUp(() => null);
  expect(await calls.choose()).toBeNull();
  expect(await calls.list()).toEqual([]);
});

test.each([
  ['no JSON', '{', 'config'],
  ['an unknown key', JSON.stringify({ ...profile, colour: 1 }), 'config'],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00]), 'config'],
  ['too long', Buffer.alloc(1024 * 1024 + 1, 0x20), 'config'],
])('a file that is %s is refused and nothing is kept', async (_name, content, kind) => {
  const file = join(folder, 'p.json');
  await writeFile(file, content);
  const { calls, profiles } = setUp(() => file);
  await expect(async () => calls.choose()).rejects.toMatchObject({ kind });
  expect(profiles.list()).toEqual([]);
});

test('a file that is gone is kind disk', async () => {
  const { calls } = setUp(() => join(folder, 'gone.json'));
  await expect(async () => calls.choose()).rejects.toMatchObject({ kind: 'disk' });
});

test('a stored profile that can’t be read any more hides no other', async () => {
  const { calls, profiles, log } = setUp(() => null);
  profiles.add({ id: 'old', text: '{"company_code":1}', added_at: 0 });
  profiles.add({ id: 'good', text: JSON.stringify(profile), added_at: 1 });
  expect((await calls.list()).map(({ id }) => id)).toEqual(['good']);
  expect(log.lines.join()).toContain('old');
});

test('a profile goes with its identity, but not while a kit of it can go on', async () => {
  const unfinished = liveKit({ profile_id: 'a' });
  const ready = liveKit({ profile_id: 'b', state: 'ready' });
  const { calls, profiles, forgotten } = setUp(() => null, [unfinished, ready]);
  for (const id of ['a', 'b']) profiles.add({ id, text: JSON.stringify(profile), added_at: 0 });
  await expect(async () => calls.remove('a')).rejects.toMatchObject({ kind: 'config' });
  expect(await calls.remove('b')).toBeNull();
  expect(profiles.list().map(({ id }) => id)).toEqual(['a']);
  expect(forgotten).toEqual(['b']);
});

test('profileOf names a profile that is gone', () => {
  expect(() => profileOf(memoryStore(), 'x')).toThrow('no longer there');
});
