import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeFromApp } from '../../main/documents/document-folder.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import {
  completeKitSidecars,
  isReady,
  type ReadyKit,
  readKitSidecar,
  writeKitSidecar,
} from '../../main/documents/kit-sidecar.ts';
import { DocumentVerifier } from '../../main/documents/verify-document.ts';
import { openLibrary, rebuildFromDocuments } from '../../main/parcels/rebuild.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { aKit, anEvent, aPdf, freshFolders } from '../documents/samples.ts';
import { BY_PERSON } from '../kits.ts';

const folder = freshFolders();
const pdf = await aPdf(3);
const verifier = new DocumentVerifier(documentThreads());
const verify = (file: string, signal?: AbortSignal) => verifier.verify(file, { signal });
afterAll(() => verifier.close());

function readyKit(changes: Partial<KitRecord> = {}, bytes: Uint8Array = pdf): ReadyKit {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const document = { bytes: bytes.length, sha256, pages: 3 };
  const kit = aKit({ ...changes, state: 'ready', document });
  if (!isReady(kit)) throw new Error('not ready');
  return kit;
}

async function published(dir: string, changes: Partial<KitRecord> = {}): Promise<ReadyKit> {
  const kit = readyKit(changes);
  writeFileSync(join(dir, `${kit.id}.pdf`), pdf);
  await writeKitSidecar(dir, kit);
  return kit;
}

test('a sidecar tells the kit as it was, to its owner only, and goes with the document', async () => {
  const dir = folder();
  const kits = [await published(dir), await published(dir, { trip: null, tripkit_id: null, messages: [] })];
  for (const kit of kits) {
    expect(await readKitSidecar(dir, kit.id)).toEqual(kit);
    expect(statSync(join(dir, `${kit.id}.kit.json`)).mode & 0o777).toBe(0o600);
  }
  expect(readdirSync(dir).filter((name) => name.endsWith('.new'))).toEqual([]);
  for (const kit of kits) await removeFromApp(dir, kit.id);
  expect(readdirSync(dir)).toEqual([]);
});

