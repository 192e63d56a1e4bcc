/** The items that the view of old and new pages steps through. Pure. */
import { type Area, type PageState, pageKey } from '../../../main/comparison/rules/compared-page.ts';
import type { ComparedPage, ReviewedPage, WaitingMark } from '../../../preload/contract.ts';
import {
  type ComparedChart,
  type ComparedCharts,
  chartsAt,
  nameOfPage,
  pagesToLookAt,
} from '../changes-list.ts';

type Part = NonNullable<NonNullable<ComparedPage['regions']>['old']>;

/** An old and a new page to look at, and why; of a sheet one of its charts. */
export interface PairItem extends ReviewedPage {
  key: string;
  name: string;
  /** The part of each page that is shown; null: all of it. */
  regions: Readonly<Record<'old' | 'new', Part | null>>;
  state: PageState;
  /** Whether it is a page of text, whose lines are read in their whole width. */
  isText: boolean;
  what: readonly string[];
  /** Shares of what is shown, as `moved`. */
  areas: ComparedPage['areas'];
  moved: ComparedPage['moved'];
  /** The chart that can be marked as reviewed; null if the pair is shown because of a mark. */
  chart: ComparedChart | null;
  /** The mark that waits for a decision. */
  waiting: WaitingMark | null;
}

const TEXTS: ReadonlySet<string> = new Set(['notam', 'weather', 'text', 'flight_plan']);

function isTextPage(page: ReviewedPage, charts: ComparedCharts): boolean {
  const [chart] = [...chartsAt(page, 'new', charts), ...chartsAt(page, 'old', charts)];
  return TEXTS.has(chart?.kind?.value ?? '');
}

const WHOLE: Part = [0, 0, 1, 1];
const nowhere: Pick<PairItem, 'regions' | 'areas' | 'moved'> = {
  regions: { old: null, new: null },
  areas: { old: [], new: [] },
  moved: undefined,
};

/** What is shown of the pages, with what changed as shares of that. */
function shownOf({ regions = nowhere.regions, areas, moved }: ComparedPage): typeof nowhere {
  const { old, new: now } = regions;
  if (old === null && now === null) return { regions, areas, moved };
  const within = (all: readonly Area[], [x, y, width, height]: Part) =>
    all.map((area) => ({
      x: (area.x - x) / width,
      y: (area.y - y) / height,
      width: area.width / width,
      height: area.height / height,
    }));
  const [from, to] = [old ?? WHOLE, now ?? WHOLE];
  const along = ([factor, shift]: readonly [number, number], at: 0 | 1): [number, number] => {
    const [length, newLength] = [from[at + 2] ?? 1, to[at + 2] ?? 1];
    return [(factor * length) / newLength, (factor * (from[at] ?? 0) + shift - (to[at] ?? 0)) / newLength];
  };
  const inPlace: [number, number] = [1, 0];
  return {
    regions,
    areas: { old: within(areas.old, from), new: within(areas.new, to) },
    moved: { x: along(moved?.x ?? inPlace, 0), y: along(moved?.y ?? inPlace, 1) },
  };
}

/** One item for each page of the charts to look at. */
export function itemsOfCharts(compared: readonly ComparedChart[], charts: ComparedCharts): PairItem[] {
  return compared.flatMap((chart) =>
    pagesToLookAt(chart).map((page) => ({
      ...shownOf(page),
      key: pageKey(page),
      name: nameOfPage(page, charts),
      old: page.old,
      new: page.new,
      part: page.part,
      state: page.state,
      isText: isTextPage(page, charts),
      what: page.what,
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
  const byKey = new Map(pages.map((page) => [pageKey(page), page]));
  return marks.map((waiting) => {
    const both = { old: waiting.mark.draft.page, new: waiting.page, part: waiting.part };
    const compared = byKey.get(pageKey(both));
    return {
      ...(compared ? shownOf(compared) : nowhere),
      key: waiting.mark.id,
      name: nameOfPage(both, charts),
      ...both,
      state: waiting.state,
      isText: isTextPage(both, charts),
      what: compared?.what ?? [],
      chart: null,
      waiting,
    };
  });
}
