import { type Kit, kit as kitSchema } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import { utc } from '../common/utc.ts';
import type { LiveKit } from './kit-engine.ts';
import type { KitFlags } from './kit-flags.ts';

/** Facts about a kit besides its life. */
export type FlagsOf = Pick<KitFlags, 'of'>;

/** A kit of the engine in the contract's form. */
export function viewKit(live: LiveKit, flags: FlagsOf): Kit {
  const { requested_at: _, ...kit } = live;
  return {
    ...kit,
    created_at: utc(kit.created_at),
    state_since: utc(kit.state_since),
    due_at: kit.due_at === null ? null : utc(kit.due_at),
    wait: kit.wait && {
      ...kit.wait,
      since: utc(kit.wait.since),
      until: kit.wait.until === null ? null : utc(kit.wait.until),
    },
    ...flags.of(live),
  };
}

/** The kits that can be shown. A damaged row is left out and logged by its id, so the list still opens. */
export function viewKits(kits: readonly LiveKit[], flags: FlagsOf, log: Log): Kit[] {
  return kits.flatMap((live) => viewOrNull(live, flags, log) ?? []);
}

/** The kit in the contract's form; null, and a line in the log, if it can't be shown. */
export function viewOrNull(live: LiveKit, flags: FlagsOf, log: Log): Kit | null {
  try {
    return kitSchema.parse(viewKit(live, flags));
  } catch (error) {
    log.error(`The kit ${live.id} can't be shown.`, error);
    return null;
  }
}
