/** Authenticate with a certificate of this computer: time limits, trust, and the meaning of its answers. */
import { X509Certificate } from 'node:crypto';
import { TripKitError } from '../common/errors.ts';
import { anySignal, isTimeout } from '../common/wait.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import { readHeaders, readLocation, type TextAnswer } from './answer.ts';
import type {
  CandidateList,
  ChainJudge,
  ComputerCall,
  ComputerClient,
  ComputerOutcome,
  ComputerProgress,
  OpenComputerClient,
} from './computer-client.ts';
import { type ComputerPlace, computerFailure, noneFits, notPresented, silent } from './computer-failure.ts';
import {
  type AuthTransport,
  answerTooLong,
  type CallOptions,
  defaultTimeLimits,
  MAX_TEXT_BYTES,
  type TimeLimits,
} from './connection.ts';
import { captivePortal, nameServer, networkFailure } from './network-failure.ts';
import { bareHost } from './proxy.ts';
import { chainProblem } from './server-chain.ts';

/** Time for a person to find the card and type its PIN, ms. */
const PERSON_MS = 120_000;

/** Time limits of a call with a certificate of this computer, ms. */
export interface ComputerTimeLimits extends Pick<TimeLimits, 'head' | 'silence'> {
  /** From the request for the certificate to the head of the answer. */
  person: number;
}

/** The options of a transport. */
export interface ComputerTransportOptions {
  profile: Pick<ServiceProfile, 'auth_url' | 'trust'>;
  /** SHA-256 of the certificate's DER, hex pairs with colons. */
  sha256: string;
  /** Its name in sentences: the common name. */
  name: string;
  /** The cards whose PIN we may ask for; null: all. */
  cards: readonly string[] | null;
  open: OpenComputerClient;
  limits?: Partial<ComputerTimeLimits>;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Calls the authentication server with one certificate of this computer. */
export class ComputerTransport implements AuthTransport {
  readonly #client: ComputerClient;
  readonly #options: ComputerTransportOptions;
  readonly #place: ComputerPlace;
  readonly #closed = new AbortController();

  constructor(options: ComputerTransportOptions) {
    const { host, origin } = new URL(options.profile.auth_url);
    this.#options = options;
    this.#place = { role: 'auth', host, name: options.name };
    this.#client = options.open({ origin, judge: judgeOf(options.profile, options.now) });
  }

