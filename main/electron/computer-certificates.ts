/**
 * Calls with certificates of this computer through Chromium's network stack: it finds them (Windows' CurrentUser\My, macOS'
 * keychain, NSS on Linux, and the cards in these) and lets their keys sign, which never leave their store.
 * main/service/computer-transport.ts decides what the calls mean and whom to trust.
 */
import { randomUUID, X509Certificate } from 'node:crypto';
import type { App, Certificate, ClientRequestConstructorOptions, Net, Session } from 'electron';
import { isAbort } from '../common/errors.ts';
import { abortable, anySignal } from '../common/wait.ts';
import type {
  CandidateList,
  ComputerCall,
  ComputerClientOptions,
  ComputerFailure,
  ComputerOutcome,
  OpenComputerClient,
} from '../service/computer-client.ts';
import type { ChainProblem } from '../service/server-chain.ts';
import { type askPin, CallPins } from './pin-prompt.ts';

type Request = ReturnType<Net['request']>;

type Answer = Extract<ComputerOutcome, { answer: unknown }>['answer'];
/** What was seen of a call's certificates: the problem of the server's, and the use of one of this computer. */
type Seen = Pick<ComputerFailure, 'chain' | 'certificate'>;
/** The one of those that fit which is presented; null if the call ends there. */
type Choice = (candidates: readonly Certificate[]) => Certificate | null;

/** The parts of Electron that are needed. */
export interface ElectronParts {
  app: Pick<App, 'on'>;
  net: { request(options: ClientRequestConstructorOptions): Request };
  /** An in-memory session for this partition. */
  session(partition: string): Session;
  /** Asks for a PIN; by default the system's pinentry. */
  ask?: typeof askPin;
}

/** The current call. */
interface Current {
  /** host:port */
  place: string;
  /** The server asks for a certificate: these fit. `pending`: the call is over, so nothing is answered. */
  choose(candidates: readonly Certificate[]): Certificate | 'pending';
  pins: CallPins;
}

/**
 * Presents certificates of this computer for the whole process. Create one before the first session with a network: from
 * then on other requests for a client certificate get none, where Electron would present the first it finds (Electron docs,
 * app, `select-client-certificate`).
 *
 * One call at a time: neither the event nor a question for a PIN names its call, and no card is asked twice at once.
 */
export class ComputerCertificates {
  readonly #parts: ElectronParts;
  #current: Current | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Cards that accepted their PIN in this process: the store asks once, until the card is removed. */
  readonly #opened = new Set<string>();

  constructor(parts: ElectronParts) {
    this.#parts = parts;
    parts.app.on('select-client-certificate', (event, contents, url, list, answer) => {
      event.preventDefault();
      // Pages have no certificate: only calls of the main process itself come without a page.
      const current = contents === null && this.#current?.place === placeOf(url) ? this.#current : null;
      const chosen = current ? current.choose(list) : null;
      // Null means "none" (an absent argument does not, in all versions); Electron's type allows only the absent one.
      if (chosen !== 'pending') answer(chosen as Certificate);
    });
  }

  /** The PIN of a card for the current call; empty if the call must do without. Never rejects. */
  async pinOf(hostname: string, card: string, wrong: boolean): Promise<string> {
    const current = this.#current;
    const fits = current && (current.place === placeOf(hostname) || hostOf(current.place) === bare(hostname));
    return fits ? current.pins.pinOf(card, wrong) : '';
  }

