import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoService, startDemoService } from './demo-service.ts';
import { bearer, call, storageUrl, tokenFor } from './harness.ts';
import { parseRange } from './storage-server.ts';

describe('Storage', () => {
  let service: DemoService;
  let folder: string;
  let content: Buffer;
  let url: string;
  let etag: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-storage-'));
    const file = join(folder, 'pinned.pdf');
    const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
    content = Buffer.concat([header, Buffer.alloc(300_000, 'trip kit '), Buffer.from('\n%%EOF\n')]);
    await writeFile(file, content);
    service = await startDemoService();
    await service.addTripKit({ tripkit_id: 'pinned', file });
    url = await storageUrl(service, await tokenFor(service), 'pinned');
    etag = (await call(service, url)).headers.etag ?? '';
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('serves the whole document with its headers', async () => {
    const answer = await call(service, url);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      'content-length': String(content.length),
    });
    expect(etag).toMatch(/^"[0-9a-f]+-1"$/);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=299000-', 299_000, undefined],
    ['bytes=-10', -10, undefined],
    ['bytes=1000-99999999', 1000, undefined],
  ])('answers %s with 206', async (range, from, to) => {
    const answer = await call(service, url, { headers: { range } });
    const expected = content.subarray(from, to === undefined ? undefined : to + 1);
    expect(answer.status).toBe(206);
    expect(answer.body.equals(expected)).toBe(true);
    const first = from < 0 ? content.length + from : from;
    const last = first + expected.length - 1;
    expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/${content.length}`);
    const entry = service.journal().at(-1);
    expect(entry).toMatchObject({ status: 206, tripkit_id: 'pinned', range: { from: first, to: last } });
  });

  it('answers 416 where nothing of the range is there', async () => {
    const answer = await call(service, url, { headers: { range: `bytes=${content.length}-` } });
    expect(answer.status).toBe(416);
    expect(answer.headers['content-range']).toBe(`bytes */${content.length}`);
  });

  it('honours If-Range by tag and date, and If-Match and If-None-Match', async () => {
    const range = 'bytes=10-19';
    const modified = (await call(service, url)).headers['last-modified'] ?? '';
    const status = async (headers: Record<string, string>) => (await call(service, url, { headers })).status;
    expect(await status({ range, 'if-range': etag })).toBe(206);
    expect(await status({ range, 'if-range': modified })).toBe(206);
    expect(await status({ range, 'if-range': '"other"' })).toBe(200);
    expect(await status({ range, 'if-range': `W/${etag}` })).toBe(200);
    expect(await status({ range, 'if-range': 'Sat, 01 Jan 2000 00:00:00 GMT' })).toBe(200);
    expect(await status({ range, 'if-match': etag })).toBe(206);
    expect(await status({ range, 'if-match': '"other"' })).toBe(412);
    expect(await status({ 'if-none-match': etag })).toBe(304);
  });

  it('refuses a changed signature, a changed path and a changed expiry', async () => {
    const status = async (changed: string) => (await call(service, changed)).status;
    expect(await status(url.replace('Signature=', 'Signature=x'))).toBe(403);
    expect(await status(url.replace('pinned.pdf', 'other.pdf'))).toBe(403);
    expect(await status(url.replace(/Expires=\d/, 'Expires=9'))).toBe(403);
    expect(await status(url.replace(/demo-tripkits\/\w+/, 'demo-tripkits/00'))).toBe(404);
  });

  it('tells off a bearer token', async () => {
    const answer = await call(service, url, { headers: bearer('abc') });
    expect(answer.status).toBe(400);
    expect(service.violations()).toMatchObject([{ rule: 'authorization_at_storage', server: 'storage' }]);
  });

  it('changes the document, bytes and tag, on command', async () => {
    service.faults([{ on: 'storage', times: 1, do: { action: 'change_etag' } }]);
    const answer = await call(service, url, { headers: { range: 'bytes=0-99', 'if-range': etag } });
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).not.toBe(etag);
    expect(answer.body.length).toBe(content.length);
    expect(answer.body.equals(content)).toBe(false);
    expect(answer.body.subarray(16).equals(content.subarray(16))).toBe(true);
    const part = await call(service, url, { headers: { range: 'bytes=10-13' } });
    expect(part.body.equals(answer.body.subarray(10, 14))).toBe(true);
    expect((await readFile(join(folder, 'pinned.pdf'))).equals(content)).toBe(true);
  });

  it('lets URLs run out', async () => {
    const short = await startDemoService({ storage_url_life_s: 0 });
    try {
      await short.addTripKit({ tripkit_id: 'old', file: join(folder, 'pinned.pdf') });
      const old = await storageUrl(short, await tokenFor(short), 'old');
      const answer = await call(short, old);
      expect(answer.status).toBe(403);
      expect(answer.body.toString()).toContain('Request has expired');
    } finally {
      await short.close();
    }
  });
});

describe('parseRange', () => {
  it.each([
    [undefined, 'whole'],
    ['bytes=5-1', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['lines=1-2', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-100', { from: 0, to: 9 }],
  ] as const)('reads %s of 10 bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});
