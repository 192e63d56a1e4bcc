import { type Kit, kit as kitSchema } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { LiveKit } from '../kits/kit-engine.ts';

/** Ms since 1970 UTC as ISO 8601 in UTC, to the millisecond. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** What is known of a kit beside its life; main/app/kit-marks.ts has the real one. */
export interface KitMarks {
  of(kit: LiveKit): Pick<Kit, 'pinned' | 'superseded_by' | 'acknowledged' | 'opened_at'>;
  /** Kits have changed or gone: which are marked otherwise now than before, changed themselves or not. */
  moved(changed: readonly LiveKit[], removed: readonly string[]): string[];
  /** Kits that are marked otherwise although nothing changed in their life; the answer unsubscribes. */
  onMarked(listener: (kit_ids: readonly string[]) => void): () => void;
}

/** A kit of the engine as the contract shows it. */
export function viewKit(live: LiveKit, marks: KitMarks): Kit {
  return {
    id: live.id,
    profile_id: live.profile_id,
    tripkit_id: live.tripkit_id,
    trip: live.trip,
    state: live.state,
    created_at: utc(live.created_at),
    state_since: utc(live.state_since),
    activity: live.activity,
    progress: live.progress,
    expected_ms: live.expected_ms,
    messages: live.messages,
    failure: live.failure,
    document: live.document,
    ...marks.of(live),
  };
}

/**
 * The kits that can be shown. One damaged row never takes the list down (domain.md, "What went wrong elsewhere"): it
 * is left out and logged by its id.
 */
export function viewKits(kits: readonly LiveKit[], marks: KitMarks, log: Log): Kit[] {
  return kits.flatMap((live) => viewOrNull(live, marks, log) ?? []);
}

/** The kit as the contract shows it; null, and a line in the log, where it can't be shown. */
export function viewOrNull(live: LiveKit, marks: KitMarks, log: Log): Kit | null {
  try {
    return kitSchema.parse(viewKit(live, marks));
  } catch (error) {
    log.error(`The kit ${live.id} can't be shown.`, error);
    return null;
  }
}
