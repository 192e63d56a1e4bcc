/** How many charts each kit has, and how many of them have the wrong date for its flight (Kit.charts). */
import type { ChartCounts } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import { type CountedAt, countedAt, type DateSummary, type StoredCounts } from './chart-counts.ts';

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
  readonly #listeners = new Set<(kit_ids: readonly string[]) => void>();
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
    for (const listener of this.#listeners) listener([kit_id]);
  }

  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#known.delete(id);
  }

  /** Calls `listener` with kits whose counts changed without a change of the kit itself. Returns a function that unsubscribes. */
  onChange(listener: (kit_ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #count(id: string, sha256: string, departure: string | null): ChartCounts | null {
    return this.#try(() => {
      const stored = this.#source?.chartCountsOf(id);
      if (stored?.sha256 !== sha256) return null;
      const known = JSON.parse(stored.json) as CountedAt;
      if (known.departure === departure) return known.counts;
      const dates = this.#source?.chartDates(id, sha256) ?? null;
      return dates && countedAt(dates, departure).counts;
    });
  }

  /** A list without counts is better than none. */
  #try<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      this.#log.error('The dates of charts could not be read.', error);
      return null;
    }
  }
}
