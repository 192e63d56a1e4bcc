import { type FailureDetails, TripKitError } from '../common/errors.ts';
import type { ErrorKind } from '../common/failure.ts';
import { type AnswerHead, readRetryAfter } from './answer.ts';

/** What helps after a failed call: wait and call again, renew the token and call again, or nothing. */
export type Remedy = 'wait' | 'renew_token' | 'none';

/** The server of a call: one of the service's three, or the receiver of events. */
export type ServerRole = 'auth' | 'api' | 'storage' | 'webhook';

/** Facts of a failed call that decide what the caller does next. */
export interface CallFailureDetails extends FailureDetails {
  remedy: Remedy;
  /** Absent if the failure itself says which server it was. */
  role?: ServerRole | undefined;
  /** The wait from Retry-After, ms; null if there was none. */
  retry_after_ms?: number | null;
  /** Whether a byte of the request may have reached the server. False only if that is certain. */
  maybe_received: boolean;
  of_another_call?: boolean;
}

/** A call to the service that failed, with what may help. */
export class CallFailure extends TripKitError {
  readonly remedy: Remedy;
  readonly role: ServerRole | undefined;
  readonly retry_after_ms: number | null;
  readonly maybe_received: boolean;
  /** Whether this is the failure of another call, thrown instead of making this one. */
  readonly of_another_call: boolean;

  constructor(kind: ErrorKind, message: string, details: CallFailureDetails) {
    super(kind, message, details);
    this.remedy = details.remedy;
    this.role = details.role;
    this.retry_after_ms = details.retry_after_ms ?? null;
    this.maybe_received = details.maybe_received;
    this.of_another_call = details.of_another_call ?? false;
  }

  /** The same failure for an operation whose own request was not sent: getting its token failed. */
  beforeSending(): CallFailure {
    return this.#copy({ of_another_call: false });
  }

  /** The same failure for an operation that was not begun because the outage lasts; waiting no longer helps. */
  givenUp(): CallFailure {
    return this.#copy({ of_another_call: true, remedy: 'none' });
  }

  #copy(change: Partial<CallFailureDetails>): CallFailure {
    const { kind, message, cause } = this;
    return new CallFailure(kind, message, { ...this, cause, maybe_received: false, ...change });
  }
}

/**
 * The details of a failure that came as an answer: the server has received the request.
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
