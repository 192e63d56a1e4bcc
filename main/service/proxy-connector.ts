/**
 * Connections along the routes that the proxy settings give. TLS to the server is made by the same undici connector as
 * without a proxy, so trust, client certificate and limits are the same, and the proxy sees neither.
 */
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { errorCode, isUnreachable } from './network-failure.ts';
import { bareHost, type HttpProxy, nameProxy, ProxyError, type ProxyRoutes } from './proxy.ts';
import { connectProxy, openTunnel, unsupportedProxy } from './proxy-tunnel.ts';

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
  const either = signal ? AbortSignal.any([options.signal, signal]) : options.signal;
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
      const limited = AbortSignal.any([signal, AbortSignal.timeout(limit_ms)]);
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
