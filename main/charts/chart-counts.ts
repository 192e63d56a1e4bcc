/** How many charts a document has, and how many have dates that a person has to check. Pure. */

import type { ChartCounts } from '../../preload/contract.ts';
import { Listeners } from '../common/listeners.ts';
import { type Log, tryOrLog } from '../common/log.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import type { ChartKind, ChartPage, Found } from './rules/chart.ts';
import { chartsOnPage, datesAt, flagOfDates, groupCharts, isChart } from './rules/chart-dates.ts';
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
  for (const { pages: own } of groupCharts(pages.flatMap(chartsOnPage))) {
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
 * The counts for a flight (rules/chart-dates.ts).
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

// How many charts each kit has, and how many of them have the wrong date for its flight (Kit.charts).

/** The store of charts (main/reading/prepared-store.ts). */
interface Source {
  chartCountsOf(kit_id: string): StoredCounts | null;
  chartDates(kit_id: string, sha256: string): DateSummary | null;
}
type CountedKit = Pick<LiveKit, 'id' | 'document' | 'trip'>;

interface Known {
  sha256: string;
  departure: string | null;
  counts: ChartCounts | null;
}

/**
 * Caches the counts of each kit's charts, by document and departure: a list of thousands asks for each kit. Stored counts
 * are read at the first request; for another departure they are computed again.
 */
export class ChartCounter {
  readonly #log: Log;
  readonly #known = new Map<string, Known>();
  readonly #listeners = new Listeners<[readonly string[]]>();
  #source: Source | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Sets the store of charts; until then no kit has counts. */
  readFrom(source: Source): void {
    this.#source = source;
  }

  /** The counts of a kit's current document for its current departure; null until its charts are known. Never throws. */
  of({ id, document, trip }: CountedKit): ChartCounts | null {
    if (document === null || this.#source === null) return null;
    const { sha256 } = document;
    const departure = trip?.departure ?? null;
    const known = this.#known.get(id);
    if (known?.sha256 === sha256 && known.departure === departure) return known.counts;
    const counts = this.#count(id, sha256, departure);
    this.#known.set(id, { sha256, departure, counts });
    return counts;
  }

  /** Call when this kit's charts became known or changed. */
  changed(kit_id: string): void {
    this.#known.delete(kit_id);
    this.#listeners.tell([kit_id]);
  }

  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#known.delete(id);
  }

  /** Calls `listener` with kits whose counts changed without a change of the kit itself. Returns a function that unsubscribes. */
  readonly onChange = this.#listeners.add;

  #count(id: string, sha256: string, departure: string | null): ChartCounts | null {
    // A list without counts is better than none.
    const counts = tryOrLog(this.#log, 'The dates of charts could not be read.', () => {
      const stored = this.#source?.chartCountsOf(id);
      if (stored?.sha256 !== sha256) return null;
      const known = JSON.parse(stored.json) as CountedAt;
      if (known.departure === departure) return known.counts;
      const dates = this.#source?.chartDates(id, sha256) ?? null;
      return dates && countedAt(dates, departure).counts;
    });
    return counts ?? null;
  }
}
