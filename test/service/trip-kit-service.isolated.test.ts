import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../main/common/clock.ts';
import { TripKitError } from '../../main/common/errors.ts';
import type { DemoServiceOptions } from '../demo-service/demo-service.ts';
import { type DemoClient, MemorySink, startDemoClient } from './demo.ts';

const trip = { origin: 'EGLL', destination: 'KJFK' };
let shared: DemoClient;
/** What had been written down before the present test. */
let before = { entries: 0, violations: 0 };

beforeAll(async () => {
  shared = await startDemoClient();
});
afterAll(() => shared.close());

/** The shared service with these faults and a client without a token; one of its own where it must differ otherwise. */
async function start(options: DemoServiceOptions = {}): Promise<DemoClient> {
  const { faults = [], ...different } = options;
  if (Object.keys(different).length > 0) {
    const own = await startDemoClient(options);
    onTestFinished(() => own.close());
    before = { entries: 0, violations: 0 };
    return own;
  }
  const { demo } = shared;
  demo.clearFaults();
  demo.faults(faults);
  before = { entries: demo.journal().length, violations: demo.violations().length };
  return { ...shared, service: shared.client() };
}

/** Requests a kit, waits until it is there, and gives its id and URL. */
async function generated({ service }: DemoClient): Promise<{ tripkit_id: string; url: string }> {
  const { tripkit_id } = await service.request(trip);
  for (;;) {
    const answer = await service.pdf(tripkit_id);
    if (answer.state === 'generated') return { tripkit_id, url: answer.url };
  }
}

const journalOf = (client: DemoClient, server: string) =>
  client.demo
    .journal()
    .slice(before.entries)
    .filter((entry) => entry.server === server);
const violationsOf = (client: DemoClient) => client.demo.violations().slice(before.violations);

describe('the whole way', () => {
  it('authenticates once, requests, asks, and downloads without a usage rule broken', async () => {
    const client = await start();
    const { tripkit_id, url } = await generated(client);
    const sink = new MemorySink();
    const stored: (number | null)[] = [];
    await client.service.download(url, sink, { onStored: (at) => stored.push(at) });
    expect(Math.abs((stored[0] ?? 0) - Date.now())).toBeLessThan(300_000);
    expect(client.service.clock_off_ms).toBe(0);
    expect(Buffer.from(sink.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(sink.total).toBe(sink.bytes.length);
    expect(tripkit_id).not.toBe('');
    expect(journalOf(client, 'auth')).toHaveLength(1);
    expect(violationsOf(client)).toEqual([]);
  });

  it('knows by how much the service’s clock is ahead of a laptop’s that is wrong', async () => {
    const client = await start();
    const days = 3 * 86_400_000;
    const late = client.client({ clock: { ...systemClock, now: () => Date.now() - days } });
    await late.request(trip);
    expect(Math.abs(late.clock_off_ms - days)).toBeLessThan(300_000);
  });

  it('takes one token per scope where the profile says so', async () => {
    const client = await start();
    const service = client.client({ profile: { token_per_scope: true } });
    await service.pdf((await service.request(trip)).tripkit_id);
    expect(await service.authenticate()).toEqual([
      { scopes: [client.profile.scopes.request], expires_in: 899 },
      { scopes: [client.profile.scopes.download], expires_in: 899 },
    ]);
    expect(journalOf(client, 'auth')).toHaveLength(2);
    expect(violationsOf(client)).toEqual([]);
  });
});

describe('authentication', () => {
  it.each([
    ['access_denied', { client_id: 'somebody-else' }],
    ['invalid_scope', { scopes: { request: 'urn:none', download: 'urn:none' } }],
  ] as const)('tells %s', async (condition, change) => {
    const client = await start();
    const service = client.client({ profile: change });
    await expect(service.request(trip)).rejects.toMatchObject({ kind: 'authentication', condition });
    expect(journalOf(client, 'api')).toHaveLength(0);
  });

  it('tells a foreign certificate, refused by redirect or in the handshake', async () => {
    const client = await start();
    await expect(client.client({ foreign: true }).pdf('x')).rejects.toMatchObject({
      kind: 'authentication',
      condition: 'access_denied',
    });
    const strict = await start({ refuse_in_handshake: true });
    await expect(strict.client({ foreign: true }).pdf('x')).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('may be refusing the client certificate'),
    });
  });

  it('says that nothing was sent where no token was granted', async () => {
    const client = await start({ faults: [{ on: 'auth', do: { action: 'status', status: 503 } }] });
    await expect(client.service.request(trip)).rejects.toMatchObject({
      kind: 'service',
      condition: 'server_error',
      maybe_received: false,
    });
    expect(journalOf(client, 'api')).toHaveLength(0);
  });

  it('never follows the redirect', async () => {
    const client = await start();
    const trap = createServer().listen(0, '127.0.0.1');
    let visited = false;
    trap.on('connection', () => {
      visited = true;
    });
    await new Promise((resolve) => trap.once('listening', resolve));
    const address = trap.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    client.demo.faults([
      { on: 'auth', do: { action: 'redirect', to: `https://127.0.0.1:${port}/#error=access_denied` } },
    ]);
    await expect(client.service.pdf('x')).rejects.toMatchObject({ condition: 'access_denied' });
    trap.close();
    expect(visited).toBe(false);
  });
});

