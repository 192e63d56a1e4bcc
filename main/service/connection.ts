import type { Readable } from 'node:stream';
import { Agent, buildConnector, Client, type Dispatcher } from 'undici';
import { TripKitError } from '../common/errors.ts';
import { anySignal } from '../common/wait.ts';
import { CallFailure, readHeaders, type ServerRole, type StreamAnswer, type TextAnswer } from './answer.ts';
import { captivePortal, errorCode, nameServer, networkFailure } from './network-failure.ts';
import type { HttpProxy, ProxyRoutes } from './proxy.ts';
import {
  handOver,
  openPlain,
  proxyHeaders,
  type RoutedOptions,
  refusal,
  routedConnector,
  trustedAuthorities,
} from './proxy-tunnel.ts';

/** Time limits of a call, ms. */
export interface TimeLimits {
  /** From the look-up to the end of the TLS handshake; with proxies, for each route that is tried. */
  connect: number;
  /** From the request to the head of the answer. */
  head: number;
  /** Between two pieces of a body: a longer pause is a stall. */
  silence: number;
  /** A whole call, except a download. */
  call: number;
}

export const defaultTimeLimits: TimeLimits = { connect: 10_000, head: 30_000, silence: 30_000, call: 60_000 };

/** The options of a connection to one of the three servers. */
interface ConnectionOptions {
  role: ServerRole;
  trust: 'system' | readonly string[];
  /** Presented if the server asks for a client certificate: key and chain in PEM. Only for the auth server. */
  identity?: { key: string; cert: string };
  limits?: Partial<TimeLimits>;
  /** The routes through proxies; without them every connection is direct. */
  proxies?: ProxyRoutes | undefined;
}

/** One call. `path` is sent unchanged, so an encoded path parameter is never normalised. */
export interface CallOptions {
  /** Scheme, host and port. */
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string | null;
  signal?: AbortSignal | undefined;
  /**
   * Uses a separate connection that is closed afterwards. A server may close a kept-alive connection just as we write; then
   * it is not known whether a request arrived. A call that must not be sent twice avoids that race.
   */
  fresh?: boolean;
}

/** A call whose body may be bytes, or a stream of them. */
type StreamCall = Omit<CallOptions, 'body'> & { body?: string | Uint8Array | Readable | null };

/** Longer than the pauses between polls, so polls share a connection. */
const KEEP_ALIVE_MS = 20_000;

/** Much longer than any answer of the interface; a longer one is cut off. Bytes. */
export const MAX_TEXT_BYTES = 1_048_576;

