/**
 * Calls with certificates of this computer through Chromium's network stack: it finds them (Windows' CurrentUser\My, macOS' keychain,
 * NSS on Linux, and the cards that these know) and has their keys sign, which never leave their place. What the calls mean, and whom to
 * trust, is main/service/computer-transport.ts's business.
 */
import { randomUUID, X509Certificate } from 'node:crypto';
import type { App, Certificate, ClientRequestConstructorOptions, Net, Session } from 'electron';
import { isAbort } from '../common/errors.ts';
import { abortable } from '../common/wait.ts';
import { CallPins } from './pin-prompt.ts';
import type { askPin } from './pinentry.ts';

/** Problems of a server's chain as node:tls names them. */
type Problem = string;
type CertificateUse = 'presented' | 'not_asked' | 'missing' | 'no_pin' | 'no_prompt';
type Request = ReturnType<Net['request']>;

/** One call (main/service/computer-client.ts says what each part means). */
export interface Call {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  max_bytes: number;
  onProgress(at: 'way' | 'handshake' | 'certificate' | 'answer'): void;
  signal: AbortSignal;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  text: string;
  cut: boolean;
}

interface Failure<P> {
  error: string;
  chain: P | 'CERT_REVOKED' | null;
  proxy: { host: string; port: number; scheme: string } | null;
  certificate: CertificateUse;
}

type Outcome<P> = { answer: Answer; certificate: CertificateUse } | { failure: Failure<P> };

/** Whom a client speaks to, and how that server is judged. */
interface Server<P> {
  origin: string;
  judge: 'system' | ((chain: readonly Uint8Array[], host: string) => P | null);
}

/** As much of Electron as is needed. */
export interface ElectronParts {
  app: Pick<App, 'on'>;
  net: { request(options: ClientRequestConstructorOptions): Request };
  /** A session in memory, made for this partition. */
  session(partition: string): Session;
  /** Asks for a PIN; the system's pinentry where it is not given. */
  ask?: typeof askPin;
}

/** The call that is under way. */
interface Current {
  /** host:port */
  place: string;
  /** The server asks for a certificate: these fit. `pending`: the call is over, and nothing is answered. */
  choose(candidates: readonly Certificate[]): Certificate | 'pending';
  pins: CallPins;
}

/**
 * Everything of this process that presents certificates of this computer. Make one, before the first session that has a network: every
 * other request for a client certificate gets none from then on, where Electron would present the first it finds (Electron docs, app,
 * `select-client-certificate`).
 *
 * One call at a time: neither the event nor a question for a PIN says which call it is of, and no card is asked for its PIN twice at once.
 */
export class ComputerCertificates {
  readonly #parts: ElectronParts;
  #current: Current | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Cards that took their PIN in this process: the store asks for it once, until they are pulled. */
  readonly #opened = new Set<string>();

  constructor(parts: ElectronParts) {
    this.#parts = parts;
    parts.app.on('select-client-certificate', (event, contents, url, list, answer) => {
      event.preventDefault();
      // Pages have no certificate: only what the main process calls itself comes without one.
      const current = contents === null && this.#current?.place === placeOf(url) ? this.#current : null;
      const chosen = current ? current.choose(list) : null;
      // Null is "none" (an absent argument is not, in all versions); Electron's type knows only the absent one.
      if (chosen !== 'pending') answer(chosen as Certificate);
    });
  }

  /** The PIN of a card for the call that is under way; empty where that is to do without. Never rejects. */
  async pinOf(hostname: string, card: string, wrong: boolean): Promise<string> {
    const current = this.#current;
    const of = current && (current.place === placeOf(hostname) || hostOf(current.place) === bare(hostname));
    return of ? current.pins.pinOf(card, wrong) : '';
  }

