import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { libraryDocuments } from '../../main/kits/kit-documents.ts';
import { freshFolder } from '../fresh-folder.ts';
import { readyKitRecord } from '../kits.ts';

const PDF = Buffer.from('%PDF-1.7 and so on %%EOF');

test('a document is made under a .part and then is the kit’s', async () => {
  const folder = freshFolder();
  const documents = libraryDocuments(folder, { verify: async () => ({ pages: 1 }) });
  const kit = readyKitRecord({ bytes: PDF.length, sha256: 'ab', pages: 1 });
  const part = await documents.open(kit);
  await part.begin({ etag: null, total: PDF.length });
  await part.write(PDF);
  await part.finish();
  expect(await readdir(folder)).not.toContain(`${kit.id}.pdf`);
  await documents.publish(kit, part);
  await part.close();
  expect(await readFile(join(folder, `${kit.id}.pdf`))).toEqual(PDF);
  await documents.remove(kit);
  expect(await readdir(folder)).toEqual([]);
});
