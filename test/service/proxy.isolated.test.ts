import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../main/common/clock.ts';
import { redactText } from '../../main/common/redact.ts';
import { openPkcs12 } from '../../main/identity/pkcs12.ts';
import type { TimeLimits } from '../../main/service/connection.ts';
import { ProxyRoutes, parseProxyList } from '../../main/service/proxy.ts';
import { environmentProxies, noProxy } from '../../main/service/proxy-environment.ts';
import { TripKitService, type TripKitServiceOptions } from '../../main/service/trip-kit-service.ts';
import { issueServer } from '../demo-service/pki.ts';
import { freePort } from '../free-port.ts';
import { freshFolder } from '../fresh-folder.ts';
import { type ConnectProxy, type ConnectProxyOptions, startConnectProxy } from './connect-proxy.ts';
import { type DemoClient, MemorySink, startDemoClient } from './demo.ts';

const trip = { origin: 'EGLL', destination: 'KJFK' };
let shared: DemoClient;

beforeAll(async () => {
  shared = await startDemoClient();
});
afterAll(() => shared.close());
afterEach(() => {
  vi.unstubAllEnvs();
  shared.demo.clearFaults();
});

async function proxyWith(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

function clientThrough(
  findProxy: TripKitServiceOptions['findProxy'] | string,
  change: { limits?: Partial<TimeLimits>; insecure?: boolean } = {},
): TripKitService {
  const { profile } = shared;
  const service = new TripKitService({
    profile: change.insecure ? { ...profile, storage: { insecure_hosts: ['127.0.0.1'] } } : profile,
    identity: openPkcs12(shared.demo.identity.p12, shared.demo.identity.passphrase),
    clock: systemClock,
    limits: change.limits ?? {},
    findProxy: typeof findProxy === 'string' ? async () => findProxy : findProxy,
  });
  onTestFinished(() => service.close());
  return service;
}

async function generated(service: TripKitService): Promise<string> {
  const { tripkit_id } = await service.request(trip);
  for (;;) {
    const answer = await service.pdf(tripkit_id);
    if (answer.state === 'generated') return answer.url;
  }
}

const hostOf = (url: string) => new URL(url).host;

describe('through a proxy', () => {
  it('goes to all three servers, two-way TLS included, and the proxy reads nothing of it', async () => {
    const proxy = await proxyWith();
    const service = clientThrough(`PROXY ${proxy.place}`);
    const sink = new MemorySink();
    const { demo } = shared;
    const before = demo.journal().length;
    await service.download(await generated(service), sink);
    expect(sink.received).toBe(sink.total);
    const authentications = demo
      .journal()
      .slice(before)
      .filter(({ server }) => server === 'auth');
    // The client certificate reached the origin.
    expect(authentications).toMatchObject([{ client_authorized: true }]);
    expect(new Set(proxy.asked)).toEqual(
      new Set([demo.urls.auth, demo.urls.api, demo.urls.storage].map((url) => `CONNECT ${hostOf(url)}`)),
    );
    expect(JSON.stringify(proxy.headers)).not.toMatch(/authorization|bearer|cookie/i);
  });

  it('asks the settings for origins only: a path or query never leaves the client for a look-up', async () => {
    const asked: string[] = [];
    const service = clientThrough(async (url) => {
      asked.push(url);
      return 'DIRECT';
    });
    await service.download(await generated(service), new MemorySink());
    const { urls } = shared.demo;
    expect(new Set(asked)).toEqual(new Set([urls.auth, urls.api, urls.storage].map((url) => `${url}/`)));
  });

  it('sends plain http to the proxy with its whole URL, and credentials to the proxy only', async () => {
    const proxy = await proxyWith({ credentials: 'pilot:wörd;!' });
    const place = `pilot:${encodeURIComponent('wörd;!')}@${proxy.place}`;
    const service = clientThrough(`PROXY ${place}`, { insecure: true });
    const url = await generated(service);
    const { demo } = shared;
    const plain = url.replace(demo.urls.storage, demo.urls.storage_http);
    const sink = new MemorySink();
    await service.download(plain, sink);
    expect(sink.received).toBe(sink.total);
    expect(proxy.asked.at(-1)).toBe(`GET ${plain}`);
    const wrong = clientThrough(`PROXY ${proxy.place}`, { insecure: true });
    await expect(wrong.download(plain, new MemorySink())).rejects.toMatchObject({
      kind: 'network',
      condition: 'proxy_authentication',
    });
    expect(redactText('pilot:wörd;! and wörd;! again')).not.toContain('wörd');
  });

  it('speaks TLS to an HTTPS proxy, and refuses one whose certificate is nobody’s', async () => {
    const tls = await issueServer(shared.demo.pki.operator, 'localhost');
    const proxy = await proxyWith({ tls });
    // The operator's authority is trusted for the servers; that makes it none for proxies.
    await expect(clientThrough(`HTTPS ${proxy.place}`).authenticate()).rejects.toMatchObject({
      kind: 'network',
      condition: 'proxy_tls',
      remedy: 'none',
    });
    expect(proxy.asked).toEqual([]);
  });

  it('makes TLS within TLS through an HTTPS proxy whose certificate the system trusts', async () => {
    const { demo, profile } = shared;
    const tls = await issueServer(demo.pki.operator, 'localhost');
    const proxy = await proxyWith({ tls });
    // Node reads further roots at its start only.
    const roots = join(freshFolder(), 'roots.pem');
    await writeFile(roots, demo.pki.operator.pem);
    const { key, cert } = openPkcs12(demo.identity.p12, demo.identity.passphrase);
    const script = `
      const { TripKitService } = await import(process.env.CLIENT);
      const { systemClock } = await import(process.env.CLOCK);
      const service = new TripKitService({
        ...JSON.parse(process.env.GIVEN), clock: systemClock, findProxy: async () => process.env.PROXY,
      });
      process.stdout.write(JSON.stringify(await service.authenticate()));
      await service.close();`;
    const part = (path: string) => new URL(`../../main/${path}`, import.meta.url).href;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: roots,
        CLIENT: part('service/trip-kit-service.ts'),
        CLOCK: part('common/clock.ts'),
        PROXY: `HTTPS ${proxy.place}`,
        GIVEN: JSON.stringify({ profile, identity: { key, cert } }),
      },
    });
    expect(JSON.parse(stdout)).toMatchObject([{ expires_in: 899 }]);
    expect(proxy.asked).toEqual([`CONNECT ${hostOf(demo.urls.auth)}`]);
  });

  it.each([
    [{ refuse: { status: 403 } }, 'proxy_refused', 'none', 'does not let this connection through (HTTP 403)'],
    [{ refuse: { status: 502 } }, 'proxy_gateway', 'wait', 'finds no way to it just now (HTTP 502)'],
    [{ credentials: 'a:b' }, 'proxy_authentication', 'none', 'asks for a sign-in by Basic (HTTP 407)'],
    [
      { refuse: { status: 302, headers: { location: 'https://portal.example/' } } },
      'captive_portal',
      'wait',
      'Sign in to the network first',
    ],
    [{ refuse: { status: 511, body: '<html>' } }, 'captive_portal', 'wait', 'Sign in to the network first'],
    [{ fault: 'close' }, 'proxy_closed', 'wait', 'closed the connection'],
    [{ fault: 'garbage' }, 'proxy_closed', 'wait', 'closed the connection'],
    [{ fault: 'hang' }, 'proxy_timeout', 'wait', 'did not answer in time'],
  ] as const)('tells %j as %s', async (options, condition, remedy, words) => {
    const proxy = await proxyWith(options);
    const service = clientThrough(`PROXY ${proxy.place}`, { limits: { connect: 1_000 } });
    const error: unknown = await service.request(trip).catch((e: unknown) => e);
    expect(error).toMatchObject({ kind: 'network', condition, remedy, maybe_received: false });
    expect(error).toMatchObject({ message: expect.stringContaining(words) });
    expect(error).toMatchObject({ message: expect.stringContaining(proxy.place) });
    expect(error).toMatchObject({ message: expect.stringContaining('authentication server') });
    expect(shared.demo.violations()).toEqual([]);
  });

  it('says that credentials are wrong, without them', async () => {
    const proxy = await proxyWith({ credentials: 'a:b' });
    const error: unknown = await clientThrough(`PROXY who:hunter22@${proxy.place}`)
      .authenticate()
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ condition: 'proxy_authentication' });
    expect(String(error)).toContain('does not accept the user name and password');
    expect(String(error)).not.toContain('hunter22');
  });

  it('names SOCKS, which it does not speak', async () => {
    await expect(clientThrough('SOCKS5 10.0.0.1:1080').authenticate()).rejects.toMatchObject({
      kind: 'network',
      condition: 'proxy_unsupported',
      remedy: 'none',
      message: expect.stringContaining('“SOCKS5 10.0.0.1:1080”'),
    });
  });

  it('goes on in the list where a proxy gives no answer, and tries that one last from then on', async () => {
    const dead = await freePort();
    const proxy = await proxyWith({ fault: 'close' });
    const find = async () => `PROXY 127.0.0.1:${dead}; SOCKS 127.0.0.1:1; PROXY ${proxy.place}; DIRECT`;
    const service = clientThrough(find);
    await service.request(trip);
    await service.request(trip);
    await service.request(trip);
    // The auth server and the first request; by then it is known.
    expect(proxy.asked.length).toBe(1);
    await expect(
      clientThrough(`PROXY 127.0.0.1:${dead}; PROXY ${proxy.place}`).authenticate(),
    ).rejects.toMatchObject({ condition: 'proxy_unreachable' });
  });

  it('does not go around a proxy that has answered', async () => {
    const proxy = await proxyWith({ refuse: { status: 403 } });
    const { demo } = shared;
    const before = demo.journal().length;
    await expect(clientThrough(`PROXY ${proxy.place}; DIRECT`).authenticate()).rejects.toMatchObject({
      condition: 'proxy_refused',
    });
    expect(demo.journal().length).toBe(before);
  });

  it('keeps a server’s own failures apart from the proxy’s', async () => {
    const proxy = await proxyWith();
    const { profile, demo } = shared;
    const identity = openPkcs12(demo.identity.p12, demo.identity.passphrase);
    const service = new TripKitService({
      profile: { ...profile, trust: { ...profile.trust, auth: [demo.pki.airline.pem] } },
      identity,
      clock: systemClock,
      findProxy: async () => `PROXY ${proxy.place}`,
    });
    onTestFinished(() => service.close());
    await expect(service.authenticate()).rejects.toMatchObject({ condition: 'tls_untrusted' });
    // Node's own switch, which a script's environment may hold, does not open the door either.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await expect(service.authenticate()).rejects.toMatchObject({ condition: 'tls_untrusted' });
    const secured = await proxyWith({ tls: await issueServer(demo.pki.operator, 'localhost') });
    await expect(clientThrough(`HTTPS ${secured.place}`).authenticate()).rejects.toMatchObject({
      condition: 'proxy_tls',
    });
    vi.unstubAllEnvs();
    demo.faults([{ on: 'request', do: { action: 'drop', processed: true } }]);
    await expect(clientThrough(`PROXY ${proxy.place}`).request(trip)).rejects.toMatchObject({
      kind: 'network',
      condition: 'cut',
      maybe_received: true,
    });
  });

  it('ends at once when it is told to, and when it is closed', async () => {
    const proxy = await proxyWith({ fault: 'hang' });
    const abort = new AbortController();
    const service = clientThrough(`PROXY ${proxy.place}`);
    const waiting = service.authenticate(abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const other = clientThrough(`PROXY ${proxy.place}`);
    const closing = other.authenticate();
    closing.catch(() => {});
    await other.close();
    await expect(closing).rejects.toThrow();
  });

  it('says so when the settings can’t be read', async () => {
    const broken = clientThrough(async () => {
      throw new Error('PAC exploded at https://user:secret@pac.example');
    });
    const error: unknown = await broken.authenticate().catch((e: unknown) => e);
    expect(error).toMatchObject({ condition: 'proxy_settings', remedy: 'wait' });
    expect(String(error)).not.toContain('secret');
    const routes = new ProxyRoutes({ find: () => new Promise(() => {}), limit_ms: 20 });
    await expect(routes.list('https://a.example', new AbortController().signal)).rejects.toMatchObject({
      condition: 'proxy_settings',
      message: expect.stringContaining('in time'),
    });
  });
});

