/**
 * Puts pages of a document on sheets of paper, as they were published: an update (main/documents/pdf/update.ts) whose pages are the
 * sheets, and which shows each page as a form (ISO 32000-1, 8.10). Nothing is drawn again: text stays text, and lines stay lines.
 */
import { deflateSync } from 'node:zlib';
import type { PrintLayout } from '../../preload/contract.ts';
import { type ByteSource, PdfBytes } from '../documents/pdf/bytes.ts';
import { decode } from '../documents/pdf/filter.ts';
import type { PdfObjects } from '../documents/pdf/objects.ts';
import { dictionary, type Entries, numbers, type PdfUpdate, stream } from '../documents/pdf/update.ts';
import { Irregular, isName, type PdfDict, PdfRef, type PdfValue } from '../documents/pdf/values.ts';
import { drawingOf, HIGHLIGHTED, shownSize, toShown } from '../marks/annotations.ts';
import type { MarkRecord } from '../marks/mark-store.ts';
import { beginUpdate } from '../marks/marked-copy.ts';
import { type FoundPage, findPages } from '../marks/marked-pages.ts';
import { entriesOf, formOfPage, importPages, streamOf, written } from './imported-forms.ts';
import { type Cell, type Matrix, PAPER, sheetsOf, TEXT_WIDTH } from './sheets.ts';

/** Where a note's number is: shares of the displayed page, from the upper left corner. */
export interface PrintNote {
  number: number;
  x: number;
  y: number;
}

/** A page to print. */
export interface PrintedPage {
  /** Its number in the document, from 1. */
  page: number;
  /** Highlights and ink on it; other marks are left out. */
  marks: readonly MarkRecord[];
  /** Places of what was written on it. */
  notes: readonly PrintNote[];
  /** Its line, and what was written on it: pages of `PrintText.pdf`, from 0; `notes` is null if nothing was. */
  text: { line: number; notes: number | null };
}

/** Text as Chromium set it: the upper part of each page, as wide as TEXT_WIDTH. */
export interface PrintText {
  pdf: Buffer;
  /** Height of each page, and of the text on it, points. */
  page_height: number;
  heights: readonly number[];
  /** Height of every line of a page's notes, points. */
  line_height: number;
}

/** Notes higher than this share of a page's cell have sheets of their own. */
const MOST_BELOW = 0.25;
/** Maximum size of the content of one page, bytes. */
const MAX_CONTENT = 64 * 1024 ** 2;

/** What a cell shows: a page with the text below it, or more of its notes. */
type Item =
  | { page: PrintedPage; found: FoundPage }
  | { text: number; from: number; height: number; line: number };

/**
 * The bytes to append to the document so that its pages are the sheets.
 *
 * @throws Irregular if the document is encrypted, or its structure is not reliable enough for an update; errors of the source
 */
