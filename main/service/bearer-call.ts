/** How Request trip kit (4.2) and Get trip kit PDF (4.3) are called, and how their refusals are read. */

import type { ErrorKind } from '../common/failure.ts';
import { parsedJson } from '../common/json-text.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import { answered, CallFailure, isWebPage, type Remedy, type TextAnswer } from './answer.ts';
import type { CallOptions, Connection } from './connection.ts';
import { servedAt } from './http-date.ts';
import { messageCode, quoteMessages, readMessages } from './messages.ts';
import { nameServer, SIGN_IN_FIRST } from './network-failure.ts';

/** The options of every call with a token. */
export interface BearerCallOptions {
  connection: Connection;
  profile: ServiceProfile;
  token: string;
  /** Wall clock, ms since 1970 UTC. */
  now: () => number;
  /** Called with how far the server's clock is ahead of ours, ms, if its answer says so. */
  onServed?: (off_ms: number) => void;
  signal?: AbortSignal | undefined;
}

/** Where the answer came from and when. */
interface AnswerPlace {
  /** Host and port. */
  host: string;
  /** Wall clock, ms since 1970 UTC. */
  now: number;
}

/**
 * Makes a call with the required headers (interface document, 4.3).
 *
 * @param request.path below the profile's base_url
 * @returns the answer, its body as JSON if it is any, and its place
 */
export async function bearerCall(
  { connection, profile, token, now, onServed, signal }: BearerCallOptions,
  { path, ...request }: Pick<CallOptions, 'method' | 'path' | 'body' | 'fresh'>,
): Promise<{ answer: TextAnswer; json: unknown; place: AnswerPlace }> {
  const { origin, host, pathname } = new URL(profile.base_url);
  const answer = await connection.call({
    ...request,
    origin,
    path: pathname.replace(/\/$/, '') + path,
    headers: {
      'user-agent': profile.user_agent,
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(typeof request.body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    signal,
  });
  const at = now();
  const served = servedAt(answer.headers, at);
  if (served !== null) onServed?.(served - at);
  return { answer, json: parsedJson(answer.text), place: { host, now: at } };
}

/**
 * The failure for an answer without success. Every status is handled; one that the interface does not define is a failure
 * of kind `service` that names the status.
 */
export function answerFailure(answer: TextAnswer, place: AnswerPlace): CallFailure {
  const { status } = answer;
  const server = nameServer('api', place.host);
  const messages = readMessages(parsedJson(answer.text));
  const codes = messages.map(({ code }) => code);
  const quote = quoteMessages(messages);
  const fail = (kind: ErrorKind, condition: string, message: string, remedy?: Remedy) =>
    new CallFailure(kind, message, { ...answered(answer, condition, place.now, remedy), messages });

  const refused = [400, 403, 404].includes(status) && codes.includes(messageCode.authenticationFailure);
  if (status === 401 || refused) {
    const message = `The ${server} does not accept our token (HTTP ${status}).${quote} Check "scopes" and the company code in the profile, or ask your airline's IT.`;
    return fail('authentication', 'token_refused', message, 'renew_token');
  }
  if (status === 400) return fail('rejected', 'rejected', rejection(codes, quote));
  if (status === 404) {
    const message = `The ${server} does not know this trip kit.${quote} Check the kit ID, and whether the profile is the one that it was requested with.`;
    return fail('not_found', 'not_found', message);
  }
  if (status === 429) {
    const message = `The ${server} asked us to wait (HTTP 429).${quote} Try again in a while.`;
    return fail('service', 'too_many_requests', message, 'wait');
  }
  if (status >= 500) {
    const message = `The ${server} is not available (HTTP ${status}).${quote} Try again later; if it stays so, tell the service's operator.`;
    return fail('service', 'server_error', message, 'wait');
  }
  const message = isWebPage(answer)
    ? `A web page came instead of an answer of the ${server} (HTTP ${status}). ${SIGN_IN_FIRST}`
    : `The ${server} gave an answer that its interface does not know (HTTP ${status}).${quote} Ask your airline's IT to check base_url in the profile.`;
  return fail('service', 'unexpected_status', message);
}

/**
 * A failure for an answer that reports success but can't be read.
 *
 * @param happened what the server did, without a full stop
 * @param advice what to do; `page`: for a web page, which a gateway put in the service's place
 */
export function unreadableAnswer(
  answer: TextAnswer,
  place: AnswerPlace,
  condition: string,
  happened: string,
  { advice, page = SIGN_IN_FIRST }: { advice: string; page?: string },
): CallFailure {
  const server = nameServer('api', place.host);
  const next = isWebPage(answer) ? `What came is a web page. ${page}` : advice;
  return new CallFailure('service', `The ${server} ${happened}. ${next}`, {
    ...answered(answer, condition, place.now),
    messages: readMessages(parsedJson(answer.text)),
  });
}

/** The meaning of a 400 for the person who asked, from the known codes. */
function rejection(codes: readonly string[], quote: string): string {
  if (codes.includes(messageCode.originNotCovered)) {
    return `The origin is not in your airline's coverage, so the kit can't be generated.${quote} Check the origin, or ask your airline about its coverage.`;
  }
  if (codes.includes(messageCode.alternateNotCovered)) {
    return `An alternate is not in your airline's coverage, so the kit can't be generated.${quote} Request it again without that alternate.`;
  }
  return `The service rejected the input of this trip kit.${quote} Correct the request and send it again.`;
}
