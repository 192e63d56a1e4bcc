import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStoredThumbnailResponder } from '../../main/reading/picture-responder.ts';
import {
  fromRanges,
  pagesIn,
  ThumbnailStore,
  toRanges,
  webpSize,
} from '../../main/reading/thumbnail-store.ts';
import { freshFolder } from '../fresh-folder.ts';
import { kitId, OTHER_SHA, openStores, SHA, webp } from './stores.ts';

const newFile = () => join(freshFolder(), 'reading.sqlite');
const sha = (n: number) => n.toString(16).padStart(64, '0');
const pages = (from: number, to: number, bytes = 100) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ page: from + index, webp: webp(bytes) }));

test('small pictures are there again after a restart, for exactly their document, with the pages that can’t have one', () => {
  const file = newFile();
  const first = openStores(file);
  expect(first.thumbnails.pages(SHA)).toEqual({ pages: [], unpaintable: [] });
  first.thumbnails.store(SHA, 1, [...pages(1, 3), { page: 4, webp: null }]);
  first.thumbnails.store(SHA, 1, [...pages(5, 5, 200), { page: 1, webp: webp(300) }]);
  first.database.close();
  const { thumbnails } = openStores(file);
  expect(thumbnails.pages(SHA)).toEqual({
    pages: [
      [1, 3],
      [5, 5],
    ],
    unpaintable: [[4, 4]],
  });
  expect(thumbnails.webp(SHA, 1)).toEqual(webp(300));
  expect(thumbnails.webp(SHA, 5)).toEqual(webp(200));
  expect(thumbnails.documents().get(SHA)?.bytes).toBe(100 + 100 + 200);
  for (const page of [4, 6, 0, -1, 1.5, 40_000, Number.NaN]) expect(thumbnails.webp(SHA, page)).toBeNull();
  expect(thumbnails.webp(OTHER_SHA, 1)).toBeNull();
  // A page that was painted after all, and one that can't be any more.
  thumbnails.store(SHA, 1, [
    { page: 4, webp: webp(50) },
    { page: 5, webp: null },
  ]);
  expect(thumbnails.pages(SHA)).toEqual({ pages: [[1, 4]], unpaintable: [[5, 5]] });
  expect(thumbnails.webp(SHA, 5)).toBeNull();
  expect(thumbnails.documents().get(SHA)?.bytes).toBe(100 + 100 + 50);
});

test('those of documents that no kit has go, and the others stay', () => {
  const { thumbnails, database } = openStores(newFile());
  thumbnails.store(SHA, 1, pages(1, 20));
  thumbnails.store(OTHER_SHA, 2, pages(1, 2));
  thumbnails.keepOnly(new Set([OTHER_SHA]));
  expect([...thumbnails.documents().keys()]).toEqual([OTHER_SHA]);
  expect(thumbnails.webp(SHA, 1)).toBeNull();
  expect(database.get('SELECT count(*) AS n FROM thumbnails')?.n).toBe(2);
});

test('the budget holds: what was opened longest ago goes, and nothing goes for what was opened before it', () => {
  const { database } = openStores(newFile());
  const thumbnails = new ThumbnailStore(database, 1000);
  const kept = () => [1, 2, 3, 4].filter((n) => thumbnails.webp(sha(n), 2) !== null);
  expect(thumbnails.store(sha(1), 10, pages(2, 5))).toBe(true);
  expect(thumbnails.store(sha(2), 20, pages(2, 5))).toBe(true);
  thumbnails.use(sha(1), 1_000_000);
  // The first came earlier, but was opened since.
  expect(thumbnails.store(sha(3), 30, pages(2, 5))).toBe(true);
  expect(kept()).toEqual([1, 3]);
  expect(thumbnails.pages(sha(2)).pages).toEqual([]);
  // An older one makes no room for itself, and leaves nothing behind.
  expect(thumbnails.store(sha(4), 5, pages(2, 5))).toBe(false);
  expect(kept()).toEqual([1, 3]);
  expect([...thumbnails.documents().keys()]).toEqual([1, 2, 3].map(sha));
  // Nor does one that is larger than everything together, or grows to be.
  expect(thumbnails.store(sha(4), 5_000_000, pages(2, 12))).toBe(false);
  expect(kept()).toEqual([1, 3]);
  expect(thumbnails.store(sha(4), 5_000_000, pages(2, 11))).toBe(true);
  expect(kept()).toEqual([4]);
  // What is replaced counts no more.
  expect(thumbnails.store(sha(4), 5_000_000, pages(2, 11, 90))).toBe(true);
  expect(thumbnails.documents().get(sha(4))?.bytes).toBe(900);
});

