/** Finds the charts, headings and pages that match words and a kind. Pure. */

import type { ChartKind } from '../../main/charts/rules/chart.ts';
import type { ChartFlag } from '../../main/charts/rules/chart-dates.ts';
import type { OutlineEntry, PagePart } from '../../preload/contract.ts';
import { fold } from '../design/marked.tsx';
import type { ShownChart } from './shown-chart.ts';
import { type ChartGroup, chartGroups, chartWords } from './words.ts';

/** `flagged`: charts whose dates a person must check. */
export type ChartChoice = ChartGroup | 'flagged';

export interface ChartFilter {
  query: string;
  /** Null: all kinds. */
  choice: ChartChoice | null;
}

export const noFilter: ChartFilter = { query: '', choice: null };

export function isFiltering({ query, choice }: ChartFilter): boolean {
  return choice !== null || query.trim() !== '';
}

/** One result: a chart, or a heading of the document's outline. */
export interface FoundRow {
  title: string;
  /** From 1. */
  page: number;
  /** Share of the page's height. */
  down: number;
  /** The part of a sheet that is the chart; null: all of the page. */
  region: PagePart | null;
  flag: ChartFlag | null;
}

/** Whether every word is in one of the texts, in any order; spaces in the texts do not count (`RWY27L`). */
function matcher(query: string): (texts: readonly (string | null | undefined)[]) => boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return (texts) => {
    const text = fold(texts.filter(Boolean).join(' '));
    const close = text.replace(/\s+/g, '');
    return words.every((word) => text.includes(word) || close.includes(word));
  };
}

function textsOf({ pages, kind, name }: ShownChart): (string | null | undefined)[] {
  const [first] = pages;
  return [name, kind && chartWords.kinds[kind], first?.number?.value];
}

function isChosen(chart: ShownChart, choice: ChartChoice | null): boolean {
  if (choice === null) return true;
  return choice === 'flagged' ? chart.flag !== null : groupOf(chart) === choice;
}

/** Titles of the outline's entries, by the page on which they begin. */
function titlesByPage(outline: readonly OutlineEntry[]): ReadonlyMap<number, readonly string[]> {
  const pages = Map.groupBy(outline, ({ page }) => page ?? 0);
  return new Map([...pages].map(([page, entries]) => [page, entries.map(({ title }) => title)]));
}

function foundCharts(
  charts: readonly ShownChart[],
  titles: ReadonlyMap<number, readonly string[]>,
  { query, choice }: ChartFilter,
): readonly ShownChart[] {
  const matches = matcher(query);
  return charts.filter(
    (chart) =>
      isChosen(chart, choice) &&
      matches([...textsOf(chart), ...chart.pages.flatMap(({ page }) => titles.get(page) ?? [])]),
  );
}

/**
 * Charts with all the words in their name, kind, number or heading, and headings of other pages, in the order of the
 * document. With a kind, only charts are found.
 */
export function findRows(
  charts: readonly ShownChart[],
  outline: readonly OutlineEntry[],
  filter: ChartFilter,
): readonly FoundRow[] {
  const titles = titlesByPage(outline);
  const rows: FoundRow[] = [];
  const listed = new Set<number>();
  for (const { pages, name, flag } of foundCharts(charts, titles, filter)) {
    const page = pages[0]?.page ?? 1;
    const title = name ?? titles.get(page)?.at(-1);
    if (title === undefined && filter.choice === null) continue;
    for (const one of pages) listed.add(one.page);
    const region = pages[0]?.region ?? null;
    rows.push({ title: title ?? chartWords.page(page), page, down: 0, region, flag });
  }
  if (filter.choice === null) {
    const matches = matcher(filter.query);
    for (const { title, page, down } of outline)
      if (page !== null && !listed.has(page) && matches([title]))
        rows.push({ title, page, down, region: null, flag: null });
  }
  return rows.toSorted((one, other) => one.page - other.page || one.down - other.down);
}

/** Numbers of the pages found, ascending; a typed number finds its page, too. */
export function findPages(
  pageCount: number,
  charts: readonly ShownChart[],
  outline: readonly OutlineEntry[],
  filter: ChartFilter,
): readonly number[] {
  if (!isFiltering(filter)) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const titles = titlesByPage(outline);
  const found = new Set<number>();
  for (const { pages } of foundCharts(charts, titles, filter)) for (const { page } of pages) found.add(page);
  if (filter.choice === null) {
    const matches = matcher(filter.query);
    for (const [page, words] of titles) if (matches(words)) found.add(page);
    const number = Number(filter.query);
    if (Number.isInteger(number)) found.add(number);
  }
  return [...found].filter((page) => page >= 1 && page <= pageCount).sort((one, other) => one - other);
}

/** The kinds of charts as a person filters by them. */
const groups: Readonly<Record<ChartKind, ChartGroup>> = {
  airport: 'airport',
  parking: 'airport',
  hotspot: 'airport',
  sid: 'sid',
  departure: 'sid',
  star: 'star',
  arrival: 'star',
  approach: 'approach',
  minimums: 'minimums',
  text: 'text',
  cover: 'text',
  contents: 'text',
  flight_plan: 'flight_plan',
  notam: 'notam',
  weather: 'weather',
  other: 'other',
};

export function groupOf({ kind }: Pick<ShownChart, 'kind'>): ChartGroup {
  return kind === null ? 'other' : groups[kind];
}

/** The groups that a document has; empty if there is only one. */
export function groupsIn(charts: readonly ShownChart[]): readonly ChartGroup[] {
  const there = new Set(charts.map(groupOf));
  return there.size < 2 ? [] : chartGroups.filter((group) => there.has(group));
}
