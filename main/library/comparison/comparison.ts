/** Two documents, while they are read and compared. */
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OutlineEntry } from '../../../preload/charts/page-text.ts';
import { chartReader } from '../../../preload/charts/read-charts.ts';
import { shareAirports } from '../../../preload/charts/share-airports.ts';
import { comparePages } from '../../../preload/comparison/compare-pages.ts';
import type { ComparedPage } from '../../../preload/comparison/compared-page.ts';
import { matchPages, type PagePair } from '../../../preload/comparison/match-pages.ts';
import type { PageContent } from '../../../preload/comparison/page-content.ts';
import { type PageSketch, sketchOf } from '../../../preload/comparison/page-sketch.ts';
import { pageTextOf } from '../../../preload/comparison/text-pieces.ts';

export type Side = 'old' | 'new';

/** In this order: outlines and pages of both documents, then `match`, and `next` for each batch of pages. */
export type ComparisonRequest =
  | { side: Side; outline: OutlineEntry[] }
  | { side: Side; page: number; content: PageContent }
  | 'match'
  | 'next';

/** `taken` for what was given; how many pairs there are; some of them, compared: none where all have been. */
export type ComparisonAnswer =
  | 'taken'
  | { pairs: number }
  | { compared: ComparedPage[] }
  | { problem: string };

/** Pages compared at a time are those of so many milliseconds. */
const SLICE_MS = 100;

interface Document {
  readChart: ReturnType<typeof chartReader>;
  sketches: PageSketch[];
  contents: Buffer[];
}

/** Takes two documents, and compares them. */
export class Comparison {
  readonly #documents: Record<Side, Document> = { old: emptyDocument(), new: emptyDocument() };
  #pairs: PagePair[] = [];
  #next = 0;

  answer(request: ComparisonRequest): ComparisonAnswer {
    try {
      if (request === 'match') return { pairs: this.#match() };
      if (request === 'next') return { compared: this.#compare() };
      const document = this.#documents[request.side];
      if ('outline' in request) document.readChart = chartReader({ outline: request.outline });
      else take(document, request.page, request.content);
      return 'taken';
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  #match(): number {
    for (const document of Object.values(this.#documents)) {
      const charts = shareAirports(document.sketches.map(({ chart }) => chart));
      for (const [index, chart] of charts.entries()) {
        const sketch = document.sketches[index];
        if (sketch) sketch.chart = chart;
      }
    }
    this.#pairs = matchPages(this.#documents.old.sketches, this.#documents.new.sketches);
    return this.#pairs.length;
  }

  #compare(): ComparedPage[] {
    const compared: ComparedPage[] = [];
    const started = performance.now();
    while (this.#next < this.#pairs.length && performance.now() - started < SLICE_MS) {
      const pair = this.#pairs[this.#next];
      this.#next += 1;
      if (pair) compared.push(this.#comparePair(pair));
    }
    return compared;
  }

  #comparePair({ old, new: newer }: PagePair): ComparedPage {
    const none = { old: [], new: [] };
    if (old === null || newer === null) {
      const state = old === null ? 'new' : 'gone';
      return { old: numberOf(old), new: numberOf(newer), state, what: [], areas: none };
    }
    const [before, after] = [this.#documents.old, this.#documents.new];
    const pages = { old: old + 1, new: newer + 1 };
    const [sketch, newSketch] = [before.sketches[old], after.sketches[newer]];
    if (!sketch || !newSketch) throw new Error('a page is missing');
    if (sketch.digest === newSketch.digest && sketch.isComplete && newSketch.isComplete)
      return { ...pages, state: 'same', what: [], areas: none };
    return {
      ...pages,
      ...comparePages(
        { content: contentOf(before, old), chart: sketch.chart },
        { content: contentOf(after, newer), chart: newSketch.chart },
      ),
    };
  }
}

function emptyDocument(): Document {
  return { readChart: chartReader({ outline: [] }), sketches: [], contents: [] };
}

function take(document: Document, page: number, content: PageContent): void {
  const chart = document.readChart(page, pageTextOf(content));
  document.sketches.push(sketchOf(chart, content));
  document.contents.push(deflateRawSync(serialize(content), { level: 1 }));
}

function contentOf({ contents }: Document, index: number): PageContent {
  return deserialize(inflateRawSync(contents[index] ?? Buffer.alloc(0))) as PageContent;
}

function numberOf(index: number | null): number | null {
  return index === null ? null : index + 1;
}
