import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { stampOf } from '../../main/documents/examine-document.ts';
import { createDocumentResponder } from '../../main/viewer/serve-document.ts';
import { freshFolder } from '../fresh-folder.ts';

function served(content: Uint8Array) {
  const file = join(freshFolder(), 'kit.pdf');
  writeFileSync(file, content);
  const told: unknown[][] = [];
  const etag = () => `"${stampOf(statSync(file))}"`;
  const respond = createDocumentResponder((id) => (id === 'kit' ? file : null), {
    served: (id, length, stamp) => void told.push([id, length, stamp]),
    suspect: (id) => void told.push([id, 'failure']),
  });
  const ask = (headers: Record<string, string> = {}, init: RequestInit = {}, id = 'kit') =>
    respond(new Request('app://tripkit/documents/kit', { headers, ...init }), id);
  return { file, ask, told, etag };
}

/** Descriptors of this process that are open on `file`. */
function openOn(file: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file;
    } catch {
      return false;
    }
  }).length;
}

const bytes = randomBytes(1_000_000);

test('GET gives the whole document with the headers that a viewer needs', async () => {
  const { file, ask, etag } = served(bytes);
  const response = await ask();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-length': '1000000',
    'content-type': 'application/pdf',
    etag: etag(),
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  await vi.waitFor(() => expect(openOn(file)).toBe(0));
});

test('HEAD gives the same headers, ignores Range, and no body', async () => {
  const { file, ask } = served(bytes);
  const response = await ask({ Range: 'bytes=0-9' }, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Length')).toBe('1000000');
  expect(response.body).toBeNull();
  expect(openOn(file)).toBe(0);
});

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=999990-', 999_990, 1_000_000],
  ['bytes=-5', 999_995, 1_000_000],
  ['bytes=300000-900000', 300_000, 900_001],
])('%s gives exactly that', async (range, from, to) => {
  const { ask } = served(bytes);
  const response = await ask({ Range: range });
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Range')).toBe(`bytes ${from}-${to - 1}/1000000`);
  expect(response.headers.get('Content-Length')).toBe(String(to - from));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
});

test('a range beyond the end is 416 with the length', async () => {
  const { file, ask } = served(bytes);
  const response = await ask({ Range: 'bytes=1000000-' });
  expect(response.status).toBe(416);
  expect(response.headers.get('Content-Range')).toBe('bytes */1000000');
  expect(openOn(file)).toBe(0);
});

test('If-Range holds for this very document only', async () => {
  const { ask, etag } = served(bytes);
  const status = async (condition: string) => {
    const response = await ask({ Range: 'bytes=0-1', 'If-Range': condition });
    await response.body?.cancel();
    return response.status;
  };
  expect(await status(etag())).toBe(206);
  expect(await status(`W/${etag()}`)).toBe(200);
  expect(await status('"other"')).toBe(200);
  expect(await status('Sat, 21 Nov 2026 08:00:00 GMT')).toBe(200);
});

test('an unknown kit and a document that is gone are 404; other methods 405', async () => {
  const { file, ask } = served(bytes);
  expect((await ask({}, {}, 'other')).status).toBe(404);
  rmSync(file);
  expect((await ask()).status).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const response = await ask({}, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
  }
});

test('an empty document and a folder in its place end cleanly', async () => {
  const { ask } = served(Buffer.alloc(0));
  const response = await ask();
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Length')).toBe('0');
  const inPlace = served(Buffer.alloc(0));
  rmSync(inPlace.file);
  mkdirSync(inPlace.file);
  expect((await inPlace.ask()).status).toBe(404);
});

test('an abort, and a body that is given up, close the file', async () => {
  const { file, ask } = served(Buffer.alloc(20_000_000));
  const abort = new AbortController();
  const aborted = await ask({}, { signal: abort.signal });
  const reader = aborted.body?.getReader();
  await reader?.read();
  expect(openOn(file)).toBe(1);
  abort.abort();
  await vi.waitFor(() => expect(openOn(file)).toBe(0));

  const cancelled = await ask();
  expect(openOn(file)).toBe(1);
  await cancelled.body?.cancel();
  await vi.waitFor(() => expect(openOn(file)).toBe(0));

  const before = await ask({}, { signal: AbortSignal.abort() });
  await before.body?.cancel().catch(() => {});
  await vi.waitFor(() => expect(openOn(file)).toBe(0));
});

test('memory stays constant while a slow reader takes a large document', async () => {
  const { file, ask } = served(Buffer.from('x'));
  truncateSync(file, 1024 ** 3);
  const response = await ask();
  const reader = response.body?.getReader();
  const before = process.memoryUsage.rss();
  let read = 0;
  let peak = 0;
  // Time passes between reads: a source that runs ahead of its reader would fill the memory now.
  for (let i = 0; i < 400; i += 1) {
    const piece = await reader?.read();
    read += piece?.value?.byteLength ?? 0;
    await new Promise((resolve) => setImmediate(resolve));
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  expect(read).toBeGreaterThan(400 * 60_000);
  expect(peak - before).toBeLessThan(80 * 1024 ** 2);
  await reader?.cancel();
});

test('another file, or the same one written to, has another ETag, and each look at it is told', async () => {
  const { file, ask, told, etag } = served(bytes);
  const first = etag();
  expect((await ask({ Range: 'bytes=0-9' })).headers.get('ETag')).toBe(first);
  utimesSync(file, 1, 1);
  expect((await ask({ Range: 'bytes=0-9' })).headers.get('ETag')).not.toBe(first);
  // Out of reach: whoever asks learns that it is another one before anything else.
  truncateSync(file, 5);
  const short = await ask({ Range: 'bytes=500-509' });
  expect([short.status, short.headers.get('ETag')]).toEqual([416, etag()]);
  rmSync(file);
  expect((await ask()).status).toBe(404);
  expect(told.map(([, what]) => what)).toEqual([bytes.length, bytes.length, 5, 'failure']);
});
