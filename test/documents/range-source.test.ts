import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FARTHEST,
  type FetchLike,
  HEAD_BYTES,
  KEPT_WINDOWS,
  RangeSource,
  TAIL_BYTES,
  WINDOW_BYTES,
} from '../../renderer/documents/range-source.ts';

const LENGTH = 6 * WINDOW_BYTES + 1234;
/** A place between head and tail, in the third window. */
const MIDDLE = 2 * WINDOW_BYTES + 500;
const window = (index: number, count = 1) =>
  `bytes=${index * WINDOW_BYTES}-${(index + count) * WINDOW_BYTES - 1}`;
const file = Uint8Array.from({ length: LENGTH }, (_, index) => (index * 31 + (index >> 8)) & 255);

/** A server of the file; `fault` may answer instead. */
function server(
  bytes: Uint8Array,
  fault?: (range: string, count: number) => { status: number; body: Uint8Array } | 'cut' | null,
) {
  const asked: string[] = [];
  const fetchLike: FetchLike = async (_url, { headers, signal }) => {
    signal.throwIfAborted();
    const range = headers.range ?? '';
    asked.push(range);
    const wrong = fault?.(range, asked.length);
    if (wrong === 'cut') throw new TypeError('network error');
    if (wrong) return { status: wrong.status, arrayBuffer: async () => new Uint8Array(wrong.body).buffer };
    const [begin = 0, end = 0] = range.replace('bytes=', '').split('-').map(Number);
    return { status: 206, arrayBuffer: async () => bytes.slice(begin, end + 1).buffer };
  };
  return { asked, fetchLike };
}

test('head and tail are fetched once, ahead, and served from memory', async () => {
  const { asked, fetchLike } = server(file);
  const source = new RangeSource('app://x/d', LENGTH, fetchLike);
  expect(asked).toEqual([`bytes=0-${HEAD_BYTES - 1}`, `bytes=${LENGTH - TAIL_BYTES}-${LENGTH - 1}`]);
  expect(await source.read(10, 20)).toEqual(file.slice(10, 20));
  expect(await source.read(LENGTH - 5, LENGTH)).toEqual(file.slice(LENGTH - 5));
  expect(asked).toHaveLength(2);
});

test('a read brings its whole window, and what lies in it is read no more', async () => {
  const { asked, fetchLike } = server(file);
  const source = new RangeSource('app://x/d', LENGTH, fetchLike);
  expect(await source.read(MIDDLE, MIDDLE + 10)).toEqual(file.slice(MIDDLE, MIDDLE + 10));
  expect(asked[2]).toBe(window(2));
  expect(await source.read(MIDDLE + 90_000, MIDDLE + 99_000)).toEqual(
    file.slice(MIDDLE + 90_000, MIDDLE + 99_000),
  );
  expect(asked).toHaveLength(3);
});

test('neighbouring windows are one request; reads at the same time share theirs', async () => {
  const { asked, fetchLike } = server(file);
  const source = new RangeSource('app://x/d', LENGTH, fetchLike);
  const end = MIDDLE + 2 * WINDOW_BYTES;
  const [long, short] = await Promise.all([source.read(MIDDLE, end), source.read(end - 5, end)]);
  expect(Buffer.from(long).equals(Buffer.from(file.slice(MIDDLE, end)))).toBe(true);
  expect(short).toEqual(file.slice(end - 5, end));
  expect(asked.slice(2)).toEqual([window(2, 3)]);
});

test('no more windows are kept than the limit, those used last', async () => {
  const length = (KEPT_WINDOWS + 6) * WINDOW_BYTES;
  const asked: string[] = [];
  const source = new RangeSource('app://x/d', length, async (_url, { headers }) => {
    const range = headers.range ?? '';
    asked.push(range);
    const [begin = 0, end = 0] = range.replace('bytes=', '').split('-').map(Number);
    return { status: 206, arrayBuffer: async () => new ArrayBuffer(end + 1 - begin) };
  });
  const touch = (index: number) => source.read(index * WINDOW_BYTES, index * WINDOW_BYTES + 1);
  for (let index = 1; index <= KEPT_WINDOWS; index += 1) await touch(index);
  await touch(1);
  await touch(KEPT_WINDOWS + 1);
  const before = asked.length;
  await touch(1);
  expect(asked).toHaveLength(before);
  await touch(2);
  expect(asked).toHaveLength(before + 1);
});

test('a jump reads at once how far back the jumps before it had to', async () => {
  const bytes = new Uint8Array(40 * WINDOW_BYTES);
  const { asked, fetchLike } = server(bytes);
  const source = new RangeSource('app://x/d', bytes.length, fetchLike);
  const read = (index: number, count = 1) =>
    source.read(index * WINDOW_BYTES, (index + count) * WINDOW_BYTES);
  // A page in the tenth window, whose picture begins three windows before it.
  await read(10);
  await read(7);
  await read(8, 2);
  expect(asked.splice(0).slice(2)).toEqual([window(10), window(7), window(8, 2)]);
  // Another one as far back: asked for together, the page first, before any answer.
  const page = read(20);
  expect(asked.splice(0)).toEqual([window(20), window(17, 3)]);
  await page;
  await Promise.all([read(17), read(18, 2)]);
  expect(asked).toEqual([]);
  // Forward from there, and into what is there already, no more than that is read.
  await read(21);
  await read(19);
  expect(asked.splice(0)).toEqual([window(21)]);
});