describe('the request', () => {
  it('renews a token that has expired, and sends once more', async () => {
    const client = await start();
    await client.service.request(trip);
    client.demo.expireTokens();
    await client.service.request(trip);
    expect(journalOf(client, 'auth')).toHaveLength(2);
    const twice = await start({ faults: [{ on: 'request', do: { action: 'status', status: 401 } }] });
    await expect(twice.service.request(trip)).rejects.toMatchObject({ kind: 'authentication', status: 401 });
    expect(journalOf(twice, 'api')).toHaveLength(2);
  });

  it('is sent once when its answer is lost, and says so', async () => {
    const client = await start({ faults: [{ on: 'request', do: { action: 'drop', processed: true } }] });
    await expect(client.service.request(trip)).rejects.toMatchObject({
      kind: 'network',
      maybe_received: true,
    });
    expect(journalOf(client, 'api')).toHaveLength(1);
  });

  it('certainly did not arrive where nobody listens', async () => {
    const client = await start();
    const service = client.client({ profile: { base_url: 'https://127.0.0.1:9' } });
    await expect(service.request(trip)).rejects.toMatchObject({
      kind: 'network',
      condition: 'refused',
      maybe_received: false,
    });
  });

  it('keeps the messages of a rejection', async () => {
    const client = await start();
    const { request } = client.profile;
    const service = client.client({ profile: { request: { ...request, body: { origin: '' } } } });
    await expect(service.request(trip)).rejects.toMatchObject({
      kind: 'rejected',
      status: 400,
      messages: [expect.objectContaining({ type: 'Error' })],
    });
  });
});