  /** A client of one server. */
  readonly open = <P extends Problem>(server: Server<P>) => {
    const closed = new AbortController();
    const within = <C extends Call>(call: C): C => ({
      ...call,
      signal: AbortSignal.any([call.signal, closed.signal]),
    });
    return {
      call: (given: Call & { sha256: string; cards: readonly string[] | null }) => {
        const call = within(given);
        return this.#inTurn(call.signal, () => this.#call(server, call));
      },
      list: (given: Call) => {
        const call = within(given);
        return this.#inTurn(call.signal, () => this.#list(server, call));
      },
      close: async () => closed.abort(),
    };
  };

  async #call<P extends Problem>(
    server: Server<P>,
    call: Call & { sha256: string; cards: readonly string[] | null },
  ): Promise<Outcome<P>> {
    let use: CertificateUse = 'not_asked';
    const over = new AbortController();
    const pins = this.#pins(server, call, call.cards, (now) => {
      use = now;
    });
    return this.#send(server, call, {
      pins,
      over: over.signal,
      use: () => use,
      choose: (candidates) => {
        const found = candidates.find((one) => fingerprintOf(one) === call.sha256);
        if (found) {
          use = 'presented';
          call.onProgress('certificate');
          return found;
        }
        if (use === 'not_asked') use = 'missing';
        over.abort();
        return 'pending';
      },
    });
  }

  async #list<P extends Problem>(
    server: Server<P>,
    call: Call,
  ): Promise<Outcome<P> | { candidates: Uint8Array[][]; cards: string[] }> {
    let use: CertificateUse = 'not_asked';
    let found: Uint8Array[][] | null = null;
    const over = new AbortController();
    const pins = this.#pins(server, call, null, (now) => {
      use = now;
    });
    const outcome = await this.#send(server, call, {
      pins,
      over: over.signal,
      use: () => use,
      choose: (candidates) => {
        found = candidates.map(chainOf);
        over.abort();
        return 'pending';
      },
    });
    return found === null ? outcome : { candidates: found, cards: [...this.#opened] };
  }

  #pins(
    server: Server<Problem>,
    call: Call,
    cards: readonly string[] | null,
    left: (use: CertificateUse) => void,
  ): CallPins {
    const { ask } = this.#parts;
    return new CallPins({
      host: new URL(server.origin).hostname,
      cards,
      signal: call.signal,
      onState: (state) => {
        if (state !== 'asked') left(state === 'refused' ? 'no_pin' : 'no_prompt');
        call.onProgress('certificate');
      },
      ...(ask ? { ask } : {}),
    });
  }

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
   * Makes a call in a session of its own. Chromium keeps in a session which certificate was chosen, that none was, and what resumes a
   * TLS session without the card: the next call is not to begin with any of that.
   */
  async #send<P extends Problem>(
    server: Server<P>,
    call: Call,
    {
      pins,
      over,
      use,
      choose,
    }: Pick<Current, 'pins' | 'choose'> & { over: AbortSignal; use(): CertificateUse },
  ): Promise<Outcome<P>> {
    const chain: { problem: P | 'CERT_REVOKED' | null } = { problem: null };
    call.onProgress('way');
    const session = await abortable(
      this.#session(server, (problem) => {
        chain.problem = problem;
        if (problem === null) call.onProgress('handshake');
      }),
      call.signal,
    );
    this.#current = { place: placeOf(server.origin), choose, pins };
    try {
      return await exchange<P>(this.#parts.net, session, call, over, {
        chain: () => chain.problem,
        certificate: use,
      });
    } finally {
      this.#current = null;
      for (const card of pins.opened) this.#opened.add(card);
      await session.closeAllConnections().catch(() => {});
    }
  }

  async #session<P extends Problem>(
    server: Server<P>,
    judged: (problem: P | 'CERT_REVOKED' | null) => void,
  ): Promise<Session> {
    // In memory, since its name does not begin with "persist:".
    const session = this.#parts.session(`computer-certificate:${randomUUID()}`);
    // There is one listener of each kind: this one takes the place of the guard's (session-guards.ts).
    session.webRequest.onBeforeRequest(({ url }, answer) => {
      answer({ cancel: URL.parse(url)?.origin !== server.origin });
    });
    session.setCertificateVerifyProc((request, answer) => answer(verify(server, request, judged)));
    await session.setProxy({ mode: 'system' });
    return session;
  }
}