test('those of first pages stay, and count for nothing', () => {
  const { database } = openStores(newFile());
  const thumbnails = new ThumbnailStore(database, 1000);
  expect(thumbnails.store(sha(1), 10, [...pages(1, 1, 100_000), ...pages(2, 11)])).toBe(true);
  expect(thumbnails.store(sha(2), 20, pages(2, 11))).toBe(true);
  expect(thumbnails.store(sha(3), 5, pages(1, 1, 100_000))).toBe(true);
  expect(thumbnails.pages(sha(1)).pages).toEqual([[1, 1]]);
  expect(thumbnails.webp(sha(1), 1)?.byteLength).toBe(100_000);
  expect(thumbnails.webp(sha(1), 2)).toBeNull();
  thumbnails.keepOnly(new Set([sha(2)]));
  expect(thumbnails.webp(sha(1), 1)).toBeNull();
});

test.each([
  ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Array(40).fill(1), 0xff, 0xd9])],
  ['cut off', webp(100).subarray(0, -1)],
  ['with more behind it', new Uint8Array([...webp(100), 1, 2])],
  ['nothing', new Uint8Array()],
  ['too large', webp(24 * 1024 + 2)],
  ['too wide', webp(100, 1537, 10)],
  ['too high', webp(100, 10, 1537)],
])('%s is refused, and nothing of its batch is kept', (_what, bytes) => {
  const { thumbnails } = openStores(newFile());
  expect(() => thumbnails.store(SHA, 1, [...pages(1, 2), { page: 3, webp: bytes }])).toThrow(/no WebP/);
  expect(thumbnails.documents().size).toBe(0);
});

test.each([0, -1, 1.5, 20_001, Number.NaN])('page %d is refused', (page) => {
  const { thumbnails } = openStores(newFile());
  expect(() => thumbnails.store(SHA, 1, [{ page, webp: webp(100) }])).toThrow();
  expect(() => thumbnails.store(SHA, 1, [{ page, webp: null }])).toThrow();
});

test('where the database can’t be used, no picture is kept in memory instead', () => {
  const file = newFile();
  openStores(file).thumbnails.store(SHA, 1, pages(1, 1));
  const second = openStores(file);
  expect(second.database.problem).not.toBeNull();
  expect(second.thumbnails.store(SHA, 1, pages(1, 1))).toBe(false);
  expect(second.thumbnails.webp(SHA, 1)).toBeNull();
});

