/** Chromium's part is a stand-in here; what the real one does, test/electron shows. */
import { hash, X509Certificate } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Certificate, Session } from 'electron';
import { expect, test } from 'vitest';
import { ComputerCertificates, type ElectronParts } from '../../main/electron/computer-certificates.ts';
import type { ComputerCall } from '../../main/service/computer-client.ts';
import { createAuthority, issueIdentity } from '../demo-service/pki.ts';

const airline = await createAuthority('Demo Air Client CA', 'Demo Air');
const [mine, other] = await Promise.all([
  issueIdentity(airline, 'A. Pilot', 'Demo Air'),
  issueIdentity(airline, 'B. Pilot', 'Demo Air'),
]);
const asElectron = (pem: string, issuer?: string): Certificate =>
  ({
    data: pem,
    issuerCert: issuer === undefined ? undefined : asElectron(issuer),
  }) as unknown as Certificate;
const certificates = [other, mine].map(({ cert_pem }) => asElectron(cert_pem, airline.pem));
const sha256 = new X509Certificate(mine.cert_pem).fingerprint256;

/** A request of Chromium's network stack, as far as the adapter sees it. */
class FakeRequest extends EventEmitter {
  readonly headers: Record<string, string> = {};
  body: string | undefined;
  aborted = false;
  ended = Promise.withResolvers<void>();
  setHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  end(body?: string) {
    this.body = body;
    this.ended.resolve();
  }
  abort() {
    this.aborted = true;
  }
}

type Filter = (details: { url: string }, answer: (given: { cancel: boolean }) => void) => void;
type Verify = Parameters<Session['setCertificateVerifyProc']>[0] & ((...given: never[]) => void);

function setUp(ask?: ElectronParts['ask']) {
  const app = new EventEmitter();
  const requests: FakeRequest[] = [];
  const asked: Electron.ClientRequestConstructorOptions[] = [];
  const partitions: string[] = [];
  const sessions: { filter?: Filter; verify?: Verify; proxy?: unknown; closed: number }[] = [];
  const made = new ComputerCertificates({
    app: app as unknown as ElectronParts['app'],
    net: {
      request: (options) => {
        asked.push(options);
        const request = new FakeRequest();
        requests.push(request);
        return request as unknown as ReturnType<ElectronParts['net']['request']>;
      },
    },
    session: (partition) => {
      partitions.push(partition);
      const state: (typeof sessions)[number] = { closed: 0 };
      sessions.push(state);
      return {
        webRequest: {
          onBeforeRequest: (filter: Filter) => {
            state.filter = filter;
          },
        },
        setCertificateVerifyProc: (verify: Verify) => {
          state.verify = verify;
        },
        setProxy: async (proxy: unknown) => {
          state.proxy = proxy;
        },
        closeAllConnections: async () => {
          state.closed += 1;
        },
      } as unknown as Session;
    },
    ...(ask ? { ask } : {}),
  });
  /** The event, and what was answered to it. */
  const select = (url: string, contents: unknown = null, list = certificates) => {
    const answers: unknown[] = [];
    let prevented = false;
    const event = {
      preventDefault: () => {
        prevented = true;
      },
    };
    app.emit('select-client-certificate', event, contents, url, list, (...given: unknown[]) =>
      answers.push(...given),
    );
    return { answers, prevented };
  };
  const started = async (at = 0) => {
    await expect.poll(() => requests.length).toBeGreaterThan(at);
    const request = requests[at] as FakeRequest;
    await request.ended.promise;
    return request;
  };
  return { made, requests, asked, partitions, sessions, select, started };
}

const ORIGIN = 'https://login.demo-air.example:9443';
const PLACE = 'login.demo-air.example:9443';
function call(more: Partial<ComputerCall> = {}) {
  const seen: string[] = [];
  return {
    url: `${ORIGIN}/as`,
    method: 'POST',
    headers: { 'user-agent': 'demo' },
    body: 'a=b',
    max_bytes: 100,
    onProgress: (at: string) => void seen.push(at),
    signal: new AbortController().signal,
    sha256,
    cards: null,
    seen,
    ...more,
  };
}
const trusting = () => null;

