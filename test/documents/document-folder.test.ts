import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  appDocument,
  freeSpace,
  NamedDocuments,
  publish,
  publishInApp,
  removeFromApp,
  renameIfFree,
} from '../../main/documents/document-folder.ts';
import { PartFile } from '../../main/documents/part-file.ts';
import { freshFolder } from '../fresh-folder.ts';

async function aPart(path: string, text: string): Promise<string> {
  const part = await PartFile.open(path, 'key');
  await part.begin({ etag: '"v"', total: null });
  await part.write(Buffer.from(text));
  await part.finish();
  await part.close();
  return path;
}

test('publishes under the name and leaves nothing else', async () => {
  const dir = freshFolder();
  const part = await aPart(join(dir, '.TK.part'), 'one');
  expect(await publish(part, dir, 'TK')).toBe(join(dir, 'TK.pdf'));
  expect(readdirSync(dir)).toEqual(['TK.pdf']);
  expect(readFileSync(join(dir, 'TK.pdf'), 'utf8')).toBe('one');
});

test('never overwrites: other content gets -2 and -3, the same content is used again', async () => {
  const dir = freshFolder();
  const save = async (text: string) => publish(await aPart(join(dir, '.TK.part'), text), dir, 'TK');
  expect(await save('one')).toBe(join(dir, 'TK.pdf'));
  expect(await save('two')).toBe(join(dir, 'TK-2.pdf'));
  expect(await save('six')).toBe(join(dir, 'TK-3.pdf'));
  expect(await save('two')).toBe(join(dir, 'TK-2.pdf'));
  expect(await save('one')).toBe(join(dir, 'TK.pdf'));
  expect(readdirSync(dir).sort()).toEqual(['TK-2.pdf', 'TK-3.pdf', 'TK.pdf']);
  expect(readFileSync(join(dir, 'TK.pdf'), 'utf8')).toBe('one');
});

test('a folder, a dangling link or a link under the name is another’s', async () => {
  const dir = freshFolder();
  mkdirSync(join(dir, 'TK.pdf'));
  symlinkSync(join(dir, 'nowhere'), join(dir, 'TK-2.pdf'));
  writeFileSync(join(dir, 'target'), 'one');
  symlinkSync(join(dir, 'target'), join(dir, 'TK-3.pdf'));
  const part = await aPart(join(dir, '.TK.part'), 'one');
  expect(await publish(part, dir, 'TK')).toBe(join(dir, 'TK-4.pdf'));
  expect(existsSync(join(dir, 'nowhere'))).toBe(false);
});

test('a name that another kit of the run has reserved is left to it', async () => {
  const dir = freshFolder();
  writeFileSync(join(dir, 'a_b.pdf'), 'from an earlier run');
  const names = new NamedDocuments(dir, 'linux');
  const [first, second] = [names.reserve('a/b'), names.reserve('a_b')];
  const isReserved = (name: string) => names.isReserved(name);
  const at = async ({ part, name }: { part: string; name: string }, text: string) =>
    publish(await aPart(part, text), dir, name, { isReserved });
  expect(await at(first, 'first')).toBe(join(dir, 'a_b-3.pdf'));
  expect(await at(second, 'second')).toBe(join(dir, 'a_b-2.pdf'));
});

test('many at once under one name lose nothing', async () => {
  const dir = freshFolder();
  const texts = Array.from({ length: 12 }, (_, i) => `document ${i}`);
  const files = await Promise.all(
    texts.map(async (text, i) => publish(await aPart(join(dir, `.${i}.part`), text), dir, 'TK')),
  );
  expect(new Set(files).size).toBe(12);
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(texts);
});

test('without hard links it still never overwrites', async () => {
  const dir = freshFolder();
  const part = await aPart(join(dir, '.TK.part'), 'one');
  writeFileSync(join(dir, 'TK.pdf'), 'theirs');
  expect(await renameIfFree(part, join(dir, 'TK.pdf'))).toBe(false);
  expect(readFileSync(join(dir, 'TK.pdf'), 'utf8')).toBe('theirs');
  expect(await renameIfFree(part, join(dir, 'TK-2.pdf'))).toBe(true);
  expect(readFileSync(join(dir, 'TK-2.pdf'), 'utf8')).toBe('one');
  expect(existsSync(part)).toBe(false);
});

test('a folder that vanished is a disk error that keeps the part', async () => {
  const dir = freshFolder();
  const part = await aPart(join(dir, '.TK.part'), 'one');
  await expect(publish(part, join(dir, 'gone'), 'TK')).rejects.toMatchObject({
    kind: 'disk',
    condition: 'gone',
  });
  expect(readFileSync(part, 'utf8')).toBe('one');
});

test('the app’s documents are named by our ids only, replaced in one step, and removed whole', async () => {
  const dir = freshFolder();
  const id = crypto.randomUUID();
  const { file, part } = appDocument(dir, id);
  expect(await publishInApp(await aPart(part, 'one'), dir, id)).toBe(file);
  expect(await publishInApp(await aPart(part, 'two'), dir, id)).toBe(file);
  expect(readdirSync(dir)).toEqual([`${id}.pdf`]);
  expect(readFileSync(file, 'utf8')).toBe('two');
  const unfinished = await aPart(part, 'three');
  await removeFromApp(dir, id);
  expect(readdirSync(dir)).toEqual([]);
  expect(existsSync(unfinished)).toBe(false);
  await removeFromApp(dir, id);
  for (const bad of ['../x', '', `${id}/..`, 'TK-1']) expect(() => appDocument(dir, bad)).toThrow(TypeError);
});

test('free space is that of the nearest folder that exists', async () => {
  const dir = freshFolder();
  expect(await freeSpace(dir)).toBeGreaterThan(0);
  expect(await freeSpace(join(dir, 'not', 'yet'))).toBeGreaterThan(0);
  writeFileSync(join(dir, 'file'), '');
  await expect(freeSpace(join(dir, 'file', 'under'))).rejects.toMatchObject({ kind: 'disk' });
});
