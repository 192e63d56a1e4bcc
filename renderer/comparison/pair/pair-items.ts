/** The items that the view of old and new pages steps through. Pure. */
import type { ComparedPage, WaitingMark } from '../../../preload/contract.ts';
import {
  type ComparedChart,
  type ComparedCharts,
  nameOfPage,
  type PageState,
  pageKey,
  pagesToLookAt,
} from '../changes-list.ts';

/** An old and a new page to look at, and why. */
export interface PairItem {
  key: string;
  name: string;
  old: number | null;
  new: number | null;
  state: PageState;
  /** Whether it is a page of text, whose lines are read in their whole width. */
  isText: boolean;
  what: readonly string[];
  areas: ComparedPage['areas'];
  /** The chart that can be marked as reviewed; null if the pair is shown because of a mark. */
  chart: ComparedChart | null;
  /** The mark that waits for a decision. */
  waiting: WaitingMark | null;
}

const TEXTS: ReadonlySet<string> = new Set(['notam', 'weather', 'text', 'flight_plan']);

function isTextPage({ old, new: now }: Pick<ComparedPage, 'old' | 'new'>, charts: ComparedCharts): boolean {
  const chart = charts.new.get(now ?? 0) ?? charts.old.get(old ?? 0);
  return TEXTS.has(chart?.kind?.value ?? '');
}

/** One item for each page of the charts to look at. */
export function itemsOfCharts(compared: readonly ComparedChart[], charts: ComparedCharts): PairItem[] {
  return compared.flatMap((chart) =>
    pagesToLookAt(chart).map((page) => ({
      key: pageKey(page),
      name: nameOfPage(page, charts),
      old: page.old,
      new: page.new,
      state: page.state,
      isText: isTextPage(page, charts),
      what: page.what,
      areas: page.areas,
      chart,
      waiting: null,
    })),
  );
}

/** One item for each mark, with the known changes on its page. */
export function itemsOfMarks(
  marks: readonly WaitingMark[],
  pages: readonly ComparedPage[],
  charts: ComparedCharts,
): PairItem[] {
  const ofOld = new Map(pages.map((page) => [page.old, page]));
  return marks.map((waiting) => {
    const old = waiting.mark.draft.page;
    const compared = ofOld.get(old);
    const both = { old, new: waiting.page };
    return {
      key: waiting.mark.id,
      name: nameOfPage(both, charts),
      ...both,
      state: waiting.state,
      isText: isTextPage(both, charts),
      what: compared?.what ?? [],
      areas: compared?.areas ?? { old: [], new: [] },
      chart: null,
      waiting,
    };
  });
}
