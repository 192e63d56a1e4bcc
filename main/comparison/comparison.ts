/** Reads and compares two documents. */
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ChartPage, type PagePart, shareAirports } from '../charts/rules/chart.ts';
import { chartsOnPage } from '../charts/rules/chart-dates.ts';
import type { OutlineLine } from '../charts/rules/page-text.ts';
import { chartReader } from '../charts/rules/read-charts.ts';
import { type SamePages, samePages } from './digests/same-pages.ts';
import { comparePages, type PageToCompare } from './rules/compare-pages.ts';
import type { ComparedPage } from './rules/compared-page.ts';
import { chartNumbers, matchPages, type PagePair } from './rules/match-pages.ts';
import type { PageContent } from './rules/page-content.ts';
import { type PageSketch, sketchOf, unreadSketch } from './rules/page-sketch.ts';
import { partsOf } from './rules/sheet-parts.ts';
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

/** What is compared: a page, or one of the charts of a sheet. */
interface Unit {
  /** From 0. */
  page: number;
  /** Which chart of the sheet, from 0; null: all of the page. */
  part: number | null;
  /** Where the chart is on its sheet; null: all of the page. */
  region: PagePart | null;
  sketch: PageSketch;
  /** What it draws, packed; null if the page is identical or can't be read. */
  content: Buffer | null;
}

interface Document {
  readChart: ReturnType<typeof chartReader>;
  charts: ChartPage[];
  /** By page, from 0. */
  units: Unit[][];
}

const NOTHING_SAME: SamePages = { old: 0, new: 0, pairs: [] };

/** Receives two documents, and compares them. */
export class Comparison {
  readonly #documents: Record<Side, Document> = { old: emptyDocument(), new: emptyDocument() };
  /** Identical pages, old → new, from 0. */
  #samePages: ReadonlyMap<number, number> = new Map();
  #units: Record<Side, Unit[]> = { old: [], new: [] };
  /** Indexes in `#units`. */
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
    this.#units = { old: unitsOf(this.#documents.old), new: unitsOf(this.#documents.new) };
    const { old, new: newer } = this.#units;
    // An identical page is one unit: it is not read.
    const [first, newFirst] = [firstUnits(old), firstUnits(newer)];
    const known = [...this.#samePages].map(
      ([page, other]) => [first.get(page) ?? -1, newFirst.get(other) ?? -1] as const,
    );
    const sketches = (units: readonly Unit[]) => units.map(({ sketch }) => sketch);
    this.#pairs = matchPages(sketches(old), sketches(newer), known);
    const charts = (units: readonly Unit[]) => units.map(({ sketch }) => sketch.chart);
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

  #comparePair(pair: PagePair): Omit<ComparedPage, 'chart'> {
    const [old, newer] = [unitAt(this.#units.old, pair.old), unitAt(this.#units.new, pair.new)];
    const none = { old: [], new: [] };
    const about = { old: numberOf(old), new: numberOf(newer), ...partsIn(old, newer) };
    if (old === null || newer === null) {
      const state = old === null ? 'new' : 'gone';
      const what = (old ?? newer)?.content ? [] : [UNREAD];
      return { ...about, state, what, areas: none };
    }
    const same: Omit<ComparedPage, 'chart'> = { ...about, state: 'same', what: [], areas: none };
    if (this.#samePages.get(old.page) === newer.page) return same;
    const isSamePlace = old.part === newer.part;
    if (isSamePlace && old.sketch.digest === newer.sketch.digest && old.sketch.isComplete) return same;
    const [before, after] = [toCompare(old), toCompare(newer)];
    if (before === null || after === null) return { ...about, state: 'changed', what: [UNREAD], areas: none };
    return { ...about, ...comparePages(before, after) };
  }
}

/** The units of all pages in order, with the airports that other pages name. */
function unitsOf({ charts, units }: Document): Unit[] {
  const shared = shareAirports(charts);
  return units.flatMap((own, page) => {
    const chart = shared[page];
    if (chart === undefined) return own;
    const parts = chartsOnPage(chart);
    return own.map((unit) => {
      const known = unit.part === null ? chart : parts[unit.part];
      return known === undefined ? unit : { ...unit, sketch: { ...unit.sketch, chart: known } };
    });
  });
}

/** The first unit of each page. */
function firstUnits(units: readonly Unit[]): Map<number, number> {
  const first = new Map<number, number>();
  for (const [index, { page }] of units.entries()) if (!first.has(page)) first.set(page, index);
  return first;
}

function unitAt(units: readonly Unit[], index: number | null): Unit | null {
  if (index === null) return null;
  const unit = units[index];
  if (unit === undefined) throw new Error('a page is missing');
  return unit;
}

/** Where the charts of sheets are; nothing for two whole pages. */
function partsIn(old: Unit | null, newer: Unit | null): Pick<ComparedPage, 'part' | 'regions'> {
  const [part, newPart] = [old?.part ?? null, newer?.part ?? null];
  if (part === null && newPart === null) return {};
  const regions = { old: old?.region ?? null, new: newer?.region ?? null };
  return { part: { old: part, new: newPart }, regions };
}

function toCompare({ content, region, sketch: { chart } }: Unit): PageToCompare | null {
  return content && { content: deserialize(inflateRawSync(content)) as PageContent, chart, region };
}

function emptyDocument(): Document {
  return { readChart: chartReader({ outline: [] }), charts: [], units: [] };
}

function begin(
  document: Document,
  { outline, pages, charts }: Extract<ComparisonRequest, { outline: unknown }>,
): void {
  document.readChart = chartReader({ outline });
  const known = charts.length === pages ? charts : [];
  const sketches = Array.from({ length: pages }, (_, index) => unreadSketch(index + 1, known[index]));
  document.charts = sketches.map(({ chart }) => chart);
  document.units = sketches.map((sketch, page) => [
    { page, part: null, region: null, sketch, content: null },
  ]);
}

function take(document: Document, number: number, content: PageContent): void {
  const page = number - 1;
  const chart = document.readChart(number, pageTextOf(content));
  const parts = partsOf(content, chart);
  const packed = (drawn: PageContent) => deflateRawSync(serialize(drawn), { level: 1 });
  document.charts[page] = chart;
  document.units[page] =
    parts.length === 0
      ? [{ page, part: null, region: null, sketch: sketchOf(chart, content), content: packed(content) }]
      : parts.map((one, part) => ({
          ...{ page, part, region: one.region },
          ...{ sketch: sketchOf(one.chart, one.content), content: packed(one.content) },
        }));
}

function numberOf(unit: Unit | null): number | null {
  return unit === null ? null : unit.page + 1;
}
