/** The way to one server, step by step: proxy settings, name, TCP, proxy, certificate. */
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { capital } from '../common/text.ts';
import { abortable, anySignal, isTimeout } from '../common/wait.ts';
import type { TrustRoots } from '../profile/profile.ts';
import type { StepRecorder } from './diagnose-steps.ts';
import { inspectTls, type TlsFindings } from './diagnose-tls.ts';
import { errorCode, nameServer, networkFailure } from './network-failure.ts';
import { bareHost, nameProxy, nameRoute, ProxyError, type ProxyRoute, type ProxyRoutes } from './proxy.ts';
import {
  connectProxy,
  connectTcp,
  openTunnel,
  trustedAuthorities,
  unsupportedProxy,
} from './proxy-tunnel.ts';

/** The options of the test. */
interface WayOptions {
  role: 'auth' | 'api';
  url: URL;
  trust: TrustRoots;
  /**
   * Whether the call itself is made by the system's network stack (certificates of this computer), which signs in to
   * proxies itself and has its own roots: then failures of these decide nothing here.
   */
  system_signs_in?: boolean;
  /** Null if every connection is direct. */
  proxies: ProxyRoutes | null;
  steps: StepRecorder;
  /** Time limit of each step, ms. */
  limit_ms: number;
  /** Ms since 1970 UTC. */
  now: () => number;
  signal: AbortSignal;
}

/**
 * Tests the way to a server as far as it goes.
 *
 * @returns whether the server can be called; each step is recorded
 * @throws the signal's reason
 */
export async function testWay(options: WayOptions): Promise<boolean> {
  const socket = await openWay(options);
  if (socket === 'system') return true;
  return socket !== null && testCertificate(options, socket);
}

/** A connection up to where TLS begins; null if there is none; `system` if only the system's network stack has one. */
async function openWay(options: WayOptions): Promise<Socket | 'system' | null> {
  const { role, steps } = options;
  const server = serverOf(options);
  let routes: ProxyRoute[];
  try {
    routes = options.proxies
      ? await options.proxies.list(options.url.origin, options.signal)
      : [{ type: 'direct' }];
  } catch (error) {
    steps.failed('proxy_settings', role, failureOf(options, error));
    return null;
  }
  const [first, ...others] = routes.map(nameRoute);
  steps.passed(
    'proxy_settings',
    role,
    `The way to the ${server} is ${first}${others.map((other) => `, or else ${other}`).join('')}.`,
  );
  for (const [index, route] of routes.entries()) {
    const socket = await openRoute(options, route, index === routes.length - 1);
    if (socket !== 'next') return socket;
  }
  return null;
}

/** A connection along one route; `next` if the next route is tried, as for every connection. */
async function openRoute(
  options: WayOptions,
  route: ProxyRoute,
  last: boolean,
): Promise<Socket | null | 'next' | 'system'> {
  const { role, url, steps } = options;
  let id: 'dns' | 'tcp' | 'proxy' = 'proxy';
  try {
    if (route.type === 'unsupported') throw unsupportedProxy(route.setting);
    const direct = { host: bareHost(url), port: Number(url.port || '443') };
    const place = route.type === 'direct' ? direct : route;
    const named = route.type === 'direct' ? `the ${serverOf(options)}` : nameRoute(route);

    id = 'dns';
    if (isIP(place.host)) steps.skipped(id, role, `${capital(named)} is given as an address.`);
    else {
      const found = await step(options, (signal) => abortable(lookup(place.host, { all: true }), signal));
      const addresses = found.map(({ address }) => address).slice(0, 4);
      steps.passed(id, role, `The name of ${named} was found: ${addresses.join(', ')}.`);
    }
    id = 'tcp';
    const socket = await step(options, (signal) => connectTcp(place, signal));
    steps.passed(id, role, `A connection to ${named} was made.`);
    id = 'proxy';
    if (route.type === 'direct') {
      steps.skipped(id, role, `No proxy stands before the ${serverOf(options)}.`);
      return socket;
    }
    socket.destroy();
    const through = await step(options, async (signal) =>
      openTunnel(route, await connectProxy(route, signal), nameProxy(direct), signal),
    );
    steps.passed(id, role, `${capital(named)} opened a way to the ${serverOf(options)}.`);
    return through;
  } catch (caught) {
    options.signal.throwIfAborted();
    const error = id === 'proxy' ? caught : wayError(route, caught);
    if (
      options.system_signs_in &&
      error instanceof ProxyError &&
      error.condition === 'proxy_authentication'
    ) {
      const next = 'the sign-in to the service shows whether it does';
      steps.skipped(
        id,
        role,
        `${capital(nameRoute(route))} asks for a sign-in, which this computer gives by itself; ${next}.`,
      );
      return 'system';
    }
    const goesOn = !last && error instanceof ProxyError && error.tryNext;
    steps.failed(id, role, failureOf(options, error), { decides: !goesOn });
    return goesOn ? 'next' : null;
  }
}