  async call(options: CallOptions): Promise<TextAnswer> {
    const { sha256, cards, limits } = this.#options;
    const signal = anySignal(options.signal, this.#closed.signal);
    const outcome = await timed(signal, this.#place, limits, (watched) =>
      this.#client.call({ ...callOf(options), ...watched, sha256, cards }),
    );
    return answerOf(outcome, options.origin, this.#place);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#client.close();
  }
}

/**
 * The certificates of this computer that the profile's authentication server would accept. Nothing of the profile is sent:
 * the call ends in the handshake, when the server asks for a certificate.
 *
 * @throws CallFailure; TripKitError of kind `identity`, condition `none_fits`; the signal's reason
 */
export async function listCandidates(
  options: Pick<ComputerTransportOptions, 'open' | 'limits' | 'now'> & {
    profile: Pick<ServiceProfile, 'auth_url' | 'trust' | 'user_agent'>;
    signal: AbortSignal;
  },
): Promise<CandidateList> {
  const { profile, open, now, limits, signal } = options;
  const { origin, host, pathname } = new URL(profile.auth_url);
  const place: ComputerPlace = { role: 'auth', host, name: '' };
  const client = open({ origin, judge: judgeOf(profile, now) });
  try {
    const call = {
      origin,
      path: pathname,
      method: 'HEAD',
      headers: { 'user-agent': profile.user_agent, accept: '*/*' },
    };
    const found = await timed(signal, place, limits, (watched) =>
      client.list({ ...callOf(call), ...watched }),
    );
    if ('candidates' in found) return found;
    if ('failure' in found && found.failure.error !== NEEDED) throw computerFailure(found.failure, place);
    if ('failure' in found) throw nothingFits(place);
    const portal = captivePortal({ ...found.answer, ...headersOf(found) }, { role: 'auth', origin });
    throw portal ?? notPresented(found.certificate, place) ?? nothingFits(place);
  } finally {
    await client.close();
  }
}

const NEEDED = 'ERR_SSL_CLIENT_AUTH_CERT_NEEDED';

function nothingFits({ role, host }: ComputerPlace): TripKitError {
  return new TripKitError(
    'identity',
    `This computer has no certificate that the ${nameServer(role, host)} takes. Insert the card that holds yours and try again, or ask your airline’s IT to install it on this computer.`,
    { condition: 'none_fits' },
  );
}

function judgeOf(
  { auth_url, trust }: Pick<ServiceProfile, 'auth_url' | 'trust'>,
  now: () => number,
): 'system' | ChainJudge {
  if (trust.auth === 'system') return 'system';
  const roots = trust.auth.map((pem) => new X509Certificate(pem));
  const host = bareHost(new URL(auth_url));
  return (chain) =>
    chainProblem({ chain: chain.map((der) => new X509Certificate(der)), roots, host, now: now() });
}

function callOf({ origin, path, method, headers, body }: CallOptions) {
  return { url: origin + path, method, headers, body: body ?? null, max_bytes: MAX_TEXT_BYTES };
}

/** Makes a call within its time limits. @throws a failure in words, or the signal's reason */
async function timed<T>(
  signal: AbortSignal,
  place: ComputerPlace,
  given: Partial<ComputerTimeLimits> = {},
  call: (watched: Pick<ComputerCall, 'signal' | 'onProgress'>) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const limits = { ...defaultTimeLimits, person: PERSON_MS, ...given };
  const late = new AbortController();
  const progress: { at: ComputerProgress | 'turn'; timer?: NodeJS.Timeout } = { at: 'turn' };
  const begin = (ms: number) => {
    clearTimeout(progress.timer);
    progress.timer = setTimeout(() => late.abort(new DOMException('too late', 'TimeoutError')), ms);
  };
  // Another call, which may wait for a person, goes first.
  begin(limits.person + limits.head);
  const limitOf: Readonly<Record<ComputerProgress, number>> = {
    // The way may lead through several proxies, each with its own look-up and connection.
    way: limits.head,
    handshake: limits.head,
    certificate: limits.person,
    answer: limits.silence,
  };
  const onProgress = (now: ComputerProgress) => {
    progress.at = now;
    begin(limitOf[now]);
  };
  try {
    return await call({ signal: anySignal(signal, late.signal), onProgress });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!isTimeout(error)) throw error;
    const { at } = progress;
    if (at !== 'way' && at !== 'answer') throw silent(place);
    const code = at === 'way' ? 'UND_ERR_CONNECT_TIMEOUT' : 'UND_ERR_BODY_TIMEOUT';
    const { role, host } = place;
    const connected = at === 'answer';
    throw networkFailure(Object.assign(new Error(code), { code }), {
      role,
      host,
      connected,
      client_certificate: connected,
    });
  } finally {
    clearTimeout(progress.timer);
  }
}

function answerOf(outcome: ComputerOutcome, origin: string, place: ComputerPlace): TextAnswer {
  if ('failure' in outcome) throw computerFailure(outcome.failure, place);
  const { status, text, cut } = outcome.answer;
  if (cut) throw answerTooLong(nameServer(place.role, place.host));
  const answer: TextAnswer = { status, text, ...headersOf(outcome) };
  const portal = captivePortal(answer, { role: 'auth', origin });
  if (portal) throw portal;
  if (outcome.certificate === 'presented' || isAnyway(answer)) return answer;
  throw notPresented(outcome.certificate, place) ?? noneFits(place);
}

function headersOf(outcome: Extract<ComputerOutcome, { answer: unknown }>): Pick<TextAnswer, 'headers'> {
  const lower = Object.entries(outcome.answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { headers: readHeaders(Object.fromEntries(lower)) };
}

/** An answer that does not depend on the certificate: a token without it, too many calls, or a server error. */
function isAnyway({ status, headers: { location } }: TextAnswer): boolean {
  return (
    status === 429 || status >= 500 || (location !== undefined && readLocation(location).has('access_token'))
  );
}
