import { expect, test, vi } from 'vitest';
import { connect } from '../../../../renderer/bridge.ts';
import { strings } from '../../../../renderer/strings.ts';
import { type PdfDocument, type PdfEngine, PdfError } from '../../../../renderer/viewer/engine/pdf-engine.ts';
import { viewerKey } from '../../../../renderer/viewer/viewer-keys.ts';
import { createViewerStore } from '../../../../renderer/viewer/viewer-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';

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
  expect(store.getState().note).toBe(strings.viewer.otherPages(3, 4));
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
  expect(store.getState().note).toBe(strings.viewer.externalLink('https://example.com/x'));
  await store.getState().follow({ kind: 'inside', dest: 'nowhere' });
  expect(store.getState().note).toBe(strings.viewer.linkBroken);
  expect(store.getState().page).toBe(3);
});

test('finding: matches in document order, the first from the page in view, unreadable pages counted', async () => {
  const { store } = await opened();
  store.getState().goTo(3);
  await store.getState().search('ils');
  expect(store.getState().find).toMatchObject({ current: 1, searching: null, unreadable: 1 });
  expect(store.getState().find.matches.map((match) => match.page)).toEqual([1, 3, 3]);
  store.getState().nextMatch(1);
  store.getState().nextMatch(1);
  expect(store.getState().find.current).toBe(0);
  expect(store.getState().page).toBe(1);
  store.getState().nextMatch(-1);
  expect(store.getState().page).toBe(3);
});

test('a new search ends the one before it', async () => {
  const { store } = await opened();
  const first = store.getState().search('ils');
  await Promise.all([first, store.getState().search('kjfk')]);
  expect(store.getState().find.matches.map((match) => match.page)).toEqual([4]);
});

test('keys', async () => {
  const { store } = await opened();
  const back = vi.fn();
  const press = (key: string, more: Partial<KeyboardEvent> = {}, typing = false) =>
    viewerKey(
      { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more },
      store.getState(),
      typing,
      back,
    );
  expect(press('End')).toBe(true);
  expect(store.getState().page).toBe(4);
  press('PageUp');
  expect(store.getState().page).toBe(3);
  press('n');
  expect(store.getState().light).toBe('dim');
  expect(press('n', {}, true)).toBe(false);
  expect(store.getState().light).toBe('dim');
  press('0', { ctrlKey: true });
  expect(store.getState().mode).toBe('page');
  press('f', { ctrlKey: true }, true);
  expect(store.getState().find.open).toBe(true);
  press('Escape');
  expect(store.getState().find.open).toBe(false);
  expect(back).not.toHaveBeenCalled();
  press('Escape');
  expect(back).toHaveBeenCalledOnce();
  expect(press('ArrowDown')).toBe(false);
});
