/** How many charts each kit has, and how many of them are of the wrong date for its flight (Kit.charts). */
import type { Log } from '../common/log.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import { type ChartCounts, countsAt, type DateSummary } from '../library/reading/chart-counts.ts';
import type { PreparedStore } from '../library/reading/prepared-store.ts';

type Source = Pick<PreparedStore, 'dateSummary' | 'dateSummaries'>;
type CountedKit = Pick<LiveKit, 'id' | 'document' | 'trip'>;

interface Counted {
  sha256: string;
  departure: string | null;
  counts: ChartCounts | null;
}

/**
 * Counts charts once for each document and departure, and keeps that in memory: a list of thousands asks for each kit. What the
 * charts of all documents say is read at the first look.
 */
export class ChartCounter {
  readonly #log: Log;
  readonly #counted = new Map<string, Counted>();
  readonly #listeners = new Set<(kit_ids: readonly string[]) => void>();
  #source: Source | null = null;
  #summaries: Map<string, { sha256: string; json: string }> | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Where charts are kept; before this is known no kit has any. */
  readFrom(source: Source): void {
    this.#source = source;
  }

  /** The counts of a kit's present document by its present departure; null until its charts are known. Never throws. */
  of({ id, document, trip }: CountedKit): ChartCounts | null {
    if (document === null || this.#source === null) return null;
    const { sha256 } = document;
    const departure = trip?.departure ?? null;
    const known = this.#counted.get(id);
    if (known?.sha256 === sha256 && known.departure === departure) return known.counts;
    const counts = this.#count(id, sha256, departure);
    this.#counted.set(id, { sha256, departure, counts });
    return counts;
  }

  /** The charts of this kit are known now, or are others. */
  changed(kit_id: string): void {
    this.#counted.delete(kit_id);
    this.#try(() => {
      const summary = this.#source?.dateSummary(kit_id) ?? null;
      if (summary === null) this.#summaries?.delete(kit_id);
      else this.#summaries?.set(kit_id, summary);
    });
    for (const listener of this.#listeners) listener([kit_id]);
  }

  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) {
      this.#counted.delete(id);
      this.#summaries?.delete(id);
    }
  }

  /** Kits whose counts changed although nothing changed in their life; the answer unsubscribes. */
  onChange(listener: (kit_ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #count(id: string, sha256: string, departure: string | null): ChartCounts | null {
    return this.#try(() => {
      this.#summaries ??= this.#source?.dateSummaries() ?? null;
      const summary = this.#summaries?.get(id);
      if (summary?.sha256 !== sha256) return null;
      const at = Date.parse(departure ?? '');
      return countsAt(JSON.parse(summary.json) as DateSummary, Number.isNaN(at) ? null : at);
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