export async function composeSheets(
  source: ByteSource,
  pages: readonly PrintedPage[],
  layout: PrintLayout,
  text: PrintText,
): Promise<Buffer> {
  const bytes = new PdfBytes(source, undefined, {
    read: 4 * source.size + 16 * 1024 ** 2,
    work: 64 * 1024 ** 2,
  });
  const { objects, root, catalog, update } = await beginUpdate(bytes);
  if (!(root instanceof PdfRef)) throw new Irregular('no catalog');
  const found = await findPages(objects, catalog.get('Pages'), new Set(pages.map(({ page }) => page)));
  const items = pages.flatMap((page) => {
    const one = found.get(page.page);
    return one ? [{ page, found: one }, ...ownSheets(page, text)] : [];
  });
  if (items.length === 0) throw new Irregular('its pages are not found');
  const words = await importPages(text.pdf, text.heights.length, update);
  const forms = new Map<number, string>();
  for (const [number, page] of found) forms.set(number, await formOf(objects, bytes, page, update));
  const isWide = (item: Item) => 'found' in item && shownSize(item.found)[0] > shownSize(item.found)[1];
  const tree = update.reserve();
  const kids = [];
  for (const sheet of sheetsOf(items, layout, isWide)) {
    const used: [string, string][] = [];
    const name = (form: string) => {
      used.push([`X${used.length}`, form]);
      return `/${used.at(-1)?.[0]}`;
    };
    const parts = [];
    for (const { item, cell } of sheet) {
      const drawn =
        'text' in item
          ? notesIn(cell, item, name, { text, words })
          : await pageIn(cell, item, name, { objects, text, words, form: forms.get(item.page.page) ?? '' });
      parts.push(`q ${move(cell.matrix)}\n${drawn}\nQ`);
    }
    const contents = deflateSync(Buffer.from(parts.join('\n'), 'latin1')).toString('latin1');
    kids.push(update.add(sheetOf(tree, used, update.add(stream([['Filter', '/FlateDecode']], contents)))));
  }
  update.put(
    tree,
    dictionary([
      ['Type', '/Pages'],
      ['Kids', `[${kids.join(' ')}]`],
      ['Count', String(kids.length)],
    ]),
  );
  // Without its actions and forms; with its layers, which say what a page shows.
  const layers = catalog.get('OCProperties');
  update.put(
    root.num,
    dictionary([
      ['Type', '/Catalog'],
      ['Pages', `${tree} 0 R`],
      ...(layers === undefined ? [] : [['OCProperties', written(layers)] as const]),
    ]),
    root.gen,
  );
  return update.finish();
}

/** The operator for a matrix. A scale is multiplied by hundreds of points: three decimals would move a page's edge visibly. */
function move(matrix: Matrix): string {
  return `${matrix.map((one) => Number(one.toFixed(6))).join(' ')} cm`;
}

function sheetOf(tree: number, forms: Entries, contents: string): string {
  const resources: Entries = [
    ['XObject', dictionary(forms)],
    ['ExtGState', HIGHLIGHTED],
    ['Font', '<< /sign << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >>'],
  ];
  return dictionary([
    ['Type', '/Page'],
    ['Parent', `${tree} 0 R`],
    ['MediaBox', `[0 0 ${PAPER.width} ${PAPER.height}]`],
    ['Resources', dictionary(resources)],
    ['Contents', contents],
  ]);
}

/** The notes that are too long to stand below their page, in pieces of whole lines, each above the page's line. */
function ownSheets({ text: { notes, line } }: PrintedPage, { heights, line_height }: PrintText): Item[] {
  if (notes === null || isBelow(notes, heights)) return [];
  const height = heights[notes] ?? 0;
  const room = SHEET_HEIGHT - (heights[line] ?? 0) - line_height;
  const piece = Math.floor(room / line_height) * line_height;
  return Array.from({ length: Math.ceil(height / piece) }, (_, at) => ({
    text: notes,
    from: at * piece,
    height: Math.min(piece, height - at * piece),
    line,
  }));
}

function notesIn(
  cell: Cell,
  { text: notes, from, height, line }: Extract<Item, { text: number }>,
  name: (form: string) => string,
  { text, words }: Pick<PageParts, 'text' | 'words'>,
): string {
  const high = text.heights[line] ?? 0;
  return [
    textAt(name(words[notes] ?? ''), text.page_height - from, cell.height, cell, height),
    textAt(name(words[line] ?? ''), text.page_height, high * textScale(cell), cell, high),
  ].join('\n');
}

/** Height of a cell that is a whole upright sheet, and as much as a half has for text of half its size. */
const SHEET_HEIGHT = 760;

function isBelow(notes: number | null, heights: readonly number[]): boolean {
  return notes !== null && (heights[notes] ?? 0) <= MOST_BELOW * SHEET_HEIGHT;
}

/** Text at the top of its form, drawn with its upper edge at `top` of the cell. @param at the text's upper edge in the form */
function textAt(form: string, at: number, top: number, cell: Cell, height: number): string {
  const scale = textScale(cell);
  const clip = `${numbers([0, at - height, TEXT_WIDTH, height])} re W n`;
  return `q ${move([scale, 0, 0, scale, 0, top - at * scale])} ${clip} ${form} Do Q`;
}

