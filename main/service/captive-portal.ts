/**
 * Recognises the sign-in page of a network (hotel, airport, cabin Wi-Fi) in place of the service's answer. Over https it
 * comes from a gateway whose certificate is trusted, or as HTTP 511; most often such a network shows a certificate that is
 * not the server's (network-failure.ts).
 */
import { readLocation, type TextAnswer } from './answer.ts';
import { CallFailure, type ServerRole } from './call-failure.ts';
import { nameServer } from './network-failure.ts';

/** Network Authentication Required (RFC 6585 section 6). */
const SIGN_IN_REQUIRED = 511;
/** A redirect of Authenticate has at least one of these (interface document, 4.1 and "Authentication errors"). */
const ownParameters = ['access_token', 'error', 'state', 'token_type'];

/** What to do about it; added after another sentence. */
export const SIGN_IN_FIRST = 'Sign in to the network first: open a web page in your browser, then try again.';

/** The failure if a network's sign-in page gave this answer; null if it did not. */
export function captivePortal(
  { status, headers: { location } }: TextAnswer,
  { role, origin }: { role: ServerRole; origin: string },
): CallFailure | null {
  const { host } = new URL(origin);
  const server = nameServer(role, host);
  const portal = (happened: string) =>
    new CallFailure('service', `${happened} ${SIGN_IN_FIRST}`, {
      condition: 'captive_portal',
      status,
      remedy: 'wait',
      maybe_received: true,
    });
  if (status === SIGN_IN_REQUIRED) {
    return portal(`The network asks for a sign-in before the ${server} can be reached (HTTP 511).`);
  }
  if (status < 300 || status > 399 || typeof location !== 'string') return null;
  if (role === 'auth' && ownParameters.some((name) => readLocation(location).has(name))) return null;
  const url = URL.parse(location, origin);
  if (!url || !/^https?:$/.test(url.protocol) || url.host === host) return null;
  return portal(`Instead of the ${server} something answered that sends to ${url.host} (HTTP ${status}).`);
}
