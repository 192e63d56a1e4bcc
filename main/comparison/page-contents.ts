import { createHash } from 'node:crypto';
import { type ChartPage, unknownChart } from '../charts/rules/chart.ts';
import type { AppContext } from '../host/host.ts';
import type { KitDocument } from '../store/kit-record.ts';
import type { ComparisonWork } from './comparison-queue.ts';
import type { ComparisonStore } from './comparison-store.ts';
import type { ContentReader } from './content-reader.ts';
import { unstamped } from './rules/compare-texts.ts';
import { packContent } from './rules/page-content.ts';

interface PageContentsDeps
  extends Pick<AppContext, 'log'>,
    Pick<ComparisonWork, 'isWhole' | 'fileOf' | 'chartsOf'> {
  reader: ContentReader;
  store: Pick<ComparisonStore, 'contentOf' | 'keepContent'>;
}

/** Time limit for reading the pages of one document, ms. */
const LIMIT_MS = 120_000;

/**
 * What pages draw, as a hash: equal on pages of two documents that draw the same except stamps (rules/stamps.ts). Pages that draw the
 * same with other operators, or rounded differently, have different hashes: a person has to compare them.
 */
export class PageContents {
  readonly #deps: PageContentsDeps;
  /** Pages that can't be read, by document and page: their content equals no other. */
  readonly #unreadable = new Map<string, string>();
  #turn: Promise<void> = Promise.resolve();

  constructor(deps: PageContentsDeps) {
    this.#deps = deps;
  }

  /** The content of a page; null until `read`. @throws TripKitError of kind `disk` */
  known(sha256: string, page: number): string | null {
    return this.#deps.store.contentOf(sha256, page) ?? this.#unreadable.get(keyOf(sha256, page)) ?? null;
  }

  /** Reads pages of a kit's document, one document at a time. Afterwards they are known. Never rejects. */
  read(kit_id: string, document: KitDocument, pages: readonly number[]): Promise<void> {
    const { sha256 } = document;
    const isMissing = (page: number) => this.known(sha256, page) === null;
    this.#turn = this.#turn.then(async () => {
      try {
        const missing = pages.filter(isMissing);
        if (missing.length > 0) await this.#read(kit_id, document, missing);
        for (const page of missing.filter(isMissing))
          this.#unreadable.set(keyOf(sha256, page), keyOf(sha256, page));
      } catch (error) {
        this.#deps.log.error(`Pages of the kit ${kit_id} could not be read for notes.`, error);
        for (const page of pages) this.#unreadable.set(keyOf(sha256, page), keyOf(sha256, page));
      }
    });
    return this.#turn;
  }

  async #read(kit_id: string, document: KitDocument, wanted: readonly number[]): Promise<void> {
    const { isWhole, fileOf, chartsOf, reader, store } = this.#deps;
    const late = AbortSignal.timeout(LIMIT_MS);
    if (!(await isWhole({ id: kit_id, document }, late))) return;
    const charts = new Map(chartsOf(kit_id).map((chart) => [chart.page, chart]));
    const others = Array.from({ length: document.pages }, (_, index) => index + 1);
    const skip = others.filter((page) => !wanted.includes(page));
    const sink = {
      outline: () => {},
      page: (page: number, content: Parameters<typeof unstamped>[0] | null) => {
        if (!content?.complete) return;
        const chart: ChartPage = charts.get(page) ?? unknownChart(page, 'refused');
        const { content: drawn, frame } = unstamped(content, chart);
        const text = JSON.stringify([packContent(drawn), frame]);
        store.keepContent(document.sha256, page, createHash('sha256').update(text).digest('base64'));
      },
    };
    await reader.read(fileOf(kit_id), sink, late, skip);
  }
}

function keyOf(sha256: string, page: number): string {
  return `${sha256} ${page}`;
}
