import type { DateEvidence } from '../store/date-store.ts';

/**
 * Where a kit's run records what it learns about its document's date. Times are ms since 1970 UTC. Never throws: a kit
 * without a date is better than no kit.
 */
export interface DocumentDateLog {
  /**
   * A new request was accepted: what was learned for an earlier one no longer applies.
   *
   * @param at when, by the service's clock; null if it agrees with ours (then the kit has the time)
   */
  requested(kit_id: string, at: number | null): void;
  /** Evidence about the document that is coming; null: this evidence gives no date, and replaces what was learned before. */
  learned(kit_id: string, evidence: DateEvidence, date: { from: number | null; at: number } | null): void;
  /** The complete document is at `path`: what was learned is about this document, and its own dates are read. */
  arrived(
    kit_id: string,
    document: { path: string; sha256: string; now: number },
    signal: AbortSignal,
  ): Promise<void>;
  /** How far the clock of a profile's service is ahead of this laptop's, ms; 0 if they agree. */
  clockOff(profile_id: string, ms: number): void;
}

/** For callers that keep no dates. */
export const noDates: DocumentDateLog = {
  requested() {},
  learned() {},
  async arrived() {},
  clockOff() {},
};
