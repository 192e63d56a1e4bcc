/** A page that hangs or ends what reads it is told as unread, and the pages after it are read. */
import { expect, test } from 'vitest';
import type { WorkerEvents } from '../../main/background/supervised-worker.ts';
import { contentReader } from '../../main/comparison/content-reader.ts';
import type { DocumentReader, DocumentRequest } from '../../main/documents/document-reader.ts';

const PAGES = 6;
const content = {
  ...{ width: 1, height: 1, complete: true, text: '' },
  ...{
    letters: new Int32Array(),
    edges: new Int32Array(),
    shapes: new Int32Array(),
    pictures: [],
    styles: [],
  },
};

/** What a page does to the worker; `crowded`: it ends it unless it is the first that the worker reads. */
type Page = 'read' | 'hangs' | 'ends' | 'crowded' | 'refused' | 'breaks';

/** Workers that read a document of such pages. */
function readerOf(pages: readonly Page[]): { reader: DocumentReader; lives: () => number } {
  let lives = 0;
  const start = (_file: string, events: WorkerEvents) => {
    lives += 1;
    let [page, first, skip]: [number, number, readonly number[]] = [1, 1, []];
    const say = (value: unknown) => queueMicrotask(() => events.message(value));
    const next = () => {
      while (skip.includes(page)) page += 1;
      const what = pages[page - 1];
      if (what === undefined) say('done');
      else if (what === 'ends' || (what === 'crowded' && page !== first))
        queueMicrotask(() => events.ended('it ran out of memory'));
      else if (what === 'breaks') say({ problem: 'unsound', reason: 'its worker ended' });
      else if (what !== 'hangs') say({ page, content: what === 'refused' ? null : content });
      page += 1;
    };
    say('ready');
    return {
      post(request: DocumentRequest) {
        if (!('kind' in request) || request.kind !== 'content') return next();
        [page, skip] = [request.from, request.skip];
        first = page;
        if (request.shape) say({ sizes: pages.map(() => [1, 1]), outline: [], more: false });
        else next();
      },
      takesTooMuch: async () => false,
      keepAlive: () => {},
      end: async () => {},
    };
  };
  return {
    reader: { start: { verify: start, extract: start, content: start }, idle_ms: 0 },
    lives: () => lives,
  };
}

async function readPages(pages: readonly Page[], skip: readonly number[] = []) {
  const { reader, lives } = readerOf(pages);
  const taken: [number, boolean][] = [];
  const sink = {
    outline: () => {},
    page: (page: number, read: unknown) => void taken.push([page, read !== null]),
  };
  const limits = { open_ms: 60_000, page_ms: 200 };
  await contentReader(reader, limits).read('/file.pdf', sink, new AbortController().signal, skip);
  return { taken, lives: lives() };
}

test.each(['hangs', 'ends', 'breaks', 'refused'] as const)(
  'a page that %s is unread, the others are read',
  async (what) => {
    for (const bad of [1, 3, PAGES]) {
      const pages = Array.from({ length: PAGES }, (_, index) =>
        index + 1 === bad ? what : ('read' as const),
      );
      const { taken } = await readPages(pages);
      expect(taken).toEqual(pages.map((_, index) => [index + 1, index + 1 !== bad]));
    }
  },
);

test('a page that was only too much after others is read alone', async () => {
  const { taken, lives } = await readPages(['read', 'crowded', 'read', 'crowded']);
  expect(taken).toEqual([1, 2, 3, 4].map((page) => [page, true]));
  expect(lives).toBe(3);
});

test('after some such pages no further one is tried', async () => {
  const { taken, lives } = await readPages(Array.from({ length: 30 }, () => 'ends' as const));
  expect(taken).toEqual(Array.from({ length: 30 }, (_, index) => [index + 1, false]));
  expect(lives).toBeLessThan(12);
});

test('pages that are not wanted are not read', async () => {
  const { taken } = await readPages(['read', 'hangs', 'read', 'ends', 'read', 'hangs'], [2, 4, 6]);
  expect(taken).toEqual([1, 3, 5].map((page) => [page, true]));
});
