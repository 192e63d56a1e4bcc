import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import forge from 'node-forge';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { certificateFacts } from '../../main/identity/certificate-facts.ts';
import { openPkcs12 } from '../../main/identity/pkcs12.ts';
import type { ServiceProfile } from '../../main/profile/profile.ts';
import type { ComputerOutcome } from '../../main/service/computer-client.ts';
import { ComputerTransport } from '../../main/service/computer-transport.ts';
import { type DiagnoseOptions, diagnose } from '../../main/service/diagnose.ts';
import type { DiagnosisStep } from '../../preload/contract.ts';
import { type CertificateAuthority, issueIdentity, issueServer } from '../demo-service/pki.ts';
import { withoutEndOfValidity } from '../undated.ts';
import { type ConnectProxyOptions, startConnectProxy } from './connect-proxy.ts';
import { type DemoClient, startDemoClient } from './demo.ts';
import { fakeComputer, type SeenCall } from './fake-computer.ts';

let shared: DemoClient;

beforeAll(async () => {
  shared = await startDemoClient();
});
afterAll(() => shared.close());
afterEach(() => shared.demo.clearFaults());

const identityOf = (client: DemoClient, foreign = false) => {
  const { p12, passphrase } = foreign ? client.demo.foreignIdentity : client.demo.identity;
  return openPkcs12(p12, passphrase);
};
const test = (change: Partial<ServiceProfile> = {}, options: DiagnoseOptions = {}) =>
  diagnose({ ...shared.profile, ...change }, identityOf(shared), options);

/** `auth.tls: passed`, with the condition where there is one. */
const told = (steps: readonly DiagnosisStep[]) =>
  steps.map(({ id, server, ok, condition }) => `${server}.${id}: ${condition ?? ok}`);
const stepOf = (steps: readonly DiagnosisStep[], server: string, id: string) =>
  steps.find((step) => step.server === server && step.id === id);

