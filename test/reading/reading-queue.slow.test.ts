import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChartPage } from '../../main/charts/rules/chart.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import type { TextPage } from '../../main/documents/jobs/answers.ts';
import type { KitChange, LiveKit } from '../../main/kits/kit-engine.ts';
import { ReadingQueue } from '../../main/reading/reading-queue.ts';
import type { ExtractSink, ExtractTask } from '../../main/reading/text-extractor.ts';
import { TextExtractor } from '../../main/reading/text-extractor.ts';
import { aPdf } from '../documents/samples.ts';
import { freshFolder } from '../fresh-folder.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';
import { chartOf, fact, kitId, OTHER_SHA, openStores, pdfjs_folder, SHA } from './stores.ts';

vi.setConfig({ testTimeout: 120_000 });

const ready = (n: number, changes: Partial<LiveKit> = {}): LiveKit =>
  liveKit({
    id: kitId(n),
    state: 'ready',
    created_at: n,
    document: { bytes: 1, sha256: SHA, pages: 20 },
    ...changes,
  });

type Behaviour = (task: ExtractTask, page: number, signal: AbortSignal) => void | Promise<void>;

/** Documents of 20 pages; `behave` is asked before each page, `facts` what its chart is. */
function fakeExtractor(
  behave: Behaviour = () => {},
  facts: (page: number) => Partial<ChartPage> = () => ({}),
) {
  const tasks: ExtractTask[] = [];
  return {
    tasks,
    close: async () => {},
    async extract(task: ExtractTask, sink: ExtractSink, signal: AbortSignal): Promise<void> {
      tasks.push(task);
      if (task.shape) {
        await behave(task, 0, signal);
        await sink.shape(
          Array.from({ length: 20 }, () => [800, 600]),
          [{ title: 'ILS 27L', level: 0, page: 3, down: 0 }],
        );
      }
      let { batch } = task;
      for (let first = task.from; first <= 20; ) {
        const pages: TextPage[] = [];
        for (let page = first; page < first + batch && page <= 20; page += 1) {
          await behave(task, page, signal);
          pages.push({ text: `text ${page}`, chart: chartOf(page, facts(page)) });
        }
        signal.throwIfAborted();
        await sink.pages(pages);
        signal.throwIfAborted();
        first += batch;
        batch = sink.batch?.() ?? batch;
      }
    },
  };
}

