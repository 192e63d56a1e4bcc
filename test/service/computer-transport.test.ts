import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { authenticate } from '../../main/service/authenticate.ts';
import type { ComputerFailure, ComputerOutcome } from '../../main/service/computer-client.ts';
import {
  type ComputerTimeLimits,
  ComputerTransport,
  listCandidates,
} from '../../main/service/computer-transport.ts';
import { createAuthority, issueServer } from '../demo-service/pki.ts';
import { aProfile } from '../profile/a-profile.ts';
import { fakeComputer, type SeenCall } from './fake-computer.ts';

const operator = await createAuthority('Operator CA', 'Operator');
const stranger = await createAuthority('Stranger CA', 'Stranger');
const HOST = 'login.demo-air.example';
const profile = parseServiceProfile(
  JSON.stringify({
    ...aProfile,
    auth_url: `https://${HOST}:9443/as/authorization.oauth2?x=1`,
    trust: { auth: [operator.pem] },
  }),
);

type Answer = (call: SeenCall) => Promise<ComputerOutcome>;

function transportOf(answer: Answer, limits: Partial<ComputerTimeLimits> = {}) {
  const computer = fakeComputer(answer);
  const transport = new ComputerTransport({
    profile,
    sha256: 'AA:BB',
    name: 'A. Pilot',
    cards: ['Card A'],
    open: computer.open,
    limits,
    now: () => Date.now(),
  });
  const run = (signal?: AbortSignal) =>
    authenticate({ transport, profile, scopes: ['a'], now: () => Date.now(), signal });
  return { ...computer, transport, run };
}

const stateOf = ({ body }: SeenCall) => new URLSearchParams(body ?? '').get('state') ?? '';
const answered = (
  status: number,
  headers: Record<string, string | string[]> = {},
  certificate: 'presented' | 'not_asked' = 'presented',
): ComputerOutcome => ({ answer: { status, headers, text: '', cut: false }, certificate });
const failed = (more: Partial<ComputerFailure>): ComputerOutcome => ({
  failure: { error: 'ERR_FAILED', chain: null, proxy: null, certificate: 'not_asked', ...more },
});
const granted: Answer = async (call) =>
  answered(302, {
    Location: [
      `https://x.example/#access_token=token-1&token_type=Bearer&expires_in=60&state=${stateOf(call)}`,
    ],
  });

test('the form goes out as on the other way, and the token is read from the redirect', async () => {
  const { run, calls, opened } = transportOf(granted);
  expect(await run()).toEqual({ value: 'token-1', expires_in: 60 });
  expect(calls[0]).toMatchObject({
    url: `https://${HOST}:9443/as/authorization.oauth2?x=1`,
    method: 'POST',
    sha256: 'AA:BB',
    cards: ['Card A'],
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': profile.user_agent },
  });
  expect(new URLSearchParams(calls[0]?.body ?? '').get('client_id')).toBe('demo-client');
  expect(opened[0]?.origin).toBe(`https://${HOST}:9443`);
});

