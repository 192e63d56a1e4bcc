import type { DateEvidence } from '../store/date-store.ts';

/**
 * Where a kit's run has written down what it learns of its document's date. Times are ms since 1970 UTC. It never throws:
 * a kit without a date is better than none.
 */
export interface DocumentDateLog {
  /**
   * A new request was taken on: what was learned for an earlier one no longer counts.
   *
   * @param at when, by the service's clock; null where that agrees with ours, which stands in the kit
   */
  requested(kit_id: string, at: number | null): void;
  /** Learned of the document that is coming; null: not known by this evidence, whatever was learned before. */
  learned(kit_id: string, evidence: DateEvidence, date: { from: number | null; at: number } | null): void;
  /** The document is here, whole, at `path`: what was learned is about this one, and its own dates are read. */
  arrived(
    kit_id: string,
    document: { path: string; sha256: string; now: number },
    signal: AbortSignal,
  ): Promise<void>;
  /** By how much the clock of a profile's service is ahead of this laptop's, ms; 0 where they agree. */
  clockOff(profile_id: string, ms: number): void;
}

/** For those who keep no dates. */
export const noDates: DocumentDateLog = {
  requested() {},
  learned() {},
  async arrived() {},
  clockOff() {},
};