describe('get-PDF', () => {
  it.each([
    [
      { action: 'status', status: 500 },
      { kind: 'service', status: 500, remedy: 'wait' },
    ],
    [
      { action: 'status', status: 429, retry_after: 3 },
      { kind: 'service', remedy: 'wait', retry_after_ms: 3000 },
    ],
    [
      { action: 'status', status: 401 },
      { kind: 'authentication', status: 401 },
    ],
    [{ action: 'code_301' }, { kind: 'authentication', status: 404 }],
    [
      { action: 'wrong_content', what: 'bad_json' },
      { kind: 'service', condition: 'bad_json' },
    ],
    [
      { action: 'wrong_content', what: 'html' },
      { kind: 'service', condition: 'bad_json' },
    ],
    [
      { action: 'wrong_content', what: 'no_url' },
      { kind: 'service', condition: 'no_url' },
    ],
    [
      { action: 'status', status: 204 },
      { kind: 'service', condition: 'unexpected_status' },
    ],
    [{ action: 'drop' }, { kind: 'network', remedy: 'wait' }],
  ] as const)('answers %j with a typed failure', async (fault, expected) => {
    const client = await start();
    const { tripkit_id } = await client.service.request(trip);
    client.demo.faults([{ on: 'pdf', do: fault }]);
    await expect(client.service.pdf(tripkit_id)).rejects.toMatchObject(expected);
  });

  it('waits on a 202 without a body, and on codes nobody knows', async () => {
    const client = await start({ generation_ms: { from: 1e6, to: 1e6 } });
    const { tripkit_id } = await client.service.request(trip);
    expect(await client.service.pdf(tripkit_id)).toMatchObject({ messages: [{ code: '202', type: 'Info' }] });
    client.demo.faults([{ on: 'pdf', times: 1, do: { action: 'wrong_content', what: 'empty_202' } }]);
    expect(await client.service.pdf(tripkit_id)).toEqual({ state: 'generating', messages: [] });
    const odd = { code: '999', type: 'Omen', message: 'A message of the future' };
    client.demo.faults([{ on: 'pdf', do: { action: 'messages', messages: [odd] } }]);
    const answer = await client.service.pdf(tripkit_id);
    expect(answer.messages).toContainEqual(odd);
  });

  it('tells coverage errors in words, with the service’s messages kept', async () => {
    const client = await start();
    await expect(client.service.pdf('unknown-id')).rejects.toMatchObject({ kind: 'not_found', status: 404 });
    client.demo.faults([
      {
        on: 'pdf',
        do: {
          action: 'messages',
          status: 400,
          messages: [{ code: '203', type: 'Error', message: 'Alternate XXXX' }],
        },
      },
    ]);
    await expect(client.service.pdf('any')).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('alternate is not in your airline'),
      messages: [{ code: '203', type: 'Error', message: 'Alternate XXXX' }],
    });
  });

  it('trusts the profile’s authorities alone', async () => {
    const client = await start();
    const service = client.client({
      profile: { trust: { ...client.profile.trust, api: [client.demo.pki.airline.pem] } },
    });
    await expect(service.pdf('x')).rejects.toMatchObject({
      kind: 'network',
      condition: 'tls_untrusted',
      remedy: 'none',
    });
    const system = client.client({ profile: { trust: { ...client.profile.trust, api: 'system' } } });
    await expect(system.pdf('x')).rejects.toMatchObject({ kind: 'network', condition: 'tls_untrusted' });
  });

  it('gives up on a server that does not answer, and at once when it is told to', async () => {
    const client = await start({ faults: [{ on: 'pdf', do: { action: 'delay', ms: 3_600_000 } }] });
    const hasty = client.client({ limits: { call: 300 } });
    await expect(hasty.pdf('x')).rejects.toMatchObject({ kind: 'network', condition: 'answer_timeout' });
    const abort = new AbortController();
    const waiting = client.service.pdf('x', abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the download', () => {
  it('goes on from where it was after a cut, while the ETag holds', async () => {
    const client = await start();
    const { url } = await generated(client);
    client.demo.faults([{ on: 'storage', times: 1, do: { action: 'cut', bytes: 500 } }]);
    const sink = new MemorySink();
    await expect(client.service.download(url, sink)).rejects.toMatchObject({
      kind: 'network',
      remedy: 'wait',
    });
    const first = sink.received;
    expect(first).toBeGreaterThan(0);
    await client.service.download(url, sink);
    expect(sink.begun).toBe(1);
    expect(sink.received).toBe(sink.total);
    const full = new MemorySink();
    const noRoom = async (total: number | null) => {
      expect(total).toBe(sink.total);
      throw new TripKitError('disk', 'There is no room.');
    };
    await expect(client.service.download(url, full, { onBegin: noRoom })).rejects.toMatchObject({
      kind: 'disk',
    });
    expect(full.received).toBe(0);
    const whole = new MemorySink();
    await client.service.download(url, whole);
    expect(Buffer.compare(whole.bytes, sink.bytes)).toBe(0);
    const again = whole.received;
    await client.service.download(url, whole);
    expect(whole.received).toBe(again);
  });

  it('starts anew when the document has changed meanwhile', async () => {
    const client = await start();
    const { url } = await generated(client);
    client.demo.faults([
      { on: 'storage', times: 1, do: { action: 'cut', bytes: 500 } },
      { on: 'storage', times: 1, do: { action: 'change_etag' } },
    ]);
    const sink = new MemorySink();
    await expect(client.service.download(url, sink)).rejects.toMatchObject({ kind: 'network' });
    const old = sink.etag;
    await client.service.download(url, sink);
    expect(sink.begun).toBe(2);
    expect(sink.etag).not.toBe(old);
    expect(sink.received).toBe(sink.total);
  });

  it('notices a stall, and keeps what came', async () => {
    const client = await start();
    const { url } = await generated(client);
    client.demo.faults([{ on: 'storage', times: 1, do: { action: 'stall', bytes: 500 } }]);
    const hasty = client.client({ limits: { silence: 500 } });
    const sink = new MemorySink();
    await expect(hasty.download(url, sink)).rejects.toMatchObject({ kind: 'network', condition: 'stalled' });
    expect(sink.received).toBeGreaterThan(0);
    await hasty.download(url, sink);
    expect(sink.received).toBe(sink.total);
  });

  it('follows a few redirects, not many, and takes plain http from named hosts only', async () => {
    const client = await start();
    const { url } = await generated(client);
    client.demo.faults([{ on: 'storage', times: 3, do: { action: 'redirect' } }]);
    const sink = new MemorySink();
    await client.service.download(url, sink);
    expect(sink.received).toBe(sink.total);
    client.demo.faults([{ on: 'storage', do: { action: 'redirect' } }]);
    await expect(client.service.download(url, new MemorySink())).rejects.toMatchObject({
      kind: 'document',
      condition: 'too_many_redirects',
    });
    client.demo.clearFaults();
    const plain = url.replace(client.demo.urls.storage, client.demo.urls.storage_http);
    client.demo.faults([{ on: 'storage', times: 1, do: { action: 'redirect', to: plain } }]);
    await expect(client.service.download(url, new MemorySink())).rejects.toMatchObject({
      condition: 'url_insecure',
    });
    const trusting = client.client({ profile: { storage: { insecure_hosts: ['127.0.0.1'] } } });
    const insecure = new MemorySink();
    await trusting.download(plain, insecure);
    expect(insecure.received).toBe(insecure.total);
    expect(violationsOf(client)).toEqual([]);
  });

  it('tells an expired URL from a storage in trouble, and never shows the query', async () => {
    const client = await start();
    const { url } = await generated(client);
    const secret = new URL(url).search.slice(1);
    client.demo.faults([{ on: 'storage', times: 1, do: { action: 'status', status: 503, retry_after: 2 } }]);
    await expect(client.service.download(url, new MemorySink())).rejects.toMatchObject({
      kind: 'service',
      remedy: 'wait',
      retry_after_ms: 2000,
    });
    client.demo.faults([{ on: 'storage', do: { action: 'expire' } }]);
    const error: unknown = await client.service.download(url, new MemorySink()).catch((e: unknown) => e);
    expect(error).toMatchObject({ kind: 'service', status: 403, remedy: 'none' });
    expect(JSON.stringify(error) + String(error)).not.toContain(secret);
  });
});