  /** Creates a client of one server. */
  readonly open: OpenComputerClient = (server) => {
    const closed = new AbortController();
    const send = (given: ComputerCall, cards: readonly string[] | null, pick: Choice) => {
      const call = { ...given, signal: anySignal(given.signal, closed.signal) };
      return this.#inTurn(call.signal, () => this.#send(server, call, cards, pick));
    };
    return {
      /** Presents the certificate with this fingerprint. */
      call: ({ sha256, cards, ...call }) =>
        send(call, cards, (candidates) => candidates.find((one) => fingerprintOf(one) === sha256) ?? null),
      /** The certificates that fit, each with its issuers, and the cards that accepted their PIN. */
      list: async (call) => {
        let found: CandidateList['candidates'] | null = null;
        const outcome = await send(call, null, (candidates) => {
          found = candidates.map(chainOf);
          return null;
        });
        return found === null ? outcome : { candidates: found, cards: [...this.#opened] };
      },
      close: async () => closed.abort(),
    };
  };

  async #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const mine = Promise.withResolvers<void>();
    this.#last = before.then(() => mine.promise);
    try {
      await abortable(before, signal);
      return await work();
    } finally {
      mine.resolve();
    }
  }

  /**
   * Makes a call in a new session. Chromium remembers in a session which certificate was chosen, or that none was, and how
   * to resume a TLS session without the card: the next call must not start with any of that. Electron can clear neither
   * (its issue 21172), and releases no session before its end (25631): each costs some hundred kB until the app ends.
   */
  async #send(
    server: ComputerClientOptions,
    call: ComputerCall,
    cards: readonly string[] | null,
    pick: Choice,
  ): Promise<ComputerOutcome> {
    const seen: Seen = { chain: null, certificate: 'not_asked' };
    const over = new AbortController();
    const { ask } = this.#parts;
    const pins = new CallPins({
      host: new URL(server.origin).hostname,
      cards,
      signal: call.signal,
      onState: (state) => {
        if (state !== 'asked') seen.certificate = state === 'refused' ? 'no_pin' : 'no_prompt';
        call.onProgress('certificate');
      },
      ...(ask ? { ask } : {}),
    });
    const choose = (candidates: readonly Certificate[]) => {
      const found = pick(candidates);
      if (found === null) {
        if (seen.certificate === 'not_asked') seen.certificate = 'missing';
        over.abort();
        return 'pending';
      }
      seen.certificate = 'presented';
      call.onProgress('certificate');
      return found;
    };
    call.onProgress('way');
    const session = await abortable(
      this.#session(server, (problem) => {
        seen.chain = problem;
        if (problem === null) call.onProgress('handshake');
      }),
      call.signal,
    );
    this.#current = { place: placeOf(server.origin), choose, pins };
    try {
      return await exchange(this.#parts.net, session, call, over.signal, seen);
    } finally {
      this.#current = null;
      for (const card of pins.opened) this.#opened.add(card);
      await session.closeAllConnections().catch(() => {});
    }
  }

  async #session(server: ComputerClientOptions, judged: (problem: Seen['chain']) => void): Promise<Session> {
    // In memory, because its name does not begin with "persist:".
    const session = this.#parts.session(`computer-certificate:${randomUUID()}`);
    // Only one listener per kind is possible: this one replaces that of session-guards.ts.
    session.webRequest.onBeforeRequest(({ url }, answer) => {
      answer({ cancel: URL.parse(url)?.origin !== server.origin });
    });
    session.setCertificateVerifyProc((request, answer) => answer(verify(server, request, judged)));
    await session.setProxy({ mode: 'system' });
    return session;
  }
}

/**
 * Judges the server's certificate; the system judges a proxy's, as everywhere.
 * @returns 0: trusted, -2: refused, -3: Chromium's own verdict (Electron docs, session.setCertificateVerifyProc)
 */
function verify(
  { origin, judge }: ComputerClientOptions,
  { hostname, certificate, verificationResult }: Electron.Request,
  judged: (problem: Seen['chain']) => void,
): 0 | -2 | -3 {
  if (bare(hostname) !== bare(new URL(origin).hostname)) return -3;
  if (judge === 'system') {
    judged(systemProblem(verificationResult, certificate));
    return -3;
  }
  let problem: ChainProblem | null;
  try {
    problem = judge(chainOf(certificate), bare(hostname));
  } catch {
    problem = 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
  }
  judged(problem);
  return problem === null ? 0 : -2;
}

