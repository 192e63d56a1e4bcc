import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { libraryDocuments } from '../../main/kits/kit-documents.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { copyDocument, libraryResponder } from '../../main/viewer/open.ts';
import { readyKitRecord } from '../kits.ts';

const A = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
const B = '9b2f7f52-0c1f-4b3e-8a37-6a1e6f0c9d11';
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
  const document = { bytes: PDF.length, sha256: createHash('sha256').update(PDF).digest('hex'), pages: 1 };
  return readyKitRecord(document, { id });
}

function store(...kits: KitRecord[]): MemoryKitStore {
  const made = new MemoryKitStore();
  for (const kit of kits) made.write(kit, { kit_id: kit.id, at: 1, state: kit.state, what: 'Ready.' });
  return made;
}

const quiet = { served: () => {}, suspect: () => {} };

test('a document is made under a .part and then is the kit’s', async () => {
  const documents = libraryDocuments(folder, { verify: async () => ({ pages: 1 }) });
  const kit = ready(A);
  const part = await documents.open(kit);
  await part.begin({ etag: null, total: PDF.length });
  await part.write(PDF);
  await part.finish();
  expect(await readdir(folder)).not.toContain(`${A}.pdf`);
  await documents.publish(kit, part);
  await part.close();
  expect(await readFile(join(folder, `${A}.pdf`))).toEqual(PDF);
  const answer = await libraryResponder(
    folder,
    store(kit),
    quiet,
  )(new Request(`app://tripkit/documents/${A}`), A);
  expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, PDF]);
  await documents.remove(kit);
  expect(await readdir(folder)).toEqual([]);
});

test('only a ready kit’s document is served', async () => {
  await writeFile(join(folder, `${A}.pdf`), PDF);
  const kits = store({ ...ready(A), state: 'downloading', document: null });
  const serve = libraryResponder(folder, kits, quiet);
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
