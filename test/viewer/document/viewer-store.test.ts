import { expect, test, vi } from 'vitest';
import type { PreparedDocument, ReadingPlace } from '../../../preload/contract.ts';
import { connect } from '../../../renderer/shell/state/bridge.ts';
import {
  type PdfDocument,
  type PdfEngine,
  PdfError,
} from '../../../renderer/viewer/document/engine/pdf-engine.ts';
import type { KeyScope } from '../../../renderer/viewer/document/keys/command.ts';
import { viewerKey } from '../../../renderer/viewer/document/keys/view-commands.ts';
import { createViewerStore } from '../../../renderer/viewer/document/viewer-store.ts';
import { viewerWords } from '../../../renderer/viewer/words.ts';
import { createFakeBridge } from '../../window/fake-bridge.ts';

const texts = ['EGLL ILS 27L', 'nothing', 'ILS 22L and ILS 22R', 'KJFK'];

/** A document of four pages without a picture; page 2 can't be read. */
function engine(over: Partial<PdfDocument> = {}): { engine: PdfEngine; close: () => Promise<void> } {
  const close = vi.fn(async () => {});
  const document: PdfDocument = {
    pageCount: texts.length,
    pageSize: async () => ({ width: 1, height: 1 }),
    paint: async () => {},
    textLayer: async () => [],
    text: async (page) => {
      if (page === 2) throw new PdfError('damaged');
      return [{ text: texts[page - 1] ?? '', lineEnd: false }];
    },
    links: async () => [],
    pictures: async () => [],
    comments: async () => [],
    outline: async () => [{ title: 'Cover', target: null, items: [] }],
    resolve: async ({ dest }) => (dest === 'p3' ? { page: 3, down: 0.5 } : null),
    release: () => {},
    retryReads: () => {},
    close,
    ...over,
  };
  return { engine: { open: async () => document }, close };
}

async function opened(over: Partial<PdfDocument> = {}) {
  const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents: [{ id: 'd', bytes: 9, pages: 4 }] });
  const made = engine(over);
  const store = createViewerStore(connect(fake.bridge), made.engine);
  const abort = new AbortController();
  await store.getState().open('d', abort.signal);
  return { store, abort, close: made.close, fake };
}

test('a document opens, and is closed when the viewer goes', async () => {
  const { store, abort, close, fake } = await opened();
  expect(store.getState()).toMatchObject({ status: 'open', pageCount: 4, page: 1, note: null });
  expect(fake.calls).not.toContain('documents.closed');
  abort.abort();
  expect(close).toHaveBeenCalledOnce();
  expect(fake.calls.filter((name) => name === 'documents.closed')).toHaveLength(1);
});

test('a document with other pages than when it was verified says so', async () => {
  const { store } = await opened({ pageCount: 3 });
  expect(store.getState().note).toBe(viewerWords.otherPages(3, 4));
});

test.each(['damaged', 'protected', 'gone', 'slow', 'engine'] as const)(
  'a document that is %s says so',
  async (kind) => {
    const fake = createFakeBridge({
      scenario: 'demo',
      speed: 1,
      documents: [{ id: 'd', bytes: 9, pages: 4 }],
    });
    const store = createViewerStore(connect(fake.bridge), { open: () => Promise.reject(new PdfError(kind)) });
    await store.getState().open('d', new AbortController().signal);
    expect(store.getState().status).toBe('failed');
    expect(store.getState().failure).toMatch(/\.$/);
  },
);

test('a kit that the app can’t open gives the app’s own sentence', async () => {
  const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents: [{ id: 'd', bytes: 9, pages: 4 }] });
  fake.failNext('documents.open', 'The file was moved.');
  const store = createViewerStore(connect(fake.bridge), engine().engine);
  await store.getState().open('d', new AbortController().signal);
  expect(store.getState().failure).toBe('The file was moved.');
});