test('the server is judged by the authorities of the profile alone', async () => {
  const { opened } = transportOf(granted);
  const judge = opened[0]?.judge;
  if (typeof judge !== 'function') throw new Error('The profile names authorities.');
  const der = (pem: string) => new X509Certificate(pem).raw;
  const [good, foreign, other] = await Promise.all([
    issueServer(operator, HOST, [HOST]),
    issueServer(stranger, HOST, [HOST]),
    issueServer(operator, 'x', ['other.example']),
  ]);
  expect(judge([der(good.cert)], HOST)).toBeNull();
  expect(judge([der(foreign.cert), der(stranger.pem)], HOST)).toBe('UNABLE_TO_GET_ISSUER_CERT_LOCALLY');
  expect(judge([der(other.cert)], HOST)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
});

const failures: [string, Partial<ComputerFailure>, { kind: string; condition: string; says: RegExp }][] = [
  ['another host', { chain: 'ERR_TLS_CERT_ALTNAME_INVALID' }, net('tls_host_name', /for another host name/)],
  ['an expired server', { chain: 'CERT_HAS_EXPIRED' }, net('tls_expired', /has expired/)],
  ['a revoked server', { chain: 'CERT_REVOKED' }, net('tls_untrusted', /revoked/)],
  ['Chromium’s own verdict', { error: 'ERR_CERT_AUTHORITY_INVALID' }, net('tls_untrusted', /profile trusts/)],
  ['no name', { error: 'ERR_NAME_NOT_RESOLVED' }, net('dns', /could not be looked up/)],
  ['refused', { error: 'ERR_CONNECTION_REFUSED' }, net('refused', /does not accept connections/)],
  ['timed out', { error: 'ERR_CONNECTION_TIMED_OUT' }, net('connect_timeout', /in time/)],
  ['offline', { error: 'ERR_INTERNET_DISCONNECTED' }, net('unreachable', /no network route/)],
  [
    'cut after the certificate was shown',
    { error: 'ERR_CONNECTION_RESET', certificate: 'presented' },
    net('cut', /refusing the client certificate/),
  ],
  [
    'cut, and nothing was shown',
    { error: 'ERR_CONNECTION_RESET', certificate: 'not_asked' },
    net('cut', /asked for no certificate that this computer has\. If yours is on a card, insert it/),
  ],
  ['no TLS', { error: 'ERR_SSL_PROTOCOL_ERROR' }, net('tls_other', /ERR_SSL_PROTOCOL_ERROR/)],
  [
    'an alert about the certificate',
    { error: 'ERR_BAD_SSL_CLIENT_AUTH_CERT', certificate: 'presented' },
    { kind: 'authentication', condition: 'tls_client_certificate', says: /refused the client certificate/ },
  ],
  ['not there', { error: 'ERR_ABORTED', certificate: 'missing' }, card('missing', /Insert the card/)],
  [
    'no PIN',
    { error: 'ERR_ABORTED', certificate: 'no_pin' },
    card('pin', /PIN .* wasn’t entered or was wrong/),
  ],
  ['no program', { error: 'ERR_ABORTED', certificate: 'no_prompt' }, card('no_prompt', /pinentry/)],
  [
    'a key that did not sign',
    { error: 'ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED', certificate: 'presented' },
    card('signature', /didn’t sign/),
  ],
  [
    'a key that is kept back',
    { error: 'ERR_SSL_CLIENT_AUTH_PRIVATE_KEY_ACCESS_DENIED', certificate: 'presented' },
    card('pin', /PIN/),
  ],
  ['no key', { error: 'ERR_SSL_CLIENT_AUTH_CERT_NO_PRIVATE_KEY' }, card('no_key', /can’t be used/)],
  ['no algorithm', { error: 'ERR_SSL_CLIENT_AUTH_NO_COMMON_ALGORITHMS' }, card('algorithm', /in common/)],
  [
    'none',
    { error: 'ERR_SSL_CLIENT_AUTH_CERT_NEEDED' },
    card('none_fits', /No certificate of this computer/),
  ],
  [
    'a proxy that asks',
    { error: 'ERR_TUNNEL_CONNECTION_FAILED', proxy: { host: 'proxy.example', port: 8080, scheme: 'ntlm' } },
    net('proxy_authentication', /proxy\.example:8080 .* asks for a sign-in by ntlm/),
  ],
  ['no tunnel', { error: 'ERR_TUNNEL_CONNECTION_FAILED' }, net('proxy_refused', /does not let/)],
  ['no proxy', { error: 'ERR_PROXY_CONNECTION_FAILED' }, net('proxy_unreachable', /can’t be reached/)],
  ['no settings', { error: 'ERR_PAC_SCRIPT_FAILED' }, net('proxy_settings', /could not be read/)],
  ['anything else', { error: 'ERR_SOMETHING_NEW' }, net('connection', /No connection/)],
];
function net(condition: string, says: RegExp) {
  return { kind: 'network', condition, says };
}
function card(condition: string, says: RegExp) {
  return { kind: 'identity', condition, says };
}

test.each(failures)('%s', async (_name, failure, { kind, condition, says }) => {
  const { run } = transportOf(async () => failed(failure));
  const error = await run().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind, condition, message: expect.stringMatching(says) });
  expect((error as Error).message).not.toMatch(/%s|undefined|“”/);
});

