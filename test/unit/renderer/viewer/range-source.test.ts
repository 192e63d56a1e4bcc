import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FetchLike,
  HEAD_BYTES,
  RangeSource,
  TAIL_BYTES,
} from '../../../../renderer/viewer/engine/range-source.ts';

const LENGTH = 1_000_000;
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
  expect(await source.read(500_000, 500_010)).toEqual(file.slice(500_000, 500_010));
  expect(asked[2]).toBe('bytes=500000-500009');
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
  const { fetchLike } = server(file, (range) =>
    range === 'bytes=500000-500009' && broken-- > 0 ? 'cut' : null,
  );
  const source = new RangeSource('app://x/d', LENGTH, fetchLike);
  expect(await source.read(500_000, 500_010)).toEqual(file.slice(500_000, 500_010));
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
  await expect(source.read(500_000, 500_010)).rejects.toThrow();
});