/** Sends one request and reads its answer; a redirect is an answer. @throws the signal's reason */
function exchange(
  net: ElectronParts['net'],
  session: Session,
  call: ComputerCall,
  over: AbortSignal,
  seen: Readonly<Seen>,
): Promise<ComputerOutcome> {
  call.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<ComputerOutcome>();
  let proxy: ComputerFailure['proxy'] = null;
  const fail = (error: string) => resolve({ failure: { error, proxy, ...seen } });
  const answered = (answer: Answer) => {
    // This answer is the proxy's, not the server's.
    if (answer.status === 407) fail('ERR_PROXY_AUTH_REQUESTED');
    else resolve({ answer, certificate: seen.certificate });
  };
  const request = net.request({
    method: call.method,
    url: call.url,
    session,
    redirect: 'manual',
    cache: 'no-store',
    // Sends and keeps no cookies; the computer's own sign-in to proxies still works.
    useSessionCookies: false,
  });
  const onAbort = () => reject(call.signal.reason);
  const onOver = () => fail('ERR_ABORTED');
  call.signal.addEventListener('abort', onAbort, { once: true });
  over.addEventListener('abort', onOver, { once: true });
  request.on('redirect', (status, _method, url, headers) => {
    const named = Object.keys(headers).some((name) => name.toLowerCase() === 'location');
    answered({ status, headers: named ? headers : { ...headers, location: url }, text: '', cut: false });
  });
  request.on('login', (info, answer) => {
    if (info.isProxy) proxy = { host: info.host, port: info.port, scheme: info.scheme };
    // This app has no credentials; the system's own were tried before.
    answer();
  });
  request.on('error', (error) => fail(nameOf(error)));
  request.on('close', () => fail('ERR_CONNECTION_CLOSED'));
  request.on('response', (response) => {
    call.onProgress('answer');
    const pieces: Buffer[] = [];
    let bytes = 0;
    const done = (cut: boolean) => {
      const text = Buffer.concat(pieces).toString('utf8');
      answered({ status: response.statusCode, headers: response.headers, text, cut });
    };
    response.on('data', (piece: Buffer) => {
      call.onProgress('answer');
      bytes += piece.length;
      if (bytes > call.max_bytes) done(true);
      else pieces.push(piece);
    });
    response.on('end', () => done(false));
    response.on('error', (error: Error) => fail(nameOf(error)));
    response.on('aborted', () => fail('ERR_CONNECTION_ABORTED'));
  });
  for (const [name, value] of Object.entries(call.headers)) request.setHeader(name, value);
  request.end(call.body ?? undefined);
  return promise.finally(() => {
    call.signal.removeEventListener('abort', onAbort);
    over.removeEventListener('abort', onOver);
    // The rest is not needed; after the end this does nothing.
    request.abort();
  });
}

/** The name `net::ERR_CONNECTION_REFUSED` from Electron's error, without the text around it. */
function nameOf(error: Error): string {
  if (isAbort(error)) return 'ERR_ABORTED';
  return /\bERR_[A-Z0-9_]+/.exec(error.message)?.[0] ?? 'ERR_FAILED';
}

/** What Chromium found wrong with a server's certificate, by its node:tls name. */
function systemProblem(result: string, certificate: Certificate): Seen['chain'] {
  const name = /CERT_[A-Z_]+/.exec(result)?.[0];
  if (name === undefined) return null;
  if (name === 'CERT_COMMON_NAME_INVALID') return 'ERR_TLS_CERT_ALTNAME_INVALID';
  if (name === 'CERT_REVOKED') return 'CERT_REVOKED';
  if (name !== 'CERT_DATE_INVALID') return 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
  return certificate.validStart * 1000 > Date.now() ? 'CERT_NOT_YET_VALID' : 'CERT_HAS_EXPIRED';
}

/** A certificate and its issuers from Electron, DER. */
function chainOf(certificate: Certificate): Uint8Array[] {
  const chain: Uint8Array[] = [];
  const seen = new Set<string>();
  // Electron's type gives every certificate an issuer; the last one has none.
  for (let at: Certificate | undefined = certificate; at; at = at.issuerCert as Certificate | undefined) {
    if (seen.has(at.data) || chain.length === MAX_CHAIN) break;
    seen.add(at.data);
    chain.push(new X509Certificate(at.data).raw);
  }
  return chain;
}

/** One more than the longest accepted chain (main/service/server-chain.ts), so a longer one is noticed. */
const MAX_CHAIN = 11;

function fingerprintOf({ data }: Certificate): string {
  try {
    return new X509Certificate(data).fingerprint256;
  } catch {
    return '';
  }
}

/** host:port of what Electron calls a URL: an address, or only host and port. */
function placeOf(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  return url ? `${bare(url.hostname)}:${url.port || '443'}` : text;
}

function hostOf(place: string): string {
  return place.slice(0, place.lastIndexOf(':'));
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}
