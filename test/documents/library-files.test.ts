import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { libraryFiles, planStart, removeFiles } from '../../main/documents/library-files.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { freshFolder } from '../fresh-folder.ts';
import { aKit } from './samples.ts';

const content = Buffer.from('a document');
const sha256 = createHash('sha256').update(content).digest('hex');
/** Two days after the files were written. */
const later = Date.now() + 2 * 86_400_000;
const ready = (): KitRecord =>
  aKit({ state: 'ready', document: { bytes: content.length, sha256, pages: 1 } });

test('tells missing, altered and orphaned documents, and nothing of files that are not ours', async () => {
  const dir = freshFolder();
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
  const plan = planStart(kits, await libraryFiles(dir), later);
  expect(plan.gone).toEqual([missing.id]);
  expect(plan.damaged).toEqual([altered.id]);
  const orphans = [`${sound.id}.part`, `${sound.id}.part.json`, `${stranger}.part.lock`];
  expect(plan.remove.sort()).toEqual(orphans.sort());

  expect(await removeFiles(dir, [...plan.remove, 'library.db', '../outside'])).toEqual([]);
  expect(planStart(kits, await libraryFiles(dir), later).remove).toEqual([]);
  expect(readdirSync(dir)).toEqual(
    expect.arrayContaining(['library.db', 'notes of a person.pdf', `${sound.id}.pdf`, `${stranger}.pdf`]),
  );
});

test('a folder that is not there has no documents', async () => {
  const kit = ready();
  const plan = planStart([kit, aKit()], await libraryFiles(join(freshFolder(), 'none')), later);
  expect(plan).toMatchObject({ gone: [kit.id], damaged: [], unknown: [], remove: [] });
});

test('thousands of kits', () => {
  const kits = Array.from({ length: 5_000 }, ready);
  const files = kits.map(({ id }) => ({ name: `${id}.pdf`, bytes: content.length, modified_at: 1 }));
  const parts = kits.map(({ id }) => ({ name: `${id}.part`, bytes: 1, modified_at: 1 }));
  expect(planStart(kits, files, later)).toMatchObject({ gone: [], damaged: [], unknown: [], remove: [] });
  expect(planStart([], [...files, ...parts], later).remove).toHaveLength(5_000);
});
