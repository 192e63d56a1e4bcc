import { type FailureDetails, TripKitError } from '../common/errors.ts';
import type { ErrorKind } from '../common/failure.ts';
import { type AnswerHead, readRetryAfter } from './answer.ts';

/** What can be done about a failed call: wait and ask again, renew the token and ask again, or nothing. */
export type Remedy = 'wait' | 'renew_token' | 'none';

/** Facts of a failed call that the caller needs to decide what comes next. */
export interface CallFailureDetails extends FailureDetails {
  remedy: Remedy;
  /** What Retry-After asked for, ms; null where nothing was asked. */
  retry_after_ms?: number | null;
  /** Whether a byte of the request may have reached the server. False only where that is certain. */
  maybe_received: boolean;
  of_another_call?: boolean;
}

/** A call to the service that did not give its answer, with what may be done about it. */
export class CallFailure extends TripKitError {
  readonly remedy: Remedy;
  readonly retry_after_ms: number | null;
  readonly maybe_received: boolean;
  /** Whether it is another call's failure, given instead of making this one. */
  readonly of_another_call: boolean;

  constructor(kind: ErrorKind, message: string, details: CallFailureDetails) {
    super(kind, message, details);
    this.remedy = details.remedy;
    this.retry_after_ms = details.retry_after_ms ?? null;
    this.maybe_received = details.maybe_received;
    this.of_another_call = details.of_another_call ?? false;
  }

  /** The same failure for an operation whose own request had not begun: it failed while getting its token. */
  beforeSending(): CallFailure {
    return this.#copy({ of_another_call: false });
  }

  /** The same failure for an operation that was not begun because the failure lasts; waiting helps no more. */
  givenUp(): CallFailure {
    return this.#copy({ of_another_call: true, remedy: 'none' });
  }

  #copy(change: Partial<CallFailureDetails>): CallFailure {
    const { kind, message, cause } = this;
    return new CallFailure(kind, message, { ...this, cause, maybe_received: false, ...change });
  }
}

/**
 * The details of a failure that an answer stands for: the server has received the request.
 *
 * @param now wall clock, ms since 1970 UTC: Retry-After counts from here
 */
export function answered(
  { status, headers }: AnswerHead,
  condition: string,
  now: number,
  remedy: Remedy = 'none',
): CallFailureDetails {
  const retry_after_ms = readRetryAfter(headers['retry-after'], now);
  return { status, condition, remedy, retry_after_ms, maybe_received: true };
}