test('an answer without our certificate is no refusal of it, but for trouble of the server’s own', async () => {
  const denied = answered(302, { location: 'https://x.example/#error=access_denied' }, 'not_asked');
  await expect(transportOf(async () => denied).run()).rejects.toMatchObject({
    kind: 'identity',
    condition: 'none_fits',
  });
  const busy = answered(503, {}, 'not_asked');
  await expect(transportOf(async () => busy).run()).rejects.toMatchObject({ condition: 'server_error' });
  const presented = answered(302, { location: 'https://x.example/#error=access_denied' });
  await expect(transportOf(async () => presented).run()).rejects.toMatchObject({
    kind: 'authentication',
    condition: 'access_denied',
  });
});

test('a sign-in page of a network is told as one', async () => {
  const portal = answered(302, { location: 'https://wifi.example/login' }, 'not_asked');
  await expect(transportOf(async () => portal).run()).rejects.toMatchObject({ condition: 'captive_portal' });
});

const hangs = (at?: 'way' | 'handshake' | 'certificate' | 'answer'): Answer => {
  return ({ signal, onProgress }) => {
    if (at) onProgress(at);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
};
const soon = { head: 20, silence: 20, person: 20 };

test.each([
  ['way', 'network', 'connect_timeout'],
  ['handshake', 'identity', 'not_in_time'],
  ['certificate', 'identity', 'not_in_time'],
  ['answer', 'network', 'stalled'],
] as const)('a call that hangs at %s ends in time', async (at, kind, condition) => {
  await expect(transportOf(hangs(at), soon).run()).rejects.toMatchObject({ kind, condition });
});

test('a person’s cancel and the end of the client end the call with their own reason', async () => {
  const { run, transport, state } = transportOf(hangs('certificate'));
  const person = new AbortController();
  const cancelled = run(person.signal);
  person.abort();
  await expect(cancelled).rejects.toBe(person.signal.reason);
  const ended = run();
  await transport.close();
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  expect(state.closed).toBe(1);
});

test('an answer that is far too long is cut off', async () => {
  const long: ComputerOutcome = {
    answer: { status: 200, headers: {}, text: '', cut: true },
    certificate: 'presented',
  };
  await expect(transportOf(async () => long).run()).rejects.toMatchObject({ condition: 'answer_too_long' });
});

test('the list is asked for without anything of the profile, and its client is closed', async () => {
  const found = { candidates: [[new Uint8Array([1])]], cards: ['Card A'] };
  const computer = fakeComputer(async () => found);
  const common = {
    profile,
    open: computer.open,
    now: () => Date.now(),
    signal: new AbortController().signal,
  };
  expect(await listCandidates(common)).toEqual(found);
  expect(computer.calls[0]).toMatchObject({
    method: 'HEAD',
    url: `https://${HOST}:9443/as/authorization.oauth2`,
    body: null,
  });
  expect(computer.state.closed).toBe(1);
  const none = fakeComputer(async () => answered(200, {}, 'not_asked'));
  await expect(listCandidates({ ...common, open: none.open })).rejects.toMatchObject({
    condition: 'none_fits',
    message: expect.stringMatching(/This computer has no certificate/),
  });
  const down = fakeComputer(async () => failed({ error: 'ERR_CONNECTION_REFUSED' }));
  await expect(listCandidates({ ...common, open: down.open })).rejects.toMatchObject({
    condition: 'refused',
  });
});
