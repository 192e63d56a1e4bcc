/** What the steps of a kit's run share: their parts, what they may do, and what they know. */
import type { Clock } from '../common/clock.ts';
import type { KitRecord } from '../library/kit-record.ts';
import type { CallFailure } from '../service/call-failure.ts';
import type { TripKitService } from '../service/trip-kit-service.ts';
import type { CircuitBreaker } from './backoff.ts';
import type { KitDocuments } from './kit-documents.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { PollEstimator } from './poll-estimator.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Semaphore } from './semaphore.ts';

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
export interface ProfileLane {
  service(): Promise<TripKitService>;
  requests: Semaphore;
  downloads: Semaphore;
  outage: CircuitBreaker;
  storageOutage: CircuitBreaker;
  pace: PollEstimator;
}

/** What a run may do to its kit, and what it shares with the others. */
export interface KitRunContext {
  lane: ProfileLane;
  documents: KitDocuments;
  clock: Clock;
  random: () => number;
  patience: Patience;
  polls: { slots: Semaphore; rate: RateLimit };
  /** Ends waits and calls: the kit was cancelled, or the engine stops. */
  signal: AbortSignal;
  /** Ends the one call that must not be cut short, the request; aborts later than `signal` when the engine stops. */
  requestSignal: AbortSignal;
  kit(): KitRecord;
  /** Writes the event down. */
  apply(event: LifecycleEvent): KitRecord;
  /** Shows what is waited for. */
  activity(text: string | null): void;
  progress(progress: { received: number; total: number | null } | null): void;
  /** Resolves when a person or the machine says that something changed (identity, network). */
  woken(signal: AbortSignal): Promise<void>;
}

/** What a run knows besides what is written down. */
export interface RunState {
  /** Monotonic ms at which generation began for us. */
  generatingSince: number | null;
  /** Whether that is when the service accepted the request, seen by this very run. */
  ageKnown: boolean;
  asked: number;
  /** Failed tries in a row. */
  failures: number;
  /** The last of them: what stands in the way when the time is up. */
  trouble: CallFailure | null;
  /** The fresh URL of the PDF: in memory only, never written. */
  url: string | null;
}

/** Lower is more urgent: what departs first goes first; kits without a departure follow in the order they came. */
export function urgency(kit: KitRecord): number {
  const departure = kit.trip?.departure === undefined ? Number.NaN : Date.parse(kit.trip.departure);
  return Number.isNaN(departure) ? Number.MAX_SAFE_INTEGER : departure;
}