describe('a PAC answer', () => {
  it('is read into ways', () => {
    expect(parseProxyList('PROXY a.example:8080; https b.example ;DIRECT;')).toEqual([
      { type: 'http', host: 'a.example', port: 8080 },
      { type: 'https', host: 'b.example', port: 443 },
      { type: 'direct' },
    ]);
    expect(parseProxyList('PROXY [::1]:3128')).toEqual([{ type: 'http', host: '::1', port: 3128 }]);
    expect(parseProxyList('PROXY a')).toEqual([{ type: 'http', host: 'a', port: 80 }]);
    expect(parseProxyList('')).toEqual([{ type: 'direct' }]);
    expect(parseProxyList('SOCKS5 u:secret@h:1')).toEqual([{ type: 'unsupported', setting: 'SOCKS5 h:1' }]);
    for (const odd of ['PROXY', 'PROXY a/b', 'PROXY a:99999', 'QUIC h:1', 'PROXY a?b']) {
      expect(parseProxyList(odd)).toMatchObject([{ type: 'unsupported' }]);
    }
  });

  it('never throws, and always gives a way', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseProxyList(text).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the environment', () => {
  it.each([
    [{}, 'https://a.example/', 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:3128' }, 'https://a.example/', 'PROXY p:3128'],
    [{ HTTPS_PROXY: 'p:3128/' }, 'https://a.example/', 'PROXY p:3128'],
    [{ HTTPS_PROXY: 'http://p:3128' }, 'http://a.example/', 'DIRECT'],
    [{ HTTP_PROXY: 'http://p:3128' }, 'https://a.example/', 'DIRECT'],
    [{ HTTP_PROXY: 'http://p:3128' }, 'http://a.example/', 'PROXY p:3128'],
    [{ ALL_PROXY: 'https://p' }, 'http://a.example/', 'HTTPS p'],
    [{ HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:2' }, 'https://a/', 'PROXY lower:2'],
    [{ HTTPS_PROXY: 'http://u:a;b@p:1' }, 'https://a/', 'PROXY u:a%3Bb@p:1'],
    [{ HTTPS_PROXY: 'socks5://p:1080' }, 'https://a/', 'SOCKS5 p:1080'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.example' }, 'https://a.example/', 'DIRECT'],
  ] as const)('%j for %s: %s', async (env, url, answer) => {
    expect(await environmentProxies(env)(url)).toBe(answer);
  });

  it('names a variable that holds no address, without its value', async () => {
    const find = environmentProxies({ HTTPS_PROXY: 'http://u:hunter22@p/with/path' });
    const error: unknown = await find('https://a.example/').catch((e: unknown) => e);
    expect(error).toMatchObject({ condition: 'proxy_settings' });
    expect(String(error)).toContain('HTTPS_PROXY');
    expect(String(error)).not.toContain('hunter22');
  });

  it.each([
    ['*', 'https://a.example/', true],
    ['a.example', 'https://a.example/', true],
    ['a.example', 'https://x.a.example/', true],
    ['a.example', 'https://xa.example/', false],
    ['.a.example', 'https://x.a.example/', true],
    ['.a.example', 'https://a.example/', true],
    ['*.a.example', 'https://x.a.example/', true],
    ['A.Example.', 'https://a.example/', true],
    ['a.example:8443', 'https://a.example:8443/', true],
    ['a.example:8443', 'https://a.example/', false],
    ['a.example:443', 'https://a.example/', true],
    ['a.example:80', 'http://a.example/', true],
    ['10.0.0.0/8', 'https://10.1.2.3/', true],
    ['10.0.0.0/8', 'https://11.1.2.3/', false],
    ['10.0.0.0/99', 'https://10.0.0.0/', false],
    ['127.0.0.1', 'https://127.0.0.1:9443/', true],
    ['127.0.0.1:9443', 'https://127.0.0.1:9444/', false],
    ['::1', 'https://[::1]/', true],
    ['[::1]:8443', 'https://[::1]:8443/', true],
    ['fd00::/8', 'https://[fd12::1]/', true],
    ['fd00::/8', 'https://[2001:db8::1]/', false],
    ['0.1', 'https://10.0.0.1/', false],
    ['b.example, a.example', 'https://a.example/', true],
    ['b.example a.example', 'https://a.example/', true],
    ['', 'https://a.example/', false],
    [',.,', 'https://a.example/', false],
  ])('NO_PROXY=%s exempts %s: %s', (rules, url, exempt) => {
    expect(noProxy(rules)(new URL(url))).toBe(exempt);
  });

  it('reads any NO_PROXY', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('https://a.example/', 'http://10.1.2.3/', 'https://[::1]:8443/'),
        (rules, url) => typeof noProxy(rules)(new URL(url)) === 'boolean',
      ),
    );
  });
});
