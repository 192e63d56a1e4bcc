/**
 * Writes marks into a copy of a PDF document as annotations. It uses its own writer, not pdf.js or pdf-lib: an incremental update
 * is appended, so the original's bytes stay unchanged, and with them any signature and the hash of that
 * part. Both libraries read a whole document into memory, and pdf-lib writes all of it again.
 */

import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { PdfBytes, withFile } from '../documents/pdf/bytes.ts';
import { PdfObjects } from '../documents/pdf/objects.ts';
import { dictionary, PdfUpdate } from '../documents/pdf/update.ts';
import { Irregular, PdfRef, type PdfValue } from '../documents/pdf/values.ts';
import { readStart, readXref } from '../documents/pdf/xref.ts';
import { annotate } from './annotations.ts';
import type { MarkRecord } from './mark-store.ts';
import { findPages } from './marked-pages.ts';

/**
 * The bytes to append to a copy of the document so that it shows the marks: an incremental update with
 * annotations. Empty if there is nothing to show: pins and bookmarks are not annotations, and marks after the last page
 * are left out. Reads a few hundred kB of the document, regardless of its size.
 *
 * @throws TripKitError of kind `document` if it is encrypted, or its structure is not reliable enough for an update
 *   (condition `encrypted`, `irregular`); of kind `disk` if it can't be read; the signal's reason
 */
export async function marksUpdate(
  file: string,
  marks: readonly MarkRecord[],
  signal?: AbortSignal,
): Promise<Buffer> {
  const drawn = marks.filter(({ draft }) => draft.kind !== 'pin' && draft.kind !== 'bookmark');
  if (drawn.length === 0) return Buffer.alloc(0);
  try {
    return await withFile(file, (source) => updateOf(new PdfBytes(source, signal), drawn));
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof Irregular) throw refusal(error);
    throw diskError(error, 'Reading the document', file);
  }
}

/**
 * Begins an update of a document.
 *
 * @throws Irregular
 */
export async function beginUpdate(bytes: PdfBytes) {
  if ((await bytes.exactly(0, 5)).toString('latin1') !== '%PDF-') throw new Irregular('no header');
  const start = await readStart(bytes);
  const { table, trailer, trailerAt, isStream } = await readXref(bytes, start);
  const objects = new PdfObjects(bytes, table);
  const root = trailer.get('Root');
  const catalog = await objects.dictionary(root);
  const written = await bytes.parse(trailerAt, (parser) => parser.rawDictionary());
  const update = new PdfUpdate({
    size: bytes.size,
    start,
    nextNum: Number(written.get('Size')),
    isStream,
    trailer: [...written].filter(([key]) => ['Root', 'Info', 'ID'].includes(key)),
  });
  return { objects, root, catalog, update };
}

async function updateOf(bytes: PdfBytes, marks: readonly MarkRecord[]): Promise<Buffer> {
  const { objects, catalog, update } = await beginUpdate(bytes);
  const byPage = Map.groupBy(marks, ({ draft }) => draft.page);
  const pages = await findPages(objects, catalog.get('Pages'), new Set(byPage.keys()));
  if (pages.size === 0) return Buffer.alloc(0);

  for (const [number, page] of [...pages].sort(([a], [b]) => a - b)) {
    const added = (byPage.get(number) ?? []).flatMap((mark) => annotate(update, mark, page));
    const entries = await objects.parse(page.ref, (parser) => parser.rawDictionary());
    const before = await annotationsOf(objects, page.annots, entries.get('Annots'));
    entries.set('Annots', `[${[...before, ...added].join(' ')}]`);
    update.put(page.ref.num, dictionary([...entries]), page.ref.gen);
  }
  return update.finish();
}

/** The page's existing annotations, as they are written. */
async function annotationsOf(
  objects: PdfObjects,
  annots: PdfValue | undefined,
  written = '',
): Promise<string[]> {
  const array = await objects.resolve(annots);
  if (array === undefined || array === null) return [];
  if (!Array.isArray(array)) throw new Irregular('unusual annotations');
  const text = annots instanceof PdfRef ? await objects.parse(annots, (parser) => parser.raw()) : written;
  const inner = text.slice(1, -1);
  // Each in its own line, because the existing text may end in a comment.
  return inner.trim() === '' ? [] : [`${inner}\n`];
}

function refusal(cause: Irregular): TripKitError {
  return cause.message === 'encrypted'
    ? new TripKitError(
        'document',
        'This document is encrypted, so marks can’t be written into a copy of it. Save a copy without marks; they stay in this app.',
        { condition: 'encrypted', cause },
      )
    : new TripKitError(
        'document',
        'This document is built in an unusual way, so marks can’t be written into a copy without the risk of damaging it. Save a copy without marks; they stay in this app.',
        { condition: 'irregular', cause },
      );
}
