/** A real page that keeps pdf.js busy for ever fails itself; the pages around it are compared. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareDocuments } from '../../main/comparison/compare-documents.ts';
import { contentReader } from '../../main/comparison/content-reader.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { pdfjsFolder } from '../../main/documents/pdfjs-folder.ts';
import { classic, pagesObjects, streamObject } from '../documents/pdf-writer.ts';
import { freshFolder } from '../fresh-folder.ts';

const FORMS = 30;

/** Three pages, of which the second draws a form that draws four forms, and so on: 4^30. */
function hostile(text: string): Buffer {
  const objects = pagesObjects(3);
  const resources = '/Resources << /Font << /F1 9 0 R >> /XObject << /X 10 0 R >> >>';
  for (const page of [0, 1, 2]) {
    const number = 3 + page * 2;
    const title = `Notices for the flight, sheet ${page * 7919}`;
    objects[number] = `<< /Type /Page /Parent 2 0 R /Contents ${number + 1} 0 R ${resources} >>`;
    objects[number + 1] = streamObject(
      '',
      page === 1 ? '/X Do' : `BT /F1 9 Tf 40 700 Td (${title}) Tj 0 -20 Td (${text}) Tj ET`,
    );
  }
  objects[9] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';
  for (let depth = 0; depth < FORMS; depth += 1)
    objects[10 + depth] = streamObject(
      `${form} /Resources << /XObject << /X ${11 + depth} 0 R >> >>`,
      '/X Do /X Do /X Do /X Do',
    );
  objects[10 + FORMS] = streamObject(form, text.length > 6 ? '0 0 5 5 re f' : '0 0 4 4 re f');
  return classic(objects);
}

test('a page that hangs pdf.js is told as changed, the others as they are', async () => {
  const [old, newer] = [join(freshFolder(), 'old.pdf'), join(freshFolder(), 'new.pdf')];
  writeFileSync(old, hostile('DA 200'));
  writeFileSync(newer, hostile('DA 2500'));
  const reader = contentReader(
    { ...documentThreads(pdfjsFolder()), idle_ms: 0 },
    { open_ms: 60_000, page_ms: 2_000 },
  );
  const { signal } = new AbortController();
  const compared = await compareDocuments({ file: old }, { file: newer }, reader, { signal });
  expect(compared.map(({ old: page, new: other, state }) => [page, other, state])).toEqual([
    [1, 1, 'changed'],
    [2, 2, 'changed'],
    [3, 3, 'changed'],
  ]);
  expect(compared[1]?.what).toEqual([
    'This page can’t be read in full, so it was not compared. Look at both pages.',
  ]);
  expect(compared[2]?.what).toEqual(['DA: 200 is now 2500 (upper left)']);
  // Where both draw the same bytes nobody has to draw them.
  const twice = await compareDocuments({ file: old }, { file: old }, reader, { signal });
  expect(twice.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
});