function setUp(
  kits: LiveKit[],
  extractor = fakeExtractor(),
  file = join(freshFolder(), 'reading.sqlite'),
  isReading = () => false,
) {
  const { prepared, database, search } = openStores(file);
  const log = memoryLog();
  const listeners = new Set<(change: KitChange) => void>();
  const known = new Map(kits.map((kit) => [kit.id, kit]));
  const told: string[] = [];
  const counted: string[] = [];
  const change = (changed: LiveKit[], removed: string[] = []) => {
    for (const kit of changed) known.set(kit.id, kit);
    for (const id of removed) known.delete(id);
    for (const listener of listeners) listener({ changed, removed });
  };
  const queue = new ReadingQueue({
    engine: {
      list: () => [...known.values()],
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    prepared,
    extractor,
    fileOf: (id) => `/${id}.pdf`,
    onPrepared: (id) => told.push(id),
    onCharts: (id) => counted.push(id),
    isReading,
    log,
  });
  onTestFinished(() => queue.stop());
  const files = () => extractor.tasks.map(({ file: path }) => Number(path.slice(-6, -4)));
  return {
    queue,
    prepared,
    database,
    search,
    log,
    change,
    told,
    counted,
    tasks: extractor.tasks,
    files,
    file,
  };
}

const texts = (from = 1) => Array.from({ length: 21 - from }, (_, index) => `text ${from + index}`);

test('every ready kit is taken in once, the newest first, and told of', async () => {
  const kits = [ready(1), ready(3), ready(2), liveKit({ id: kitId(4) })];
  const { queue, prepared, files, told } = setUp(kits);
  queue.start();
  await queue.idle();
  expect(files()).toEqual([3, 2, 1]);
  expect(prepared.text(kitId(2), SHA)).toEqual(texts());
  expect(told.filter((id) => id === kitId(3))).toHaveLength(2);
  queue.wake();
  await queue.idle();
  expect(files()).toHaveLength(3);
});

test('a kit that becomes ready is taken in, and again when its document is another', async () => {
  const { queue, prepared, change, files } = setUp([]);
  queue.start();
  await queue.idle();
  change([ready(1)]);
  await queue.idle();
  change([ready(1, { document: { bytes: 1, sha256: OTHER_SHA, pages: 20 } })]);
  await queue.idle();
  expect(files()).toEqual([1, 1]);
  expect(prepared.text(kitId(1), SHA)).toBeNull();
  expect(prepared.text(kitId(1), OTHER_SHA)).toEqual(texts());
});

test('the kit that a person reads is next', async () => {
  const { queue, files } = setUp([ready(1), ready(2), ready(3)]);
  queue.prefer(kitId(1));
  queue.start();
  await queue.idle();
  expect(files()).toEqual([1, 3, 2]);
});

test('it waits while a document is on its way, also in the middle of one, but not for one that waits itself', async () => {
  const at = Promise.withResolvers<void>();
  const loading = liveKit({ id: kitId(9), state: 'downloading', activity: null });
  const room = setUp(
    [ready(1), loading],
    fakeExtractor((task, page) => {
      if (page !== 9 || !task.file.includes(kitId(1))) return;
      room.change([loading]);
      at.resolve();
    }),
  );
  const { queue, prepared, change, tasks } = room;
  queue.start();
  await Promise.resolve();
  expect(tasks).toHaveLength(0);
  change([{ ...loading, activity: 'Waiting for the network.' }]);
  await at.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(prepared.get(kitId(1))).toMatchObject({ state: 'waiting', done: 8 });
  change([ready(9)]);
  await queue.idle();
  expect(prepared.get(kitId(1))?.state).toBe('ready');
  expect(prepared.get(kitId(9))?.state).toBe('ready');
});

test('a page that takes the worker with it is left out, and the others are there', async () => {
  const gone = new TripKitError('document', 'It took too long.', { condition: 'timeout' });
  const { queue, prepared } = setUp(
    [ready(1)],
    fakeExtractor((_task, page) => {
      if (page === 12) throw gone;
    }),
  );
  queue.start();
  await queue.idle();
  expect(prepared.text(kitId(1), SHA)).toEqual(texts().map((text, index) => (index === 11 ? '' : text)));
});

test('a document whose every page does so, or that does not open, is read without', async () => {
  const slow = new TripKitError('document', 'It took too long.', { condition: 'timeout' });
  const damaged = new TripKitError('document', 'It does not open.', { condition: 'damaged' });
  const { queue, prepared, told, log } = setUp(
    [ready(1), ready(2)],
    fakeExtractor((task, page) => {
      if (task.file.includes(kitId(2))) throw damaged;
      if (page > 4) throw slow;
    }),
  );
  queue.start();
  await queue.idle();
  expect(prepared.get(kitId(1))).toMatchObject({ state: 'failed', done: 0 });
  // What is known of it is of use all the same.
  expect(prepared.get(kitId(1))?.sizes).toHaveLength(20);
  expect(prepared.text(kitId(1), SHA)).toBeNull();
  expect(prepared.get(kitId(2))?.state).toBe('failed');
  expect(new Set(told)).toEqual(new Set([kitId(1), kitId(2)]));
  expect(log.lines).toHaveLength(2);
});

test('a document that can not be read from the disk is tried again at the next start, and is no failure', async () => {
  const { queue, prepared, tasks } = setUp(
    [ready(1)],
    fakeExtractor(() => {
      throw new TripKitError('disk', 'The disk reported an error.', { condition: 'io' });
    }),
  );
  queue.start();
  await queue.idle();
  queue.wake();
  await queue.idle();
  expect(tasks).toHaveLength(1);
  expect(prepared.get(kitId(1))?.state).toBe('waiting');
});

test('while somebody reads, pages are taken in one by one; afterwards in batches again', async () => {
  const reader = { there: true };
  const batches: number[] = [];
  const extractor = fakeExtractor((_task, page) => {
    if (page === 3) reader.there = false;
  });
  const { queue, prepared } = setUp([ready(1)], extractor, undefined, () => reader.there);
  const { savePages } = prepared;
  prepared.savePages = (id, pages, words) => {
    batches.push(pages.length);
    savePages.call(prepared, id, pages, words);
  };
  queue.start();
  await queue.idle();
  expect(batches).toEqual([1, 1, 1, 8, 8, 1]);
  expect(prepared.text(kitId(1), SHA)).toHaveLength(20);
});

test('a document that takes the whole app down is given up after three starts', async () => {
  const { queue, prepared, tasks } = setUp([ready(1)]);
  for (let start = 0; start < 3; start += 1) prepared.begin(kitId(1), SHA);
  queue.start();
  await queue.idle();
  expect(tasks).toHaveLength(0);
  expect(prepared.get(kitId(1))?.state).toBe('failed');
});

test('a kit that goes while it is taken in leaves nothing behind', async () => {
  const reached = Promise.withResolvers<void>();
  const { queue, prepared, change } = setUp(
    [ready(1)],
    fakeExtractor(async (_task, page, signal) => {
      if (page !== 9) return;
      reached.resolve();
      await once(signal, 'abort');
    }),
  );
  queue.start();
  await reached.promise;
  change([], [kitId(1)]);
  prepared.remove(kitId(1));
  await queue.idle();
  expect(prepared.get(kitId(1))).toBeNull();
});

const plate = (page: number): Partial<ChartPage> => ({
  ...{ publisher: 'faa', kind: fact('approach' as const), title: fact(`ILS RWY ${page}`) },
  ...{ number: fact('AL-58'), airport: page === 20 ? fact('KBOS') : null },
});

test('every kit is told of once all of its charts are known, and its pages are found by their names', async () => {
  const extractor = fakeExtractor(undefined, plate);
  const { queue, search, counted } = setUp([ready(1), ready(2)], extractor);
  queue.start();
  await queue.idle();
  expect(counted).toEqual([2, 1].map(kitId));
  const found = new Map([[kitId(1), { id: kitId(1), sha256: SHA, words: '', order: 0, superseded: false }]]);
  expect(search.find('ILS RWY 7 ', 5, found)).toMatchObject([{ page: 7, heading: 'KBOS › ILS RWY 7' }]);
});

test('put down in the middle, it goes on at the page where it stopped; what pages say of each other holds for all', async () => {
  const reached = Promise.withResolvers<void>();
  const file = join(freshFolder(), 'reading.sqlite');
  const first = setUp(
    [ready(1)],
    fakeExtractor(async (_task, page, signal) => {
      if (page !== 17) return;
      reached.resolve();
      await once(signal, 'abort');
    }, plate),
    file,
  );
  first.queue.start();
  await reached.promise;
  await first.queue.stop();
  expect(first.prepared.get(kitId(1))).toMatchObject({ state: 'waiting', done: 16 });
  expect(first.prepared.charts(kitId(1), SHA)).toMatchObject({ state: 'waiting', pages: { length: 16 } });
  first.database.close();
  const second = setUp([ready(1)], fakeExtractor(undefined, plate), file);
  second.queue.start();
  await second.queue.idle();
  expect(second.tasks).toMatchObject([{ from: 17, shape: false }]);
  expect(second.prepared.text(kitId(1), SHA)).toEqual(texts());
  const { state, pages } = second.prepared.charts(kitId(1), SHA);
  expect(state).toBe('ready');
  expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  // Only the last page says which airport AL-58 is.
  expect(pages.map(({ airport }) => airport?.value)).toEqual(pages.map(() => 'KBOS'));
});

test('killed in the middle, the next start goes on: every page is there once, and found', async () => {
  const place = freshFolder();
  const id = kitId(1);
  await writeFile(join(place, `${id}.pdf`), await aPdf(120));
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./prepare-child.ts', import.meta.url)), place, id, SHA, pdfjs_folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number(line) >= 24) break;
  }
  child.kill('SIGKILL');
  await ended;

  const { prepared, search } = openStores(join(place, 'reading.sqlite'));
  const before = prepared.get(id);
  expect(before?.done).toBeGreaterThanOrEqual(24);
  expect(before?.state).toBe('waiting');
  const kit = ready(1);
  const extractor = new TextExtractor(documentThreads(pdfjs_folder));
  const queue = new ReadingQueue({
    engine: { list: () => [kit], onChange: () => () => {} },
    prepared,
    extractor,
    fileOf: () => join(place, `${id}.pdf`),
    onPrepared: () => {},
    log: memoryLog(),
  });
  onTestFinished(() => queue.stop());
  queue.start();
  await queue.idle();
  expect(prepared.text(id, SHA)).toEqual(Array.from({ length: 120 }, (_, index) => `Page ${index + 1}`));
  const found = new Map([[id, { id, sha256: SHA, words: '', order: 0, superseded: false }]]);
  expect(search.find('page 7 ', 50, found).map(({ page }) => page)).toEqual([7]);
  expect(search.find('page 119', 50, found).map(({ page }) => page)).toEqual([119]);
});
