import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ParcelWriter, readParcel } from '../../main/documents/parcel-writer.ts';
import { PartFile } from '../../main/documents/part-file.ts';
import { repairLibrary } from '../../main/parcels/repair-library.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { freshFolder } from '../fresh-folder.ts';
import { readyKitRecord } from '../kits.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const A = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
const B = '9b2f7f52-0c1f-4b3e-8a37-6a1e6f0c9d11';
const C = '0d9c2c6e-6d0e-4f6a-8a0b-7a0c5d1e2f30';
const D = '5c1d8a4e-2b3f-4c5d-9e6f-7a8b9c0d1e2f';
const STRANGER = '11111111-1111-4111-8111-111111111111';
const PDF = Buffer.from('%PDF-1.7 and so on %%EOF');
const NOW = Date.UTC(2026, 10, 21);

let folder: string;
beforeEach(async () => {
  folder = join(freshFolder(), 'documents');
  await mkdir(folder);
});

function ready(id: string, tripkit_id: string | null = 'TK'): KitRecord {
  const document = { bytes: PDF.length, sha256: createHash('sha256').update(PDF).digest('hex'), pages: 1 };
  return readyKitRecord(document, { id, tripkit_id });
}

function store(...kits: KitRecord[]): MemoryKitStore {
  const made = new MemoryKitStore();
  for (const kit of kits) made.write(kit, { kit_id: kit.id, at: 1, state: kit.state, what: 'Ready.' });
  return made;
}

/** Repairs, and writes what is due. */
async function repair(kits: MemoryKitStore, log = memoryLog()) {
  const parcels = new ParcelWriter({ folder, kits, datesOf: () => [], log });
  const report = await repairLibrary(folder, kits, NOW, log, parcels);
  await parcels.written();
  return report;
}

test('a lock that a killed process left, even without its name in it, keeps no document from being made', async () => {
  await writeFile(join(folder, `${A}.part.lock`), '');
  await writeFile(join(folder, `${B}.part.lock.turn`), '');
  await repair(store());
  const part = await PartFile.open(join(folder, `${A}.part`), A);
  await part.close();
  expect(await readdir(folder)).not.toContain(`${B}.part.lock.turn`);
});

test('what is lost or changed is downloaded again, or said where it can’t be; the sound stays', async () => {
  const kits = store(ready(A), ready(B), ready(C), ready(D, null));
  await writeFile(join(folder, `${A}.pdf`), PDF);
  await writeFile(join(folder, `${B}.pdf`), PDF.subarray(1));
  const log = memoryLog();
  expect(await repair(kits, log)).toMatchObject({ fetched: 2, lost: 1 });
  expect([A, B, C, D].map((id) => kits.get(id)?.state)).toEqual([
    'ready',
    'downloading',
    'downloading',
    'failed',
  ]);
  // What can perhaps be read stays with its kit.
  expect(kits.get(B)?.document).toEqual(ready(B).document);
  expect(kits.get(C)?.document).toBeNull();
  expect(kits.get(D)).toMatchObject({ document: null, failure: { kind: 'document' } });
  expect(kits.history(C).at(-1)).toMatchObject({ at: NOW, state: 'downloading' });
  expect(kits.history(D).at(-1)?.what).toMatch(/Request a new kit/);
  expect(log.lines).toHaveLength(3);
});

test('a document that no kit knows stays, an old part of nobody goes, files of others are left alone', async () => {
  const old = new Date(NOW - 3 * 24 * 60 * 60_000);
  for (const name of [`${STRANGER}.pdf`, `${STRANGER}.part`, 'a person’s own.part']) {
    await writeFile(join(folder, name), PDF);
    await utimes(join(folder, name), old, old);
  }
  await repair(store());
  expect((await readdir(folder)).sort()).toEqual([`${STRANGER}.pdf`, 'a person’s own.part'].sort());
});

test('a kit without a parcel gets one, and one that is older than its kit is written again', async () => {
  await writeFile(join(folder, `${A}.pdf`), PDF);
  await repair(store(ready(A)));
  const written = { kit: ready(A), document: ready(A).document, dates: [], seal: null };
  expect(await readParcel(folder, A)).toEqual(written);
  // Its writing was cut short by a full disk or a kill.
  const failed = { ...ready(A), state: 'failed' as const, document: null, state_since: Date.now() + 10_000 };
  await rm(join(folder, `${A}.pdf`));
  await repair(store(failed));
  // Which document it had is still known.
  expect(await readParcel(folder, A)).toEqual({ ...written, kit: failed });
});

test('a damaged document stays readable over a restart, and is looked at first; one that was lost sight of, too', async () => {
  const kits = store(
    { ...ready(A), state: 'downloading' },
    { ...ready(B), state: 'downloading', document: null },
    { ...ready(C), state_since: NOW - 60_000 },
    { ...ready(D), state: 'failed', failure: { kind: 'document', message: 'Damaged. Try again.' } },
  );
  for (const id of [A, B, C]) await writeFile(join(folder, `${id}.pdf`), PDF);
  await utimes(join(folder, `${C}.pdf`), new Date(NOW), new Date(NOW));
  const { suspects, ...counts } = await repair(kits);
  expect(counts).toEqual({ fetched: 0, lost: 0 });
  expect(suspects.sort()).toEqual([A, B, C].sort());
  expect(kits.get(A)).toMatchObject({ state: 'downloading', document: ready(A).document });
  expect(kits.get(D)).toMatchObject({ state: 'failed', document: null, failure: { kind: 'document' } });
});

test('a library that can’t be checked is used as it is', async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'no folder');
  const log = memoryLog();
  expect(await repairLibrary(folder, store(ready(A)), NOW, log, { changed: () => {} })).toEqual({
    fetched: 0,
    lost: 0,
    suspects: [],
  });
  expect(log.lines).toHaveLength(1);
});
