/**
 * Jobs that read a document with pdf.js, and their answers: the same in a Node thread (document-worker.ts) and in the
 * page of a document (renderer/documents). The caller provides the open document and receives the answers.
 */

import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { MAX_PAGE_RUNS, MAX_RUN_TEXT, type PageText, type TextRun } from '../../charts/rules/page-text.ts';
import { chartReader } from '../../charts/rules/read-charts.ts';
import type { PageContent } from '../../comparison/rules/page-content.ts';
import {
  BYTES_AT_ONCE,
  CONTENT_BYTES_AT_ONCE,
  EXTRACT_PIECE_BYTES,
  MAX_BATCH_TEXT,
  MAX_DATE,
  MAX_DOCUMENT_TEXT,
  MAX_LINES_AT_ONCE,
  MAX_PAGE_TEXT,
  MAX_PAGES,
  MAX_REASON,
  PAGES_AT_ONCE,
} from '../rules/limits.ts';
import type {
  Answer,
  ContentPiece,
  ContentTask,
  DocumentProblem,
  ExtractTask,
  OpenedDocument,
  ShapePiece,
  Task,
  TextPage,
  TextPiece,
} from './answers.ts';
import { type Matrix, matrixOf, multiply } from './content/state.ts';
import { type Layers, readContent } from './read-content.ts';
import { boundedChart, lengthOf, readInfo, readOutline, readSizes } from './shape.ts';

// Reads the drawing of a document's pages, one after the other.

/** Sends the contents of the wanted pages. */
async function readContents(task: ContentTask, open: OpenDocument, send: SendAnswer): Promise<'done'> {
  let { from, shape } = task;
  const skipped = new Set(task.skip);
  for (let isDone = false; !isDone; ) {
    isDone = await open(EXTRACT_PIECE_BYTES, async (document, bytesRead) => {
      if (shape) await sendShape(await readShape(document), send);
      shape = false;
      const last = Math.min(document.numPages, MAX_PAGES);
      const layers = await document.getOptionalContentConfig();
      for (const first = from; from <= last; from += 1) {
        if (skipped.has(from)) continue;
        if (bytesRead() > CONTENT_BYTES_AT_ONCE && from > first) return false;
        await send({ page: from, content: await contentOf(document, from, layers) });
      }
      return true;
    });
  }
  return 'done';
}

/** The drawing of a page; null if pdf.js rejects it: one bad page must not prevent the comparison of the others. */
async function contentOf(
  document: PDFDocumentProxy,
  number: number,
  layers: Layers,
): Promise<PageContent | null> {
  try {
    const page = await document.getPage(number);
    const content = await readContent(page, layers);
    page.cleanup();
    return content;
  } catch (error) {
    // A document closed meanwhile is not the page's fault.
    if (document.loadingTask.destroyed) throw error;
    return null;
  }
}

// Reads a page's text and its positions from a document opened with pdf.js.

/** The text of a page. */
interface ReadPage {
  /**
   * The text pieces of pdf.js in sequence, with `\n` at line ends, so that offsets match the viewer's text
   * layer. Text beyond MAX_PAGE_TEXT is left out.
   */
  text: string;
  /** Runs with their positions; empty if the page exceeds the limits. */
  runs: PageText;
}

/** Reads text and runs of a page in one pass: streaming the text is the expensive part. */
export async function readPage(page: PDFPageProxy): Promise<ReadPage> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const viewport = matrixOf(transform);
  let text = '';
  let runs: TextRun[] = [];
  let complete = true;
  const reader = page.streamTextContent().getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const item of (piece.value as { items: { str?: string; hasEOL?: boolean }[] }).items) {
        if (item.str !== undefined) text += item.hasEOL ? `${item.str}\n` : item.str;
        const run = complete ? runOf(item, viewport) : null;
        if (run !== null) runs.push(run);
      }
      const isCut = text.length >= MAX_PAGE_TEXT;
      if (isCut || runs.length > MAX_PAGE_RUNS) [runs, complete] = [[], false];
      if (!isCut) continue;
      await reader.cancel(new Error('enough'));
      text = text.slice(0, MAX_PAGE_TEXT);
      break;
    }
  } finally {
    page.cleanup();
  }
  return { text: text.toWellFormed(), runs: { width, height, runs, complete } };
}

