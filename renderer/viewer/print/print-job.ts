import type { PageSize } from '../document/engine/pdf-engine.ts';

/** Dots an inch on paper: fine for small print on charts; coarser where there are many pages, for memory's sake. */
const FINE_DPI = 200;
const COARSE_DPI = 150;
/** More pages than this are printed coarser. */
const MANY = 120;

/** A page as a picture, ready for paper. */
export interface PrintSheet {
  page: number;
  /** An address of the picture, valid until `release`. */
  url: string;
  landscape: boolean;
  /** The page's own size, CSS px at 100 %. */
  width: number;
  height: number;
}

/** What is to be printed. */
export interface PrintJob {
  sheets: readonly PrintSheet[];
  /** Pages that could not be drawn. */
  missing: readonly number[];
  /** Lets go of the pictures. */
  release(): void;
}

/** What printing needs of a document; the painter has it (paint/page-painter.ts). */
export interface PrintSource {
  pageSize(page: number): Promise<PageSize>;
  renderForPrint(page: number, dpi: number, signal: AbortSignal): Promise<Blob>;
}

/**
 * Draws the pages for paper, one after the other, so that only one bitmap is in memory at a time: what is kept of each is
 * its JPEG, which the browser moves to disk when there are many.
 *
 * A page that can't be drawn is reported as missing and does not stop the others.
 *
 * @throws the signal's reason after an abort; nothing is kept then
 */
export async function preparePrint(
  source: PrintSource,
  pages: readonly number[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<PrintJob> {
  const dpi = pages.length > MANY ? COARSE_DPI : FINE_DPI;
  const sheets: PrintSheet[] = [];
  const missing: number[] = [];
  const release = () => {
    for (const sheet of sheets.splice(0)) URL.revokeObjectURL(sheet.url);
  };
  try {
    for (const [index, page] of pages.entries()) {
      signal.throwIfAborted();
      onProgress(index);
      try {
        const { width, height } = await source.pageSize(page);
        const blob = await source.renderForPrint(page, dpi, signal);
        signal.throwIfAborted();
        sheets.push({ page, url: URL.createObjectURL(blob), landscape: width > height, width, height });
      } catch (error) {
        if (signal.aborted) throw error;
        missing.push(page);
      }
    }
    onProgress(pages.length);
    return { sheets: [...sheets], missing, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** How the paper lies: as most of the pages do. The others are turned on it, so that each fills its sheet. */
export function paperOf(sheets: readonly PrintSheet[]): 'portrait' | 'landscape' {
  return sheets.filter((sheet) => sheet.landscape).length * 2 > sheets.length ? 'landscape' : 'portrait';
}