/**
 * Judges the server's certificate; a proxy's is the system's to judge, as on every other way.
 * @returns 0: trusted, -2: refused, -3: as Chromium itself found (Electron docs, session.setCertificateVerifyProc)
 */
function verify<P extends Problem>(
  { origin, judge }: Server<P>,
  { hostname, certificate, verificationResult }: Electron.Request,
  judged: (problem: P | 'CERT_REVOKED' | null) => void,
): 0 | -2 | -3 {
  if (bare(hostname) !== bare(new URL(origin).hostname)) return -3;
  if (judge === 'system') {
    judged(systemProblem(verificationResult, certificate) as P | 'CERT_REVOKED' | null);
    return -3;
  }
  let problem: P | null;
  try {
    problem = judge(chainOf(certificate), bare(hostname));
  } catch {
    problem = 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' as P;
  }
  judged(problem);
  return problem === null ? 0 : -2;
}

/** Sends one request, and reads its answer; a redirect is one. @throws the signal's reason */
function exchange<P>(
  net: ElectronParts['net'],
  session: Session,
  call: Call,
  over: AbortSignal,
  facts: { chain(): Failure<P>['chain']; certificate(): CertificateUse },
): Promise<Outcome<P>> {
  call.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<P>>();
  let proxy: Failure<P>['proxy'] = null;
  const fail = (error: string) =>
    resolve({ failure: { error, chain: facts.chain(), proxy, certificate: facts.certificate() } });
  const answered = (answer: Answer) => {
    // What the proxy said instead of the server.
    if (answer.status === 407) fail('ERR_PROXY_AUTH_REQUESTED');
    else resolve({ answer, certificate: facts.certificate() });
  };
  const request = net.request({
    method: call.method,
    url: call.url,
    session,
    redirect: 'manual',
    cache: 'no-store',
    // No cookie is sent or kept; the computer's own sign-in to proxies is.
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
    // What is left of it is of no use; after its end this does nothing.
    request.abort();
  });
}

/** `net::ERR_CONNECTION_REFUSED` as Electron's errors say it, without what stands around the name. */
function nameOf(error: Error): string {
  if (isAbort(error)) return 'ERR_ABORTED';
  return /\bERR_[A-Z0-9_]+/.exec(error.message)?.[0] ?? 'ERR_FAILED';
}

/** What Chromium found wrong with a server's certificate, as node:tls names it. */
function systemProblem(result: string, certificate: Certificate): Problem | null {
  const name = /CERT_[A-Z_]+/.exec(result)?.[0];
  if (name === undefined) return null;
  if (name === 'CERT_COMMON_NAME_INVALID') return 'ERR_TLS_CERT_ALTNAME_INVALID';
  if (name === 'CERT_REVOKED') return 'CERT_REVOKED';
  if (name !== 'CERT_DATE_INVALID') return 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
  return certificate.validStart * 1000 > Date.now() ? 'CERT_NOT_YET_VALID' : 'CERT_HAS_EXPIRED';
}

/** A certificate and its issuers as Electron knows them, DER. */
function chainOf(certificate: Certificate): Uint8Array[] {
  const chain: Uint8Array[] = [];
  const seen = new Set<string>();
  // Electron's type says that every certificate has an issuer's; the last one has none.
  for (let at: Certificate | undefined = certificate; at; at = at.issuerCert as Certificate | undefined) {
    if (seen.has(at.data) || chain.length === MAX_CHAIN) break;
    seen.add(at.data);
    chain.push(new X509Certificate(at.data).raw);
  }
  return chain;
}

/** One more than any chain that is taken (main/service/server-chain.ts), so that a longer one is seen to be. */
const MAX_CHAIN = 11;

function fingerprintOf({ data }: Certificate): string {
  try {
    return new X509Certificate(data).fingerprint256;
  } catch {
    return '';
  }
}

/** host:port of what Electron calls a URL: an address, or host and port alone. */
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