/**
 * The connection to one of the three servers: its trust, our certificate, time limits, and one form of error.
 *
 * HTTP/1.1 only; never follows redirects, never resends.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #limits: TimeLimits;
  readonly #connector: buildConnector.connector;
  readonly #routed: RoutedOptions | null;
  readonly #agent: Agent;
  readonly #closed = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#limits = { ...defaultTimeLimits, ...options.limits };
    const direct = buildConnector({
      ca: trustedAuthorities(options.trust),
      ...(options.identity ?? {}),
      allowH2: false,
      timeout: this.#limits.connect,
      minVersion: 'TLSv1.2',
      // Set here because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would otherwise switch the check off.
      rejectUnauthorized: true,
    });
    this.#routed = options.proxies
      ? { routes: options.proxies, direct, limit_ms: this.#limits.connect, signal: this.#closed.signal }
      : null;
    this.#connector = this.#routed ? routedConnector(this.#routed) : direct;
    this.#agent = new Agent(this.#clientOptions(this.#connector));
  }

  /**
   * Makes a call and reads its whole body as text.
   *
   * @throws CallFailure of kind `network` (or `authentication`; `service` if a network's sign-in page answered); an
   * AbortError if `signal` aborted
   */
  async call(options: CallOptions): Promise<TextAnswer> {
    const limit = AbortSignal.timeout(this.#limits.call);
    const signal = anySignal(options.signal, limit);
    return this.#send({ ...options, signal }, options.signal, async (response) => {
      const server = nameServer(this.#options.role, hostOf(options.origin));
      const answer: TextAnswer = {
        status: response.statusCode,
        headers: readHeaders(response.headers),
        text: await readText(response.body, server),
      };
      const portal = captivePortal(answer, { role: this.#options.role, origin: options.origin });
      if (portal) throw portal;
      return answer;
    });
  }

  /**
   * Makes a call and passes its body to `read` piece by piece, in constant memory.
   *
   * @throws as {@link call}; errors of `read` itself pass through
   */
  stream<T>(options: StreamCall, read: (answer: StreamAnswer) => Promise<T>): Promise<T> {
    return this.#send(options, options.signal, (response) =>
      read({ status: response.statusCode, headers: readHeaders(response.headers), body: response.body }),
    );
  }

  /** Ends every call and connection. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#agent.destroy();
  }

  async #send<T>(
    options: StreamCall,
    person: AbortSignal | undefined,
    read: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    person?.throwIfAborted();
    let connected = !options.fresh;
    let client: Client | undefined;
    let proxy: HttpProxy | null = null;
    try {
      if (this.#routed && new URL(options.origin).protocol === 'http:') {
        connected = false;
        const opened = await openPlain(this.#routed, new URL(options.origin), options.signal);
        connected = true;
        proxy = opened.proxy;
        client = new Client(options.origin, this.#clientOptions(handOver(opened.socket)));
      } else if (options.fresh) {
        const connector: buildConnector.connector = (target, done) =>
          this.#connector(target, (...result: Parameters<typeof done>) => {
            if (result[1]) connected = true;
            done(...result);
          });
        client = new Client(options.origin, this.#clientOptions(connector));
      }
      const response = await (client ?? this.#agent).request({
        origin: options.origin,
        path: proxy ? options.origin + options.path : options.path,
        method: options.method as Dispatcher.HttpMethod,
        headers: proxy ? { ...options.headers, ...proxyHeaders(proxy) } : options.headers,
        body: options.body ?? null,
        signal: options.signal ?? null,
      });
      try {
        if (proxy && response.statusCode === 407) {
          throw refusal(proxy, { status: 407, schemes: response.headers['proxy-authenticate'] ?? '' });
        }
        return await read(response);
      } finally {
        // An unread body is discarded together with its connection.
        response.body.on('error', () => {}).destroy();
      }
    } catch (error) {
      if (person?.aborted) throw person.reason;
      if (error instanceof TripKitError || isProgrammingError(error)) throw error;
      throw networkFailure(error, {
        role: this.#options.role,
        host: hostOf(options.origin),
        connected,
        client_certificate: this.#options.identity !== undefined,
      });
    } finally {
      await client?.destroy();
    }
  }

  #clientOptions(connect: buildConnector.connector): Client.Options {
    return {
      connect,
      allowH2: false,
      headersTimeout: this.#limits.head,
      keepAliveTimeout: KEEP_ALIVE_MS,
      bodyTimeout: this.#limits.silence,
    };
  }
}

/**
 * The transport of Authenticate: a connection that presents a key from a file, or Chromium's network stack with a certificate of this
 * computer (computer-transport.ts).
 */
export type AuthTransport = Pick<Connection, 'call' | 'close'>;

/** A programming error must not look like a failure of the network. */
function isProgrammingError(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError) && errorCode(error) === error.name;
}

function hostOf(origin: string): string {
  return new URL(origin).host;
}

async function readText(body: Readable, server: string): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_TEXT_BYTES) throw answerTooLong(server);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** @param server its name in a sentence */
export function answerTooLong(server: string): CallFailure {
  const message = `The ${server} sent an answer that is far too long. Try again later; if it stays so, tell the service's operator.`;
  const details = { condition: 'answer_too_long', remedy: 'none', maybe_received: true } as const;
  return new CallFailure('service', message, details);
}