test('jumps stay within the document, and the same jump twice is two jumps', async () => {
  const { store } = await opened();
  store.getState().goTo(99);
  expect(store.getState().jump).toMatchObject({ page: 4 });
  const { serial } = store.getState().jump ?? { serial: 0 };
  store.getState().goTo(4);
  expect(store.getState().jump?.serial).toBeGreaterThan(serial);
  store.getState().goTo(-3);
  expect(store.getState().page).toBe(1);
});

test('links inside are followed, links outside only shown, broken ones told', async () => {
  const { store } = await opened();
  await store.getState().follow({ kind: 'inside', dest: 'p3' });
  expect(store.getState().jump).toMatchObject({ page: 3, down: 0.5 });
  await store.getState().follow({ kind: 'outside', url: 'https://example.com/x' });
  expect(store.getState().note).toBe(viewerWords.externalLink('https://example.com/x'));
  await store.getState().follow({ kind: 'inside', dest: 'nowhere' });
  expect(store.getState().note).toBe(viewerWords.linkBroken);
  expect(store.getState().page).toBe(3);
});

test('keys', async () => {
  const { store } = await opened();
  const back = vi.fn();
  const press = (key: string, more: Partial<KeyboardEvent> = {}, scope: KeyScope = 'pages') =>
    viewerKey(
      { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more },
      store.getState(),
      scope,
      back,
    );
  expect(press('End')).toBe(true);
  expect(store.getState().page).toBe(4);
  press('PageUp');
  expect(store.getState().page).toBe(3);
  expect(press('w', {}, 'text')).toBe(false);
  press('0', { ctrlKey: true });
  expect(store.getState().mode).toBe('page');
  press('f', { ctrlKey: true }, 'text');
  expect(store.getState().find.getState().open).toBe(true);
  press('Escape');
  expect(store.getState().find.getState().open).toBe(false);
  expect(back).not.toHaveBeenCalled();
  press('Escape');
  expect(back).toHaveBeenCalledOnce();
  expect(press('ArrowDown')).toBe(false);
});

test('a key that the focused part has taken does nothing more', async () => {
  const { store } = await opened();
  const event = { key: 'End', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(viewerKey({ ...event, defaultPrevented: true }, store.getState(), 'pages', () => {})).toBe(false);
  expect(store.getState().page).toBe(1);
});

test('commands of other parts have keys while they stand', async () => {
  const { store } = await opened();
  const run = vi.fn();
  const event = { key: 'x', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const remove = store
    .getState()
    .addCommands([
      { id: 'x', group: 'marks', keys: ['x'], words: 'Do it', run, isOff: ({ page }) => page > 1 },
    ]);
  expect(viewerKey(event, store.getState(), 'pages', () => {})).toBe(true);
  store.getState().goTo(2);
  viewerKey(event, store.getState(), 'pages', () => {});
  expect(run).toHaveBeenCalledOnce();
  remove();
  expect(viewerKey(event, store.getState(), 'pages', () => {})).toBe(false);
});

/** A window whose kit was prepared, read before, or both. */
function window(
  prepared: Partial<PreparedDocument> | Promise<Partial<PreparedDocument>> | null,
  place: ReadingPlace | null,
) {
  const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents: [{ id: 'd', bytes: 9, pages: 4 }] });
  const kept: ReadingPlace[] = [];
  const open = fake.bridge.documents.open;
  fake.bridge.documents.open = async (id) => {
    const answer = await open(id);
    return answer.ok ? { ok: true, value: { ...answer.value, sha256: 'a' } } : answer;
  };
  fake.bridge.reading.prepared = async () => ({
    ok: true,
    value: {
      sha256: 'a',
      state: 'ready',
      sizes: null,
      outline: null,
      thumbnails: { pages: [], unpaintable: [] },
      charts: [],
      ...(await prepared),
    },
  });
  fake.bridge.reading.place = async () => ({ ok: true, value: place });
  fake.bridge.reading.setPlace = async (_kit, next) => {
    kept.push(next);
    return { ok: true, value: null };
  };
  const document = Promise.withResolvers<PdfDocument>();
  const store = createViewerStore(connect(fake.bridge), { open: () => document.promise });
  const abort = new AbortController();
  const opening = store.getState().open('d', abort.signal);
  const finish = async (over: Partial<PdfDocument> = {}) => {
    document.resolve(await engine(over).engine.open({ kitId: '', bytes: 0, sha256: null }, abort.signal));
    await opening;
  };
  return { fake, store, abort, kept, finish };
}
const sizes: [number, number][] = [
  [600, 800],
  [800, 600],
  [600, 800],
  [600, 800],
];
const last: ReadingPlace = {
  page: 3,
  down: 0.25,
  across: -0.1,
  zoom: 2,
  layout: 'single',
  turn: 90,
  page_turns: [[2, 180]],
};