test('the chosen certificate alone is presented, and a redirect is read and not followed', async () => {
  const { made, asked, sessions, partitions, select, started } = setUp();
  const client = made.open({ origin: ORIGIN, judge: trusting });
  const options = call();
  const outcome = client.call(options);
  const request = await started();
  expect(asked[0]).toMatchObject({
    method: 'POST',
    redirect: 'manual',
    cache: 'no-store',
    useSessionCookies: false,
  });
  expect([request.body, request.headers]).toEqual(['a=b', { 'user-agent': 'demo' }]);
  expect(select(PLACE)).toEqual({ answers: [certificates[1]], prevented: true });
  request.emit('redirect', 302, 'GET', 'https://x.example/#t=1', { location: ['https://x.example/#t=1'] });
  expect(await outcome).toEqual({
    answer: { status: 302, headers: { location: ['https://x.example/#t=1'] }, text: '', cut: false },
    certificate: 'presented',
  });
  expect(request.aborted).toBe(true);
  expect(options.seen).toEqual(['way', 'certificate']);
  expect(sessions[0]).toMatchObject({ proxy: { mode: 'system' }, closed: 1 });
  // Another call begins with nothing of this one.
  const again = client.call(call());
  await started(1);
  expect(new Set(partitions).size).toBe(2);
  expect(partitions.every((name) => name.startsWith('computer-certificate:'))).toBe(true);
  await client.close();
  await expect(again).rejects.toMatchObject({ name: 'AbortError' });
});

test('every other request for a certificate gets none', async () => {
  const { made, select, started } = setUp();
  expect(select(PLACE)).toEqual({ answers: [null], prevented: true });
  const client = made.open({ origin: ORIGIN, judge: trusting });
  const outcome = client.call(call());
  await started();
  expect(select('other.example:9443')).toEqual({ answers: [null], prevented: true });
  expect(select('login.demo-air.example:443')).toEqual({ answers: [null], prevented: true });
  expect(select(PLACE, { id: 1 })).toEqual({ answers: [null], prevented: true });
  await client.close();
  await outcome.catch(() => {});
  expect(select(PLACE).answers).toEqual([null]);
});

test('where the chosen one is not there, nothing is sent and nothing is answered', async () => {
  const { made, select, started } = setUp();
  const outcome = made.open({ origin: ORIGIN, judge: trusting }).call(call({}));
  const request = await started();
  expect(select(PLACE, null, certificates.slice(0, 1)).answers).toEqual([]);
  expect(await outcome).toMatchObject({ failure: { certificate: 'missing' } });
  expect(request.aborted).toBe(true);
});

test('the list has certificates with their issuers, and ends the call', async () => {
  const { made, select, started } = setUp();
  const outcome = made.open({ origin: ORIGIN, judge: trusting }).list(call());
  const request = await started();
  expect(select(PLACE).answers).toEqual([]);
  const found = await outcome;
  if (!('candidates' in found)) throw new Error('No list.');
  expect(found.candidates.map((chain) => chain.map((der) => hash('sha256', Buffer.from(der))))).toEqual(
    [other, mine].map(({ cert_pem }) =>
      [cert_pem, airline.pem].map((pem) => hash('sha256', new X509Certificate(pem).raw)),
    ),
  );
  expect(request.aborted).toBe(true);
});

test('the session speaks to its server alone; the profile judges it, the system judges proxies', async () => {
  const { made, sessions, started, requests } = setUp();
  const judged: [number, string][] = [];
  const judge = (chain: readonly Uint8Array[], host: string) => {
    judged.push([chain.length, host]);
    return judged.length === 1 ? null : ('CERT_HAS_EXPIRED' as const);
  };
  const options = call();
  const outcome = made.open({ origin: ORIGIN, judge }).call(options);
  await started();
  const { filter, verify } = sessions[0] as (typeof sessions)[number];
  const cancelled = (url: string) => {
    let cancel = false;
    filter?.({ url }, (answer) => {
      cancel = answer.cancel;
    });
    return cancel;
  };
  expect([`${ORIGIN}/as`, 'https://login.demo-air.example/as', 'http://x.example/'].map(cancelled)).toEqual([
    false,
    true,
    true,
  ]);
  const verdict = (hostname: string) => {
    let given: number | undefined;
    const certificate = asElectron(mine.cert_pem, airline.pem);
    verify?.(
      { hostname, certificate, verificationResult: 'net::OK' } as never,
      ((code: number) => {
        given = code;
      }) as never,
    );
    return given;
  };
  expect(verdict('proxy.example')).toBe(-3);
  expect(verdict('login.demo-air.example')).toBe(0);
  expect(options.seen).toContain('handshake');
  expect(verdict('login.demo-air.example')).toBe(-2);
  expect(judged).toEqual([
    [2, 'login.demo-air.example'],
    [2, 'login.demo-air.example'],
  ]);
  requests[0]?.emit('error', new Error('net::ERR_FAILED'));
  expect(await outcome).toMatchObject({ failure: { error: 'ERR_FAILED', chain: 'CERT_HAS_EXPIRED' } });
});

