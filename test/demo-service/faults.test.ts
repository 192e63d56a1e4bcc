import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DemoService, startDemoService } from './demo-service.ts';
import { type FaultAction, type FaultRule, FaultScript } from './faults.ts';
import {
  authenticate,
  bodyOf,
  bothScopes,
  call,
  example,
  getPdf,
  request,
  storageUrl,
  tokenFor,
} from './harness.ts';

const good = { client_id: 'demo-client', scope: bothScopes, response_type: 'token', state: 's' };

describe('FaultScript', () => {
  it('counts after and times per rule, and hands on to the next rule when one is used up', () => {
    const script = new FaultScript();
    script.add([
      { on: 'pdf', after: 1, times: 1, do: { action: 'code_301' } },
      { on: 'pdf', times: 1, do: { action: 'expire' } },
      { on: 'pdf', tripkit_id: 'b', do: { action: 'delay', ms: 1 } },
      { on: 'pdf', tripkit_id: 'b', do: { action: 'plain_http_url' } },
    ]);
    const taken = ['a', 'a', 'a', 'b', 'b'].map((id) => script.take('pdf', id).map(({ action }) => action));
    expect(taken).toEqual([
      ['expire'],
      ['code_301'],
      [],
      ['delay', 'plain_http_url'],
      ['delay', 'plain_http_url'],
    ]);
    expect(script.take('storage', 'b')).toEqual([]);
    script.clear();
    expect(script.take('pdf', 'b')).toEqual([]);
  });
});

