import { type Kit, kit as kitSchema } from '../../preload/contract.ts';
import type { KitFlags } from '../app/kit-flags.ts';
import type { Log } from '../common/log.ts';
import type { LiveKit } from '../kits/kit-engine.ts';

/** Ms since 1970 UTC as ISO 8601 in UTC, to the millisecond. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** What is known of a kit beside its life. */
export type FlagsOf = Pick<KitFlags, 'of'>;

/** A kit of the engine as the contract shows it. */
export function viewKit(live: LiveKit, flags: FlagsOf): Kit {
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
    ...flags.of(live),
  };
}

/** The kits that can be shown: one damaged row never takes the list down, it is left out and logged by its id. */
export function viewKits(kits: readonly LiveKit[], flags: FlagsOf, log: Log): Kit[] {
  return kits.flatMap((live) => viewOrNull(live, flags, log) ?? []);
}

/** The kit as the contract shows it; null, and a line in the log, where it can't be shown. */
export function viewOrNull(live: LiveKit, flags: FlagsOf, log: Log): Kit | null {
  try {
    return kitSchema.parse(viewKit(live, flags));
  } catch (error) {
    log.error(`The kit ${live.id} can't be shown.`, error);
    return null;
  }
}
