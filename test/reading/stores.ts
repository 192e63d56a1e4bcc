/** Things that the tests of what is taken from documents share. */

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { countedAt, summaryOf } from '../../main/charts/chart-counts.ts';
import { type ChartPage, nothingFound } from '../../main/charts/rules/chart.ts';
import { headingsOf, headingWithChart } from '../../main/reading/headings.ts';
import { PageSearch, type SearchableKit } from '../../main/reading/page-search.ts';
import { PreparedStore } from '../../main/reading/prepared-store.ts';
import { ThumbnailStore } from '../../main/reading/thumbnail-store.ts';
import { ReadingDatabase, type ReadingDatabaseOptions } from '../../main/store/reading-database.ts';
import type { OutlineEntry } from '../../preload/contract.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

/** Data files of pdf.js, as installed. */
export const pdfjs_folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

export const SHA = 'ab'.repeat(32);
export const OTHER_SHA = 'cd'.repeat(32);

export function kitId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** Opens a database and what is in it; it is closed after the test. */
export function openStores(file: string, options: Partial<ReadingDatabaseOptions> = {}) {
  const log = memoryLog();
  const database = new ReadingDatabase(file, { log, busy_timeout_ms: 50, ...options });
  onTestFinished(() => database.close());
  return {
    database,
    log,
    prepared: new PreparedStore(database),
    thumbnails: new ThumbnailStore(database),
    search: new PageSearch(database),
  };
}

export interface SamplePage {
  text: string;
  /** What is known of its chart. */
  chart?: Partial<ChartPage>;
  /** Its line of the outline. */
  title?: string;
  level?: number;
}

/** A page of which nothing is known but what is given. */
export function chartOf(page: number, facts: Partial<ChartPage> = {}): ChartPage {
  return { page, text: 'read', publisher: null, ...nothingFound, more: [], ...facts };
}

/** A fact, and words that say it. */
export function fact<T extends string>(value: T): { value: T; words: string[] } {
  return { value, words: [`it says ${value}`] };
}

/** Takes a whole document in. */
export function takeIn(prepared: PreparedStore, kit: SearchableKit, pages: readonly SamplePage[]): number {
  const outline = pages.flatMap(({ title, level }, index): OutlineEntry[] =>
    title === undefined ? [] : [{ title, level: level ?? 0, page: index + 1, down: 0 }],
  );
  const { id } = prepared.begin(kit.id, kit.sha256);
  prepared.saveShape(
    id,
    pages.map(() => [800, 600]),
    outline,
  );
  const headings = headingsOf(outline, pages.length);
  const charts = pages.map(({ chart }, index) => chartOf(index + 1, chart));
  const taken = charts.map((chart, index) => ({
    text: pages[index]?.text ?? '',
    chart,
    heading: headingWithChart(headings[index] ?? null, chart),
  }));
  prepared.savePages(id, taken, kit.words);
  const dates = summaryOf(charts);
  prepared.finish(id, dates, countedAt(dates, null));
  return id;
}

export function searchable(n: number, changes: Partial<SearchableKit> = {}): SearchableKit {
  return {
    id: kitId(n),
    sha256: SHA,
    words: `KLM${n} EHAM EGLL TK-${n}`,
    order: n,
    superseded: false,
    ...changes,
  };
}

export function byId(...kits: SearchableKit[]): Map<string, SearchableKit> {
  return new Map(kits.map((kit) => [kit.id, kit]));
}

/** Bytes that have the container of a WebP picture of these sides. */
export function webp(length: number, width = 280, height = 396): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).fill(7);
  bytes.set(Buffer.from('RIFF????WEBPVP8 ????'));
  const view = new DataView(bytes.buffer);
  view.setUint32(4, length - 8, true);
  view.setUint32(16, length - 20, true);
  bytes.set([0, 0, 0, 0x9d, 0x01, 0x2a], 20);
  view.setUint16(26, width, true);
  view.setUint16(28, height, true);
  return bytes;
}
