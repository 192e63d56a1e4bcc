/** The shelves of a laptop as the app opens them: its receipts under the keychain’s key, and the board. */
import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../main/common/log.ts';
import type { Host } from '../../main/host/host.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { FolderShelf } from '../../main/shelf/folder-shelf.ts';
import { openShelves } from '../../main/shelf/open.ts';
import { ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import { newShelfKey, readShelfKey } from '../../main/shelf/shelf-index.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { liveKit } from '../kits.ts';
import { patient } from '../patience.ts';
import { aProfile } from '../profile/a-profile.ts';
import { agreementsOf } from '../soundness/agreements-of.ts';
import { memoryKeychain } from '../soundness/sound-library.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { aPublication, testFolder } from './a-shelf.ts';

const { signal } = new AbortController();
const key = newShelfKey();
const NOW = Date.parse('2027-03-27T09:00:00Z');

/** A shelf in a folder with the kit TK-1. */
async function aShelf(): Promise<string> {
  const folder = testFolder();
  const clock = new VirtualClock();
  clock.epoch = NOW;
  const desk = { key: readShelfKey(key.pem), keys: [key.key], name: 'Demo Air', clock, random: () => 0 };
  const kit = aPublication(testFolder(), 'TK-1');
  await new ShelfDesk({ place: new FolderShelf(folder), ...desk }).publish([kit], signal);
  return folder;
}

/** A run of a laptop that has TK-1, with profiles for these shelves. */
async function aLaptop(
  shelves: readonly { folder: string; receipts: string }[],
  { keychain = memoryKeychain(), user_data = testFolder(), agreed = 'yes' as 'yes' | 'no' } = {},
) {
  const clock = new VirtualClock();
  clock.epoch = NOW;
  const database = openUserDatabase(join(testFolder(), 'user.sqlite'));
  const agreements = agreementsOf(user_data, keychain);
  const profiles = shelves.map((shelf, at) => ({
    id: `p${at}`,
    added_at: 0,
    text: JSON.stringify({ ...aProfile, shelf: { name: 'Demo Air', keys: [key.key], ...shelf } }),
  }));
  const host = {
    ...{ agreements, clock, log: silentLog, user: 'anna', sealer: keychain.sealer, paths: { user_data } },
    send: () => {},
  } as unknown as Host;
  const kits = profiles.map(({ id }) =>
    liveKit({
      ...{ id: `of ${id}`, profile_id: id, tripkit_id: 'TK-1', state: 'ready', created_at: NOW },
      ...{ document: { bytes: 1, sha256: 'a'.repeat(64), pages: 1 }, state_since: NOW },
      ...{ trip: { origin: 'EHAM', destination: 'EGLL', departure: '2027-03-28T10:30:00Z' } },
      shelf: { name: 'Demo Air', put_at: NOW, recalled: null },
    }),
  );
  const requested = liveKit({ id: 'own', profile_id: 'p0', tripkit_id: 'TK-2', state: 'ready' });
  const opened = openShelves(host, {
    profiles: {
      list: () => profiles.map((one) => ({ ...one, managed: false })),
      profile: (id) => parseServiceProfile(profiles.find((one) => one.id === id)?.text ?? ''),
    },
    agreements: { holds: async () => agreed, ask: async () => true },
    connection: database.connection,
    engine: {
      list: () => [...kits, requested],
      take: () => [],
      recall: () => requested,
      putAgain: () => requested,
      tell: () => requested,
      together: (work) => work(),
    },
    facts: { firstOpenedAt: () => NOW + 1, acknowledgedAt: () => null },
    findProxy: async () => 'DIRECT',
  });
  onTestFinished(async () => {
    await opened.stop();
    database.close();
  });
  // As the app asks the keychain at its start.
  await agreements.holds('watch', null);
  opened.start();
  // A look, and what follows it, is over.
  const isDone = async () =>
    (await opened.calls.list()).every(
      ({ receipts, receipt: { written_at, trouble }, ...shelf }) =>
        shelf.trouble !== null ||
        (shelf.heard_at !== null && (receipts === 'none' || (written_at ?? trouble) !== null)),
    );
  await expect.poll(isDone, { timeout: patient(10_000) }).toBe(true);
  return opened;
}

const receiptsIn = (folder: string) => readdirSync(join(folder, 'receipts')).sort();

test('a laptop writes what its profile says, under a key of each shelf that stays', async () => {
  const [first, second, silent] = [await aShelf(), await aShelf(), await aShelf()];
  const keychain = memoryKeychain();
  const user_data = testFolder();
  const shelves = [
    { folder: first, receipts: 'laptop' },
    { folder: second, receipts: 'person' },
    { folder: silent, receipts: 'none' },
  ];
  const { calls } = await aLaptop(shelves, { keychain, user_data });
  expect(await calls.board('p0')).toMatchObject({
    laptops: [{ laptop: hostname(), person: null, kits: 1, serial: NOW / 1000 }],
    // Another document than the shelf has.
    kits: [{ tripkit_id: 'TK-1', had_by: [{ same_document: false, opened_at: '2027-03-27T09:00:00.001Z' }] }],
  });
  expect(await calls.board('p1')).toMatchObject({ laptops: [{ laptop: hostname(), person: 'anna' }] });
  expect(await calls.board('p2')).toMatchObject({ laptops: [], kits: [{ tripkit_id: 'TK-1', had_by: [] }] });
  const files = receiptsIn(first);
  expect([files.length, receiptsIn(second).length, receiptsIn(silent)]).toEqual([1, 1, []]);
  expect(receiptsIn(second)).not.toEqual(files);
  const text = readFileSync(join(first, 'receipts', files[0] ?? ''), 'utf8');
  const [sealed = ''] = readdirSync(join(user_data, 'seals')).filter((name) => name.endsWith('.key'));
  const { sealed: secret } = JSON.parse(readFileSync(join(user_data, 'seals', sealed), 'utf8'));
  const hex = Buffer.from(secret, 'base64').toString().slice('one:'.length);
  expect(hex).toMatch(/^[0-9a-f]{64}$/);
  for (const other of [hex, 'anna', user_data, first, 'TK-2']) expect(text).not.toContain(other);
  await aLaptop(shelves, { keychain, user_data });
  expect(receiptsIn(first), 'the same laptop in its next run').toEqual(files);
});

test('without a keychain, and without the agreement of the person, nothing is written', async () => {
  const folder = await aShelf();
  const shelves = [{ folder, receipts: 'laptop' }];
  const keychain = memoryKeychain();
  keychain.mode = 'locked';
  const locked = await aLaptop(shelves, { keychain });
  expect(await locked.calls.list()).toMatchObject([
    { trouble: null, receipt: { written_at: null, trouble: expect.stringContaining('keychain') } },
  ]);
  const refused = await aLaptop(shelves, { agreed: 'no' });
  await expect(refused.calls.board('p0')).rejects.toMatchObject({ condition: 'not_agreed' });
  expect(receiptsIn(folder)).toEqual([]);
});
