/**
 * Connections through a proxy. Made here rather than with undici's ProxyAgent, which tells the proxy's refusals (407, 403,
 * 502) apart only in the text of its errors and knows no list of ways. HTTP/1.1 with node:http for CONNECT (RFC 9110
 * section 9.3.6); TLS to the server is then made by the same undici connector as without a proxy, so that trust, client
 * certificate and limits are the same, and the proxy sees neither.
 */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { errorCode, isUnreachable } from './network-failure.ts';
import { type HttpProxy, nameProxy, ProxyError, type ProxyRoutes } from './proxy.ts';
import { trustedAuthorities } from './trust.ts';

/** Opens a TCP connection. @throws the error of node:net or node:dns; the signal's reason */
export function connectTcp(place: { host: string; port: number }, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  return ready(connect({ ...place, noDelay: true }), 'connect', signal);
}

/** Resolves once `event` has come; then the signal is let go of. The socket is destroyed where it does not come. */
export async function ready<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  // Stays, so that an error between two owners of the socket is nobody's crash.
  socket.on('error', reject);
  const onClose = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  socket.once('close', onClose);
  socket.once(event, () => resolve());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await promise;
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    socket.off('close', onClose);
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Connects to a proxy, over TLS where it is an HTTPS one. Its certificate has to come from the system's or Node's roots;
 * ours is never shown to it.
 *
 * @throws ProxyError; the signal's reason where it is no time-out
 */
export async function connectProxy(proxy: HttpProxy, signal: AbortSignal): Promise<Socket> {
  let socket: Socket;
  try {
    socket = await connectTcp(proxy, signal);
  } catch (error) {
    throw proxyFailure(proxy, error, 'proxy_unreachable', 'can’t be reached', signal);
  }
  if (proxy.type === 'http') return socket;
  try {
    return await secureProxy(proxy, socket, signal);
  } catch (error) {
    socket.destroy();
    throw proxyFailure(proxy, error, 'proxy_tls', 'offers no secure connection that can be trusted', signal);
  }
}

function secureProxy(proxy: HttpProxy, socket: Socket, signal: AbortSignal): Promise<Socket> {
  const secure = connectTls({
    socket,
    host: proxy.host,
    // An IP address is no server name (RFC 6066 section 3).
    servername: /[:]|^[\d.]+$/.test(proxy.host) ? '' : proxy.host,
    ca: trustedAuthorities('system'),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
  });
  return ready(secure, 'secureConnect', signal);
}

/**
 * Asks a connected proxy for a tunnel to `authority` (host:port).
 *
 * @throws ProxyError; the signal's reason where it is no time-out. The socket is destroyed then.
 */
