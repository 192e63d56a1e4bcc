/** How many charts a document has, and how many have dates that a person has to check. Pure. */
import type { ChartCounts } from '../../preload/contract.ts';
import type { ChartKind, ChartPage, Found } from './rules/chart.ts';
import { datesAt } from './rules/chart-dates.ts';
import { flagOfDates, isChart } from './rules/chart-flag.ts';
import { groupCharts } from './rules/group-charts.ts';
import { type DocumentStamp, documentStamp } from './rules/stamped-cycle.ts';

/** The three dates of a page: revised, effective from, effective to. */
type Dates = readonly [string | null, string | null, string | null];

/** Charts of one kind that have the same dates. */
interface SameDates {
  kind: ChartKind;
  publisher: string | null;
  /** Each of their pages' dates, once. */
  dates: readonly Dates[];
  charts: number;
}

/** The chart facts that a departure is compared with: short, however many pages there are. */
export interface DateSummary {
  same: readonly SameDates[];
  without_text: number;
  stamp: DocumentStamp;
}

/** The counts for one departure. */
export interface CountedAt {
  /** The kit's departure; null if the flight has none. */
  departure: string | null;
  counts: ChartCounts;
}

/** Stored counts: the document's hash, and CountedAt as JSON. */
export interface StoredCounts {
  sha256: string;
  json: string;
}

/** Summary of a document's chart dates; a chart of several pages counts once. */
export function summaryOf(pages: readonly ChartPage[]): DateSummary {
  const same = new Map<string, SameDates>();
  for (const { pages: own } of groupCharts(pages)) {
    const [first] = own;
    const kind = first?.kind?.value ?? null;
    if (!first || !isChart(kind)) continue;
    const distinct = new Map(own.map((page) => [JSON.stringify(datesOf(page)), datesOf(page)]));
    const dates = [...distinct.values()];
    const key = JSON.stringify([kind, first.publisher, dates]);
    const known = same.get(key);
    if (known) known.charts += 1;
    else same.set(key, { kind, publisher: first.publisher, dates, charts: 1 });
  }
  const without_text = pages.filter(({ text }) => text === 'none').length;
  return { same: [...same.values()], without_text, stamp: documentStamp(pages) };
}

/** The counts for a kit's departure. */
export function countedAt(summary: DateSummary, departure: string | null): CountedAt {
  const at = Date.parse(departure ?? '');
  return { departure, counts: countsAt(summary, Number.isNaN(at) ? null : at) };
}

/**
 * The counts for a flight (chart-flag.ts).
 *
 * @param departure_ms ms since 1970 UTC; null if the flight has none: then no chart is too new or expired
 */
export function countsAt(summary: DateSummary, departure_ms: number | null): ChartCounts {
  const { without_text, stamp } = summary;
  const counts = { charts: 0, later: 0, expired: 0, undated: 0, without_text, stamp };
  for (const { kind, publisher, dates, charts } of summary.same) {
    const states = new Set(dates.map((own) => datesAt(factsOf(own), publisher, departure_ms)));
    const flag = flagOfDates(kind, states);
    counts.charts += charts;
    if (flag !== null) counts[flag] += charts;
  }
  return counts;
}

function datesOf({ revised, effective_from, effective_to }: ChartPage): Dates {
  return [revised?.value ?? null, effective_from?.value ?? null, effective_to?.value ?? null];
}

function factsOf([revised, from, to]: Dates) {
  const found = (value: string | null): Found<string> | null =>
    value === null ? null : { value, words: [] };
  return { revised: found(revised), effective_from: found(from), effective_to: found(to) };
}