function runOf(item: object, viewport: Matrix): TextRun | null {
  if (!('str' in item) || !('transform' in item) || !('width' in item) || item.str === '') return null;
  const [a, b, c, d, x, y] = multiply(viewport, item.transform as Matrix);
  return {
    text: String(item.str).slice(0, MAX_RUN_TEXT).toWellFormed(),
    x,
    y,
    width: Number(item.width),
    size: Math.hypot(c, d),
    angle: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/**
 * Opens the document, calls `use`, and closes it. Each call opens it again.
 *
 * @param piece_bytes how much of the file pdf.js reads at once
 * @param bytesRead bytes read since the document was opened: pdf.js keeps all of them until it is closed
 */
export type OpenDocument = <T>(
  piece_bytes: number,
  use: (document: PDFDocumentProxy, bytesRead: () => number) => Promise<T>,
) => Promise<T>;

/** Sends an answer, and waits until the next batch is wanted. @returns number of its pages */
type SendAnswer = (answer: ShapePiece | TextPiece | ContentPiece) => Promise<number>;

/**
 * Piece size for verification, bytes. Small, because pdf.js visits the page tree object by object: with its default of
 * 64 KiB, opening a kit of 200 MB read 30 MB more.
 */
const VERIFY_PIECE_BYTES = 8 * 1024;
/** The document exceeds the limits (limits.ts). */
class TooLarge extends Error {}

/** Runs the task and returns the last answer. Never rejects. @param send receives the earlier answers */
export async function runJob(task: Task, open: OpenDocument, send: SendAnswer): Promise<Answer> {
  try {
    if (task.kind === 'content') return await readContents(task, open, send);
    return task.kind === 'verify' ? await verify(open) : await extract(task, open, send);
  } catch (error) {
    return problemOf(error);
  }
}

/** Why the document could not be read, from pdf.js's error. */
function problemOf(error: unknown): DocumentProblem {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
  if (error instanceof TooLarge) return { problem: 'too_large', reason };
  const isLocked = error instanceof Error && error.name === 'PasswordException';
  return { problem: isLocked ? 'password' : 'unsound', reason };
}

function verify(open: OpenDocument): Promise<OpenedDocument> {
  return open(VERIFY_PIECE_BYTES, async (document) => {
    if (document.numPages < 1) throw new Error('no pages');
    await document.getPage(1);
    return { pages: document.numPages, dates: await datesOf(document) };
  });
}

async function datesOf(document: PDFDocumentProxy): Promise<OpenedDocument['dates']> {
  try {
    const { info, metadata } = await document.getMetadata();
    const read = (key: string, xmp: string) => {
      const text: unknown = Reflect.get(info, key) ?? metadata?.get(xmp);
      return typeof text === 'string' ? text.slice(0, MAX_DATE) : null;
    };
    return { created: read('CreationDate', 'xmp:createdate'), modified: read('ModDate', 'xmp:modifydate') };
  } catch {
    // A document can be read without its dates.
    return { created: null, modified: null };
  }
}

type ReadChart = ReturnType<typeof chartReader>;
type Progress = ExtractTask & { taken: number; readChart: ReadChart | null };

async function extract(task: ExtractTask, open: OpenDocument, send: SendAnswer): Promise<'done'> {
  const progress: Progress = { ...task, taken: 0, readChart: null };
  for (let isDone = false; !isDone; ) {
    isDone = await open(EXTRACT_PIECE_BYTES, (document, bytesRead) =>
      take(document, bytesRead, progress, send),
    );
  }
  return 'done';
}

/** Sends the wanted data, until everything is sent or too much of the file was read. @returns whether everything is sent */
async function take(
  document: PDFDocumentProxy,
  bytesRead: () => number,
  progress: Progress,
  send: SendAnswer,
): Promise<boolean> {
  if (document.numPages > MAX_PAGES) throw new TooLarge(`${document.numPages} pages`);
  progress.readChart ??= await beginCharts(document, progress, send);
  const first = progress.from;
  while (progress.from <= document.numPages) {
    if (bytesRead() > BYTES_AT_ONCE && progress.from > first) return false;
    const pages = await takeBatch(document, progress.from, progress.batch, progress.readChart);
    progress.taken += lengthOf(pages);
    if (progress.taken > MAX_DOCUMENT_TEXT) throw new TooLarge('more text than is taken in');
    progress.batch = await send({ pages });
    progress.from += pages.length;
  }
  return true;
}

/** Reads the outline, which names charts, and sends it if wanted. */
async function beginCharts(
  document: PDFDocumentProxy,
  progress: Progress,
  send: SendAnswer,
): Promise<ReadChart> {
  const shape = await readShape(document);
  if (progress.shape) {
    progress.batch = await sendShape(shape, send);
    progress.shape = false;
  }
  return chartReader({ outline: shape.outline, info: await readInfo(document) });
}

async function readShape(document: PDFDocumentProxy): Promise<Pick<ShapePiece, 'sizes' | 'outline'>> {
  const { sizes, pageOf } = await readSizes(document);
  return { sizes, outline: await readOutline(document, pageOf) };
}

async function sendShape(
  { sizes, outline }: Pick<ShapePiece, 'sizes' | 'outline'>,
  send: SendAnswer,
): Promise<number> {
  const pieces = Math.ceil(Math.max(sizes.length, outline.length, 1) / MAX_LINES_AT_ONCE);
  let batch = 1;
  for (let piece = 0; piece < pieces; piece += 1) {
    const [first, end] = [piece * MAX_LINES_AT_ONCE, (piece + 1) * MAX_LINES_AT_ONCE];
    const more = piece + 1 < pieces;
    batch = await send({ sizes: sizes.slice(first, end), outline: outline.slice(first, end), more });
  }
  return batch;
}

async function takeBatch(
  document: PDFDocumentProxy,
  first: number,
  batch: number,
  readChart: ReadChart,
): Promise<TextPage[]> {
  const taken: TextPage[] = [];
  const end = Math.min(first + batch, document.numPages + 1);
  for (let page = first; page < end && lengthOf(taken) < MAX_BATCH_TEXT; page += PAGES_AT_ONCE) {
    const pages = Array.from({ length: Math.min(PAGES_AT_ONCE, end - page) }, (_, index) => page + index);
    const read = await Promise.all(pages.map(async (one) => readPage(await document.getPage(one))));
    for (const [index, { text, runs }] of read.entries())
      taken.push({ text, chart: boundedChart(readChart(page + index, runs)) });
  }
  return taken;
}
