import type { BookmarkPlace, Mark, MarkDraft } from '../../preload/contract.ts';
import type { ChartPage } from '../charts/rules/chart.ts';
import { chartName, chartsOnPage, groupCharts } from '../charts/rules/chart-dates.ts';
import type { OutlineLine } from '../charts/rules/page-text.ts';
import { TripKitError } from '../common/errors.ts';
import type { AppContext } from '../host/host.ts';
import { isFlightOver } from '../kits/rules/kit-facts.ts';
import type { KitDocument, KitRecord } from '../store/kit-record.ts';
import type { MarkRecord, MarkStore, StoredMark } from './mark-store.ts';
import { plain } from './rules/note-places.ts';

/** The facts about a kit that marks need. */
export type MarkedKit = Pick<KitRecord, 'id' | 'profile_id' | 'trip' | 'document'>;

export interface AnnotationsDeps extends Pick<AppContext, 'log' | 'now' | 'newId' | 'user'> {
  store: MarkStore;
  /** @throws TripKitError of kind `config` if there is no such kit */
  kit(id: string): MarkedKit;
  /** Data extracted from a kit's current document. */
  outlineAndChartsOf(kit_id: string): SearchedDocument;
  /** The chart of a page of exactly this document of a kit; null if it is not known (any more). */
  chartOf(kit_id: string, document_sha256: string, page: number): Bookmarked['chart'];
  /** Called when a person added, changed or removed a mark in this kit. */
  onMarked?(kit_id: string): void;
}

export interface ListedMark extends MarkRecord, Pick<StoredMark, 'carried_from'> {
  /** It was drawn on another version of this kit's document: it must not be drawn on the current one. */
  outdated: boolean;
  /** A note that outlives its kit: what it belongs to. */
  lasting?: Mark['lasting'];
}

/**
 * People's marks on the pages of kits. Highlights, ink and notes are removed with their kit, pins with their flight; bookmarks stay.
 *
 * @throws TripKitError, except from `sweep`: of kind `disk` if the store can't be read or written, of kind
 *   `config` if the kit or the mark does not exist
 */
export class Annotations {
  readonly #deps: AnnotationsDeps;

  constructor(deps: AnnotationsDeps) {
    this.#deps = deps;
  }

