import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ChartCounter } from '../../main/charts/chart-counts.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { handle } from '../../main/electron/handle.ts';
import type { KitChange, LiveKit } from '../../main/kits/kit-engine.ts';
import { openReading } from '../../main/reading/open.ts';
import { PreparedStore } from '../../main/reading/prepared-store.ts';
import { ReadingDatabase } from '../../main/store/reading-database.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { calls, type ReadingPlace } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { appSender, liveKit, memoryFlags, memoryLog } from '../start/ipc-fixtures.ts';
import { fact, kitId, OTHER_SHA, pdfjs_folder, SHA, searchable, takeIn, webp } from './stores.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const place: ReadingPlace = {
  page: 3,
  down: 0.25,
  across: 0,
  zoom: 'width',
  layout: 'continuous',
  turn: 0,
  page_turns: [[2, 90]],
};
const readyKit = (n: number, changes: Partial<LiveKit> = {}) =>
  liveKit({
    id: kitId(n),
    state: 'ready',
    created_at: n,
    document: { bytes: 1, sha256: SHA, pages: 2 },
    ...changes,
  });

function setUp(kits: LiveKit[], at = freshFolder()) {
  const known = new Map(kits.map((kit) => [kit.id, kit]));
  let listener: (change: KitChange) => void = () => {};
  const engine = {
    list: () => [...known.values()],
    get: (id: string) => {
      const kit = known.get(id);
      if (!kit) throw new TripKitError('config', 'There is no such kit.');
      return kit;
    },
    onChange: (given: typeof listener) => {
      listener = given;
      return () => {};
    },
  };
  const log = memoryLog();
  const connection = openUserDatabase(join(at, 'user.sqlite')).connection;
  const told: string[] = [];
  const charts = new ChartCounter(log);
  const data = openReading(
    {
      paths: { user_data: at, documents: at },
      reader: documentThreads(pdfjs_folder),
      send: (name, about) => {
        if (name === 'reading.prepared') told.push(about.kit_id);
      },
      now: () => NOW,
      log,
    },
    {
      connection,
      engine,
      flags: memoryFlags(),
      sha256Of: (id) => known.get(id)?.document?.sha256 ?? null,
      superseded: () => new Map(),
      charts,
      isReading: () => false,
      placeBefore: () => null,
    },
  );
  const close = async () => {
    await data.stop();
    connection.close();
  };
  onTestFinished(close);
  const through = (domain: 'reading' | 'search', name: string, ...args: unknown[]) => {
    const contract = Reflect.get(calls[domain], name);
    const handler = Reflect.get(data.calls[domain], name);
    return handle(`${domain}.${name}`, contract, handler, log, 'library')(appSender, ...args);
  };
  const change = (changed: LiveKit[], removed: string[] = []) => {
    for (const kit of changed) known.set(kit.id, kit);
    for (const id of removed) known.delete(id);
    listener({ changed, removed });
  };
  return { at, data, charts, through, change, told, log, close };
}

/** Takes a document in beforehand, as an earlier run would have. */
function takenIn(at: string, ...numbers: number[]): void {
  const database = new ReadingDatabase(join(at, 'reading.sqlite'), { log: memoryLog() });
  for (const n of numbers) {
    takeIn(new PreparedStore(database), searchable(n), [
      { title: 'EGLL', text: 'HEATHROW', chart: { kind: fact('airport' as const) } },
      { title: 'ILS 27L', level: 1, text: 'ILS RWY 27L' },
    ]);
  }
  database.close();
}

test('what was taken is answered within the contract, and nothing of another document', async () => {
  const at = freshFolder();
  takenIn(at, 1);
  const { through, change } = setUp([readyKit(1), readyKit(2)], at);
  expect(await through('reading', 'prepared', kitId(1))).toEqual({
    ok: true,
    value: {
      sha256: SHA,
      state: 'ready',
      sizes: [
        [800, 600],
        [800, 600],
      ],
      outline: [
        { title: 'EGLL', level: 0, page: 1, down: 0 },
        { title: 'ILS 27L', level: 1, page: 2, down: 0 },
      ],
      thumbnails: { pages: [], unpaintable: [] },
      charts: [[1, null]],
    },
  });
  expect(await through('reading', 'text', kitId(1))).toEqual({
    ok: true,
    value: ['HEATHROW', 'ILS RWY 27L'],
  });
  const thumbnails = { pages: [], unpaintable: [] };
  const waiting = {
    sha256: SHA,
    state: 'waiting',
    sizes: null,
    outline: null,
    thumbnails,
    charts: [],
  };
  expect(await through('reading', 'prepared', kitId(2))).toEqual({ ok: true, value: waiting });
  change([readyKit(1, { document: { bytes: 1, sha256: OTHER_SHA, pages: 2 } })]);
  expect(await through('reading', 'prepared', kitId(1))).toMatchObject({
    value: { ...waiting, sha256: OTHER_SHA },
  });
  expect(await through('reading', 'text', kitId(1))).toEqual({ ok: true, value: null });
});

