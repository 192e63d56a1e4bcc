import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLibrary, libraryFiles, removeOrphans } from '../../main/documents/self-check.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { aKit, freshFolders } from './samples.ts';

const folder = freshFolders();
const content = Buffer.from('a document');
const sha256 = createHash('sha256').update(content).digest('hex');
const ready = (): KitRecord =>
  aKit({ state: 'ready', document: { bytes: content.length, sha256, pages: 1 } });

test('tells missing, altered and orphaned documents, and nothing of files that are not ours', async () => {
  const dir = folder();
  const [sound, missing, altered, published, cancelled] = [
    ready(),
    ready(),
    ready(),
    aKit({ state: 'downloading' }),
    aKit({ state: 'cancelled' }),
  ];
  const stranger = crypto.randomUUID();
  const put = (name: string, bytes: Uint8Array = content) => writeFileSync(join(dir, name), bytes);
  put(`${sound.id}.pdf`);
  put(`${sound.id}.part`);
  put(`${sound.id}.part.json`);
  put(`${altered.id}.pdf`, Buffer.from('cut'));
  put(`${published.id}.pdf`);
  put(`${published.id}.part`);
  put(`${cancelled.id}.part`);
  put(`${stranger}.pdf`);
  put(`${stranger}.part.lock`);
  put('library.db');
  put('notes of a person.pdf');
  mkdirSync(join(dir, `${missing.id}.pdf`));

  const kits = [sound, missing, altered, published, cancelled];
  const check = checkLibrary(kits, await libraryFiles(dir));
  expect(check.missing).toEqual([missing.id]);
  expect(check.altered).toEqual([altered.id]);
  const orphans = [`${sound.id}.part`, `${sound.id}.part.json`, `${stranger}.part.lock`, `${stranger}.pdf`];
  expect(check.orphans.sort()).toEqual(orphans.sort());

  expect(await removeOrphans(dir, [...check.orphans, 'library.db', '../outside'])).toEqual([]);
  expect(checkLibrary(kits, await libraryFiles(dir)).orphans).toEqual([]);
  expect(readdirSync(dir)).toEqual(
    expect.arrayContaining(['library.db', 'notes of a person.pdf', `${sound.id}.pdf`]),
  );
});

test('a folder that is not there has no documents', async () => {
  const kit = ready();
  expect(checkLibrary([kit, aKit()], await libraryFiles(join(folder(), 'none')))).toEqual({
    missing: [kit.id],
    altered: [],
    unknown: [],
    orphans: [],
  });
});

test('thousands of kits', () => {
  const kits = Array.from({ length: 5_000 }, ready);
  const files = kits.map((kit) => ({ name: `${kit.id}.pdf`, bytes: content.length }));
  expect(checkLibrary(kits, files)).toEqual({ missing: [], altered: [], unknown: [], orphans: [] });
  expect(checkLibrary([], files).orphans).toHaveLength(5_000);
});