/** On the way to a proxy, an error is that of the proxy. */
function wayError(route: ProxyRoute, error: unknown): unknown {
  if (route.type === 'direct' || route.type === 'unsupported') return error;
  const late = isTimeout(error);
  return new ProxyError(
    late ? 'proxy_timeout' : 'proxy_unreachable',
    `The proxy ${nameProxy(route)} on the way to the %s ${late ? 'did not answer in time' : `can’t be reached (${errorCode(error)})`}. Check the network connection and the proxy settings of this computer, and try again.`,
    error,
  );
}

async function testCertificate(options: WayOptions, socket: Socket): Promise<boolean> {
  const { role, url, steps } = options;
  let found: TlsFindings;
  try {
    found = await step(options, (signal) =>
      inspectTls(socket, {
        host: bareHost(url),
        ca: trustedAuthorities(options.trust),
        now: options.now(),
        signal,
      }),
    );
  } catch (error) {
    options.signal.throwIfAborted();
    steps.failed('tls', role, failureOf(options, error));
    return false;
  }
  const { certificates, problem, ended } = found;
  const issuer = certificates[0]?.issuer ?? '';
  if (problem !== null && options.system_signs_in && options.trust === 'system') {
    const what = `The certificate of the ${serverOf(options)} was issued by “${issuer}”; whether this computer trusts it, the next step shows.`;
    steps.skipped('tls', role, what);
    return true;
  }
  if (problem !== null) {
    const detail = issuer === '' ? '' : `; it was issued by “${issuer}”`;
    steps.failed('tls', role, failureOf(options, coded(problem)), { certificates, detail });
    return false;
  }
  if (certificates.length > 0 && (ended === null || role === 'auth')) {
    const trust = options.trust === 'system' ? 'the system’s roots' : 'the authorities in the profile';
    const what = `The certificate of the ${serverOf(options)} is for this host, is valid, and comes from ${trust}: it was issued by “${issuer}”.`;
    steps.passed('tls', role, what, { certificates });
    return true;
  }
  // A server that requires a client certificate may close before its own was received; for others that is a failure.
  if (role === 'auth' && ended === 'ECONNRESET') {
    const what = `The ${serverOf(options)} ended the handshake, because no client certificate was shown, before its own could be looked at; the next step does both.`;
    steps.skipped('tls', role, what);
    return true;
  }
  steps.failed('tls', role, failureOf(options, coded(ended ?? 'ECONNRESET')), { certificates });
  return false;
}

/** Runs a step within its time limit. */
function step<T>(options: WayOptions, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  options.signal.throwIfAborted();
  return run(anySignal(options.signal, AbortSignal.timeout(options.limit_ms)));
}

function failureOf(options: WayOptions, error: unknown): { condition: string; message: string } {
  options.signal.throwIfAborted();
  const { condition, message } = networkFailure(isTimeout(error) ? coded('UND_ERR_CONNECT_TIMEOUT') : error, {
    role: options.role,
    host: options.url.host,
    connected: false,
    client_certificate: false,
  });
  return { condition: condition ?? 'connection', message };
}

function serverOf({ role, url }: WayOptions): string {
  return nameServer(role, url.host);
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
