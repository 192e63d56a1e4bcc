/** What "Ready to fly" looks at. Times are ms since 1970 UTC unless they say otherwise. */
import type { IdentityState, Kit, Notice } from '../../preload/contract.ts';

/** What is read and followed: as long as it is not `ready`, nothing is known of it. */
export interface Followed<T> {
  status: 'loading' | 'ready' | 'failed';
  items: readonly T[];
}

/** What is asked of the machine; null where it does not say. */
export interface Machine {
  free_bytes: number | null;
  battery: { level: number; charging: boolean } | null;
}

/** That a document was to be read again, byte by byte, and what came of it. */
export interface AskedCheck {
  /** Of the document that was meant. */
  sha256: string;
  asked_at: number;
  /** Null while it runs; `failure` says why it could not be done. */
  answer: { ok: boolean; at: number; what: string } | { failure: string } | null;
}

export interface ReadyFacts {
  kits: readonly Kit[];
  /** Whether these are all kits of this laptop. */
  complete: boolean;
  notices: Followed<Notice>;
  /** How far ahead is looked, hours; null where the setting is not known. */
  hours: number | null;
  /** By profile, as far as they are known. */
  identities: ReadonlyMap<string, IdentityState>;
  /** Null before it was asked. */
  machine: Machine | null;
  /** By kit. */
  checks: ReadonlyMap<string, AskedCheck>;
}

export const HOUR_MS = 3_600_000;
/** How far ahead is looked where the setting is not known, hours: the setting's default. */
export const USUAL_HOURS = 36;
/**
 * How long after its planned departure a flight is still one of the next, ms: it may be late. After that nobody waits for its
 * kit here any more, and it would stand in the way of the flights to come.
 */
export const LATE_MS = HOUR_MS;
/** How long a kit that has neither a departure nor a document may be for one of the next flights, ms. */
export const RECENT_MS = 7 * 24 * HOUR_MS;
/** How old the check of a document may be that counts, ms. */
export const FRESH_MS = 10 * 60_000;
/** How often documents are checked again while the panel is open, ms. */
export const CHECK_AGAIN_MS = 5 * 60_000;