test('nothing is read back that lies too far, or before the file', async () => {
  const bytes = new Uint8Array(40 * WINDOW_BYTES);
  const { asked, fetchLike } = server(bytes);
  const source = new RangeSource('app://x/d', bytes.length, fetchLike);
  const read = (index: number) => source.read(index * WINDOW_BYTES, (index + 1) * WINDOW_BYTES);
  await read(30);
  await read(30 - FARTHEST - 1);
  await read(10);
  await read(10 - FARTHEST);
  await read(2);
  expect(asked.slice(2)).toEqual([
    ...[30, 30 - FARTHEST - 1, 10, 10 - FARTHEST, 2].map((index) => window(index)),
    window(0, 2),
  ]);
});

test('a small file is one request', async () => {
  const { asked, fetchLike } = server(file);
  const source = new RangeSource('app://x/d', 1000, fetchLike);
  expect(await source.read(0, 1000)).toEqual(file.slice(0, 1000));
  expect(asked).toEqual(['bytes=0-999']);
});

test('any part of any file comes back as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: LENGTH }), fc.nat(), fc.nat(), async (length, a, b) => {
      const begin = a % length;
      const end = begin + 1 + (b % (length - begin));
      const source = new RangeSource('app://x/d', length, server(file.slice(0, length)).fetchLike);
      const bytes = await source.read(begin, end);
      expect(Buffer.from(bytes).equals(Buffer.from(file.slice(begin, end)))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('what is handed out is a copy: its buffer may be transferred', async () => {
  const source = new RangeSource('app://x/d', LENGTH, server(file).fetchLike);
  const first = await source.read(0, 10);
  first.fill(0);
  expect(await source.read(0, 10)).toEqual(file.slice(0, 10));
});

test('a cut read is tried again; one that stays cut rejects, and the next asking starts anew', async () => {
  let broken = 2;
  const { fetchLike } = server(file, (range) => (range === window(2) && broken-- > 0 ? 'cut' : null));
  const source = new RangeSource('app://x/d', LENGTH, fetchLike);
  expect(await source.read(MIDDLE, MIDDLE + 10)).toEqual(file.slice(MIDDLE, MIDDLE + 10));
  let down = true;
  const always = server(file, () => (down ? 'cut' : null));
  const dead = new RangeSource('app://x/d', LENGTH, always.fetchLike);
  await expect(dead.read(0, 10)).rejects.toThrow();
  down = false;
  expect(await dead.read(0, 10)).toEqual(file.slice(0, 10));
});

test('another status, another length, or a range outside the file is refused', async () => {
  const whole = server(file, () => ({ status: 200, body: file }));
  await expect(new RangeSource('app://x/d', LENGTH, whole.fetchLike).read(0, 10)).rejects.toThrow('200');
  const gone = server(file, () => ({ status: 404, body: new Uint8Array() }));
  await expect(new RangeSource('app://x/d', LENGTH, gone.fetchLike).read(0, 10)).rejects.toThrow('404');
  const short = server(file, () => ({ status: 206, body: new Uint8Array(3) }));
  await expect(new RangeSource('app://x/d', LENGTH, short.fetchLike).read(0, 10)).rejects.toThrow('length');
  const good = new RangeSource('app://x/d', LENGTH, server(file).fetchLike);
  await expect(good.read(LENGTH - 1, LENGTH + 1)).rejects.toThrow('outside');
});

test('a closed source reads no more', async () => {
  const { fetchLike } = server(file);
  const source = new RangeSource('app://x/d', LENGTH, fetchLike);
  source.close();
  await expect(source.read(MIDDLE, MIDDLE + 10)).rejects.toThrow();
});

test('pieces of two files are never put together: the second one ends the reading, and that is told', async () => {
  const { asked, fetchLike } = server(file);
  let etag = '"one"';
  const source = new RangeSource('app://x/d', LENGTH, async (url, init) => {
    const answer = await fetchLike(url, init);
    return { ...answer, headers: new Headers({ etag }) };
  });
  let changed = 0;
  void source.changed.then(() => (changed += 1));
  expect(await source.read(MIDDLE, MIDDLE + 10)).toEqual(file.slice(MIDDLE, MIDDLE + 10));
  etag = '"two"';
  const before = asked.length;
  await expect(source.read(4 * WINDOW_BYTES, 4 * WINDOW_BYTES + 10)).rejects.toMatchObject({
    kind: 'changed',
  });
  // Asked once: another try would not bring the first file back.
  expect(asked).toHaveLength(before + 1);
  // What was read before is of the first file, and stays.
  expect(await source.read(MIDDLE, MIDDLE + 10)).toEqual(file.slice(MIDDLE, MIDDLE + 10));
  expect(changed).toBe(1);
});

test('a reading that goes on in another page reads the same file or none', async () => {
  const { fetchLike } = server(file);
  const answering = (etag: string): FetchLike => {
    return async (url, init) => ({ ...(await fetchLike(url, init)), headers: new Headers({ etag }) });
  };
  const same = new RangeSource('app://x/d', LENGTH, answering('"one"'), '"one"');
  expect(await same.read(MIDDLE, MIDDLE + 10)).toEqual(file.slice(MIDDLE, MIDDLE + 10));
  const other = new RangeSource('app://x/d', LENGTH, answering('"two"'), '"one"');
  await expect(other.read(MIDDLE, MIDDLE + 10)).rejects.toMatchObject({ kind: 'changed' });
  await other.changed;
});