test('a kit that is unknown or not ready is refused with a sentence', async () => {
  const { through } = setUp([liveKit({ id: kitId(1) })]);
  expect(await through('reading', 'prepared', kitId(1))).toMatchObject({
    ok: false,
    error: { kind: 'config' },
  });
  expect(await through('reading', 'text', kitId(7))).toMatchObject({ ok: false });
  expect(await through('reading', 'setPlace', kitId(7), place)).toMatchObject({ ok: false });
});

test('first pages are asked for before anything is taken in, the newest first; those that can’t be painted are not asked for again', async () => {
  const kits = [1, 3, 2].map((n) =>
    readyKit(n, { document: { bytes: 1, sha256: String(n).repeat(64), pages: 2 } }),
  );
  const { through } = setUp([...kits, liveKit({ id: kitId(9) })]);
  const missing = (...ids: number[]) => ({ ok: true, value: ids.map(kitId) });
  expect(await through('reading', 'missingFirstThumbnails')).toEqual(missing(3, 2, 1));
  const store = (n: number, page: number, bytes: Uint8Array | null) =>
    through('reading', 'storeStoredThumbnails', kitId(n), {
      sha256: String(n).repeat(64),
      made: [{ page, webp: bytes }],
    });
  await store(3, 2, webp(100));
  expect(await through('reading', 'missingFirstThumbnails')).toEqual(missing(3, 2, 1));
  // It is larger than others.
  await store(3, 1, webp(100 * 1024, 800, 1131));
  expect(await store(3, 2, webp(100 * 1024, 800, 1131))).toMatchObject({ ok: false });
  await store(2, 1, null);
  expect(await through('reading', 'missingFirstThumbnails')).toEqual(missing(1));
});

test('thumbnails: asked for of documents that are taken in, kept, told at opening, served, and gone with the kit', async () => {
  const at = freshFolder();
  takenIn(at, 1, 2, 3);
  const other = { document: { bytes: 1, sha256: OTHER_SHA, pages: 2 } };
  const { through, change, data, log } = setUp(
    [readyKit(1), readyKit(3), readyKit(4, other), liveKit({ id: kitId(9) })],
    at,
  );
  // 1 and 3 have the same document: the newer kit stands for it; that of 4 is not taken in yet.
  expect(await through('reading', 'missingStoredThumbnails')).toEqual({ ok: true, value: [kitId(3)] });
  const batch = (...made: unknown[]) => ({ sha256: SHA, made });
  const one = { page: 1, webp: webp(100) };
  expect(await through('reading', 'storeStoredThumbnails', kitId(3), batch(one))).toEqual({
    ok: true,
    value: true,
  });
  const known = { pages: [[1, 1]], unpaintable: [] };
  expect(await through('reading', 'thumbnails', kitId(1))).toEqual({ ok: true, value: known });
  expect(await through('reading', 'prepared', kitId(3))).toMatchObject({ value: { thumbnails: known } });
  expect(await through('reading', 'missingStoredThumbnails')).toEqual({ ok: true, value: [kitId(3)] });
  // A page that can't be painted is not asked for again.
  await through('reading', 'storeStoredThumbnails', kitId(3), batch({ page: 2, webp: null }));
  expect(await through('reading', 'missingStoredThumbnails')).toEqual({ ok: true, value: [] });
  const ask = async (n: number, page: number) =>
    (await data.serveStoredThumbnail(new Request('http://x/'), kitId(n), page, null)).status;
  expect([await ask(1, 1), await ask(3, 1), await ask(3, 2), await ask(4, 1), await ask(7, 1)]).toEqual([
    200, 200, 404, 404, 404,
  ]);
  // Of a document that has changed meanwhile: not kept.
  const outdated = { sha256: OTHER_SHA, made: [one] };
  expect(await through('reading', 'storeStoredThumbnails', kitId(3), outdated)).toEqual({
    ok: true,
    value: false,
  });
  for (const wrong of [
    batch(),
    batch({ page: 0, webp: webp(100) }),
    batch({ page: 3, webp: webp(100) }),
    batch({ page: 1, webp: 'bytes' }),
    batch({ page: 1, webp: webp(200 * 1024 + 2) }),
    batch({ page: 2, webp: webp(24 * 1024 + 2) }),
    batch({ page: 1, webp: webp(100, 2000, 10) }),
    batch({ page: 1, webp: new Uint8Array(100) }),
    batch({ page: 1, webp: webp(100), drawn: [0, 0, 0, 1] }),
    batch({ page: 1, webp: webp(100), drawn: [0, Number.NaN, 1, 1] }),
    batch({ page: 1, webp: webp(100), drawn: [0, 0, 1.5, 1] }),
    batch({ page: 1, webp: webp(100), drawn: [0, 0, 1, 1, 1] }),
    batch(...Array.from({ length: 17 }, () => one)),
    { ...batch(one), extra: 1 },
  ]) {
    expect(await through('reading', 'storeStoredThumbnails', kitId(3), wrong)).toMatchObject({ ok: false });
  }
  expect(await through('reading', 'storeStoredThumbnails', kitId(7), batch(one))).toMatchObject({
    ok: false,
  });
  expect(await through('reading', 'storeStoredThumbnails', kitId(9), batch(one))).toMatchObject({
    value: false,
  });
  expect(await through('reading', 'thumbnails', kitId(9))).toMatchObject({ ok: false });
  // They go with the last kit that has the document.
  change([], [kitId(3)]);
  expect(await ask(1, 1)).toBe(200);
  change([], [kitId(1)]);
  change([readyKit(5)]);
  expect(await ask(5, 1)).toBe(404);
  expect(log.lines.filter((line) => line.includes('unexpectedly'))).toEqual([]);
});