test('what was prepared is there before the document', async () => {
  const outline = [{ title: 'Cover', level: 0, page: 1, down: 0 }];
  const { store, finish } = window({ sizes, outline }, null);
  await vi.waitFor(() => expect(store.getState().pageCount).toBe(4));
  expect(store.getState()).toMatchObject({
    status: 'opening',
    document: null,
    preparedSizes: [{ width: 600, height: 800 }, { width: 800 }, {}, {}],
    outline,
  });
  await finish();
  expect(store.getState()).toMatchObject({ status: 'open', pageCount: 4, outline });
});

test('place, zoom, turns and arrangement of last time come back', async () => {
  const { store, finish } = window({ sizes }, last);
  await vi.waitFor(() => expect(store.getState().jump).toMatchObject({ page: 3, down: 0.25, across: -0.1 }));
  await finish();
  expect(store.getState()).toMatchObject({ page: 3, mode: 2, arrangement: 'single', turn: 90 });
  expect(store.getState().pageTurns).toEqual(new Map([[2, 180]]));
});

test('leaving keeps where the person was, and how they looked at it', async () => {
  const { store, abort, kept, finish } = window({ sizes }, last);
  await finish();
  store.getState().goTo(2);
  store.getState().seen({ page: 2, down: 0.4, across: 0.1 });
  store.getState().setMode('page');
  store.getState().rotate(-90, 'all');
  store.getState().rotate(90, 'page');
  abort.abort();
  expect(kept.at(-1)).toEqual({
    page: 2,
    down: 0.4,
    across: 0.1,
    zoom: 'page',
    layout: 'single',
    turn: 0,
    page_turns: [[2, 270]],
  });
});

test('a place that can’t be read is no reason not to open, and is not overwritten unread', async () => {
  const { fake, store, abort, kept, finish } = window({ sizes }, last);
  const never = Promise.withResolvers<never>();
  const other = createViewerStore(
    connect({ ...fake.bridge, reading: { ...fake.bridge.reading, place: () => never.promise } }),
    engine().engine,
  );
  const leave = new AbortController();
  await other.getState().open('d', leave.signal);
  expect(other.getState()).toMatchObject({ status: 'open', page: 1 });
  other.getState().goTo(2);
  leave.abort();
  expect(kept).toEqual([]);
  await finish();
  expect(store.getState().page).toBe(3);
  abort.abort();
});

test('facing pages are turned two by two; a turned page back to its own is forgotten', async () => {
  const { store } = await opened();
  store.getState().arrange('facing');
  store.getState().turnPage(1);
  expect(store.getState().page).toBe(2);
  store.getState().turnPage(1);
  expect(store.getState().page).toBe(4);
  store.getState().turnPage(1);
  expect(store.getState().page).toBe(4);
  for (let quarter = 0; quarter < 4; quarter += 1) store.getState().rotate(90, 'page');
  expect(store.getState().pageTurns.size).toBe(0);
});