export async function openTunnel(
  proxy: HttpProxy,
  socket: Socket,
  authority: string,
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<ConnectAnswer>();
  const asked = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, connection: 'keep-alive', ...proxyHeaders(proxy) },
    createConnection: () => socket,
  });
  const onAbort = () => reject(signal.reason);
  asked.once('connect', ({ statusCode = 0, headers }, _socket, head) => {
    resolve({ status: statusCode, schemes: headers['proxy-authenticate'] ?? '', head });
  });
  asked.on('error', reject);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  asked.end();
  try {
    const answer = await promise;
    if (answer.status < 200 || answer.status > 299) throw refusal(proxy, answer);
    if (answer.head.length > 0) socket.unshift(answer.head);
    return socket;
  } catch (error) {
    asked.destroy();
    socket.destroy();
    throw proxyFailure(
      proxy,
      error,
      'proxy_closed',
      'closed the connection instead of opening a way',
      signal,
    );
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

interface ConnectAnswer {
  status: number;
  /** Proxy-Authenticate. */
  schemes: string | string[];
  head: Buffer;
}

/** Headers for the proxy itself. */
export function proxyHeaders({ authorization }: HttpProxy): Record<string, string> {
  return authorization === undefined ? {} : { 'proxy-authorization': authorization };
}

/** What an answer to CONNECT without success means. */
export function refusal(
  proxy: HttpProxy,
  { status, schemes }: { status: number; schemes: string | string[] },
): ProxyError {
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
  condition: 'proxy_unreachable' | 'proxy_tls' | 'proxy_closed',
  happened: string,
  signal: AbortSignal,
): unknown {
  if (error instanceof ProxyError) return error;
  const late = error instanceof Error && error.name === 'TimeoutError';
  // A person's wish or the end of the connection, told as it is.
  if (signal.aborted && !late) return signal.reason;
  const its = `The proxy ${nameProxy(proxy)} on the way to the %s`;
  const advice = 'Check the network connection and the proxy settings of this computer, and try again.';
  return late
    ? new ProxyError('proxy_timeout', `${its} did not answer in time. ${advice}`, error)
    : new ProxyError(
        condition,
        `${its} ${happened} (${errorCode(error) || 'no reason given'}). ${advice}`,
        error,
      );
}

/** What a way is opened with. */
export interface RoutedOptions {
  routes: ProxyRoutes;
  /** Connects directly, and makes TLS over a tunnel (`httpSocket`). */
  direct: buildConnector.connector;
  /** For each way, up to the open tunnel, ms. */
  limit_ms: number;
  /** Ends everything that is under way. */
  signal: AbortSignal;
}

/** As undici's connector, but along the ways that the proxy settings give. For https servers. */
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
 * A connection for one plain-http request: to the server, or to a proxy that takes the request itself with its whole
 * URL (RFC 9112 section 3.2.2), because proxies open tunnels to TLS ports only.
 */
export function openPlain(
  options: RoutedOptions,
  url: URL,
  signal?: AbortSignal | undefined,
): Promise<{ socket: Socket; proxy: HttpProxy | null }> {
  const either = signal ? AbortSignal.any([options.signal, signal]) : options.signal;
  const port = url.port === '' ? 80 : Number(url.port);
  const target = { hostname: url.hostname, host: url.host, protocol: 'http:', port: String(port) };
  return alongRoutes({ ...options, signal: either }, url.origin, async (proxy, limited) => ({
    socket: proxy ? await connectProxy(proxy, limited) : await connectWith(options.direct, target),
    proxy,
  }));
}

/** A connector that gives this one open socket, once. */
export function handOver(socket: Socket): buildConnector.connector {
  let given = false;
  return (_target, done) => {
    // undici does not notice a connection that is there before its own call has returned.
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

/** Tries the ways in turn; the next one only where a proxy gave no answer. */
async function alongRoutes<T>(
  { routes, limit_ms, signal }: RoutedOptions,
  origin: string,
  open: (proxy: HttpProxy | null, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let first: ProxyError | undefined;
  for (const route of await routes.list(origin, signal)) {
    try {
      if (route.type === 'unsupported') throw unsupportedProxy(route.said);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(limit_ms)]);
      return await open(route.type === 'direct' ? null : route, limited);
    } catch (error) {
      if (!(error instanceof ProxyError && error.tryNext)) {
        // Where even the direct way leads nowhere, the proxy that was meant to be used is the thing to look at.
        throw first && isUnreachable(errorCode(error)) ? first : error;
      }
      routes.gaveNoAnswer(route);
      first ??= error;
    }
  }
  throw first ?? new ProxyError('proxy_settings', 'The proxy settings give no way to the %s. Check them.');
}

/** The failure for a kind of proxy that the app does not speak. */
export function unsupportedProxy(said: string): ProxyError {
  return new ProxyError(
    'proxy_unsupported',
    `The proxy settings of this computer send the way to the %s through “${said}”, which this app can’t use: it takes HTTP and HTTPS proxies, no SOCKS. Ask your airline’s IT.`,
  );
}

function connectWith(connector: buildConnector.connector, target: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => {
      if (socket) resolve(socket);
      else reject(error ?? new Error('no connection'));
    });
  });
}