test('a sidecar that is damaged, another’s or huge is none', async () => {
  const dir = folder();
  const [kit, other] = [await published(dir), await published(dir)];
  const path = join(dir, `${kit.id}.kit.json`);
  const text = readFileSync(path, 'utf8');
  for (const bad of [
    text.slice(0, -1),
    text.replace(/"sha256":"../, '"sha256":"zz'),
    text.replace('"version":1', '"version":2'),
    readFileSync(join(dir, `${other.id}.kit.json`)),
    `${text}${' '.repeat(5_000_000)}`,
    'null',
  ]) {
    writeFileSync(path, bad);
    expect(await readKitSidecar(dir, kit.id)).toBeNull();
  }
  rmSync(path);
  expect(await readKitSidecar(dir, kit.id)).toBeNull();
});

test('a sidecar that can’t be written is told, leaves nothing half, and is made up for later', async () => {
  const dir = folder();
  const kit = readyKit();
  await expect(writeKitSidecar(join(dir, 'gone'), kit)).rejects.toMatchObject({
    kind: 'disk',
    condition: 'gone',
  });
  expect(await completeKitSidecars(join(dir, 'gone'), [kit, aKit()])).toEqual([kit.id]);
  expect(await completeKitSidecars(dir, [kit, aKit()])).toEqual([]);
  expect(readdirSync(dir)).toEqual([`${kit.id}.kit.json`]);
  await expect(completeKitSidecars(dir, [kit], AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('documents whose rows are lost are ready again with all that was known of them', async () => {
  const dir = folder();
  const [kept, lost] = [await published(dir), await published(dir)];
  const store = new MemoryKitStore();
  store.write(kept, anEvent(kept));
  const rebuilt = await rebuildFromDocuments(dir, store, { verify, now: 9_000 });
  expect(rebuilt).toEqual({ ready: [lost.id], altered: [], unusable: [] });
  expect(store.get(lost.id)).toEqual(lost);
  expect(store.history(lost.id).map((event) => event.what)).toEqual([
    expect.stringContaining('recovered from its document'),
  ]);
  expect(store.history(kept.id)).toHaveLength(1);
  expect(store.list()).toHaveLength(2);
  // The next start finds nothing to do.
  const again = await rebuildFromDocuments(dir, store, { verify, now: 9_001 });
  expect(again).toEqual({ ready: [], altered: [], unusable: [] });
});

test('what was known of a document’s date comes back with it; of what is no date nothing', async () => {
  const dir = folder();
  const dates = [
    { evidence: 'service' as const, from: 5, at: 7, learned_at: 8 },
    { evidence: 'document' as const, from: null, at: null, learned_at: 9 },
  ];
  const [kit, other] = [await published(dir), await published(dir)];
  await writeKitSidecar(dir, kit, { dates });
  const odd = join(dir, `${other.id}.kit.json`);
  writeFileSync(
    odd,
    readFileSync(odd, 'utf8').replace('"dates":[]', '"dates":[{"evidence":"guess","at":1}]'),
  );
  const database = await openLibrary(join(folder(), 'user.sqlite'), dir, { verify });
  expect(database.rebuilt.ready.sort()).toEqual([kit.id, other.id].sort());
  const { sha256: document_sha256 } = kit.document;
  expect(database.dates.all()).toEqual(dates.map((date) => ({ ...date, kit_id: kit.id, document_sha256 })));
  // They go with their kit.
  database.kits.remove(kit.id, BY_PERSON);
  expect(database.dates.all()).toEqual([]);
  database.close();
});

test('a document that is not as it was is told, never shown as ready', async () => {
  const dir = folder();
  const [cut, changed, nameless] = [
    await published(dir),
    await published(dir),
    await published(dir, { tripkit_id: null }),
  ];
  writeFileSync(join(dir, `${cut.id}.pdf`), pdf.subarray(1));
  for (const { id } of [changed, nameless]) {
    writeFileSync(join(dir, `${id}.pdf`), Buffer.from(pdf).fill(0x20, 100, 101));
  }
  const store = new MemoryKitStore();
  const rebuilt = await rebuildFromDocuments(dir, store, { verify, now: 9_000 });
  expect(rebuilt.ready).toEqual([]);
  expect(rebuilt.altered.sort()).toEqual([cut.id, changed.id, nameless.id].sort());
  expect(rebuilt.unusable).toEqual([]);
  expect(store.get(cut.id)).toMatchObject({
    state: 'failed',
    // It may be the only one that a person has: what can be read of it can be opened.
    document: cut.document,
    tripkit_id: cut.tripkit_id,
    failure: { kind: 'document' },
  });
  expect(store.get(nameless.id)?.failure?.message).toMatch(/Request a new kit/);
  expect(existsSync(join(dir, `${nameless.id}.pdf`))).toBe(true);
});

test('a document of which nothing is known is opened first, and then can be read; an unsound one can’t', async () => {
  const dir = folder();
  const [sound, unsound] = [crypto.randomUUID(), crypto.randomUUID()];
  writeFileSync(join(dir, `${sound}.pdf`), pdf);
  utimesSync(join(dir, `${sound}.pdf`), 5, 5);
  writeFileSync(join(dir, `${unsound}.pdf`), '%PDF-1.7 nothing %%EOF');
  writeFileSync(join(dir, 'a person’s own.pdf'), pdf);
  const store = new MemoryKitStore();
  const rebuilt = await rebuildFromDocuments(dir, store, { verify, now: 9_000 });
  expect(rebuilt).toEqual({
    ready: [sound],
    altered: [],
    unusable: [{ kit_id: unsound, why: expect.stringMatching(/\.$/) }],
  });
  const kit = store.get(sound);
  expect(kit).toMatchObject({ trip: null, tripkit_id: null, state: 'ready', created_at: 5_000 });
  expect(kit?.document).toEqual(readyKit().document);
  expect(await readKitSidecar(dir, sound)).toEqual(kit);
  expect(existsSync(join(dir, `${unsound}.pdf`))).toBe(true);
});

test('a library that is damaged beyond reading comes back from its documents', async () => {
  const dir = folder();
  const file = join(dir, 'user.sqlite');
  const kits = [await published(dir), await published(dir)];
  const db = openUserDatabase(file);
  for (const kit of kits) db.kits.write(kit, anEvent(kit));
  db.close();
  writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5a));
  const library = await openLibrary(file, dir, { verify, now: () => 9_000 });
  expect(library.setAside).not.toBeNull();
  expect(library.rebuilt.ready.sort()).toEqual(kits.map((kit) => kit.id).sort());
  for (const kit of kits) expect(library.kits.get(kit.id)).toEqual(kit);
  library.close();
  const again = await openLibrary(file, dir, { verify });
  expect(again.setAside).toBeNull();
  expect(again.rebuilt.ready).toEqual([]);
  expect(again.kits.list()).toHaveLength(2);
  again.close();
});

test('a rebuild that is given up closes the library, and the next start goes on with it', async () => {
  const dir = folder();
  const file = join(dir, 'user.sqlite');
  await published(dir);
  await expect(openLibrary(file, dir, { verify, signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  const library = await openLibrary(file, dir, { verify, busy_timeout_ms: 0 });
  expect(library.rebuilt.ready).toHaveLength(1);
  library.close();
});
