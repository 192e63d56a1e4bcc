/**
 * The proxies between this computer and the servers: reading PAC answers, the order of routes, and their failures.
 * proxy-tunnel.ts makes the connections. Not undici's ProxyAgent: it distinguishes a proxy's refusals (407, 403, 502) only
 * in the text of its errors, and has no list of routes.
 */

import { registerSecret } from '../common/redact.ts';
import { percentDecode } from '../common/text.ts';
import { abortable, anySignal } from '../common/wait.ts';

/**
 * Says how `url` (scheme, host and port; never a path or query) is reached, in the syntax of PAC answers: `DIRECT`, `PROXY
 * host:port`, `HTTPS host:port`, or a list of these with `;`, best first (Electron: session.resolveProxy). `PROXY
 * user:password@host:port`, percent-encoded, is our extension.
 */
export type ProxyFinder = (url: string) => Promise<string>;

/** A proxy that can be used. */
export interface HttpProxy {
  type: 'http' | 'https';
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** Value of Proxy-Authorization (RFC 7617): a secret. */
  authorization?: string;
}

/** One route to a server. `unsupported` keeps the setting for the error message. */
export type ProxyRoute = { type: 'direct' } | HttpProxy | { type: 'unsupported'; setting: string };

/**
 * Failures on the way through a proxy. `passing`: waiting or another network may help. `tryNext`: the proxy did not answer,
 * so the next route may be tried; an answer is somebody's decision.
 */
const conditions = {
  proxy_settings: { passing: true, tryNext: false },
  proxy_unsupported: { passing: false, tryNext: true },
  proxy_unreachable: { passing: true, tryNext: true },
  proxy_timeout: { passing: true, tryNext: true },
  proxy_tls: { passing: false, tryNext: true },
  proxy_closed: { passing: true, tryNext: true },
  proxy_authentication: { passing: false, tryNext: false },
  proxy_refused: { passing: false, tryNext: false },
  proxy_gateway: { passing: true, tryNext: false },
  captive_portal: { passing: true, tryNext: false },
};
export type ProxyCondition = keyof typeof conditions;

/** A failure of the route, not of the server: no byte of a request was sent to the server. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'ERR_TRIPKIT_PROXY';
  readonly condition: ProxyCondition;
  readonly passing: boolean;
  readonly tryNext: boolean;

  /** @param message sentences for a person; `%s` stands for the server's name */
  constructor(condition: ProxyCondition, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.condition = condition;
    this.passing = conditions[condition].passing;
    this.tryNext = conditions[condition].tryNext;
  }

  /** The sentences, with the server's name in its place. */
  messageFor(server: string): string {
    return this.message.replace('%s', () => server);
  }
}

/** Length to which an unusable setting is cut, characters. */
const MAX_SETTING = 80;

/** Reads a PAC answer. An empty one means a direct connection, as in browsers. */
export function parseProxyList(answer: string): ProxyRoute[] {
  const routes = answer
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseRoute);
  return routes.length === 0 ? [{ type: 'direct' }] : routes;
}

function parseRoute(part: string): ProxyRoute {
  const [, scheme = '', place = ''] = /^(\S+)\s*(\S*)$/.exec(part) ?? [];
  switch (scheme.toUpperCase()) {
    case 'DIRECT':
      return { type: 'direct' };
    case 'PROXY':
    case 'HTTP':
      return proxyAt('http', place) ?? unsupported(part);
    case 'HTTPS':
      return proxyAt('https', place) ?? unsupported(part);
    default:
      return unsupported(part);
  }
}

function unsupported(part: string): ProxyRoute {
  // The part before an @ may be a password.
  return { type: 'unsupported', setting: part.replace(/\S*@/g, '').slice(0, MAX_SETTING) };
}

/** The proxy at `[user:password@]host[:port]`; null if it is none. Its credentials are redacted from now on. */
export function proxyAt(type: 'http' | 'https', place: string): HttpProxy | null {
  const url = URL.parse(`${type}://${place}`);
  if (!url || url.hostname === '' || url.pathname !== '/' || /[/?#\\]/.test(place)) return null;
  const proxy: HttpProxy = {
    type,
    host: bareHost(url),
    port: url.port === '' ? (type === 'https' ? 443 : 80) : Number(url.port),
  };
  if (url.username === '' && url.password === '') return proxy;
  const user = percentDecode(url.username);
  const password = percentDecode(url.password);
  const pair = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  rememberSecret(password);
  rememberSecret(pair);
  return { ...proxy, authorization: `Basic ${pair}` };
}

const known = new Set<string>();

/** Each secret once, however often the settings are read. */
function rememberSecret(value: string): void {
  if (known.has(value)) return;
  known.add(value);
  registerSecret(value);
}

/** A URL's host in the form of node:net: an IPv6 address without its brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** `proxy.example:8080`, for sentences. */
export function nameProxy({ host, port }: { host: string; port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A route in words: `the proxy proxy.example:8080`, `a direct connection`. */
export function nameRoute(route: ProxyRoute): string {
  if (route.type === 'direct') return 'a direct connection';
  return route.type === 'unsupported' ? `“${route.setting}”` : `the proxy ${nameProxy(route)}`;
}

/** Time limit for the settings, ms: a PAC script may have to be downloaded first. */
const SETTINGS_LIMIT_MS = 10_000;
/** How long a proxy that did not answer is tried last, ms, as in Chromium. */
const DEAD_MS = 5 * 60_000;
/** Each route has its own time limit; more routes would keep a pilot waiting for minutes. */
const MAX_ROUTES = 4;

interface ProxyRoutesOptions {
  find: ProxyFinder;
  /** A monotonic clock, ms. */
  monotonic?: () => number;
  /** How long the settings may take, ms. */
  limit_ms?: number;
}

/** The routes to the servers; remembers proxies that did not answer. One for all connections of a client. */
export class ProxyRoutes {
  readonly #options: Required<ProxyRoutesOptions>;
  readonly #dead = new Map<string, number>();

  constructor(options: ProxyRoutesOptions) {
    this.#options = { monotonic: () => performance.now(), limit_ms: SETTINGS_LIMIT_MS, ...options };
  }

  /**
   * The routes to an origin, best first; never empty.
   *
   * @throws ProxyError if the settings can't be read; the signal's reason
   */
  async list(origin: string, signal: AbortSignal): Promise<ProxyRoute[]> {
    signal.throwIfAborted();
    const limit = AbortSignal.timeout(this.#options.limit_ms);
    let answer: string;
    try {
      answer = await abortable(this.#options.find(`${new URL(origin).origin}/`), anySignal(signal, limit));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ProxyError) throw error;
      throw new ProxyError(
        'proxy_settings',
        `The proxy settings of this computer for the %s could not be read${limit.aborted ? ' in time' : ''}. Check them, or ask your airline’s IT, and try again.`,
        error,
      );
    }
    const routes = parseProxyList(answer);
    const now = this.#options.monotonic();
    const dead = (route: ProxyRoute) => (this.#dead.get(nameRoute(route)) ?? 0) > now;
    return [...routes.filter((route) => !dead(route)), ...routes.filter(dead)].slice(0, MAX_ROUTES);
  }

  /** Remembers that this proxy did not answer. */
  gaveNoAnswer(route: ProxyRoute): void {
    if (route.type === 'http' || route.type === 'https') {
      this.#dead.set(nameRoute(route), this.#options.monotonic() + DEAD_MS);
    }
  }
}
