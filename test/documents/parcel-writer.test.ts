import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ParcelWriter, readParcel } from '../../main/documents/parcel-writer.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { cachedKitStore } from '../../main/store/kit-stores.ts';
import { freshFolder } from '../fresh-folder.ts';
import { BY_PERSON } from '../kits.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';
import { aKit, anEvent } from './samples.ts';

const document = { bytes: 3, sha256: 'ab'.repeat(32), pages: 1 };
const seal = { key: '0'.repeat(16), kit: '1'.repeat(64), document: '2'.repeat(64) };

function setUp(folder = join(freshFolder(), 'documents')) {
  const log = memoryLog();
  let reads = 0;
  const store = new MemoryKitStore();
  const kits = cachedKitStore(store, (id) => parcels.changed(id));
  const get = (id: string) => {
    reads += 1;
    return kits.get(id);
  };
  const parcels = new ParcelWriter({ folder, kits: { get }, datesOf: () => [], log });
  const write = (changes: Parameters<typeof aKit>[0]) => {
    const kit = aKit(changes);
    kits.write(kit, anEvent(kit));
    return kit;
  };
  const stamp = (id: string) => statSync(join(folder, `${id}.kit.json`)).ino;
  return { folder, log, kits, parcels, write, stamp, writes: () => reads };
}

test('all changes of a kit until its turn are one write, behind the change; the same facts are none', async () => {
  const { folder, kits, parcels, write, stamp, writes } = setUp();
  const one = write({ state: 'requesting', document: null });
  const others = Array.from({ length: 80 }, () => write({ state: 'requesting', document: null }));
  for (const state of ['requesting', 'generating', 'downloading'] as const) write({ ...one, state });
  expect(existsSync(folder)).toBe(false);
  await parcels.written();
  expect(writes()).toBe(81);
  expect((await readParcel(folder, one.id))?.kit).toEqual({ ...one, state: 'downloading' });
  expect(readdirSync(folder).sort()).toEqual([one, ...others].map(({ id }) => `${id}.kit.json`).sort());
  const before = stamp(one.id);
  const kit = kits.get(one.id);
  if (kit) write(kit);
  await parcels.written();
  expect(stamp(one.id)).toBe(before);
});

test('what belongs to the document outlives its loss; a change keeps the seal, and a removed kit nothing', async () => {
  const { folder, kits, parcels, write } = setUp();
  const kit = write({ state: 'ready', document });
  expect(await parcels.sealed(kit.id, () => seal)).toEqual(seal);
  write({ ...kit, state: 'downloading', document: null });
  await parcels.written();
  expect(await readParcel(folder, kit.id)).toMatchObject({ kit: { document: null }, document, seal });
  kits.remove(kit.id, BY_PERSON);
  // The engine removes the files before the row; a write in between must leave nothing.
  await parcels.written();
  expect(readdirSync(folder)).toEqual([]);
});

test('a parcel that can’t be written is told and keeps nothing else from being written', async () => {
  const { folder, log, parcels, write } = setUp();
  const [one, other] = [write({ document: null }), write({ document: null })];
  mkdirSync(join(folder, `${one.id}.kit.json.new`, 'x'), { recursive: true });
  await parcels.written();
  expect(log.lines.join()).toContain(`parcel of the kit ${one.id} is not written yet`);
  expect(await readParcel(folder, other.id)).not.toBeNull();
  rmSync(join(folder, `${one.id}.kit.json.new`), { recursive: true });
  parcels.changed(one.id);
  await parcels.written();
  expect((await readParcel(folder, one.id))?.kit).toEqual(one);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  expect(await parcels.sealed(one.id, () => seal)).toBeNull();
});
