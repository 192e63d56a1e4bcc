/** What is peculiar to a shelf in S3-compatible storage; servers.long.test.ts has the whole way. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openShelfPlace } from '../../main/shelf/open-shelf.ts';
import { documentName, sha256Of } from '../../main/shelf/shelf-index.ts';
import { MemorySink } from '../service/demo.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { KEY, type S3Server, signatureOf, startS3Server } from './s3-server.ts';

const { signal } = new AbortController();
const all = { most: 1_000_000, signal };
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
beforeEach(() => {
  s3.objects.clear();
  Object.assign(s3, {
    requests: [],
    fault: () => null,
    isPublic: false,
    ignoresConditions: false,
    page: 1000,
  });
});

/** The shelf on the server. @param off how far this computer’s clock is ahead, ms */
function open({
  login = KEY as typeof KEY | null,
  off = 0,
  place = s3.place as Partial<S3Server['place']>,
} = {}) {
  const clock = new VirtualClock();
  clock.epoch = Date.now() + off;
  const shelf = openShelfPlace(
    { place: { s3: { ...s3.place, ...place } }, trust: [s3.authority] },
    { login: () => login, user_agent: 'demo-tripkit/1.0', clock },
  );
  onTestFinished(() => shelf.close());
  return shelf;
}

describe('the server of these tests', () => {
  const example = {
    scope: '20130524/us-east-1/s3/aws4_request',
    headers: { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' },
  };
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

  it.each([
    [
      { method: 'GET', url: '/test.txt', names: 'host;range;x-amz-content-sha256;x-amz-date' },
      { range: 'bytes=0-9', 'x-amz-content-sha256': sha256Of(Buffer.alloc(0)) },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      {
        method: 'PUT',
        url: '/test%24file.text',
        names: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      },
      {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': sha256Of(Buffer.from('Welcome to Amazon S3.')),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      {
        method: 'GET',
        url: '/?max-keys=2&prefix=J',
        names: 'host;x-amz-content-sha256;x-amz-date',
      },
      { 'x-amz-content-sha256': sha256Of(Buffer.alloc(0)) },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('signs the examples of AWS’s documentation as it does: %j', (request, headers, signature) => {
    const signed = { ...request, scope: example.scope, headers: { ...example.headers, ...headers } };
    expect(signatureOf(signed, secret)).toBe(signature);
  });
});

it('signs each call with its body, below the prefix', async () => {
  const shelf = open();
  await shelf.put('lists/a.json', Buffer.from('{}'), signal);
  expect([...s3.objects]).toEqual([['demo/air/lists/a.json', Buffer.from('{}')]]);
  const file = await shelf.read('lists/a.json', all);
  expect(file).toMatchObject({ bytes: Buffer.from('{}'), etag: expect.stringMatching(/^"/) });
  const etag = file === 'unchanged' ? null : (file?.etag ?? null);
  expect(await shelf.read('lists/a.json', { ...all, etag })).toBe('unchanged');
  await shelf.remove('lists/a.json', signal);
  await shelf.remove('lists/a.json', signal);
  expect(await shelf.read('lists/a.json', all)).toBeNull();
});

it('lets one desk of eight have a turn, and another one after it', async () => {
  const desks = Array.from({ length: 8 }, () => open());
  const take = () => Promise.all(desks.map((desk) => desk.claim('turns/1-0', signal)));
  expect((await take()).filter(Boolean)).toHaveLength(1);
  await desks[0]?.release('turns/1-0', signal);
  expect((await take()).filter(Boolean)).toHaveLength(1);
  // Desks that come and go at the same moment.
  s3.fault = (method) => (method === 'PUT' ? { status: 409, code: 'ConditionalRequestConflict' } : null);
  expect((await take()).filter(Boolean)).toEqual([]);
});

it.each([
  ['ignores it', () => Object.assign(s3, { ignoresConditions: true })],
  [
    'refuses it',
    () =>
      Object.assign(s3, {
        fault: (method: string) => method === 'PUT' && { status: 501, code: 'NotImplemented' },
      }),
  ],
])('is not written where the server knows no conditional PUT and %s', async (_, begin) => {
  begin();
  await expect(open().claim('turns/1-0', signal)).rejects.toMatchObject({
    ...{
      kind: 'service',
      condition: 'shelf_turns',
      message: expect.stringContaining('by which desks take turns'),
    },
  });
  expect(s3.objects.size).toBe(0);
});

it('lists the files of a folder page by page, at most as many as are asked for', async () => {
  const names = Array.from({ length: 7 }, (_, at) => `${at}.json`);
  for (const name of names) s3.objects.set(`demo/air/receipts/${name}`, Buffer.from(name));
  s3.objects.set('demo/air/receipts2/x.json', Buffer.from('another folder'));
  s3.page = 3;
  const shelf = open();
  const listed = await shelf.list('receipts', { most: 100, signal });
  expect(listed.map(({ name }) => name)).toEqual(names);
  expect(new Set(listed.map(({ version }) => version)).size).toBe(7);
  expect(s3.requests).toHaveLength(3);
  expect(await shelf.list('receipts', { most: 4, signal })).toEqual(listed.slice(0, 4));
  expect(s3.requests, 'no more pages than are needed').toHaveLength(5);
  expect(await shelf.list('none', { most: 4, signal })).toEqual([]);
  const bucket = open({ place: { prefix: '' } });
  s3.objects.set('receipts/1.json', Buffer.from('at the top'));
  expect(await bucket.list('receipts', { most: 4, signal })).toMatchObject([{ name: '1.json' }]);
});

it('follows the server’s clock where its own is wrong', async () => {
  for (const off of [-3 * 3_600_000, 40 * 86_400_000]) {
    const shelf = open({ off });
    const document = Buffer.from(`%PDF-1.7 at ${off}`);
    const sha256 = sha256Of(document);
    await shelf.put(documentName(sha256), document, signal);
    const sink = new MemorySink();
    await shelf.download(sha256, sink, { signal });
    expect(sink.bytes).toEqual(document);
  }
  expect(s3.requests).toHaveLength(6);
});

it('resumes a document where it was cut', async () => {
  const document = Buffer.alloc(100_000, '%PDF-1.7 ');
  const sha256 = sha256Of(document);
  s3.objects.set(`demo/air/${documentName(sha256)}`, document);
  const sink = new MemorySink();
  await open().download(sha256, sink, { signal });
  sink.bytes = sink.bytes.subarray(0, 60_000);
  await open().download(sha256, sink, { signal });
  expect([sink.begun, Buffer.from(sink.bytes).equals(document)]).toEqual([1, true]);
  expect(s3.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=60000-']);
});

it('is read without a login where everybody may', async () => {
  s3.isPublic = true;
  s3.objects.set('demo/air/index.json', Buffer.from('{}'));
  s3.objects.set(`demo/air/${documentName('a')}`, Buffer.from('%PDF'));
  const shelf = open({ login: null });
  expect(await shelf.read('index.json', all)).toMatchObject({ bytes: Buffer.from('{}') });
  const sink = new MemorySink();
  await shelf.download('a', sink, { signal });
  expect(sink.bytes).toEqual(Buffer.from('%PDF'));
  const sent = s3.requests.flatMap(({ headers }) => Object.keys(headers));
  expect(sent.filter((name) => /^(authorization|x-amz-)/.test(name))).toEqual([]);
});

describe('what an error means', () => {
  const login = 'authentication shelf_login';
  const wrong = { ...KEY, password: 'not the secret' };

  it.each([
    [{ login: wrong }, null, login, 'does not accept the access key or its secret'],
    [{ login: { ...KEY, user: 'AKIDOTHER' } }, null, login, 'does not accept the access key'],
    [{ login: null }, null, login, 'asks for an access key'],
    [{}, { status: 403, code: 'AccessDenied' }, login, 'The access key may not do that'],
    [{ place: { bucket: 'none' } }, null, 'service shelf_folder', 'The bucket is not there'],
    [{ place: { region: 'us-east-1' } }, null, 'service shelf_region', 'correct “region”'],
    [{}, { status: 301, code: 'PermanentRedirect' }, 'service shelf_region', 'correct “region”'],
    [
      {},
      { status: 403, code: 'RequestTimeTooSkewed' },
      'authentication shelf_clock',
      'The clock of this computer is wrong',
    ],
    [{}, { status: 403, code: 'QuotaExceeded' }, 'service shelf_full', 'There is no room'],
    [{}, { status: 507, code: 'XMinioStorageFull' }, 'service shelf_full', 'There is no room'],
    [{}, { status: 400, code: 'EntityTooLarge' }, 'service shelf_full', 'There is no room'],
    [{}, { status: 503, code: 'SlowDown' }, 'service shelf_status', '(HTTP 503, SlowDown). Try again later'],
    [{}, { status: 500, code: 'constructor' }, 'service shelf_status', 'Try again later'],
    [{}, 'cut', 'network cut', 'broke before its answer was complete'],
  ] as const)('%j %j: %s', async (options, fault, meaning, text) => {
    s3.fault = () => fault;
    const shelf = open(options);
    const steps = [
      () => shelf.put('index.json', Buffer.from('{}'), signal),
      () => shelf.read('index.json', all),
      () => shelf.claim('turns/1-0', signal),
      () => shelf.remove('index.json', signal),
      () => shelf.list('receipts', { most: 10, signal }),
    ];
    for (const step of steps) {
      const error: unknown = await step().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ message: expect.stringContaining(text) });
      const { kind, condition } = error as { kind: string; condition: string };
      expect(`${kind} ${condition}`).toBe(meaning);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/wJalr|not the secret|Signature=/);
    }
    expect([...s3.objects.keys()]).toEqual([]);
  });
});