  /** The marks of a kit by page, within a page oldest first. */
  list(kit_id: string): ListedMark[] {
    const kit = this.#deps.kit(kit_id);
    if (this.#isOver(kit)) this.#deps.store.removePins([kit_id]);
    return this.#deps.store
      .ofKit(kit_id)
      .map((mark) => listed(mark, kit))
      .sort((a, b) => a.draft.page - b.draft.page || a.created_at - b.created_at);
  }

  add(kit_id: string, draft: MarkDraft): ListedMark {
    const { store, user, now, newId } = this.#deps;
    const kit = this.#deps.kit(kit_id);
    const document = documentOf(kit);
    requirePage(draft, document);
    if (draft.kind === 'pin' && this.#isOver(kit)) {
      throw new TripKitError(
        'config',
        'Pins are for the flight, and this flight is over. Set a bookmark instead: it stays.',
        { condition: 'flight_over' },
      );
    }
    const at = now();
    const mark: MarkRecord = {
      id: newId(),
      kit_id,
      document_sha256: document.sha256,
      by: user,
      created_at: at,
      changed_at: at,
      draft,
    };
    store.add(mark);
    this.#deps.onMarked?.(kit_id);
    return listed({ ...mark, carried_from: null }, kit);
  }

  /** Changes a mark. Its kind can't change, and it stays on its document. */
  change(kit_id: string, id: string, draft: MarkDraft): ListedMark {
    const kit = this.#deps.kit(kit_id);
    const { store, now } = this.#deps;
    const mark = store.get(id);
    if (mark?.kit_id !== kit_id || mark.draft.kind !== draft.kind) throw unknownMark();
    if (!listed(mark, kit).outdated) requirePage(draft, documentOf(kit));
    const changed = { ...mark, draft, changed_at: now() };
    if (!store.change(changed)) throw unknownMark();
    this.#deps.onMarked?.(kit_id);
    return listed(changed, kit);
  }

  /**
   * Removes a mark. Does nothing if it does not exist. A bookmark may be removed from any kit.
   *
   * @returns the kit of the mark; null if the mark does not exist
   */
  remove(kit_id: string, id: string): string | null {
    const { store } = this.#deps;
    const mark = store.get(id);
    if (mark === null) return null;
    if (mark.kit_id !== kit_id && mark.draft.kind !== 'bookmark') throw unknownMark();
    store.remove(id);
    this.#deps.onMarked?.(mark.kit_id);
    return mark.kit_id;
  }

  /** All bookmarks, each with its page in this kit: its own page in the kit where it was made, else that of its chart or heading. */
  bookmarks(kit_id: string): BookmarkPlace[] {
    const kit = this.#deps.kit(kit_id);
    const all = this.#deps.store.bookmarks();
    let taken: SearchedDocument | null = null;
    return all.flatMap((mark) => {
      const { id, draft } = mark;
      if (draft.kind !== 'bookmark') return [];
      const { title, heading } = draft;
      if (mark.kit_id === kit_id && !listed(mark, kit).outdated) {
        return [{ id, title, heading, page: draft.page }];
      }
      taken ??= this.#deps.outlineAndChartsOf(kit_id);
      const chart = this.#deps.chartOf(mark.kit_id, mark.document_sha256, draft.page);
      const page = pageOfBookmark({ heading, chart }, taken);
      return [{ id, title, heading, page }];
    });
  }

  /** At the start: removes the pins of past flights. Never throws. @param kits all kits */
  sweep(kits: readonly MarkedKit[]): void {
    const { store } = this.#deps;
    const over = new Set(kits.filter((kit) => this.#isOver(kit)).map(({ id }) => id));
    try {
      store.removePins(store.pinned().filter((id) => over.has(id)));
    } catch (error) {
      this.#deps.log.warn(`Marks that are over could not be removed: ${String(error)}`);
    }
  }

  /** A kit without a departure is never over: its pins are removed with it. */
  #isOver({ trip }: MarkedKit): boolean {
    return isFlightOver(trip?.departure, this.#deps.now());
  }
}

function listed(
  { origin_id: _, ...mark }: Omit<ListedMark, 'outdated'> & Partial<Pick<StoredMark, 'origin_id'>>,
  { document }: MarkedKit,
): ListedMark {
  return { ...mark, outdated: document?.sha256 !== mark.document_sha256 };
}

/** @throws TripKitError of kind `config` if it is not on this laptop */
export function documentOf({ document }: MarkedKit): KitDocument {
  if (document) return document;
  throw new TripKitError('config', 'This kit is not on this laptop. Wait until it is ready, then mark it.');
}

/** @throws TripKitError of kind `config` if the document has no such page */
export function requirePage({ page }: MarkDraft, { pages }: KitDocument): void {
  if (page <= pages) return;
  throw new TripKitError('config', `This document has ${pages} pages, so page ${page} can’t be marked.`);
}

/** The error when a mark was removed meanwhile. */
export function unknownMark(): TripKitError {
  return new TripKitError('config', 'This mark is not there any more. Open the kit again to see its marks.', {
    condition: 'unknown_mark',
  });
}

// Finds a bookmark's page in another document. Pure.

/** Joins the words of a heading, outermost first (contract, SearchHit). */
const joint = ' › ';

/**
 * The page of a heading in a document: the heading with the same full path, else the only one with the same last words
 * under the same chapter. Kits of one flight have the same chapters, but numbers and dates in titles
 * may differ; spaces and case are ignored.
 *
 * @returns null if the document has no such heading, or several possible ones
 */
export function pageOfHeading(outline: readonly OutlineLine[], heading: string): number | null {
  const wanted = heading.split(joint).map(plain);
  const found = pathsOf(outline);
  const same = found.find(({ path }) => path.join(joint) === wanted.join(joint));
  if (same) return same.page;
  const alike = found.filter(
    ({ path }) => path.at(-1) === wanted.at(-1) && (path.length === 1 || path[0] === wanted[0]),
  );
  const pages = new Set(alike.map(({ page }) => page));
  return pages.size === 1 ? (alike[0]?.page ?? null) : null;
}

/** The facts of a bookmark: the heading of its page, and its chart if known. */
interface Bookmarked {
  heading: string | null;
  chart: Pick<ChartPage, 'airport' | 'title' | 'number'> | null;
}

/** The part of a document that is searched. */
interface SearchedDocument {
  /** Null if it has not been extracted. */
  outline: readonly OutlineLine[] | null;
  /** Charts of its pages, in order; empty if not known. */
  charts: readonly ChartPage[];
}

/**
 * The page of a bookmark in a document: that of the only chart with the same airport and title, else
 * that of its heading. A heading that equals a chart's name counts as that chart.
 *
 * @returns null if the document has none, or several possible ones
 */
function pageOfBookmark({ heading, chart }: Bookmarked, document: SearchedDocument): number | null {
  const name = chart?.airport && chart.title ? chartName(chart) : heading;
  const number = chart?.number?.value ?? null;
  const byChart = name === null ? null : pageOfChart(document.charts, name, number);
  if (byChart !== null) return byChart;
  return heading === null || document.outline === null ? null : pageOfHeading(document.outline, heading);
}

/** The first page of the only chart with that name, or of the only one of these with that number. */
function pageOfChart(charts: readonly ChartPage[], name: string, number: string | null): number | null {
  const wanted = plain(name);
  const named = groupCharts(charts.flatMap(chartsOnPage)).flatMap(({ pages: [first] }) => {
    if (!first?.airport || !first.title) return [];
    return plain(chartName(first) ?? '') === wanted ? [first] : [];
  });
  const alike = named.length > 1 ? named.filter((page) => page.number?.value === number) : named;
  return alike.length === 1 ? (alike[0]?.page ?? null) : null;
}

/** The headings that lead to a page, each with its words, outermost first. */
function pathsOf(outline: readonly OutlineLine[]): { path: string[]; page: number }[] {
  const above: string[] = [];
  return outline.flatMap(({ title, level, page }) => {
    above.length = Math.min(above.length, level);
    above.push(plain(title));
    return page === null ? [] : [{ path: [...above], page }];
  });
}
