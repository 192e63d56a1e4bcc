/**
 * The main process's only error type. Every expected failure is thrown as a TripKitError: it has a kind that scripts
 * rely on and a sentence that a person can act on.
 */
import type { ErrorKind, Failure, ServiceMessage } from './failure.ts';

/** More facts about a failure. All are optional, none is secret. */
export interface FailureDetails {
  /** The service's own messages, unchanged. */
  messages?: ServiceMessage[] | undefined;
  /** HTTP status of the response that caused the failure. */
  status?: number | undefined;
  /** A stable name for the exact condition within the kind, for code and tests, such as `invalid_scope`. */
  condition?: string | undefined;
  /** The underlying error, only for logs; its text is never shown verbatim. */
  cause?: unknown;
}

/** A failure with a kind and a sentence: what happened and what to do next. `message` never holds a secret. */
export class TripKitError extends Error {
  override readonly name = 'TripKitError';
  readonly kind: ErrorKind;
  readonly messages: ServiceMessage[] | undefined;
  readonly status: number | undefined;
  readonly condition: string | undefined;

  constructor(kind: ErrorKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.messages = details.messages;
    this.status = details.status;
    this.condition = details.condition;
  }
}

/** A failure as it is stored, printed and shown, without the error's internal facts. */
export function toFailure({ kind, message, messages, status }: TripKitError): Failure {
  return {
    kind,
    message,
    ...(messages?.length ? { messages } : {}),
    ...(status === undefined ? {} : { status }),
  };
}

/** Whether `error` comes from an abort signal and is not a failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