test('jumps lead back and forward; turning pages is no jump', async () => {
  const { store } = await opened();
  const { goTo, seen, turnPage, stepJump } = store.getState();
  seen({ page: 1, down: 0.3, across: 0 });
  goTo(4);
  turnPage(-1);
  stepJump('back');
  expect(store.getState().jump).toMatchObject({ page: 1, down: 0.3, across: 0 });
  stepJump('forward');
  expect(store.getState().page).toBe(3);
  stepJump('forward');
  expect(store.getState().page).toBe(3);
});

test('the outline is read from the document when its panel opens, also before the document is there', async () => {
  const { store, finish } = window({ sizes }, null);
  store.getState().togglePanel('outline');
  await finish();
  await vi.waitFor(() =>
    expect(store.getState().outline).toEqual([{ title: 'Cover', level: 0, page: null, down: 0 }]),
  );
});

const charts: PreparedDocument['charts'] = [
  [1, [0.1, 0.2, 0.8, 0.6]],
  [3, null],
];

test('charts that are known before the document open whole at the first frame', async () => {
  const { store, finish } = window({ sizes, charts }, null);
  await vi.waitFor(() => expect(store.getState().pageCount).toBe(4));
  expect(store.getState()).toMatchObject({ status: 'opening', mode: 'auto', jump: { page: 1, down: 0 } });
  expect(store.getState().charts).toEqual(new Set([1, 3]));
  expect(store.getState().drawn).toEqual(new Map([[1, { x: 0.1, y: 0.2, width: 0.8, height: 0.6 }]]));
  const { jump } = store.getState();
  await finish();
  // Nothing moves again when the document is there.
  expect(store.getState().jump).toBe(jump);
});

test('a chart that was left scrolled opens whole; a person’s own zoom and place stay', async () => {
  const whole = window({ sizes, charts }, { ...last, zoom: 'auto' });
  await whole.finish();
  expect(whole.store.getState().jump).toMatchObject({ page: 3, down: 0 });
  expect(whole.store.getState().jump?.across).toBeUndefined();
  const own = window({ sizes, charts }, last);
  await own.finish();
  expect(own.store.getState().mode).toBe(2);
  expect(own.store.getState().jump).toMatchObject({ page: 3, down: 0.25, across: -0.1 });
});

test('charts that come to be known when the document is being read move nothing', async () => {
  const known = Promise.withResolvers<Partial<PreparedDocument>>();
  const { store, finish } = window(known.promise, null);
  await finish();
  store.getState().seen({ page: 1, down: 0, across: 0 });
  const { jump, pageCount } = store.getState();
  known.resolve({ sizes, charts });
  await vi.waitFor(() => expect(store.getState().preparedSizes).not.toBeNull());
  expect(store.getState().charts.size).toBe(0);
  expect(store.getState()).toMatchObject({ jump, pageCount });
});

test('charts that come to be known after the document, but before its pages stand in the window, open whole', async () => {
  const known = Promise.withResolvers<Partial<PreparedDocument>>();
  const { store, finish } = window(known.promise, null);
  await finish();
  known.resolve({ sizes, charts });
  await vi.waitFor(() => expect(store.getState().charts.size).toBe(2));
  expect(store.getState().jump).toMatchObject({ page: 1, down: 0 });
});

test('pins that were put in order by hand are kept with the place, also for whoever goes elsewhere at once', async () => {
  const { store, abort, kept, finish } = window({ sizes }, { ...last, pin_order: [3, 1] });
  store.getState().goTo(2);
  await finish();
  expect(store.getState()).toMatchObject({ page: 2, pinOrder: [3, 1] });
  store.getState().orderPins([1, 3]);
  abort.abort();
  expect(kept.at(-1)).toMatchObject({ page: 2, pin_order: [1, 3] });
  const other = window({ sizes }, { ...last, pin_order: [3, 1] });
  await other.finish();
  other.store.getState().orderPins(null);
  other.abort.abort();
  expect(other.kept.at(-1)).not.toHaveProperty('pin_order');
});