test('served with its type and tag, not sent again to who has it, and not for another document', async () => {
  const { thumbnails } = openStores(newFile());
  let sha256: string | null = SHA;
  const serve = createStoredThumbnailResponder(thumbnails, () => sha256);
  const ask = (page: number, init: RequestInit = {}) =>
    serve(new Request('http://x/', init), kitId(1), page, null);
  expect((await ask(1)).status).toBe(404);
  thumbnails.store(SHA, 1, [...pages(1, 1), { page: 2, webp: null }]);
  const answer = await ask(1);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-cache',
    'content-length': '100',
  });
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(webp(100));
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  const same = await ask(1, { headers: { 'if-none-match': etag } });
  expect(same.status).toBe(304);
  expect(await same.text()).toBe('');
  expect((await ask(1, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  expect((await ask(1, { method: 'POST', body: 'x' })).status).toBe(405);
  for (const page of [2, 3, 99_999]) expect((await ask(page)).status).toBe(404);
  for (const other of [OTHER_SHA, null]) {
    sha256 = other;
    expect((await ask(1)).status).toBe(404);
  }
});

test('several are served together, each behind its page and length, and never too many', async () => {
  const { thumbnails } = openStores(newFile());
  const serve = createStoredThumbnailResponder(thumbnails, (id) => (id === kitId(1) ? SHA : null));
  const ask = (first: number, last: number, id = kitId(1)) =>
    serve(new Request('http://x/'), id, first, last);
  thumbnails.store(SHA, 1, [...pages(3, 4), { page: 5, webp: null }, ...pages(6, 6, 200), ...pages(70, 70)]);
  thumbnails.store(OTHER_SHA, 1, pages(1, 70));
  const answer = await ask(1, 64);
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const pack = Buffer.from(await answer.arrayBuffer());
  const found: [number, number][] = [];
  for (let at = 0; at < pack.length; at += 8 + pack.readUInt32LE(at + 4)) {
    const length = pack.readUInt32LE(at + 4);
    expect(new Uint8Array(pack.subarray(at + 8, at + 8 + length))).toEqual(webp(length));
    found.push([pack.readUInt32LE(at), length]);
  }
  expect(found).toEqual([
    [3, 100],
    [4, 100],
    [6, 200],
  ]);
  expect((await (await ask(8, 69)).arrayBuffer()).byteLength).toBe(0);
  for (const [first, last] of [
    [1, 65],
    [2, 1],
    [1, 99_999],
  ] as const) {
    expect((await ask(first, last)).status).toBe(404);
  }
  expect((await ask(1, 64, kitId(2))).status).toBe(404);
});

test('ranges hold exactly the pages they were made of', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (numbers) => {
      const ranges = toRanges(numbers);
      expect([...fromRanges(ranges)].sort((a, b) => a - b)).toEqual([...numbers].sort((a, b) => a - b));
      expect(pagesIn(ranges)).toBe(numbers.length);
      for (const [index, [first]] of ranges.entries())
        if (index > 0) expect(first).toBeGreaterThan((ranges[index - 1]?.[1] ?? 0) + 1);
    }),
  );
});

test('bytes of any kind are a picture or none, and never an exception', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => webpSize(bytes) === null));
  // The container of a picture, with anything in it.
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 18, maxLength: 80 }),
      fc.constantFrom('VP8 ', 'VP8X'),
      (inside, kind) => {
        const bytes = new Uint8Array([...Buffer.from(`RIFF????WEBP${kind}`), ...inside]);
        new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
        const size = webpSize(bytes);
        if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      },
    ),
  );
  expect(webpSize(webp(100, 280, 396))).toEqual({ width: 280, height: 396 });
});

test('what is drawn on a page comes with its picture, stays when that goes for want of room, and goes with the document', () => {
  const { database } = openStores(join(freshFolder(), 'reading.sqlite'));
  const thumbnails = new ThumbnailStore(database, 1000);
  const part = [0.1, 0.05, 0.8, 0.9] as const;
  thumbnails.store(SHA, 1, [
    { page: 2, webp: webp(400), drawn: [...part] },
    { page: 3, webp: webp(400) },
    { page: 300, webp: null },
  ]);
  expect(thumbnails.drawn(SHA)).toEqual(new Map([[2, part]]));
  expect(thumbnails.store(OTHER_SHA, 2, [{ page: 2, webp: webp(900), drawn: [0, 0, 1, 1] }])).toBe(true);
  expect(thumbnails.pages(SHA).pages).toEqual([]);
  expect(thumbnails.drawn(SHA)).toEqual(new Map([[2, part]]));
  expect(thumbnails.drawn(OTHER_SHA)).toEqual(new Map([[2, [0, 0, 1, 1]]]));
  thumbnails.keepOnly(new Set([OTHER_SHA]));
  expect(thumbnails.drawn(SHA)).toEqual(new Map());
  expect(thumbnails.drawn(OTHER_SHA).size).toBe(1);
});
