import { type Kit, kit as kitSchema } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { LiveKit } from '../kits/kit-engine.ts';

/** Ms since 1970 UTC as ISO 8601 in UTC, to the millisecond. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** A kit of the engine as the contract shows it. */
export function viewKit(live: LiveKit): Kit {
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
  };
}

/**
 * The kits that can be shown. One damaged row never takes the list down (domain.md, "What went wrong elsewhere"): it
 * is left out and logged by its id.
 */
export function viewKits(kits: readonly LiveKit[], log: Log): Kit[] {
  const views: Kit[] = [];
  for (const live of kits) {
    try {
      views.push(kitSchema.parse(viewKit(live)));
    } catch (error) {
      log.error(`The kit ${live.id} can't be shown.`, error);
    }
  }
  return views;
}