test('trust of the system is Chromium’s own verdict, named as everywhere', async () => {
  const { made, sessions, started, requests } = setUp();
  const outcome = made.open({ origin: ORIGIN, judge: 'system' }).call(call());
  await started();
  let given: number | undefined;
  const request = {
    hostname: 'login.demo-air.example',
    certificate: { ...asElectron(mine.cert_pem), validStart: 1 },
    verificationResult: 'net::ERR_CERT_DATE_INVALID',
  };
  sessions[0]?.verify?.(
    request as never,
    ((code: number) => {
      given = code;
    }) as never,
  );
  expect(given).toBe(-3);
  requests[0]?.emit('error', new Error('net::ERR_CERT_DATE_INVALID'));
  expect(await outcome).toMatchObject({
    failure: { error: 'ERR_CERT_DATE_INVALID', chain: 'CERT_HAS_EXPIRED' },
  });
});

test('a proxy that asks for a sign-in gets none, and is named', async () => {
  const { made, started } = setUp();
  const outcome = made.open({ origin: ORIGIN, judge: trusting }).call(call());
  const request = await started();
  const answers: unknown[][] = [];
  const info = { isProxy: true, host: 'proxy.example', port: 8080, scheme: 'ntlm' };
  request.emit('login', info, (...given: unknown[]) => answers.push(given));
  request.emit('error', new Error('net::ERR_TUNNEL_CONNECTION_FAILED'));
  expect(answers).toEqual([[]]);
  expect(await outcome).toMatchObject({
    failure: { proxy: { host: 'proxy.example', port: 8080, scheme: 'ntlm' } },
  });
});

test('a body is read up to its limit', async () => {
  const { made, started } = setUp();
  const outcome = made.open({ origin: ORIGIN, judge: trusting }).call(call());
  const request = await started();
  const response = Object.assign(new EventEmitter(), { statusCode: 200, headers: { a: 'b' } });
  request.emit('response', response);
  response.emit('data', Buffer.from('x'.repeat(60)));
  response.emit('data', Buffer.from('x'.repeat(60)));
  expect(await outcome).toMatchObject({ answer: { status: 200, text: 'x'.repeat(60), cut: true } });
});

test('one call at a time; one that is given up while it waits leaves the others their turn', async () => {
  const { made, started, requests } = setUp();
  const client = made.open({ origin: ORIGIN, judge: trusting });
  const first = client.call(call());
  const leaving = new AbortController();
  const second = client.call(call({ signal: leaving.signal }));
  const third = made.open({ origin: 'https://other.example', judge: trusting }).call(call());
  (await started()).emit('error', new Error('net::ERR_FAILED'));
  leaving.abort();
  await expect(second).rejects.toBe(leaving.signal.reason);
  await first;
  await started(requests.length - 1);
  requests.at(-1)?.emit('error', new Error('net::ERR_FAILED'));
  expect(await third).toMatchObject({ failure: { error: 'ERR_FAILED' } });
});

test('a PIN is asked for the call that is under way, twice at most, and for its own cards', async () => {
  const questions: string[] = [];
  const { made, started, select } = setUp(async ({ problem }) => {
    questions.push(problem ?? 'first');
    return { pin: '1234' };
  });
  expect(await made.pinOf('login.demo-air.example', 'Card A', false)).toBe('');
  const client = made.open({ origin: ORIGIN, judge: trusting });
  const outcome = client.call(call({ cards: ['Card A'] } as Partial<ComputerCall>));
  await started();
  const pin = (card: string, wrong: boolean) => made.pinOf('login.demo-air.example', card, wrong);
  expect(await made.pinOf('elsewhere.example', 'Card A', false)).toBe('');
  expect(await pin('Card B', false)).toBe('');
  expect(await pin('Card A', false)).toBe('1234');
  expect(await pin('Card A', true)).toBe('1234');
  // A third one might lock the card; and the store's second round is no new beginning.
  expect([await pin('Card A', true), await pin('Card A', false), await pin('Card A', true)]).toEqual([
    '',
    '',
    '',
  ]);
  expect(questions).toEqual(['first', expect.stringMatching(/locks itself/)]);
  select(PLACE, null, certificates.slice(0, 1));
  expect(await outcome).toMatchObject({ failure: { certificate: 'no_pin' } });
});

test('cards that took their PIN are told with the list', async () => {
  const { made, started, select } = setUp(async () => ({ pin: '1234' }));
  const outcome = made.open({ origin: ORIGIN, judge: trusting }).list(call());
  await started();
  await made.pinOf(PLACE, 'Card A', false);
  select(PLACE);
  expect(await outcome).toMatchObject({ cards: ['Card A'] });
});

test.each([
  ['refused', 'no_pin'],
  ['none', 'no_prompt'],
] as const)('a PIN that is %s is told where the server asks for nothing', async (answer, certificate) => {
  const { made, started } = setUp(async () => answer);
  const outcome = made.open({ origin: ORIGIN, judge: trusting }).call(call());
  const request = await started();
  expect(await made.pinOf(PLACE, 'Card A', false)).toBe('');
  request.emit('redirect', 302, 'GET', 'https://x.example/#error=access_denied', {});
  expect(await outcome).toMatchObject({ answer: { status: 302 }, certificate });
});
