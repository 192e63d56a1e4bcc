/** The answers of the three servers, and how they are read everywhere. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type FailureDetails, TripKitError } from '../common/errors.ts';
import type { ErrorKind } from '../common/failure.ts';
import { percentDecode } from '../common/text.ts';
import { readHttpDate } from './http-date.ts';

/** The head of an answer. */
interface AnswerHead {
  status: number;
  headers: IncomingHttpHeaders;
}

/** The whole answer to a call whose body is text. */
export interface TextAnswer extends AnswerHead {
  text: string;
}

/** The head of an answer whose body has not been read yet. */
export interface StreamAnswer extends AnswerHead {
  body: Readable;
}

/** Of the headers read here, those that can have only one value (RFC 9110). */
const SINGLE = new Set([
  ...['age', 'content-length', 'content-range', 'content-type', 'date', 'etag', 'last-modified', 'location'],
  'retry-after',
]);

/** Headers as Node's own client gives them: if a header with only one value comes twice, the first counts. */
export function readHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) && SINGLE.has(name) ? value[0] : value,
  ]);
  return Object.fromEntries(named);
}

/** The longest wait, even if a server asks for more: a typo must not strand a kit, ms. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Reads a Retry-After header: seconds or an HTTP date (RFC 9110 section 10.2.3).
 *
 * @param now wall clock, ms since 1970 UTC; a date counts from here
 * @returns ms to wait, never negative and at most one hour, or null where the header is absent or unreadable
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const value = header?.trim();
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : (readHttpDate(value, now) ?? Number.NaN) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}

/** Whether a body is a web page, by its type or its text. */
export function isWebPage({ headers, text = '' }: Pick<TextAnswer, 'headers'> & { text?: string }): boolean {
  return (
    /^\s*(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
    /<html|<!doctype html/i.test(text.slice(0, 2000))
  );
}

/**
 * The parameters of a Location, from its query and its fragment; the interface's errors come in either. The fragment
 * wins, because tokens come there.
 */
export function readLocation(location: string): Map<string, string> {
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(location) ?? [];
  return new Map([...readPairs(query), ...readPairs(fragment)]);
}

/**
 * name=value pairs joined by &. A plus sign in a token stands for itself: servers send it unescaped, and a token holds
 * no space (RFC 6750 section 2.1); in a description it is a space (RFC 6749 appendix B).
 */
function readPairs(text: string): [name: string, value: string][] {
  return text
    .replace(/^[?/]+/, '')
    .split('&')
    .filter((pair) => pair.includes('='))
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = percentDecode(pair.slice(0, at));
      const value = pair.slice(at + 1);
      return [name, percentDecode(name === 'error_description' ? value.replaceAll('+', ' ') : value)];
    });
}

/** What helps after a failed call: wait and call again, renew the token and call again, or nothing. */
export type Remedy = 'wait' | 'renew_token' | 'none';

/** The server of a call: one of the service's three, the receiver of events, or a shelf. */
export type ServerRole = 'auth' | 'api' | 'storage' | 'webhook' | 'shelf';

/** Facts of a failed call that decide what the caller does next. */
interface CallFailureDetails extends FailureDetails {
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