function textScale({ width }: Cell): number {
  return Math.min(1, width / TEXT_WIDTH);
}

interface PageParts {
  objects: PdfObjects;
  text: PrintText;
  words: readonly string[];
  /** The page's form. */
  form: string;
}

/** A page in its cell: as large as it can be above its text, in the middle. */
async function pageIn(
  cell: Cell,
  { page, found }: { page: PrintedPage; found: FoundPage },
  name: (form: string) => string,
  { objects, text, words, form }: PageParts,
): Promise<string> {
  const below = [page.text.line];
  if (page.text.notes !== null && isBelow(page.text.notes, text.heights)) below.unshift(page.text.notes);
  const parts: string[] = [];
  let bottom = below.reduce((sum, one) => sum + (text.heights[one] ?? 0), 0) * textScale(cell);
  const [width, height] = shownSize(found);
  const scale = Math.min(cell.width / width, (cell.height - bottom) / height);
  const left = (cell.width - width * scale) / 2;
  const low = bottom + (cell.height - bottom - height * scale) / 2;
  const drawings = page.marks.flatMap(({ draft }) => drawingOf(draft, found) ?? []);
  const annotations = await appearances(objects, found);
  parts.push(
    `q ${move([scale, 0, 0, scale, left, low])} ${move(toShown(found))} ${name(form)} Do`,
    ...annotations.map(({ matrix, ref }) => `q ${move(matrix)} ${name(ref)} Do Q`),
    ...drawings.map((drawing) => `q ${drawing} Q`),
    'Q',
  );
  for (const note of page.notes) {
    parts.push(
      sign(note.number, [left + note.x * width * scale, low + (1 - note.y) * height * scale], width * scale),
    );
  }
  for (const one of below) {
    const high = text.heights[one] ?? 0;
    parts.push(textAt(name(words[one] ?? ''), text.page_height, bottom, cell, high));
    bottom -= high * textScale(cell);
  }
  return parts.join('\n');
}

/** Radius of the number of a note, a share of the page's width. */
const SIGN = 0.012;

/** The number of a note. @param width of the page on the sheet */
function sign(number: number, [x, y]: readonly [number, number], width: number): string {
  const r = SIGN * width;
  const size = 1.3 * r;
  // Half the width of a figure of Helvetica Bold is 0.278 of its size; its height is 0.72.
  const words = `BT /sign ${numbers([size])} Tf 0.23 0.17 0 rg ${numbers([x - 0.278 * size * String(number).length, y - 0.36 * size])} Td (${number}) Tj ET`;
  return `q 1 0.86 0.26 rg 0.48 0.36 0 RG ${numbers([r / 6])} w ${numbers([x - r, y - r, 2 * r, 2 * r])} re B ${words} Q`;
}

/** Writes a page as a form in its own units, cut to what is visible of it. */
async function formOf(
  objects: PdfObjects,
  bytes: PdfBytes,
  page: FoundPage,
  update: PdfUpdate,
): Promise<string> {
  const dict = await objects.dictionary(page.ref);
  const group = await objects.resolve(dict.get('Group'));
  const { entries, data } = await contentOf(objects, bytes, dict.get('Contents'));
  const form: Entries = [
    ...entries.filter(([key]) => key === 'Filter' || key === 'DecodeParms'),
    ...formOfPage(page),
    ...(group instanceof Map ? [['Group', dictionary(entriesOf(group))] as const] : []),
  ];
  return update.add(stream(form, data));
}

