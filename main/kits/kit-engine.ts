import type { Trip } from '../common/trip.ts';
import type { Removal } from '../store/event-entry.ts';
import type { KitEventRecord, KitRecord } from '../store/kit-record.ts';
import type { DocumentEvent } from './lifecycle.ts';
import type { Wait } from './waits.ts';

/** A kit with what is known of it only while the engine runs. */
export interface LiveKit extends KitRecord {
  /** What the engine is waiting for, in sentences, where it waits; null otherwise. */
  activity: string | null;
  /** Why, since and until when it waits; null where it does not. */
  wait: Omit<Wait, 'text'> | null;
  /** Bytes while downloading; `total` is null where the storage does not say. */
  progress: { received: number; total: number | null } | null;
  /** While generating: how long it usually takes, ms since `state_since`. */
  expected_ms: { from: number; to: number } | null;
}

/** What changed since the last call of the listener. */
export interface KitChange {
  changed: LiveKit[];
  removed: string[];
}

/**
 * Runs the life of every kit: requests, polls, downloads, verifies, and goes on after a restart.
 *
 * Calls that name an unknown kit, or one whose state does not allow the step, throw a TripKitError of kind `config`.
 */
export interface KitEngine {
  /** Takes every unfinished kit up where it was last written down. */
  start(): void;
  /** Stops all work; nothing is lost, `start` of the next run goes on. Resolves when every outward call has ended. */
  stop(): Promise<void>;
  /** Something changed for the better (network, identity): kits that wait for it go on at once. */
  wake(): void;
  list(): LiveKit[];
  get(id: string): LiveKit;
  history(id: string): KitEventRecord[];
  /**
   * Requests one kit per trip; the trips have passed the rules (trip-rules.ts).
   *
   * @param ids of the kits, of which the library has none yet, where the caller wrote them down before; else they are drawn
   */
  request(profile_id: string, trips: readonly Trip[], ids?: readonly string[]): LiveKit[];
  /** Follows kits that were requested elsewhere. */
  track(profile_id: string, tripkit_ids: readonly string[]): LiveKit[];
  cancel(id: string): LiveKit;
  /** Has a kit that waits tried at once; refused while a server asked for the wait. Nothing to do where it may not be cut short otherwise. */
  tryNow(id: string): LiveKit;
  retry(id: string): LiveKit;
  requestAgain(id: string): LiveKit;
  /** Something was found out about the kit's document on this laptop (main/soundness/document-checker.ts). */
  document(id: string, event: DocumentEvent): LiveKit;
  /** Takes the kit and its document off this machine, with an entry in the log that says why. */
  remove(id: string, removal: Removal): Promise<void>;
  /** Tells of every change as it happens; the answer unsubscribes. */
  onChange(listener: (change: KitChange) => void): () => void;
}
