/** Reads and compares two documents. */
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ChartPage, shareAirports } from '../charts/rules/chart.ts';
import type { OutlineLine } from '../charts/rules/page-text.ts';
import { chartReader } from '../charts/rules/read-charts.ts';
import { type SamePages, samePages } from './digests/same-pages.ts';
import { comparePages } from './rules/compare-pages.ts';
import type { ComparedPage } from './rules/compared-page.ts';
import { chartNumbers, matchPages, type PagePair } from './rules/match-pages.ts';
import type { PageContent } from './rules/page-content.ts';
import { type PageSketch, sketchOf, unreadSketch } from './rules/page-sketch.ts';
import { pageTextOf } from './rules/text-pieces.ts';

export type Side = 'old' | 'new';

/**
 * In this order: the files of both documents, outlines and pages of both except the identical ones, then `match`, and `next` for
 * each batch of pages. `content` is null for a page that can't be read; `charts` are those of all pages, if they are known.
 */
export type ComparisonRequest =
  | { old_file: string; new_file: string }
  | { side: Side; outline: OutlineLine[]; pages: number; charts: readonly ChartPage[] }
  | { side: Side; page: number; content: PageContent | null }
  | 'match'
  | 'next';

/**
 * The identical pages; `taken` for a received outline or page; the number of pairs; some pairs, compared: empty when all are done.
 */
export type ComparisonAnswer =
  | { same: SamePages }
  | 'taken'
  | { pairs: number }
  | { compared: ComparedPage[] }
  | { problem: string };

/** Duration of one batch of compared pages, ms. */
const SLICE_MS = 100;

/** The text for a page that hung or crashed pdf.js, or is damaged. */
const UNREAD = 'This page can’t be read in full, so it was not compared. Look at both pages.';

interface Document {
  readChart: ReturnType<typeof chartReader>;
  /** By page, from 0; an identical page has none. */
  sketches: PageSketch[];
  /** By page, from 0; a page that is identical or can't be read has none. */
  contents: Map<number, Buffer>;
}

const NOTHING_SAME: SamePages = { old: 0, new: 0, pairs: [] };

/** Receives two documents, and compares them. */
export class Comparison {
  readonly #documents: Record<Side, Document> = { old: emptyDocument(), new: emptyDocument() };
  /** Identical pages, old → new, from 0. */
  #samePages: ReadonlyMap<number, number> = new Map();
  #pairs: PagePair[] = [];
  /** The chart of each pair. */
  #charts: number[] = [];
  #next = 0;

  async answer(request: ComparisonRequest): Promise<ComparisonAnswer> {
    try {
      if (request === 'match') return { pairs: this.#match() };
      if (request === 'next') return { compared: this.#compare() };
      if ('old_file' in request) return await this.#findSame(request.old_file, request.new_file);
      const document = this.#documents[request.side];
      if ('outline' in request) begin(document, request);
      else if (request.content !== null) take(document, request.page, request.content);
      return 'taken';
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  async #findSame(old_file: string, new_file: string): Promise<ComparisonAnswer> {
    const same = (await samePages(old_file, new_file)) ?? NOTHING_SAME;
    this.#samePages = new Map(same.pairs);
    return { same };
  }

  #match(): number {
    for (const document of Object.values(this.#documents)) {
      const charts = shareAirports(document.sketches.map(({ chart }) => chart));
      for (const [index, chart] of charts.entries()) {
        const sketch = document.sketches[index];
        if (sketch) sketch.chart = chart;
      }
    }
    const { old, new: newer } = this.#documents;
    this.#pairs = matchPages(old.sketches, newer.sketches, [...this.#samePages]);
    const charts = ({ sketches }: Document) => sketches.map(({ chart }) => chart);
    this.#charts = chartNumbers(this.#pairs, charts(old), charts(newer));
    return this.#pairs.length;
  }

  #compare(): ComparedPage[] {
    const compared: ComparedPage[] = [];
    const started = performance.now();
    while (this.#next < this.#pairs.length && performance.now() - started < SLICE_MS) {
      const [pair, chart] = [this.#pairs[this.#next], this.#charts[this.#next]];
      this.#next += 1;
      if (pair && chart !== undefined) compared.push({ ...this.#comparePair(pair), chart });
    }
    return compared;
  }

  #comparePair({ old, new: newer }: PagePair): Omit<ComparedPage, 'chart'> {
    const none = { old: [], new: [] };
    if (old === null || newer === null) {
      const state = old === null ? 'new' : 'gone';
      const { contents } = old === null ? this.#documents.new : this.#documents.old;
      const what = contents.has(old ?? newer ?? -1) ? [] : [UNREAD];
      return { old: numberOf(old), new: numberOf(newer), state, what, areas: none };
    }
    const [before, after] = [this.#documents.old, this.#documents.new];
    const pages = { old: old + 1, new: newer + 1 };
    const [sketch, newSketch] = [before.sketches[old], after.sketches[newer]];
    if (!sketch || !newSketch) throw new Error('a page is missing');
    if (this.#samePages.get(old) === newer) return { ...pages, state: 'same', what: [], areas: none };
    if (sketch.digest === newSketch.digest && sketch.isComplete && newSketch.isComplete)
      return { ...pages, state: 'same', what: [], areas: none };
    const [content, newContent] = [contentOf(before, old), contentOf(after, newer)];
    if (content === null || newContent === null)
      return { ...pages, state: 'changed', what: [UNREAD], areas: none };
    return {
      ...pages,
      ...comparePages({ content, chart: sketch.chart }, { content: newContent, chart: newSketch.chart }),
    };
  }
}

function emptyDocument(): Document {
  return { readChart: chartReader({ outline: [] }), sketches: [], contents: new Map() };
}

function begin(
  document: Document,
  { outline, pages, charts }: Extract<ComparisonRequest, { outline: unknown }>,
): void {
  document.readChart = chartReader({ outline });
  const known = charts.length === pages ? charts : [];
  document.sketches = Array.from({ length: pages }, (_, index) => unreadSketch(index + 1, known[index]));
}

function take(document: Document, page: number, content: PageContent): void {
  const chart = document.readChart(page, pageTextOf(content));
  document.sketches[page - 1] = sketchOf(chart, content);
  document.contents.set(page - 1, deflateRawSync(serialize(content), { level: 1 }));
}

function contentOf({ contents }: Document, index: number): PageContent | null {
  const packed = contents.get(index);
  return packed === undefined ? null : (deserialize(inflateRawSync(packed)) as PageContent);
}

function numberOf(index: number | null): number | null {
  return index === null ? null : index + 1;
}
