/** The charts of a comparison for the list: counted, filtered, the changed ones first. Pure. */

import { chartsIn, datesAt, pageName } from '../../main/charts/rules/chart-dates.ts';
import {
  isChange,
  type PageState,
  timesIn,
  timesSentence,
} from '../../main/comparison/rules/compared-page.ts';
import type { ChartPage, ComparedPage, Kit, KitCharts, ReviewedPage } from '../../preload/contract.ts';
import { dateWords } from '../charts/chart-words.tsx';
import { formatUtc } from '../design/format.ts';
import { changesWords } from './words.ts';

/** A chart of either kit, with its pages and its state. */
export interface ComparedChart {
  /** In the order of the newer kit; never empty. */
  pages: readonly ComparedPage[];
  /** Also `changed` if some but not all of its pages are new or removed. */
  state: PageState;
  /** When this person reviewed it; null: not yet, or nothing to review. */
  reviewed_at: string | null;
}

/** The charts, in the order of their first pages. */
export function chartsOf(pages: readonly ComparedPage[]): ComparedChart[] {
  return [...Map.groupBy(pages, ({ chart }) => chart).values()].map((own) => ({
    pages: own,
    state: stateOf(own),
    reviewed_at: own.find((page) => page.reviewed_at !== null)?.reviewed_at ?? null,
  }));
}

function stateOf(pages: readonly ComparedPage[]): PageState {
  const states = new Set(pages.map(({ state }) => state));
  const [only] = states;
  if (only && states.size === 1) return only;
  return pages.some(isChange) ? 'changed' : 'restamped';
}

/** Which charts are shown: `review`, those that need a review; all; or those of one state. */
export type ChangesFilter = 'review' | 'all' | PageState;

/** The states in the order in which they are shown and filtered. */
export const stateOrder: readonly PageState[] = ['changed', 'new', 'gone', 'restamped', 'same'];

/** The number of charts of each state. */
export function countStates(charts: readonly ComparedChart[]): Record<PageState, number> {
  const counts: Record<PageState, number> = { changed: 0, new: 0, gone: 0, restamped: 0, same: 0 };
  for (const { state } of charts) counts[state] += 1;
  return counts;
}

/** `7 changed · 2 new · 1 gone · 180 same · 10 restamped`; states without charts are left out. */
export function summaryOf(charts: readonly ComparedChart[]): string {
  const counts = countStates(charts);
  const order: readonly PageState[] = ['changed', 'new', 'gone', 'same', 'restamped'];
  const words = changesWords.counted;
  return order
    .flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${words[state]}`] : []))
    .join(' · ');
}

/** The charts that match the filter, by state in the order of {@link stateOrder}, then in the order of the kit. */
export function shownCharts(charts: readonly ComparedChart[], filter: ChangesFilter): ComparedChart[] {
  const shown = charts.filter(
    (chart) => filter === 'all' || (filter === 'review' ? isChange(chart) : chart.state === filter),
  );
  return stateOrder.flatMap((state) => shown.filter((chart) => chart.state === state));
}

/** The charts that still need a review. */
export function unreviewedCharts(charts: readonly ComparedChart[]): ComparedChart[] {
  return charts.filter((chart) => isChange(chart) && chart.reviewed_at === null);
}

/** The pages of a chart to look at: the changed ones, or all if none changed. */
export function pagesToLookAt({ pages }: ComparedChart): readonly ComparedPage[] {
  const changed = pages.filter(isChange);
  return changed.length > 0 ? changed : pages;
}

/** When the two kits were requested, in words that tell them apart. */
export function kitTimes(kits: { old: Pick<Kit, 'created_at'>; new: Pick<Kit, 'created_at'> }) {
  const times = (seconds: boolean) => ({
    old: formatUtc(kits.old.created_at, { seconds }),
    new: formatUtc(kits.new.created_at, { seconds }),
  });
  const short = times(false);
  return short.old === short.new ? times(true) : short;
}

/** The length of a line about a chart after which the rest is counted, characters. */
const LINE = 140;

/** What changed of a chart in one line, the most important of each page first; '' if nothing is known in words. */
export function lineOf(
  pages: readonly (Pick<ComparedPage, 'old' | 'new' | 'state'> & { what: readonly string[] })[],
): string {
  const sentences = pages.flatMap(({ old, new: now, state, what }) => {
    const isTold = what.length > 0 || pages.length === 1 || state === 'changed';
    return isTold ? what : [words.onPage(words.pages(old, now), words.counted[state])];
  });
  const times = sentences.flatMap((sentence) => timesIn(sentence) ?? []);
  const sum = (key: 'changed' | 'all') => times.reduce((all, one) => all + one[key], 0);
  const all = [
    ...(times.length > 0 ? [timesSentence(sum('changed'), sum('all'))] : []),
    ...sentences.filter((sentence) => timesIn(sentence) === null),
  ];
  let line = all[0] ?? '';
  let told = 1;
  for (; told < all.length && line.length + (all[told]?.length ?? 0) < LINE; told += 1)
    line = `${line}; ${all[told]}`;
  return told < all.length ? `${line}; ${words.more(all.length - told)}` : line;
}

/** The charts of a kit by their page. */
type ChartsByPage = ReadonlyMap<number, ChartPage>;

/** The known charts of two compared kits. */
export interface ComparedCharts {
  old: ChartsByPage;
  new: ChartsByPage;
}

export const noCharts: ComparedCharts = { old: new Map(), new: new Map() };

const words = changesWords;

export function chartsByPage({ pages }: Pick<KitCharts, 'pages'>): ChartsByPage {
  return new Map(pages.map((chart) => [chart.page, chart]));
}

/** The chart's name in the new kit, else in the old one, else its page. */
export function nameOfPage(page: ReviewedPage, charts: ComparedCharts): string {
  const [chart, old] = [charts.new.get(page.new ?? 0), charts.old.get(page.old ?? 0)];
  const name = chart ? pageName(chart, page.part?.new) : old && pageName(old, page.part?.old);
  return name ?? words.page(page.new ?? page.old ?? 0);
}

/** The charts of one side of a compared page: one, or all of a sheet. */
export function chartsAt(
  page: ReviewedPage,
  side: 'old' | 'new',
  charts: ComparedCharts,
): readonly ChartPage[] {
  const chart = charts[side].get(page[side] ?? 0);
  return chart ? chartsIn(chart, page.part?.[side]) : [];
}

/**
 * `effective 16 Apr – 14 May 2026, revised 3 Apr 2026`, and whether that does not fit the departure; empty if the page
 * has not been read.
 *
 * @param departs ms since 1970 UTC; null if not known
 */
export function datesOfCharts(charts: readonly ChartPage[], departs: number | null): string {
  if (charts.length === 0) return '';
  const { dates } = words;
  const found = [...new Set(charts.flatMap(dateWords))];
  const states = new Set(charts.map((one) => datesAt(one, one.publisher, departs)));
  for (const state of ['later', 'expired'] as const) if (states.has(state)) found.push(dates[state]);
  return found.length > 0 ? found.join(', ') : dates.none;
}
