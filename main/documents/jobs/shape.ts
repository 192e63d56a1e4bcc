/** Reads sizes and outline from a document opened with pdf.js. */

import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { OutlineEntry, PageSize } from '../../../preload/contract/reading.ts';
import type { ChartFacts, ChartPage, Found } from '../../charts/rules/chart.ts';
import { type DocumentInfo, MAX_TITLE_LENGTH } from '../../charts/rules/page-text.ts';
import {
  MAX_CHART_AIRPORT,
  MAX_CHART_NUMBER,
  MAX_CHART_TITLE,
  MAX_CHART_WORD,
  MAX_CHART_WORDS,
  MAX_CHARTS_OF_PAGE,
  MAX_OUTLINE_ENTRIES,
  MAX_OUTLINE_LEVEL,
  MAX_OUTLINE_TITLE,
  MAX_PAGE_SIDE,
  MAX_PUBLISHER,
} from '../rules/limits.ts';
import type { TextPage } from './answers.ts';

/** CSS px per PDF point, as in the viewer (renderer/viewer/engine). */
const CSS_UNITS = 96 / 72;

type RawOutline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

export interface PageSizes {
  sizes: PageSize[];
  /** Page number by the reference of the page's object, so that resolving a destination does not walk the page tree. */
  pageOf: Map<string, number>;
}

/** Sizes of all pages as displayed. */
export async function readSizes(document: PDFDocumentProxy): Promise<PageSizes> {
  const sizes: PageSize[] = [];
  const pageOf = new Map<string, number>();
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: CSS_UNITS });
    sizes.push([side(width), side(height)]);
    // A page object that is used twice counts as its first page.
    if (page.ref && !pageOf.has(refKey(page.ref))) pageOf.set(refKey(page.ref), number);
  }
  return { sizes, pageOf };
}

function side(length: number): number {
  return Number.isFinite(length) ? Math.min(MAX_PAGE_SIDE, Math.max(1, length)) : 1;
}

function refKey({ num, gen }: { num: number; gen: number }): string {
  return `${num} ${gen}`;
}

/** The document's title (null if it can't be read) and its number of pages. */
export async function readInfo(document: PDFDocumentProxy): Promise<DocumentInfo> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const title: unknown = Reflect.get(info, 'Title');
  const text = typeof title === 'string' ? title.slice(0, MAX_TITLE_LENGTH).toWellFormed() : '';
  return { title: text || null, pages: document.numPages };
}

/** The outline, flattened in reading order. Lines beyond the limits are left out. */
export async function readOutline(
  document: PDFDocumentProxy,
  pageOf: ReadonlyMap<string, number>,
): Promise<OutlineEntry[]> {
  const lines: OutlineEntry[] = [];
  await addLines(await document.getOutline(), 0);
  return lines;

  async function addLines(nodes: RawOutline, level: number): Promise<void> {
    for (const { title, dest, items } of nodes ?? []) {
      if (lines.length >= MAX_OUTLINE_ENTRIES) return;
      const place = await placeOf(document, dest, pageOf);
      lines.push({ title: title.slice(0, MAX_OUTLINE_TITLE), level, ...place });
      if (level < MAX_OUTLINE_LEVEL) await addLines(items, level + 1);
    }
  }
}

interface Place {
  page: number | null;
  down: number;
}

const NOWHERE: Place = { page: null, down: 0 };
/** Index of a destination's vertical coordinate (ISO 32000-1, table 151). */
const VERTICALS: Readonly<Record<string, number>> = { XYZ: 1, FitH: 0, FitBH: 0, FitR: 3 };

/** The target of a destination, as the viewer resolves it (renderer/documents/pdfjs-annotations.ts). */
async function placeOf(
  document: PDFDocumentProxy,
  dest: unknown,
  pageOf: ReadonlyMap<string, number>,
): Promise<Place> {
  // An unreadable destination leads nowhere, but the outline line is still useful.
  const explicit = typeof dest === 'string' ? await document.getDestination(dest).catch(() => null) : dest;
  if (!Array.isArray(explicit)) return NOWHERE;
  const [target, view, ...coordinates] = explicit as [unknown, { name?: string } | undefined, ...unknown[]];
  const page = pageNumber(target, pageOf);
  if (page === null || page < 1 || page > document.numPages) return NOWHERE;
  const top = coordinates[VERTICALS[view?.name ?? ''] ?? -1];
  if (typeof top !== 'number') return { page, down: 0 };
  const viewport = (await document.getPage(page)).getViewport({ scale: 1 });
  const [, y] = viewport.convertToViewportPoint(0, top) as [number, number];
  const down = y / viewport.height;
  return { page, down: Number.isFinite(down) ? Math.min(1, Math.max(0, down)) : 0 };
}

function pageNumber(target: unknown, pageOf: ReadonlyMap<string, number>): number | null {
  if (typeof target === 'number') return Number.isInteger(target) ? target + 1 : null;
  if (target === null || typeof target !== 'object' || !('num' in target) || !('gen' in target)) return null;
  return pageOf.get(refKey(target as { num: number; gen: number })) ?? null;
}

// Limits a page's chart facts to what an answer may contain, whatever the document contains.

/** The page's facts within limits.ts: a value that is too long counts as not found; of its words the first ones are kept. */
export function boundedChart(page: ChartPage): ChartPage {
  return {
    page: page.page,
    text: page.text,
    publisher: page.publisher?.slice(0, MAX_PUBLISHER) ?? null,
    ...boundedFacts(page),
    more: page.more.slice(0, MAX_CHARTS_OF_PAGE - 1).map(boundedFacts),
  };
}

function boundedFacts(page: ChartFacts): ChartFacts {
  return {
    region: page.region,
    airport: bounded(page.airport, MAX_CHART_AIRPORT),
    city: bounded(page.city, MAX_CHART_TITLE),
    kind: bounded(page.kind, MAX_CHART_TITLE),
    title: bounded(page.title, MAX_CHART_TITLE),
    number: bounded(page.number, MAX_CHART_NUMBER),
    revised: bounded(page.revised, MAX_CHART_NUMBER),
    effective_from: bounded(page.effective_from, MAX_CHART_NUMBER),
    effective_to: bounded(page.effective_to, MAX_CHART_NUMBER),
    stamped_cycle: bounded(page.stamped_cycle, MAX_CHART_NUMBER),
    print_valid_to: bounded(page.print_valid_to, MAX_CHART_NUMBER),
    print_expired: bounded(page.print_expired, MAX_CHART_NUMBER),
  };
}

function bounded<T extends string | true>(found: Found<T> | null, longest: number): Found<T> | null {
  if (found === null || String(found.value).length > longest) return null;
  const words = found.words
    .slice(0, MAX_CHART_WORDS)
    .map((word) => word.slice(0, MAX_CHART_WORD).toWellFormed());
  return { value: found.value, words };
}

/** Length of the pages in an answer, UTF-16 code units. */
export function lengthOf(pages: readonly TextPage[]): number {
  return pages.reduce((sum, { text, chart }) => sum + text.length + JSON.stringify(chart).length, 0);
}
