import type { ServiceMessage } from '../common/failure.ts';
import type { Trip } from '../common/trip.ts';
import type { Removal } from '../store/event-entry.ts';
import type { KitRecord, KitShelf } from '../store/kit-record.ts';
import type { DocumentEvent } from './lifecycle.ts';
import type { Plan } from './planner.ts';
import type { Wait } from './waits.ts';

/** A kit with the facts that are known only while the engine runs. */
export interface LiveKit extends KitRecord {
  /** What the engine is waiting for, in short; null if it is not waiting. */
  activity: string | null;
  /** Why, since when and until when it waits; null if it does not. */
  wait: Omit<Wait, 'text'> | null;
  /** Bytes while downloading; `total` is null if the storage does not say. */
  progress: { received: number; total: number | null } | null;
  /** While generating: how long it usually takes, ms since `state_since`. */
  expected_ms: { from: number; to: number } | null;
}

/** A kit on a shelf. Times are ms since 1970 UTC. */
export interface TakenKit {
  tripkit_id: string;
  trip: Trip;
  /** When the desk requested it: the newer kit of a flight replaces the older. */
  created_at: number;
  shelf: KitShelf;
}

/** What changed since the last call of the listener. */
export interface KitChange {
  changed: LiveKit[];
  removed: string[];
}

/**
 * Runs the life of every kit: requests, polls, downloads, verifies, and continues after a restart.
 *
 * Calls throw a TripKitError of kind `config` for an unknown kit or a state that does not allow the step.
 */
export interface KitEngine {
  /** Continues every unfinished kit from its last written state. */
  start(): void;
  /** Stops all work; nothing is lost, the next `start` continues. Resolves when every outward call has ended. */
  stop(): Promise<void>;
  /** Network or identity is available again, or cockpit mode has ended: waiting and due kits continue at once. */
  wake(): void;
  list(): LiveKit[];
  get(id: string): LiveKit;
  /** Requests one kit per trip; the trips have passed the rules (trip-rules.ts). All kits are created, or none. */
  request(profile_id: string, trips: readonly Trip[]): LiveKit[];
  /** Plans kits, which are requested when they are due (planner.ts). All kits are created, or none. */
  plan(profile_id: string, plans: readonly Plan[]): LiveKit[];
  /** Takes kits that a desk has put on a shelf for others. All kits are created, or none. */
  take(profile_id: string, kits: readonly TakenKit[]): LiveKit[];
  /** The desk withdraws a kit of its shelf. @param at ms since 1970 UTC */
  recall(id: string, recalled: { at: number; why: string }): LiveKit;
  /** The desk has put a ready kit on its shelf anew. Another document is downloaded; until it is here, the older stays readable. */
  putAgain(id: string, put: { at: number; sha256: string }): LiveKit;
  /** The desk changes the messages of a kit of its shelf, which is ready. */
  tell(id: string, messages: ServiceMessage[]): LiveKit;
  /** Follows kits that were requested elsewhere. */
  track(profile_id: string, tripkit_ids: readonly string[]): LiveKit[];
  /**
   * Runs `step` in one transaction of the database: calls of this engine in it, and what else it writes there, or nothing.
   * What follows from them begins after it.
   */
  together<T>(step: () => T): T;
  cancel(id: string): LiveKit;
  /** Tries a waiting kit at once. Refused while a server asked for the wait; does nothing if the kit is not waiting. */
  tryNow(id: string): LiveKit;
  retry(id: string): LiveKit;
  requestAgain(id: string): LiveKit;
  /** Sets the departure of a kit whose request had none; of a tracked kit, the trip. The trip has passed the rules. */
  enterDeparture(id: string, trip: Trip): LiveKit;
  /** Records what was found out about the kit's document on this laptop (main/soundness/document-checker.ts). */
  document(id: string, event: DocumentEvent): LiveKit;
  /** Removes the kit and its document from this machine, with a log entry that says why. */
  remove(id: string, removal: Removal): Promise<void>;
  /** Reports every change as it happens. Returns a function that unsubscribes. */
  onChange(listener: (change: KitChange) => void): () => void;
}