/** A page's content: its only stream as it is, or all of them as one. */
async function contentOf(
  objects: PdfObjects,
  bytes: PdfBytes,
  contents: PdfValue | undefined,
): Promise<{ entries: Entries; data: string }> {
  if (contents === undefined || contents === null) return { entries: [], data: '' };
  if (contents instanceof PdfRef) {
    const { value, data } = await objects.load(contents);
    if (data !== null) return streamOf(objects, bytes, contents);
    return contentOf(objects, bytes, value);
  }
  if (!Array.isArray(contents)) throw new Irregular('unusual contents');
  const [first, ...others] = contents;
  if (first instanceof PdfRef && others.length === 0) return streamOf(objects, bytes, first);
  const parts: Buffer[] = [];
  let left = MAX_CONTENT;
  for (const ref of contents) {
    if (!(ref instanceof PdfRef)) throw new Irregular('unusual contents');
    const { dict, bytes: found } = await streamOf(objects, bytes, ref);
    const part = decode(dict, found, left);
    left -= part.length;
    // An operator never goes on in the next stream (ISO 32000-1, 7.8.2).
    parts.push(part, Buffer.from('\n'));
  }
  const data = deflateSync(Buffer.concat(parts), { level: 1 }).toString('latin1');
  return { entries: [['Filter', '/FlateDecode']], data };
}

/** Flags of annotations (ISO 32000-1, 12.5.3). */
const HIDDEN = 2;
const PRINTED = 4;

/** The appearances of the page's own annotations that are printed, each with its place on the page (12.5.5). */
async function appearances(
  objects: PdfObjects,
  { annots }: FoundPage,
): Promise<{ ref: string; matrix: Matrix }[]> {
  const found: { ref: string; matrix: Matrix }[] = [];
  const all = await objects.resolve(annots);
  for (const one of Array.isArray(all) ? all : []) {
    const annotation = await objects.resolve(one);
    if (!(annotation instanceof Map)) continue;
    const flags = annotation.get('F');
    if (typeof flags !== 'number' || (flags & (PRINTED | HIDDEN)) !== PRINTED) continue;
    if (isName(annotation.get('Subtype'), 'Popup')) continue;
    const look = await appearanceOf(objects, annotation);
    const rect = await objects.box(annotation.get('Rect'));
    const form = look && (await objects.load(look));
    if (!look || !form || !(form.value instanceof Map) || rect === null) continue;
    const box = await objects.box(form.value.get('BBox'));
    if (box === null) continue;
    found.push({
      ref: `${look.num} ${look.gen} R`,
      matrix: intoRect(box, await matrixOf(objects, form.value), rect),
    });
  }
  return found;
}

/** The form of its normal appearance, in its present state; null if it has none. */
async function appearanceOf(objects: PdfObjects, annotation: PdfDict): Promise<PdfRef | null> {
  const appearance = await objects.resolve(annotation.get('AP'));
  const normal = appearance instanceof Map ? appearance.get('N') : null;
  if (normal instanceof PdfRef && (await objects.load(normal)).data !== null) return normal;
  const states = await objects.resolve(normal);
  const state = annotation.get('AS');
  if (!(states instanceof Map) || typeof state !== 'object' || state === null || !('name' in state))
    return null;
  const look = states.get(state.name);
  return look instanceof PdfRef ? look : null;
}

async function matrixOf(objects: PdfObjects, form: PdfDict): Promise<Matrix> {
  const value = await objects.resolve(form.get('Matrix'));
  const all = Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
  const [a, b, c, d, e, f] = all;
  if (a === undefined || b === undefined || c === undefined) return [1, 0, 0, 1, 0, 0];
  return d === undefined || e === undefined || f === undefined ? [1, 0, 0, 1, 0, 0] : [a, b, c, d, e, f];
}

/** Maps a form's box, moved by its matrix, into a rectangle. */
function intoRect(
  [left, bottom, right, top]: readonly [number, number, number, number],
  [a, b, c, d, e, f]: Matrix,
  rect: readonly [number, number, number, number],
): Matrix {
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  const sx = width === 0 ? 1 : (rect[2] - rect[0]) / width;
  const sy = height === 0 ? 1 : (rect[3] - rect[1]) / height;
  return [sx, 0, 0, sy, rect[0] - Math.min(...xs) * sx, rect[1] - Math.min(...ys) * sy];
}