/** Listens on loopback; the origin's port. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

const authAt = (port: number, host = '127.0.0.1') => ({
  auth_url: `https://${host}:${port}/as/authorization`,
});

async function tlsServer(options: ServerOptions): Promise<number> {
  return listen(createServer(options, (_req, res) => res.writeHead(500).end()));
}

function expiredServer({ certificate: issuer, key }: CertificateAuthority): { cert: string; key: string } {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  certificate.serialNumber = '42';
  certificate.validity.notBefore = new Date(Date.now() - 10 * 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() - 86_400_000);
  certificate.setSubject([{ name: 'commonName', value: 'localhost' }]);
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }]);
  certificate.sign(key, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: pair.privateKey };
}

describe('a sound connection', () => {
  it('passes every step, shows the chains, and asks for nothing', async () => {
    const { demo, profile } = shared;
    const before = demo.journal().length;
    const seen: DiagnosisStep[] = [];
    const result = await test({}, { probe: true, onStep: (step) => seen.push(step) });
    expect(told(result.steps)).toEqual([
      'auth.proxy_settings: passed',
      'auth.dns: skipped',
      'auth.tcp: passed',
      'auth.proxy: skipped',
      'auth.tls: passed',
      'auth.client_certificate: passed',
      'auth.authenticate: passed',
      'api.proxy_settings: passed',
      'api.dns: skipped',
      'api.tcp: passed',
      'api.proxy: skipped',
      'api.tls: passed',
      'api.get_pdf: passed',
      'storage.storage: skipped',
    ]);
    expect(seen).toEqual(result.steps);
    expect(result).toMatchObject({
      verdict: { ok: true, message: expect.stringContaining('The connection works') },
    });
    const { certificates } = stepOf(result.steps, 'auth', 'tls') ?? {};
    expect(certificates?.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('CN=localhost'),
      expect.stringContaining('CN=Trip Kit Demo Operator CA'),
    ]);
    expect(certificates?.[0]).toMatchObject({
      sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    });
    expect(stepOf(result.steps, 'auth', 'authenticate')?.what).toContain(
      `“${profile.scopes.request}” and “${profile.scopes.download}”, valid for 899 s`,
    );
    const calls = demo.journal().slice(before);
    expect(calls.filter(({ server }) => server === 'auth' || server === 'api')).toHaveLength(2);
    expect(demo.violations()).toEqual([]);
    expect(JSON.stringify(result)).not.toMatch(/PRIVATE KEY|access_token|Bearer/);
  });

  it('does not ask the service without being told to, and looks names up', async () => {
    const before = shared.demo.journal().length;
    const { auth_url } = shared.profile;
    const result = await test({ auth_url: auth_url.replace('127.0.0.1', 'localhost') });
    expect(result.verdict.ok).toBe(true);
    expect(stepOf(result.steps, 'auth', 'dns')).toMatchObject({ ok: 'passed' });
    expect(stepOf(result.steps, 'api', 'get_pdf')).toBeUndefined();
    expect(
      shared.demo
        .journal()
        .slice(before)
        .filter(({ server }) => server === 'api'),
    ).toEqual([]);
  });

  it('tells each of two tokens', async () => {
    const result = await test({ token_per_scope: true });
    expect(stepOf(result.steps, 'auth', 'authenticate')?.what).toContain('granted tokens for');
  });
});

describe('what stands in the way', () => {
  it('is a name that can’t be looked up', async () => {
    const result = await test(authAt(443, 'no-such-host.invalid'));
    expect(stepOf(result.steps, 'auth', 'dns')).toMatchObject({ ok: 'failed', condition: 'dns' });
    expect(stepOf(result.steps, 'auth', 'tcp')).toBeUndefined();
    expect(stepOf(result.steps, 'auth', 'authenticate')).toMatchObject({ ok: 'skipped' });
    // The other server is looked at all the same.
    expect(stepOf(result.steps, 'api', 'tls')).toMatchObject({ ok: 'passed' });
    expect(result).toMatchObject({
      verdict: { ok: false, message: expect.stringContaining('could not be looked up') },
    });
  });

  it('is a port on which nobody listens', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const result = await test({ base_url: `https://127.0.0.1:${port}` });
    expect(stepOf(result.steps, 'api', 'tcp')).toMatchObject({ ok: 'failed', condition: 'refused' });
    expect(result.verdict.message).toContain('trip kit service');
  });

  it('is a server that is no TLS server, or says nothing', async () => {
    const talker = await listen(createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(stepOf((await test(authAt(talker))).steps, 'auth', 'tls')).toMatchObject({
      ok: 'failed',
      condition: 'tls_other',
    });
    const silent = await listen(createTcpServer(() => {}));
    const result = await test(authAt(silent), { limits: { connect: 300 } });
    expect(stepOf(result.steps, 'auth', 'tls')).toMatchObject({ ok: 'failed', condition: 'connect_timeout' });
  });

  it('is a certificate that is not from the operator’s authority, and names who issued it', async () => {
    const { demo, profile } = shared;
    const before = demo.journal().length;
    const result = await test({ trust: { ...profile.trust, auth: [demo.pki.airline.pem] } });
    const tls = stepOf(result.steps, 'auth', 'tls');
    expect(tls).toMatchObject({
      condition: 'tls_untrusted',
      what: expect.stringContaining('issued by “O=Trip Kit Demo Operator, CN=Trip Kit Demo Operator CA”'),
      advice: expect.stringContaining('sign in to the network first'),
    });
    expect(tls?.certificates?.[0]?.subject).toContain('CN=localhost');
    expect(demo.journal().slice(before)).toEqual([]);
  });

  it('is a certificate for another host, or one that has expired', async () => {
    const { operator, airline } = shared.demo.pki;
    const other = await tlsServer(await issueServer(operator, 'other', ['other.example']));
    expect(stepOf((await test(authAt(other))).steps, 'auth', 'tls')).toMatchObject({
      condition: 'tls_host_name',
    });
    const expired = expiredServer(operator);
    const port = await tlsServer(expired);
    const result = await test(authAt(port));
    expect(stepOf(result.steps, 'auth', 'tls')).toMatchObject({
      condition: 'tls_expired',
      advice: expect.stringContaining('date of this computer'),
    });
    // TLS 1.2 with a certificate demanded: the handshake ends before it is whole, and the certificate is judged all the same.
    const demanding: ServerOptions = {
      ca: [airline.pem],
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion: 'TLSv1.2',
    };
    const early = await tlsServer({ ...expired, ...demanding });
    expect(stepOf((await test(authAt(early))).steps, 'auth', 'tls')).toMatchObject({
      condition: 'tls_expired',
    });
    const foreign = await tlsServer({ ...(await issueServer(airline, 'localhost')), ...demanding });
    expect(stepOf((await test(authAt(foreign))).steps, 'auth', 'tls')).toMatchObject({
      condition: 'tls_untrusted',
    });
  });

  it('is a certificate whose dates can’t be read, which is not shown', async () => {
    const { cert, key } = expiredServer(shared.demo.pki.operator);
    const undated = withoutEndOfValidity(new X509Certificate(cert).raw).toString('base64');
    const pem = `-----BEGIN CERTIFICATE-----\n${undated}\n-----END CERTIFICATE-----\n`;
    const result = await test(authAt(await tlsServer({ cert: pem, key })));
    const { ok, certificates = [] } = stepOf(result.steps, 'auth', 'tls') ?? {};
    expect(ok).toBe('failed');
    for (const { valid_to } of certificates) expect(Date.parse(valid_to)).toBeGreaterThan(0);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'is a client certificate refused in the handshake (%s)',
    async (version) => {
      const { pki } = shared.demo;
      const port = await tlsServer({
        ...pki.server,
        ca: [pki.airline.pem],
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: version,
        maxVersion: version,
      });
      const result = await diagnose({ ...shared.profile, ...authAt(port) }, identityOf(shared, true));
      expect(stepOf(result.steps, 'auth', 'tls')).toMatchObject({ ok: 'passed' });
      expect(stepOf(result.steps, 'auth', 'client_certificate')).toMatchObject({
        ok: 'failed',
        condition: 'tls_client_certificate',
      });
      expect(result.verdict.message).toContain('client certificate');
    },
  );

  it('is a client certificate that Authenticate does not know, or the client_id', async () => {
    const foreign = await diagnose(shared.profile, identityOf(shared, true));
    expect(stepOf(foreign.steps, 'auth', 'client_certificate')).toMatchObject({ condition: 'access_denied' });
    expect(foreign.steps.find(({ id }) => id === 'authenticate')).toMatchObject({ ok: 'skipped' });
    const other = await test({ client_id: 'somebody-else' });
    expect(other.verdict.message).toContain('client_id');
  });

  it.each([
    ['invalid_scope', { scopes: { request: 'urn:none', download: 'urn:none' } }, null],
    ['server_error', {}, { action: 'status', status: 503 }],
  ] as const)('is Authenticate itself: %s', async (condition, change, fault) => {
    if (fault) shared.demo.faults([{ on: 'auth', do: fault }]);
    const result = await test(change);
    expect(stepOf(result.steps, 'auth', 'client_certificate')).toMatchObject({ ok: 'passed' });
    expect(stepOf(result.steps, 'auth', 'authenticate')).toMatchObject({ ok: 'failed', condition });
    expect(result.verdict.ok).toBe(false);
  });

  it('is a token that the service does not take', async () => {
    shared.demo.faults([{ on: 'pdf', do: { action: 'status', status: 401 } }]);
    const result = await test({}, { probe: true });
    expect(stepOf(result.steps, 'api', 'get_pdf')).toMatchObject({
      ok: 'failed',
      condition: 'token_refused',
    });
  });

  it('is an identity that is not there or not valid now', async () => {
    const before = shared.demo.journal().length;
    const none = await diagnose(shared.profile, null, {
      identity_problem: 'The keychain is locked. Unlock it.',
    });
    expect(stepOf(none.steps, 'auth', 'client_certificate')).toMatchObject({
      what: 'The keychain is locked.',
      advice: 'Unlock it.',
    });
    expect(stepOf(none.steps, 'api', 'tls')).toMatchObject({ ok: 'passed' });
    const ended = { not_before: Date.now() - 10_000_000, not_after: Date.now() - 5_000_000 };
    for (const [validity, condition] of [
      [ended, 'expired'],
      [{ not_before: Date.now() + 5_000_000, not_after: Date.now() + 9_000_000 }, 'not_yet_valid'],
    ] as const) {
      const { cert_pem, key_pem } = await issueIdentity(shared.demo.pki.airline, 'Old', 'Old', validity);
      const facts = certificateFacts(new X509Certificate(cert_pem));
      const result = await diagnose(shared.profile, { cert: cert_pem, key: key_pem, facts });
      expect(stepOf(result.steps, 'auth', 'client_certificate')).toMatchObject({ condition });
    }
    expect(shared.demo.journal().slice(before)).toEqual([]);
  });
});

describe('through a proxy', () => {
  async function through(proxy: ConnectProxyOptions, list = (place: string) => `PROXY ${place}`) {
    const started = await startConnectProxy(proxy);
    onTestFinished(() => started.close());
    return test({}, { findProxy: async () => list(started.place), limits: { connect: 1_000 } });
  }

  it('passes, and says which', async () => {
    const result = await through({});
    expect(result.verdict.ok).toBe(true);
    expect(stepOf(result.steps, 'auth', 'proxy')?.what).toMatch(
      /^The proxy 127\.0\.0\.1:\d+ opened a way to the authentication server/,
    );
  });

  it.each([
    [{ refuse: { status: 403 } }, 'proxy_refused'],
    [{ fault: 'hang' }, 'proxy_timeout'],
  ] as const)('tells %j as %s', async (options, condition) => {
    const result = await through(options);
    expect(stepOf(result.steps, 'auth', 'proxy')).toMatchObject({ ok: 'failed', condition });
    expect(result.verdict.message).toContain('The proxy 127.0.0.1:');
  });

  it('shows a proxy that is passed over, and goes on as every connection does', async () => {
    const result = await through({ fault: 'close' }, (place) => `PROXY ${place}; SOCKS h:1; DIRECT`);
    expect(result.verdict.ok).toBe(true);
    expect(told(result.steps).slice(0, 8)).toEqual([
      'auth.proxy_settings: passed',
      'auth.dns: skipped',
      'auth.tcp: passed',
      'auth.proxy: proxy_closed',
      'auth.proxy: proxy_unsupported',
      'auth.dns: skipped',
      'auth.tcp: passed',
      'auth.proxy: skipped',
    ]);
  });

  it('tells a proxy whose name is unknown, and settings that can’t be read', async () => {
    const unknown = await test({}, { findProxy: async () => 'PROXY no-such-proxy.invalid:8080' });
    expect(stepOf(unknown.steps, 'auth', 'dns')).toMatchObject({ condition: 'proxy_unreachable' });
    const broken = await test(
      {},
      {
        findProxy: async () => {
          throw new Error('PAC');
        },
      },
    );
    expect(told(broken.steps)[0]).toBe('auth.proxy_settings: proxy_settings');
  });
});

it('ends at once when it is told to', async () => {
  const silent = await listen(createTcpServer(() => {}));
  const abort = new AbortController();
  const running = test(authAt(silent), {
    signal: abort.signal,
    onStep: ({ id }) => {
      if (id === 'proxy') abort.abort();
    },
  });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});

describe('with a certificate of this computer', () => {
  const facts = {
    subject: 'CN=A. Pilot',
    issuer: 'CN=Demo Air Client CA',
    valid_from: Date.now() - 5_000_000,
    valid_to: Date.now() + 9_000_000,
  };
  const computer = (answer: (call: SeenCall) => Promise<ComputerOutcome>) => {
    const fake = fakeComputer(answer);
    const transport = new ComputerTransport({
      profile: shared.profile,
      sha256: 'AA',
      name: 'A. Pilot',
      cards: null,
      open: fake.open,
      now: () => Date.now(),
    });
    return { transport, facts };
  };
  const granted = async ({ body }: SeenCall): Promise<ComputerOutcome> => {
    const state = new URLSearchParams(body ?? '').get('state');
    const location = `https://x.example/#access_token=unknown&token_type=Bearer&expires_in=60&state=${state}`;
    return { answer: { status: 302, headers: { location }, text: '', cut: false }, certificate: 'presented' };
  };

  it('says that it was accepted, and goes on to the service', async () => {
    const { steps } = await diagnose(shared.profile, computer(granted));
    expect(stepOf(steps, 'auth', 'client_certificate')).toMatchObject({
      ok: 'passed',
      what: expect.stringContaining('“A. Pilot” was accepted'),
    });
    expect(stepOf(steps, 'auth', 'authenticate')).toMatchObject({ ok: 'passed' });
    expect(stepOf(steps, 'api', 'tls')).toMatchObject({ ok: 'passed' });
  });

  it('says what to do about a card that is not there', async () => {
    const missing = { error: 'ERR_ABORTED', chain: null, proxy: null, certificate: 'missing' } as const;
    const { verdict, steps } = await diagnose(
      shared.profile,
      computer(async () => ({ failure: missing })),
    );
    expect(verdict.ok).toBe(false);
    expect(verdict.message).toContain('Insert the card');
    expect(stepOf(steps, 'auth', 'client_certificate')).toMatchObject({ ok: 'failed', condition: 'missing' });
    expect(stepOf(steps, 'auth', 'authenticate')).toMatchObject({
      ok: 'skipped',
      what: 'Not tried: the client certificate could not be used.',
    });
  });

  it('leaves a proxy’s sign-in to the computer, which the app itself can’t give', async () => {
    const proxy = await startConnectProxy({
      refuse: { status: 407, headers: { 'proxy-authenticate': 'Negotiate' } },
    });
    onTestFinished(() => proxy.close());
    const findProxy = async (url: string) =>
      url.startsWith(new URL(shared.profile.auth_url).origin) ? `PROXY ${proxy.place}` : 'DIRECT';
    const { verdict, steps } = await diagnose(shared.profile, computer(granted), { findProxy });
    expect(stepOf(steps, 'auth', 'proxy')).toMatchObject({
      ok: 'skipped',
      what: expect.stringContaining('asks for a sign-in, which this computer gives by itself'),
    });
    expect(stepOf(steps, 'auth', 'authenticate')).toMatchObject({ ok: 'passed' });
    expect(verdict.ok).toBe(true);
  });
});
