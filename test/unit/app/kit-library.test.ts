import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  copyDocument,
  libraryDocuments,
  libraryResponder,
  repairLibrary,
} from '../../../main/app/kit-library.ts';
import type { KitRecord } from '../../../main/library/kit-record.ts';
import { MemoryKitStore } from '../../../main/library/kit-store.ts';
import { memoryLog } from '../ipc/fixtures.ts';

const A = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
const B = '9b2f7f52-0c1f-4b3e-8a37-6a1e6f0c9d11';
const C = '0d9c2c6e-6d0e-4f6a-8a0b-7a0c5d1e2f30';
const PDF = Buffer.from('%PDF-1.7 and so on %%EOF');

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tripkit-library-')), 'documents');
  await mkdir(folder);
});
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function ready(id: string): KitRecord {
  return {
    id,
    profile_id: 'p',
    tripkit_id: 'TK',
    trip: null,
    state: 'ready',
    created_at: 1,
    state_since: 1,
    requested_at: null,
    messages: [],
    failure: null,
    document: { bytes: PDF.length, sha256: createHash('sha256').update(PDF).digest('hex'), pages: 1 },
  };
}

function store(...kits: KitRecord[]): MemoryKitStore {
  const made = new MemoryKitStore();
  for (const kit of kits) made.write(kit, { kit_id: kit.id, at: 1, state: kit.state, what: 'Ready.' });
  return made;
}

test('a document is made under a .part and then is the kit’s', async () => {
  const documents = libraryDocuments(folder);
  const kit = ready(A);
  const part = await documents.open(kit);
  await part.begin({ etag: null, total: PDF.length });
  await part.write(PDF);
  await part.finish();
  expect(await readdir(folder)).not.toContain(`${A}.pdf`);
  await documents.publish(kit, part);
  await part.close();
  expect(await readFile(join(folder, `${A}.pdf`))).toEqual(PDF);
  const answer = await libraryResponder(folder, store(kit))(new Request(`app://tripkit/documents/${A}`), A);
  expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, PDF]);
  await documents.remove(kit);
  expect(await readdir(folder)).toEqual([]);
});

test('only a ready kit’s document is served', async () => {
  await writeFile(join(folder, `${A}.pdf`), PDF);
  const kits = store({ ...ready(A), state: 'downloading', document: null });
  const serve = libraryResponder(folder, kits);
  expect((await serve(new Request('app://tripkit/'), A)).status).toBe(404);
  expect((await serve(new Request('app://tripkit/'), B)).status).toBe(404);
});

test('a copy is whole or not there', async () => {
  await writeFile(join(folder, `${A}.pdf`), PDF);
  const to = join(folder, '../copy.pdf');
  await copyDocument(folder, A, to);
  expect(await readFile(to)).toEqual(PDF);
  await expect(copyDocument(folder, B, join(folder, '../other.pdf'))).rejects.toMatchObject({ kind: 'disk' });
  await expect(copyDocument(folder, A, join(folder, 'no/such/folder.pdf'))).rejects.toMatchObject({
    kind: 'disk',
  });
  expect((await readdir(join(folder, '..'))).sort()).toEqual(['copy.pdf', 'documents']);
});

test('at the start, what is lost or changed is downloaded again and told; the sound stays; orphans go', async () => {
  const kits = store(ready(A), ready(B), ready(C));
  await writeFile(join(folder, `${A}.pdf`), PDF);
  await writeFile(join(folder, `${B}.pdf`), PDF.subarray(1));
  await writeFile(join(folder, '11111111-1111-4111-8111-111111111111.pdf'), PDF);
  await writeFile(join(folder, 'a person’s own.pdf'), PDF);
  const log = memoryLog();
  await repairLibrary(folder, kits, 5, log);
  expect([A, B, C].map((id) => kits.get(id)?.state)).toEqual(['ready', 'downloading', 'downloading']);
  expect(kits.history(B).at(-1)?.what).toContain('changed on this laptop');
  expect(kits.history(C).at(-1)).toMatchObject({ at: 5, state: 'downloading' });
  expect((await readdir(folder)).sort()).toEqual([`${A}.pdf`, `${B}.pdf`, 'a person’s own.pdf'].sort());
  expect(log.lines).toHaveLength(2);
});

test('a library that can’t be checked is used as it is', async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'no folder');
  const log = memoryLog();
  await repairLibrary(folder, store(ready(A)), 5, log);
  expect(log.lines).toHaveLength(1);
});