test('the place is there again after a restart, and is refused where it makes no sense', async () => {
  const first = setUp([readyKit(1), readyKit(2)]);
  expect(await first.through('reading', 'place', kitId(1))).toEqual({ ok: true, value: null });
  await first.through('reading', 'setPlace', kitId(1), place);
  await first.through('reading', 'setPlace', kitId(2), { ...place, zoom: 1.5 });
  for (const wrong of [{ ...place, page: 0 }, { ...place, zoom: 99 }, { ...place, other: 1 }, null]) {
    expect(await first.through('reading', 'setPlace', kitId(1), wrong)).toMatchObject({ ok: false });
  }
  await first.close();
  const second = setUp([readyKit(1), readyKit(2)], first.at);
  expect(await second.through('reading', 'place', kitId(1))).toEqual({ ok: true, value: place });
  // One of another version counts as none.
  second.data.places.set(kitId(2), { page: 'three' }, NOW);
  expect(await second.through('reading', 'place', kitId(2))).toEqual({ ok: true, value: null });
});

test('what kits left behind that went while nobody looked is removed', async () => {
  const at = freshFolder();
  takenIn(at, 1, 2);
  const first = setUp([readyKit(1), readyKit(2)], at);
  await first.close();
  const second = setUp([readyKit(1)], at);
  second.data.start();
  await second.close();
  const database = new ReadingDatabase(join(at, 'reading.sqlite'), { log: memoryLog() });
  expect([...new PreparedStore(database).states().keys()]).toEqual([kitId(1)]);
  database.close();
});

test('the charts of a kit are answered within the contract: those so far, then all; and counted', async () => {
  const at = freshFolder();
  takenIn(at, 1);
  const { through, charts, change } = setUp([readyKit(1), readyKit(2)], at);
  expect(await through('reading', 'charts', kitId(2))).toEqual({
    ok: true,
    value: { sha256: SHA, state: 'waiting', pages: [] },
  });
  expect(await through('reading', 'charts', kitId(1))).toMatchObject({
    ok: true,
    value: {
      sha256: SHA,
      state: 'ready',
      pages: [
        { page: 1, kind: { value: 'airport' } },
        { page: 2, title: null },
      ],
    },
  });
  expect(charts.of(readyKit(1))).toMatchObject({ charts: 1, undated: 1 });
  expect(charts.of(readyKit(2))).toBeNull();
  change([readyKit(1, { document: { bytes: 1, sha256: OTHER_SHA, pages: 2 } })]);
  expect(await through('reading', 'charts', kitId(1))).toEqual({
    ok: true,
    value: { sha256: OTHER_SHA, state: 'waiting', pages: [] },
  });
});

test('the search finds ready kits only, counts those not taken in, and refuses nonsense', async () => {
  const at = freshFolder();
  takenIn(at, 1, 2);
  const { through, change } = setUp([readyKit(1), readyKit(2), readyKit(3), liveKit({ id: kitId(4) })], at);
  const answer = (await through('search', 'pages', 'EGLL ILS 27L', 50, null)) as {
    value: { hits: { kit_id: string; page: number; heading: string }[]; waiting: number };
  };
  expect(answer.value.waiting).toBe(1);
  expect(answer.value.hits.map(({ page, heading }) => [page, heading])).toEqual([
    [2, 'EGLL › ILS 27L'],
    [2, 'EGLL › ILS 27L'],
  ]);
  for (const n of [1, 2])
    expect(await through('search', 'pages', 'EGLL ILS 27L', 50, kitId(n))).toMatchObject({
      value: { hits: [{ kit_id: kitId(n) }, {}] },
    });
  change([], [kitId(1)]);
  expect(await through('search', 'pages', 'EGLL ILS 27L', 50, null)).toMatchObject({
    value: { hits: [{ kit_id: kitId(2) }] },
  });
  for (const args of [
    ['x'.repeat(501), 5, null],
    ['ils', 0, null],
    ['ils', 500, null],
    [7, 5, null],
    ['ils', 5, 'no kit'],
  ]) {
    expect(await through('search', 'pages', ...args)).toMatchObject({ ok: false });
  }
});
