/**
 * A tunnel through a proxy: TCP, TLS for an HTTPS proxy, and CONNECT (RFC 9110 section 9.3.6) with node:http. Every refusal
 * of the proxy has its own failure.
 */

import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates } from 'node:tls';
import type { buildConnector } from 'undici';
import { abortable, anySignal, isTimeout } from '../common/wait.ts';
import { errorCode, isUnreachable } from './network-failure.ts';
import {
  bareHost,
  type HttpProxy,
  nameProxy,
  type ProxyCondition,
  ProxyError,
  type ProxyRoutes,
} from './proxy.ts';

let systemRoots: string[] | undefined;

/**
 * The authorities that may have issued a server's certificate, for the `ca` option of node:tls.
 *
 * `"system"` means the operating system's roots and Node's own (profile-and-headless.md, `trust`); a list of PEM
 * certificates means only these.
 */
export function trustedAuthorities(trust: 'system' | readonly string[]): string[] {
  if (trust !== 'system') return [...trust];
  systemRoots ??= [
    ...new Set([
      ...getCACertificates('bundled'),
      ...getCACertificates('system'),
      ...getCACertificates('extra'),
    ]),
  ];
  return systemRoots;
}

/** Opens a TCP connection. @throws the error of node:net or node:dns; the signal's reason */
export async function connectTcp(
  place: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  return ready(connect({ ...place, noDelay: true }), 'connect', signal);
}

/** Resolves on `event`, and then no longer listens to the signal. Destroys the socket if the event does not come. */
export async function ready<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // This listener stays, so an error between two owners of the socket crashes nothing.
  socket.on('error', reject);
  const onClose = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  socket.once('close', onClose);
  socket.once(event, () => resolve());
  try {
    await abortable(promise, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    socket.off('close', onClose);
  }
}

/**
 * Connects to a proxy, over TLS for an HTTPS proxy. Its certificate must come from the system's or Node's roots; ours is
 * never presented to it.
 *
 * @throws ProxyError; the signal's reason, except for a time-out
 */
export async function connectProxy(proxy: HttpProxy, signal: AbortSignal): Promise<Socket> {
  const socket = await connectTcp(proxy, signal).catch((error: unknown) => {
    throw proxyFailure(proxy, error, 'proxy_unreachable', 'can’t be reached', signal);
  });
  if (proxy.type === 'http') return socket;
  try {
    const secure = connectTls({
      socket,
      host: proxy.host,
      // An IP address is no server name (RFC 6066 section 3).
      servername: isIP(proxy.host) ? '' : proxy.host,
      ca: trustedAuthorities('system'),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true,
    });
    return await ready(secure, 'secureConnect', signal);
  } catch (error) {
    socket.destroy();
    throw proxyFailure(proxy, error, 'proxy_tls', 'offers no secure connection that can be trusted', signal);
  }
}

/**
 * Asks a connected proxy for a tunnel to `authority` (host:port).
 *
 * @throws ProxyError; the signal's reason, except for a time-out. The socket is destroyed then.
 */
export async function openTunnel(
  proxy: HttpProxy,
  socket: Socket,
  authority: string,
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<{ answer: ProxyRefusal; head: Buffer }>();
  const connectRequest = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, connection: 'keep-alive', ...proxyHeaders(proxy) },
    createConnection: () => socket,
  });
  connectRequest.once('connect', ({ statusCode = 0, headers }, _socket, head) => {
    resolve({ answer: { status: statusCode, schemes: headers['proxy-authenticate'] ?? '' }, head });
  });
  connectRequest.on('error', reject);
  connectRequest.end();
  try {
    const { answer, head } = await abortable(promise, signal);
    if (answer.status < 200 || answer.status > 299) throw refusal(proxy, answer);
    if (head.length > 0) socket.unshift(head);
    return socket;
  } catch (error) {
    connectRequest.destroy();
    socket.destroy();
    const happened = 'closed the connection instead of opening a way';
    throw proxyFailure(proxy, error, 'proxy_closed', happened, signal);
  }
}

/** A proxy's refusal. */
interface ProxyRefusal {
  status: number;
  /** Proxy-Authenticate. */
  schemes: string | string[];
}

/** Headers for the proxy itself. */
export function proxyHeaders({ authorization }: HttpProxy): Record<string, string> {
  return authorization === undefined ? {} : { 'proxy-authorization': authorization };
}

/** The meaning of a refused CONNECT. */
export function refusal(proxy: HttpProxy, { status, schemes }: ProxyRefusal): ProxyError {
  const its = `The proxy ${nameProxy(proxy)} on the way to the %s`;
  if (status === 407) {
    const wanted = [...new Set([schemes].flat().flatMap((line) => line.match(/^[A-Za-z-]+/) ?? []))];
    const how = wanted.length > 0 ? ` by ${wanted.slice(0, 4).join(' or ')}` : '';
    return new ProxyError(
      'proxy_authentication',
      proxy.authorization === undefined
        ? `${its} asks for a sign-in${how} (HTTP 407), which this app has not been given. Ask your airline’s IT to let this app through, or to name a proxy that needs no sign-in.`
        : `${its} does not accept the user name and password in the proxy settings (HTTP 407). Correct them, or ask your airline’s IT.`,
    );
  }
  if (status === 511 || (status >= 300 && status < 400)) {
    return new ProxyError(
      'captive_portal',
      `${its} sends to a sign-in page (HTTP ${status}). Sign in to the network first: open a web page in your browser, then try again.`,
    );
  }
  if (status >= 500) {
    return new ProxyError(
      'proxy_gateway',
      `${its} finds no way to it just now (HTTP ${status}). Try again later; if it stays so, tell your airline’s IT.`,
    );
  }
  return new ProxyError(
    'proxy_refused',
    `${its} does not let this connection through (HTTP ${status}). Ask your airline’s IT to allow it.`,
  );
}

