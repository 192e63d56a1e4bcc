/**
 * Checks the structure of a PDF document, and counts its pages. It does not use pdf.js, so a regular document
 * takes a few milliseconds and no worker thread; pdf.js decides about all others (verify-document.ts).
 */
import { type ByteSource, PdfBytes, withFile } from './bytes.ts';
import { type ContainerLimits, PdfObjects } from './objects.ts';
import { type PageTree, readPageTree } from './pages.ts';
import { Irregular, integer, isName, type PdfDict } from './values.ts';
import { readStart, readXref } from './xref.ts';

export interface PdfStructure {
  /** At least 1. */
  pages: number;
}

/** Readers look for the header and the first object's end within this many bytes. */
const HEAD_BYTES = 1024;

/**
 * The number of pages of a document whose cross-references, catalog, page tree, and first and last page conform to
 * ISO 32000-1 (7.5, 7.7.3); null if anything is unusual, encrypted, damaged or above the limits. It reads
 * at most 16 MiB of the file, and uses a few hundred kB and 11 bytes an object.
 *
 * @throws NodeJS.ErrnoException if the file can't be read; the signal's reason
 */
export async function readPdfStructure(file: string, signal?: AbortSignal): Promise<PdfStructure | null> {
  signal?.throwIfAborted();
  return withFile(file, (source) => readStructureOf(source, signal));
}

/**
 * readPdfStructure for bytes from any source.
 *
 * @throws errors of `source`; the signal's reason
 */
export async function readStructureOf(
  source: ByteSource,
  signal?: AbortSignal,
): Promise<PdfStructure | null> {
  try {
    const { pages } = await readStructure(new PdfBytes(source, signal));
    return { pages };
  } catch (error) {
    if (error instanceof Irregular) return null;
    throw error;
  }
}

/** A regular document, and what is needed to read more of it. */
interface OpenedStructure extends PdfStructure {
  objects: PdfObjects;
  catalog: PdfDict;
}

/**
 * Checks the structure of a document, as readPdfStructure does.
 *
 * @throws Irregular if anything is unusual, encrypted, damaged or above the limits; errors of `bytes`
 */
export async function readStructure(bytes: PdfBytes, limits?: ContainerLimits): Promise<OpenedStructure> {
  const head = await bytes.exactly(0, Math.min(bytes.size, HEAD_BYTES));
  if (!/^%PDF-[1-9]\.\d\s/.test(head.toString('latin1', 0, 9))) throw new Irregular('no header');
  const start = await readStart(bytes);
  const linearization = await readLinearization(bytes, head, start);
  const { table, trailer } = await readXref(bytes, start);
  if (trailer.has('ID') && !Array.isArray(trailer.get('ID'))) throw new Irregular('an unusual identifier');
  const last = table.last();
  await bytes.parse(last.offset, (parser) => {
    const { num, gen } = parser.header();
    if (num !== last.num || gen !== last.gen) throw new Irregular('another object');
  });
  const objects = new PdfObjects(bytes, table, limits);
  const catalog = await objects.dictionary(trailer.get('Root'));
  if (!isName(catalog.get('Type'), 'Catalog')) throw new Irregular('no catalog');
  const { pages, firstPage } = await readPageTree(objects, catalog.get('Pages'));
  if (linearization !== null && (linearization.pages !== pages || linearization.firstPage !== firstPage))
    throw new Irregular('unusually linearized');
  return { pages, objects, catalog };
}

/** The first object's dictionary if the document is linearized (annex F.3.3), else null. */
async function readLinearization(bytes: PdfBytes, head: Buffer, start: number): Promise<PageTree | null> {
  const value = await bytes.parse(0, (parser) => {
    parser.skipSpace();
    parser.header();
    return parser.value();
  });
  if (!(value instanceof Map && value.has('Linearized'))) return null;
  checkLinearization(value, bytes.size);
  // Readers treat the cross-references after the first object as the newest ones.
  const after = head.indexOf('endobj') + 'endobj'.length;
  const gap = start - after;
  const between = head.toString('latin1', after, start + 4);
  if (!(gap > 0 && gap < 8 && /^\s+(xref|\d)/.test(between) && between.slice(0, gap).trim() === ''))
    throw new Irregular('unusually linearized');
  return {
    pages: integer(value.get('N'), 1, Number.MAX_SAFE_INTEGER),
    firstPage: integer(value.get('O'), 1, 1e9),
  };
}

function checkLinearization(dict: PdfDict, size: number): void {
  integer(dict.get('Linearized'), 1, 1);
  integer(dict.get('L'), size, size);
  integer(dict.get('E'), 1, size);
  integer(dict.get('T'), 1, size);
  if (dict.has('P')) integer(dict.get('P'), 0, 0);
  const hints = dict.get('H');
  if (!Array.isArray(hints) || (hints.length !== 2 && hints.length !== 4))
    throw new Irregular('unusually linearized');
  for (const hint of hints) integer(hint, 1, size);
}
