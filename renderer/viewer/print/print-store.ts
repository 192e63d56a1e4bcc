import { createStore } from 'zustand/vanilla';
import { failureWords } from '../../design/words.ts';
import type { PageSize } from '../document/engine/pdf-engine.ts';
import { printWords } from './words.ts';

/** How far printing is. */
type PrintStep =
  | { name: 'asking' }
  | { name: 'preparing'; done: number; count: number }
  /** Some pages can't be drawn: the person decides. */
  | { name: 'missing'; job: PrintJob }
  /** The pages stand ready for the system's dialog; they stay until the person closes ours, or it says that it is done. */
  | { name: 'ready'; job: PrintJob }
  | { name: 'failed'; problem: string };

interface PrintState {
  step: PrintStep;
  /** Prepares the pages; afterwards the step is `ready`, `missing` or `failed`. Never rejects. */
  start(pages: readonly number[]): Promise<void>;
  /** The answer to `missing`: print the others. */
  printRest(): void;
  /** The system's dialog did not open. */
  unavailable(): void;
  /** Ends everything and lets go of the pictures. */
  end(): void;
}

/** The slice of one printing. */
export function createPrintStore(source: PrintSource) {
  return createStore<PrintState>()((set, get) => {
    let stop = new AbortController();

    function letGo() {
      stop.abort();
      const { step } = get();
      if (step.name === 'ready' || step.name === 'missing') step.job.release();
    }
    return {
      step: { name: 'asking' },
      async start(pages) {
        letGo();
        stop = new AbortController();
        const mine = stop.signal;
        const count = pages.length;
        set({ step: { name: 'preparing', done: 0, count } });
        try {
          const job = await preparePrint(source, pages, mine, (done) =>
            set({ step: { name: 'preparing', done, count } }),
          );
          if (job.sheets.length === 0) set({ step: { name: 'failed', problem: printWords.none } });
          else set({ step: { name: job.missing.length > 0 ? 'missing' : 'ready', job } });
        } catch {
          if (!mine.aborted) set({ step: { name: 'failed', problem: failureWords.unexpected } });
        }
      },
      printRest() {
        const { step } = get();
        if (step.name === 'missing') set({ step: { name: 'ready', job: step.job } });
      },
      unavailable() {
        letGo();
        set({ step: { name: 'failed', problem: printWords.unavailable } });
      },
      end() {
        letGo();
        set({ step: { name: 'asking' } });
      },
    };
  });
}

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

type PageRange = { ok: true; pages: readonly number[] } | { ok: false; problem: string };

/**
 * The pages that a person means by `1-3, 8`, `5-`, `-4` or `8-6`: in the order that they are written in, each once.
 * A problem is a sentence.
 */
export function parsePageRange(text: string, count: number): PageRange {
  const pages = new Set<number>();
  const parts = text
    .replace(/\s*[-–]\s*/gu, '-')
    .split(/[,;\s]+/u)
    .filter(Boolean);
  if (parts.length === 0) return { ok: false, problem: printWords.rangeEmpty };
  for (const part of parts) {
    const found = /^(\d{1,6})?(-)?(\d{1,6})?$/u.exec(part);
    const [, first, dash, last] = found ?? [];
    if (!found || (first === undefined && last === undefined) || (dash === undefined && last !== undefined)) {
      return { ok: false, problem: printWords.rangeBad(part) };
    }
    const from = first === undefined ? 1 : Number(first);
    const to = last === undefined ? (dash === undefined ? from : count) : Number(last);
    if (Math.min(from, to) < 1 || Math.max(from, to) > count) {
      return { ok: false, problem: printWords.rangeOutside(part, count) };
    }
    const step = from <= to ? 1 : -1;
    for (let page = from; page !== to + step; page += step) pages.add(page);
  }
  return { ok: true, pages: [...pages] };
}

/** `1-3, 8`: pages as a person writes them. */
export function writePages(pages: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < pages.length; at += 1) {
    const from = pages[at] ?? 0;
    while ((pages[at + 1] ?? 0) === (pages[at] ?? 0) + 1) at += 1;
    const to = pages[at] ?? 0;
    parts.push(from === to ? `${from}` : `${from}-${to}`);
  }
  return parts.join(', ');
}