function proxyFailure(
  proxy: HttpProxy,
  error: unknown,
  condition: ProxyCondition,
  happened: string,
  signal: AbortSignal,
): unknown {
  if (error instanceof ProxyError) return error;
  const late = isTimeout(error);
  // A cancellation or the end of the connection is passed on unchanged.
  if (signal.aborted && !late) return signal.reason;
  const what = late ? 'did not answer in time' : `${happened} (${errorCode(error) || 'no reason given'})`;
  const message = `The proxy ${nameProxy(proxy)} on the way to the %s ${what}. Check the network connection and the proxy settings of this computer, and try again.`;
  return new ProxyError(late ? 'proxy_timeout' : condition, message, error);
}

/** The failure for a kind of proxy that the app does not support. */
export function unsupportedProxy(setting: string): ProxyError {
  return new ProxyError(
    'proxy_unsupported',
    `The proxy settings of this computer send the way to the %s through “${setting}”, which this app can’t use: it takes HTTP and HTTPS proxies, no SOCKS. Ask your airline’s IT.`,
  );
}

// Connections along the routes that the proxy settings give. TLS to the server is made by the same undici connector as
// without a proxy, so trust, client certificate and limits are the same, and the proxy sees neither.

/** The options of a connection along a route. */
export interface RoutedOptions {
  routes: ProxyRoutes;
  /** Connects directly, and makes TLS over a tunnel (`httpSocket`). */
  direct: buildConnector.connector;
  /** For each route, up to the open tunnel, ms. */
  limit_ms: number;
  /** Ends everything in progress. */
  signal: AbortSignal;
}

/** Like undici's connector, but along the routes of the proxy settings. For https servers. */
export function routedConnector(options: RoutedOptions): buildConnector.connector {
  return (target, done) => {
    const authority = nameProxy({ host: target.hostname, port: Number(target.port || '443') });
    alongRoutes(options, `https://${authority}`, async (proxy, signal) => {
      if (!proxy) return connectWith(options.direct, target);
      const socket = await openTunnel(proxy, await connectProxy(proxy, signal), authority, signal);
      try {
        return await connectWith(options.direct, { ...target, httpSocket: socket });
      } catch (error) {
        socket.destroy();
        throw error;
      }
    }).then(
      (socket) => done(null, socket),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/**
 * A connection for one plain-http request: to the server, or to a proxy that takes the request itself with its full URL
 * (RFC 9112 section 3.2.2), because proxies open tunnels only to TLS ports.
 */
export function openPlain(
  options: RoutedOptions,
  url: URL,
  signal?: AbortSignal | undefined,
): Promise<{ socket: Socket; proxy: HttpProxy | null }> {
  const either = anySignal(options.signal, signal);
  const target = {
    hostname: bareHost(url),
    host: url.host,
    protocol: 'http:',
    port: url.port || '80',
  };
  return alongRoutes({ ...options, signal: either }, url.origin, async (proxy, limited) => ({
    socket: proxy ? await connectProxy(proxy, limited) : await connectWith(options.direct, target),
    proxy,
  }));
}

/** A connector that returns this open socket, once. */
export function handOver(socket: Socket): buildConnector.connector {
  let given = false;
  return (_target, done) => {
    // undici does not notice a connection that exists before its own call has returned.
    queueMicrotask(() => {
      if (given || socket.destroyed) {
        done(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), null);
        return;
      }
      given = true;
      done(null, socket);
    });
  };
}

/** Tries the routes in turn; the next one only if a proxy did not answer. */
async function alongRoutes<T>(
  { routes, limit_ms, signal }: RoutedOptions,
  origin: string,
  open: (proxy: HttpProxy | null, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let first: ProxyError | undefined;
  for (const route of await routes.list(origin, signal)) {
    try {
      if (route.type === 'unsupported') throw unsupportedProxy(route.setting);
      const limited = anySignal(signal, AbortSignal.timeout(limit_ms));
      return await open(route.type === 'direct' ? null : route, limited);
    } catch (error) {
      if (!(error instanceof ProxyError && error.tryNext)) {
        // If even the direct route fails, report the proxy that should have been used.
        throw first && isUnreachable(errorCode(error)) ? first : error;
      }
      routes.gaveNoAnswer(route);
      first ??= error;
    }
  }
  throw first ?? new ProxyError('proxy_settings', 'The proxy settings give no way to the %s. Check them.');
}

function connectWith(connector: buildConnector.connector, target: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => {
      if (socket) resolve(socket);
      else reject(error ?? new Error('no connection'));
    });
  });
}
