import { isAbort } from '../common/errors.ts';
import type { KitRunContext, RunState } from './run-context.ts';
import { outOfTime } from './run-failures.ts';

/** Between two looks at the deadline lies a poll's wait at most; a longer gap was no waiting of ours, ms. */
const LONGEST_GAP_MS = 60_000;

/** How much is left of one kit's wait. */
export interface Deadline {
  /** ms; zero or less when the time is up. */
  left(): number;
}

/**
 * The deadline of a wait that began `since`.
 *
 * Where outages stop the clock, only time counts in which the service could be asked: not an outage, and not the hours
 * of a laptop that was asleep, which some systems' monotonic clocks count (Windows does, Linux does not).
 *
 * @param since monotonic ms
 */
export function deadlineSince(since: number, { clock, lane, patience }: KitRunContext): Deadline {
  const { deadline_ms, outages_stop_the_clock } = patience;
  if (!outages_stop_the_clock) return { left: () => deadline_ms - (clock.monotonic() - since) };
  let counted = 0;
  let last = since;
  let downBefore = lane.outage.down_ms;
  return {
    left: () => {
      const now = clock.monotonic();
      const down = lane.outage.down_ms;
      counted += Math.min(Math.max(now - last - (down - downBefore), 0), LONGEST_GAP_MS);
      last = now;
      downBefore = down;
      return deadline_ms - counted;
    },
  };
}

/**
 * Does work that ends when the time is up, also where it hangs or waits for its turn. Where an outage stops the clock,
 * only the work's own limits end it.
 *
 * @throws what the work throws; the reason that {@link outOfTime} gives
 */
export async function withinDeadline<T>(
  deadline: Deadline,
  context: KitRunContext,
  run: RunState,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (context.patience.outages_stop_the_clock) return work(context.signal);
  const limit = new AbortController();
  const signal = AbortSignal.any([context.signal, limit.signal]);
  const timer = context.clock.sleep(Math.max(deadline.left(), 0), signal).then(
    () => limit.abort(outOfTime(context, run)),
    () => {},
  );
  try {
    return await work(signal);
  } catch (error) {
    // Only a wait that the limit ended is its own; a call's failure may say more, and is never hidden.
    throw isAbort(error) && limit.signal.aborted && !context.signal.aborted ? limit.signal.reason : error;
  } finally {
    limit.abort();
    await timer;
  }
}
