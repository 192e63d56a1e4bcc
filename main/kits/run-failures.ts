import { TripKitError } from '../common/errors.ts';
import { CallFailure } from '../service/call-failure.ts';
import { backoffDelay, type ServerState, sleepUntil } from './backoff.ts';
import type { KitRunContext, RunState } from './run-context.ts';

/**
 * Waits after a failed call, until it is woken at most, or gives up: after too many in a row, or where the wait would pass the deadline.
 *
 * @param left_ms what is left of the deadline
 * @throws the failure itself
 */
export async function waitAfter(
  error: CallFailure,
  context: KitRunContext,
  run: RunState,
  left_ms = Infinity,
): Promise<void> {
  const { clock, patience, random } = context;
  // A 429 is a service that is well and asks for patience; only the deadline ends that.
  const asksForPatience = error.status === 429;
  run.trouble = asksForPatience ? null : error;
  if (!asksForPatience) run.failures += 1;
  if (run.failures >= patience.max_failures) throw error;
  const wait = error.retry_after_ms ?? backoffDelay(Math.max(run.failures, 1), random);
  if (wait >= left_ms) {
    await clock.sleep(Math.max(left_ms, 0), context.signal);
    throw outOfTime(context, run);
  }
  context.activity(error.message);
  if (asksForPatience) await clock.sleep(wait, context.signal);
  else await sleepUntil(context.woken, wait, clock, context.signal);
}

/** What a failure says of the server: its trouble with everybody, or only with this kit. */
export function serverState(error: unknown): ServerState {
  if (!(error instanceof CallFailure)) return 'unknown';
  const { status, retry_after_ms, remedy } = error;
  if (status === 429) return { pause_ms: retry_after_ms, asks_for_patience: true };
  const away = status === undefined || status === 502 || status === 503 || status === 504;
  if (remedy === 'wait' && away) return { pause_ms: retry_after_ms, asks_for_patience: false };
  return status === undefined ? 'unknown' : 'well';
}

/** A try went well: the row of failures is over. */
export function wentWell(run: RunState): void {
  run.failures = 0;
  run.trouble = null;
}

/** What ends a wait at its deadline: what has stood in the way, or else that the kit takes too long. */
export function outOfTime({ patience }: KitRunContext, { trouble }: RunState): TripKitError {
  const seconds = Math.round(patience.deadline_ms / 1000);
  return (
    trouble ??
    new TripKitError(
      'deadline',
      `The kit was not there after ${seconds} s. It may still be generated: fetch it later by its tripkit_id, or try again with more time.`,
    )
  );
}