describe('Faults on the wire', () => {
  let service: DemoService;
  let folder: string;
  let token: string;
  let url: string;
  const size = 500_000;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-faults-'));
    await writeFile(join(folder, 'kit.pdf'), Buffer.alloc(size, '%PDF-'));
    service = await startDemoService({ earliest_poll_ms: 0, pages_max: 1 });
    await service.addTripKit({ tripkit_id: 'kit', file: join(folder, 'kit.pdf') });
  });
  beforeEach(async () => {
    token = await tokenFor(service);
    url = await storageUrl(service, token, 'kit');
  });
  afterEach(() => service.clearFaults());
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const once = (on: FaultRule['on'], action: FaultAction) => service.faults([{ on, times: 1, do: action }]);

  it('drops the connection, before or after the work', async () => {
    const kits = async () => {
      const about = await call(service, `${service.urls.control}/about`);
      return (JSON.parse(about.body.toString()) as { kits: unknown[] }).kits.length;
    };
    const before = await kits();
    once('request', { action: 'drop' });
    await expect(request(service, token, example)).rejects.toThrow();
    expect(await kits()).toBe(before);
    once('request', { action: 'drop', processed: true });
    await expect(request(service, token, example)).rejects.toThrow();
    expect(await kits()).toBe(before + 1);
    expect(service.journal().at(-1)).toMatchObject({ operation: 'request', status: null, fault: 'drop' });
  });

  it('delays, and goes on', async () => {
    service.faults([{ on: 'pdf', times: 1, do: { action: 'delay', ms: 30 } }]);
    expect((await getPdf(service, token, 'kit')).status).toBe(200);
    expect(service.journal().at(-1)).toMatchObject({ fault: 'delay' });
  });

  it('answers any status, with Retry-After in seconds or as a date', async () => {
    once('pdf', { action: 'status', status: 503 });
    expect((await getPdf(service, token, 'kit')).status).toBe(503);
    once('request', { action: 'status', status: 429, retry_after: 7 });
    expect((await request(service, token, example)).headers['retry-after']).toBe('7');
    once('pdf', { action: 'status', status: 429, retry_after: 60, retry_after_form: 'date' });
    const { headers } = await getPdf(service, token, 'kit');
    const wait = Date.parse(headers['retry-after'] ?? '') - Date.now();
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    once('auth', { action: 'status', status: 500 });
    expect((await authenticate(service, good)).status).toBe(500);
  });

  it('cuts a body after exactly so many bytes', async () => {
    once('storage', { action: 'cut', bytes: 123_456 });
    const answer = await call(service, url);
    expect(answer.complete).toBe(false);
    expect(answer.headers['content-length']).toBe(String(size));
    expect(answer.body).toHaveLength(123_456);
    expect(service.journal().at(-1)).toMatchObject({ status: 200, bytes: 123_456, complete: false });
  });

  it('stalls: holds the connection open after so many bytes', async () => {
    once('storage', { action: 'stall', bytes: 1000 });
    const gone = new AbortController();
    const answer = call(service, url, { signal: gone.signal });
    await service.until(
      (entry) => entry.kind === 'request' && entry.fault === 'stall' && entry.bytes === 1000,
    );
    gone.abort();
    await answer.then(
      ({ complete, body }) => {
        expect(complete).toBe(false);
        expect(body.length).toBeLessThanOrEqual(1000);
      },
      (error: Error) => expect(error.name).toBe('AbortError'),
    );
  });

  it('lets a token expire and a storage URL expire; a new one works', async () => {
    once('pdf', { action: 'expire' });
    expect((await getPdf(service, token, 'kit')).status).toBe(401);
    expect((await getPdf(service, token, 'kit')).status).toBe(401);
    const fresh = await tokenFor(service);
    once('storage', { action: 'expire' });
    expect((await call(service, url)).status).toBe(403);
    expect((await call(service, url)).status).toBe(403);
    expect((await call(service, await storageUrl(service, fresh, 'kit'))).status).toBe(200);
  });

  it('sends wrong content', async () => {
    once('pdf', { action: 'wrong_content', what: 'html' });
    expect((await getPdf(service, token, 'kit')).headers['content-type']).toContain('text/html');
    once('pdf', { action: 'wrong_content', what: 'bad_json' });
    const bad = await getPdf(service, token, 'kit');
    expect(bad.status).toBe(200);
    expect(() => bodyOf(bad)).toThrow(SyntaxError);
    once('pdf', { action: 'wrong_content', what: 'no_url' });
    expect(bodyOf(await getPdf(service, token, 'kit')).url).toBeUndefined();
    once('pdf', { action: 'wrong_content', what: 'empty_202' });
    expect(await getPdf(service, token, 'kit')).toMatchObject({ status: 202, body: Buffer.alloc(0) });
    once('request', { action: 'wrong_content', what: 'no_tripkit_id' });
    expect((await request(service, token, example)).body.toString()).not.toContain('tripkit_id');
    once('storage', { action: 'wrong_content', what: 'html' });
    expect((await call(service, url)).body.toString()).toContain('hotel');
    once('storage', { action: 'wrong_content', what: 'truncated_pdf' });
    expect(await call(service, url)).toMatchObject({
      status: 200,
      complete: true,
      body: { length: size / 2 },
    });
    once('auth', { action: 'wrong_content', what: 'no_location' });
    expect((await authenticate(service, good)).location).toBe('');
  });

  it('adds and replaces messages, unknown codes included, and says 301 in a 404', async () => {
    const messages = [{ code: '999', type: 'Notice', message: 'Something new.' }];
    once('pdf', { action: 'messages', messages });
    expect(bodyOf(await getPdf(service, token, 'kit'))).toMatchObject({ url: expect.any(String), messages });
    once('pdf', { action: 'messages', status: 202, messages });
    expect(bodyOf(await getPdf(service, token, 'kit')).messages).toMatchObject([
      { code: '202' },
      ...messages,
    ]);
    once('pdf', { action: 'messages', status: 400, messages });
    expect(bodyOf(await getPdf(service, token, 'kit'))).toEqual({ messages });
    once('pdf', { action: 'code_301' });
    const answer = await getPdf(service, token, 'kit');
    expect(answer.status).toBe(404);
    expect(bodyOf(answer).messages).toMatchObject([{ code: '301' }]);
  });

  it('redirects at storage n times to itself, and elsewhere to where nobody should go', async () => {
    service.faults([{ on: 'storage', times: 2, do: { action: 'redirect' } }]);
    let at = url;
    for (let hop = 1; hop <= 2; hop += 1) {
      const answer = await call(service, at);
      expect(answer.status).toBe(302);
      at = new URL(answer.headers.location ?? '', at).href;
      expect(at).toContain(`hop=${hop}`);
    }
    expect((await call(service, at)).status).toBe(200);
    once('storage', { action: 'redirect', to: 'http://example.test/x' });
    expect((await call(service, url)).headers.location).toBe('http://example.test/x');
    once('pdf', { action: 'redirect' });
    expect((await getPdf(service, token, 'kit')).headers.location).toBe('/redirected');
  });

  it('gives a plain-http URL that works, and any other URL', async () => {
    once('pdf', { action: 'plain_http_url' });
    const plain = bodyOf(await getPdf(service, token, 'kit')).url ?? '';
    expect(plain).toMatch(/^http:/);
    expect((await call(service, plain)).body).toHaveLength(size);
    once('pdf', { action: 'url', url: 'file:///etc/passwd' });
    expect(bodyOf(await getPdf(service, token, 'kit')).url).toBe('file:///etc/passwd');
  });

  it("changes and drops the auth redirect's parameters", async () => {
    once('auth', { action: 'parameters', set: { state: 'other', expires_in: null, token_type: 'bearer' } });
    const { parameters } = await authenticate(service, good);
    expect(parameters.slice(1)).toEqual([
      ['state', 'other'],
      ['token_type', 'bearer'],
    ]);
  });
});
