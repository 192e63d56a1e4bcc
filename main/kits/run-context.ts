/** What a kit's run is given (kit-run.ts). */
import type { Clock } from '../common/clock.ts';
import type { TripKitService } from '../service/trip-kit-service.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { DocumentDateLog } from './document-date-log.ts';
import type { KitDocuments } from './kit-documents.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { PollEstimator } from './poll-estimator.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Semaphore } from './semaphore.ts';
import type { Wait } from './waits.ts';

/** How long a kit is waited for before the engine says that it failed. */
export interface Patience {
  /** The wait for one kit's generation (or for its request to be taken on), ms. */
  deadline_ms: number;
  /** Failed tries in a row, with growing waits between them. Infinity: until a person ends it. */
  max_failures: number;
  /** Whether the deadline stands still while the service is away: being offline is no failure then, only a pause. */
  outages_stop_the_clock: boolean;
}

/** What the runs of one profile share. */
export interface ProfileContext {
  service(): Promise<TripKitService>;
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

/** What a run may do to its kit, and what it shares with the others. */
export interface KitRunContext {
  profile: ProfileContext;
  documents: KitDocuments;
  dates: DocumentDateLog;
  clock: Clock;
  random: () => number;
  patience: Patience;
  polls: PollLimits;
  /** Ends waits and calls: the kit was cancelled, or the engine stops. */
  signal: AbortSignal;
  /** Ends the one call that must not be cut short, the request; aborts later than `signal` when the engine stops. */
  requestSignal: AbortSignal;
  kit(): KitRecord;
  /** Writes the event down. */
  apply(event: LifecycleEvent): KitRecord;
  /** Shows what is waited for; null: nothing. */
  waiting(wait: Wait | null): void;
  /**
   * What holds this server back holds this kit, too; null: it calls none.
   * @param notBefore_ms from now: when it would call at the earliest
   */
  through(breaker: CircuitBreaker | null, notBefore_ms?: number): void;
  /** Bytes that are on this machine; null: nobody knows yet. */
  progress(progress: { received: number; total: number | null } | null): void;
  /** Resolves when a person or the machine says that something changed (identity, network). */
  woken(signal: AbortSignal): Promise<void>;
}
