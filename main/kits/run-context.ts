/** What a kit's run works with (kit-run.ts). */
import type { Clock } from '../common/clock.ts';
import type { KitService } from '../service/trip-kit-service.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { DocumentDateLog } from './document-dates.ts';
import type { KitDocuments } from './kit-documents.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { PollEstimator } from './poll-schedule.ts';
import type { RateLimit, Semaphore } from './rate-limit.ts';
import type { Wait } from './waits.ts';

/** How long a kit is waited for before it counts as failed. */
export interface Patience {
  /** The limit for one kit's generation (or for its request to be accepted), ms. */
  deadline_ms: number;
  /** Consecutive failed tries, with growing waits between them. Infinity: until a person ends it. */
  max_failures: number;
  /** Whether an outage stops the deadline's clock: then being offline is a pause, not a failure. */
  outages_stop_the_clock: boolean;
}

/** What the runs of one profile share. */
export interface ProfileContext {
  service(): Promise<KitService>;
  requests: Semaphore;
  downloads: Semaphore;
  breaker: CircuitBreaker;
  storageBreaker: CircuitBreaker;
  estimator: PollEstimator;
}

/** get-PDF calls of all profiles together. */
export interface PollLimits {
  semaphore: Semaphore;
  rate: RateLimit;
}

/** What a run may do to its kit, and what it shares with other runs. */
export interface KitRunContext {
  profile: ProfileContext;
  documents: KitDocuments;
  dates: DocumentDateLog;
  clock: Clock;
  random: () => number;
  patience: Patience;
  polls: PollLimits;
  /** Ends waits and calls: the kit was cancelled, or the engine is stopping. */
  signal: AbortSignal;
  /** Ends the request, the one call that must not be cut short; aborts later than `signal` when the engine stops. */
  requestSignal: AbortSignal;
  kit(): KitRecord;
  /** Writes the event. */
  apply(event: LifecycleEvent): KitRecord;
  /** Shows what the kit waits for; null: nothing. */
  waiting(wait: Wait | null): void;
  /**
   * While calls to this server are held back, so is this kit; null: it calls no server.
   * @param notBefore_ms from now: the earliest time of its next call
   */
  through(breaker: CircuitBreaker | null, notBefore_ms?: number): void;
  /** Bytes on this machine; null: not known yet. */
  progress(progress: { received: number; total: number | null } | null): void;
  /** Resolves when a person or the machine reports a change (identity, network). */
  woken(signal: AbortSignal): Promise<void>;
}
