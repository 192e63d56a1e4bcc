import { randomBytes, timingSafeEqual } from 'node:crypto';
import { redactText } from '../common/redact.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import { answered, CallFailure, isWebPage, type Remedy, readLocation, type TextAnswer } from './answer.ts';
import type { AuthTransport } from './connection.ts';
import { nameServer, SIGN_IN_FIRST } from './network-failure.ts';

/** The options of Authenticate (interface document, 4.1). */
interface AuthenticateOptions {
  /** Presents the client certificate. */
  transport: AuthTransport;
  profile: Pick<ServiceProfile, 'auth_url' | 'client_id' | 'user_agent'>;
  scopes: readonly string[];
  /** Wall clock, ms since 1970 UTC. */
  now: () => number;
  signal?: AbortSignal | undefined;
}

/** A granted bearer token. */
export interface GrantedToken {
  value: string;
  /** Validity from now, s. */
  expires_in: number;
}

/** The only value of expires_in in the interface document, s; used if the answer has none. */
const DOCUMENTED_EXPIRES_IN = 899;
/** Length of the state, bytes: 256 random bits (opaque for the interface, unguessable for RFC 6749 section 10.12). */
const STATE_BYTES = 32;

/**
 * Authenticates with the client certificate that `transport` presents, and reads the token from the redirect's Location.
 * The redirect is never followed: it leads to a browser page that does not exist here.
 *
 * @throws CallFailure: `authentication` if the server refuses us or the answer fails the state check, `service` if the
 * answer is no such redirect or a server error, `network`
 */
export async function authenticate(options: AuthenticateOptions): Promise<GrantedToken> {
  const { transport, profile, scopes, now, signal } = options;
  const { origin, host, pathname, search } = new URL(profile.auth_url);
  const state = randomBytes(STATE_BYTES).toString('base64url');
  const answer = await transport.call({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': profile.user_agent,
      accept: '*/*',
    },
    body: new URLSearchParams({
      client_id: profile.client_id,
      scope: scopes.join(' '),
      response_type: 'token',
      state,
    }).toString(),
    signal,
  });
  return readGrant(answer, { state, host, now: now() });
}

/**
 * Reads the answer of Authenticate.
 *
 * @throws CallFailure as {@link authenticate}
 */
export function readGrant(
  answer: TextAnswer,
  sent: { state: string; host: string; now: number },
): GrantedToken {
  const server = nameServer('auth', sent.host);
  const outside = (condition: string, happened: string, remedy?: Remedy) =>
    new CallFailure('service', `The ${server} ${happened}`, answered(answer, condition, sent.now, remedy));
  if (answer.status === 429) {
    throw outside('too_many_requests', 'asked us to wait (HTTP 429). Try again in a while.', 'wait');
  }
  if (answer.status >= 500) {
    throw outside('server_error', `is not available (HTTP ${answer.status}). Try again later.`, 'wait');
  }
  if (answer.status !== 302) {
    const page = isWebPage(answer);
    throw outside(
      'no_redirect',
      `answered with ${page ? 'a web page' : 'something else'} instead of the redirect that carries the token (HTTP ${answer.status}). ${page ? SIGN_IN_FIRST : 'Ask your airline’s IT to check auth_url in the profile.'}`,
    );
  }
  const location = answer.headers.location;
  if (typeof location !== 'string' || location === '') {
    throw outside('no_location', 'sent a redirect without a Location. Tell the service’s operator.');
  }
  const found = readLocation(location);
  const error = found.get('error');
  if (error !== undefined) {
    const [condition, message] = refusal(error, found.get('error_description') ?? '', server);
    throw new CallFailure('authentication', message, answered(answer, condition, sent.now));
  }
  const token = found.get('access_token');
  if (token === undefined) {
    throw outside(
      'no_token',
      'sent a redirect that carries neither a token nor an error. Ask your airline’s IT to check auth_url in the profile.',
    );
  }
  if (!sameText(found.get('state') ?? '', sent.state)) {
    throw new CallFailure(
      'authentication',
      `The answer of the ${server} does not belong to our request (its state ${found.has('state') ? 'differs' : 'is missing'}), so its token was refused. Try again; if it stays so, tell your airline’s IT.`,
      answered(answer, 'state_mismatch', sent.now),
    );
  }
  if (found.get('token_type')?.toLowerCase() !== 'bearer') {
    throw outside('token_type', 'granted a token that is not of type Bearer. Tell the service’s operator.');
  }
  // RFC 6750 section 2.1 allows even fewer characters; here no character may end the header line.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw outside(
      'unusable_token',
      'granted a token that cannot be sent in a header. Tell the service’s operator.',
    );
  }
  return { value: token, expires_in: readExpiresIn(found.get('expires_in'), outside) };
}

function readExpiresIn(
  text: string | undefined,
  outside: (condition: string, happened: string) => CallFailure,
): number {
  if (text === undefined) return DOCUMENTED_EXPIRES_IN;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) {
    throw outside(
      'expires_in',
      'granted a token whose expires_in is no number of seconds. Tell the service’s operator.',
    );
  }
  return Number(text);
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The four conditions of the interface document ("Authentication errors"), each with its own sentence. */
function refusal(error: string, description: string, server: string): [condition: string, message: string] {
  const quote = description ? ` It says: ${plain(description)}.` : '';
  const sentences: Record<string, string> = {
    access_denied: `The ${server} does not accept this client certificate for the profile's client_id.${quote} Ask your airline's IT to check that the certificate and the client_id belong together.`,
    invalid_scope: `The ${server} does not grant the profile's scopes.${quote} Check "scopes" in the profile against your onboarding papers.`,
    // The service's own texts say response_code, but mean the parameter response_type.
    invalid_request: `The ${server} found the request incomplete (its "response_code" is the parameter response_type).${quote} Ask your airline's IT to check auth_url in the profile.`,
    unsupported_response_type: `The ${server} does not offer tokens in this way (response_type, which it calls response_code).${quote} Ask your airline's IT to check auth_url in the profile.`,
  };
  const sentence = Object.hasOwn(sentences, error) ? sentences[error] : undefined;
  if (sentence !== undefined) return [error, sentence];
  return [
    'other_error',
    `The ${server} refused to authenticate (${plain(error).slice(0, 60)}).${quote} Tell your airline's IT.`,
  ];
}

function plain(text: string): string {
  return (
    redactText(text)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
      // Cut first: finding the end takes quadratic time.
      .slice(0, 300)
      .replace(/[.\s]+$/, '')
  );
}
