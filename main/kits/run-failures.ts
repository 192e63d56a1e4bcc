import { TripKitError } from '../common/errors.ts';
import type { Failure } from '../common/failure.ts';
import { CallFailure } from '../service/call-failure.ts';
import { backoffDelay } from './backoff.ts';
import type { KitRunContext, RunState } from './run-context.ts';

/** A failure as it is stored, without the error's inner facts. */
export function toFailure(error: TripKitError): Failure {
  return {
    kind: error.kind,
    message: error.message,
    ...(error.messages?.length ? { messages: error.messages } : {}),
    ...(error.status === undefined ? {} : { status: error.status }),
  };
}

/**
 * Waits after a failed call, or gives up: after too many in a row, or where the wait would pass the deadline.
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
  if (!asksForPatience) run.failures += 1;
  if (run.failures >= patience.max_failures) throw error;
  const wait = error.retry_after_ms ?? backoffDelay(Math.max(run.failures, 1), random, 8_000);
  if (wait >= left_ms) {
    await clock.sleep(Math.max(left_ms, 0), context.signal);
    throw asksForPatience ? deadlineFailure(patience.deadline_ms) : error;
  }
  context.activity(error.message);
  await clock.sleep(wait, context.signal);
}

/** Whether a failure is the server's trouble with everybody rather than with this kit. */
export function isOutage(error: unknown): number | boolean {
  if (!(error instanceof CallFailure) || error.remedy !== 'wait') return false;
  const { status, retry_after_ms } = error;
  if (status === 429) return retry_after_ms ?? true;
  if (status === undefined || status === 502 || status === 503 || status === 504)
    return retry_after_ms ?? true;
  return false;
}

/** The kit was waited for as long as the person wanted. */
export function deadlineFailure(deadline_ms: number): TripKitError {
  const seconds = Math.round(deadline_ms / 1000);
  return new TripKitError(
    'deadline',
    `The kit was not there after ${seconds} s. It may still be generated: fetch it later by its tripkit_id, or try again with more time.`,
  );
}
