/** What Request trip kit (4.2) and Get trip kit PDF (4.3) have in common: their headers and their refusals. */
import { CallFailure, type Remedy } from './call-failure.ts';
import { isWebPage, SIGN_IN_FIRST } from './captive-portal.ts';
import type { TextAnswer } from './connection.ts';
import { isRecord, messageCode, quoteMessages, readJson, readMessages } from './messages.ts';
import { nameServer } from './network-failure.ts';
import { readRetryAfter } from './retry-after.ts';

/** The two required headers of every call (interface document, 4.3). */
export function bearerHeaders(user_agent: string, token: string): Record<string, string> {
  return { 'user-agent': user_agent, authorization: `Bearer ${token}`, accept: 'application/json' };
}

/** Where the answer came from and when. */
export interface AnswerPlace {
  /** Host and port. */
  host: string;
  /** Wall clock, ms since 1970 UTC. */
  now: number;
}

/**
 * The failure that an answer without success stands for. Every status is decided; those the interface does not know
 * are failures of kind `service` that say which status it was.
 */
export function answerFailure(answer: TextAnswer, place: AnswerPlace): CallFailure {
  const server = nameServer('api', place.host);
  const messages = readMessages(readJson(answer.text));
  const said = quoteMessages(messages);
  const fail = (
    kind: 'authentication' | 'rejected' | 'not_found' | 'service',
    condition: string,
    remedy: Remedy,
    message: string,
  ) =>
    new CallFailure(kind, message, {
      condition,
      messages,
      status: answer.status,
      remedy,
      retry_after_ms: readRetryAfter(answer.headers['retry-after'], place.now),
      maybe_received: true,
    });
  const { status } = answer;
  if (
    status === 401 ||
    (isRefusal(status) && messages.some(({ code }) => code === messageCode.authenticationFailure))
  ) {
    return fail(
      'authentication',
      'token_refused',
      'renew_token',
      `The ${server} does not accept our token (HTTP ${status}).${said} Check "scopes" and the company code in the profile, or ask your airline's IT.`,
    );
  }
  if (status === 400) {
    return fail(
      'rejected',
      'rejected',
      'none',
      rejection(
        messages.map(({ code }) => code),
        said,
      ),
    );
  }
  if (status === 404) {
    return fail(
      'not_found',
      'not_found',
      'none',
      `The ${server} does not know this trip kit.${said} Check the tripkit_id, and whether the profile is the one that it was requested with.`,
    );
  }
  if (status === 429) {
    return fail(
      'service',
      'too_many_requests',
      'wait',
      `The ${server} asks for fewer calls (HTTP 429).${said} Try again in a while.`,
    );
  }
  if (status >= 500) {
    return fail(
      'service',
      'server_error',
      'wait',
      `The ${server} has an error of its own (HTTP ${status}).${said} Try again later; if it stays so, tell the service's operator.`,
    );
  }
  return fail(
    'service',
    'unexpected_status',
    'none',
    isWebPage(answer)
      ? `A web page came instead of an answer of the ${server} (HTTP ${status}). ${SIGN_IN_FIRST} If it stays so, check base_url in the profile, or ask your airline's IT whether a proxy or firewall is in between.`
      : `The ${server} gave an answer that its interface does not know (HTTP ${status}).${said} Check base_url in the profile, and tell the service's operator.`,
  );
}

/** A failure for an answer that should have been a success but can't be read as one. */
export function unreadableAnswer(
  answer: TextAnswer,
  place: AnswerPlace,
  condition: string,
  happened: string,
): CallFailure {
  const server = nameServer('api', place.host);
  // A page that a gateway put in the service's place; what the service itself did is not known then.
  const page = isWebPage(answer) ? ` What came is a web page: ${lowerFirst(SIGN_IN_FIRST)}` : '';
  return new CallFailure('service', `The ${server} ${happened}${page}`, {
    condition,
    messages: readMessages(readJson(answer.text)),
    status: answer.status,
    remedy: 'none',
    maybe_received: true,
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The JSON object of an answer, or undefined where its body is none. */
export function jsonObject(answer: TextAnswer): Record<string, unknown> | undefined {
  const json = readJson(answer.text);
  return isRecord(json) ? json : undefined;
}

function isRefusal(status: number): boolean {
  return status === 400 || status === 403 || status === 404;
}

/** What a 400 means for the person who asked, by the known codes. */
function rejection(codes: readonly string[], said: string): string {
  if (codes.includes(messageCode.originNotCovered)) {
    return `The origin is not in your airline's coverage, so the kit can't be generated.${said} Check the origin, or ask your airline about its coverage.`;
  }
  if (codes.includes(messageCode.alternateNotCovered)) {
    return `An alternate is not in your airline's coverage, so the kit can't be generated.${said} Request it again without that alternate.`;
  }
  return `The service rejected the input of this trip kit.${said} Correct the request and send it again.`;
}
