import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createPrintStore,
  type PrintSource,
  paperOf,
  parsePageRange,
  preparePrint,
  writePages,
} from '../../../renderer/viewer/print/print-store.ts';

test.each([
  ['1-3, 8', [1, 2, 3, 8]],
  ['8,1-3', [8, 1, 2, 3]],
  [' 2 ', [2]],
  ['9-', [9, 10]],
  ['-2', [1, 2]],
  ['3-1', [3, 2, 1]],
  ['1 - 3; 5', [1, 2, 3, 5]],
  ['1–2', [1, 2]],
  ['1,1,2-3,3', [1, 2, 3]],
  ['4 6 8', [4, 6, 8]],
])('the range %s', (text, pages) => {
  expect(parsePageRange(text, 10)).toEqual({ ok: true, pages });
});

test.each(['', ' , ', '0', '11', '1-11', 'a', '1-2-3', '-', '1.5', '99999999'])(
  'the range "%s" is refused with a sentence',
  (text) => {
    const parsed = parsePageRange(text, 10);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.problem).toMatch(/\.$/);
  },
);

test('pages that are written down are read again, and nothing that is typed throws', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (pages) => {
      expect(parsePageRange(writePages(pages), 40)).toEqual({ ok: true, pages });
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 500 }), (text, count) => {
      const parsed = parsePageRange(text, count);
      if (parsed.ok) expect(parsed.pages.every((page) => page >= 1 && page <= count)).toBe(true);
    }),
  );
});

/** What is in memory: pictures made and not yet let go of. */
const urls = new Set<string>();
beforeEach(() => {
  let count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    count += 1;
    urls.add(`blob:${count}`);
    return `blob:${count}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void urls.delete(url));
});
afterEach(() => urls.clear());

/** Pages of which every third lies on its side and page 5 can't be drawn. */
function source(): PrintSource & { drawn: [number, number][]; atOnce: number } {
  let running = 0;
  const made = {
    drawn: [] as [number, number][],
    atOnce: 0,
    pageSize: async (page: number) =>
      page % 3 === 0 ? { width: 1100, height: 800 } : { width: 800, height: 1100 },
    renderForPrint: async (page: number, dpi: number) => {
      running += 1;
      made.atOnce = Math.max(made.atOnce, running);
      await Promise.resolve();
      running -= 1;
      made.drawn.push([page, dpi]);
      if (page === 5) throw new Error('damaged');
      return new Blob();
    },
  };
  return made;
}

test('pages are drawn one after the other, in their order, and let go of at the end', async () => {
  const pages = source();
  const told: number[] = [];
  const job = await preparePrint(pages, [8, 1, 3], new AbortController().signal, (done) => told.push(done));
  expect(job.sheets.map(({ page, landscape }) => [page, landscape])).toEqual([
    [8, false],
    [1, false],
    [3, true],
  ]);
  expect(pages.drawn).toEqual([
    [8, 200],
    [1, 200],
    [3, 200],
  ]);
  expect(pages.atOnce).toBe(1);
  expect(told).toEqual([0, 1, 2, 3]);
  expect(paperOf(job.sheets)).toBe('portrait');
  expect(urls.size).toBe(3);
  job.release();
  expect(urls.size).toBe(0);
});

test('very many pages are drawn coarser', async () => {
  const pages = source();
  const all = Array.from({ length: 121 }, (_, index) => index + 100);
  await preparePrint(pages, all, new AbortController().signal, () => {});
  expect(pages.drawn[0]?.[1]).toBe(150);
});

test('a cancelled printing keeps nothing', async () => {
  const pages = source();
  const stop = new AbortController();
  const done = preparePrint(pages, [1, 2, 3], stop.signal, (count) => count === 2 && stop.abort());
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(urls.size).toBe(0);
});

test('pages that can’t be drawn are asked about; the others are printed', async () => {
  const store = createPrintStore(source());
  await store.getState().start([4, 5, 6]);
  expect(store.getState().step).toMatchObject({ name: 'missing', job: { missing: [5] } });
  store.getState().printRest();
  expect(store.getState().step).toMatchObject({ name: 'ready' });
  store.getState().end();
  expect(store.getState().step).toEqual({ name: 'asking' });
  expect(urls.size).toBe(0);
});

test('where nothing can be drawn, nothing is printed', async () => {
  const store = createPrintStore(source());
  await store.getState().start([5]);
  expect(store.getState().step.name).toBe('failed');
});

test('an ending in the middle leaves no picture and no late answer', async () => {
  const store = createPrintStore(source());
  const done = store.getState().start([1, 2, 3]);
  store.getState().end();
  await done;
  expect(store.getState().step).toEqual({ name: 'asking' });
  expect(urls.size).toBe(0);
});
