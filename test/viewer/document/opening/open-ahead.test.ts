import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PreparedDocument } from '../../../../preload/contract.ts';
import { kitsSlice } from '../../../../renderer/kits/kits-store.ts';
import { connect } from '../../../../renderer/shell/state/bridge.ts';
import { createNavigationStore } from '../../../../renderer/shell/state/navigation-store.ts';
import { createRegistry } from '../../../../renderer/shell/state/registry.tsx';
import { createWorkspaceStore } from '../../../../renderer/shell/state/workspace-store.ts';
import type { PdfDocument, PdfEngine } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';
import { PdfError } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';
import {
  createOpenAhead,
  followSelection,
  type OpenAhead,
} from '../../../../renderer/viewer/document/opening/open-ahead.ts';
import { createViewerStore } from '../../../../renderer/viewer/document/viewer-store.ts';
import { createFakeBridge } from '../../../window/fake-bridge.ts';

interface Opening {
  kitId: string;
  signal: AbortSignal;
  settle: PromiseWithResolvers<PdfDocument>;
  close: () => Promise<void>;
}

/** An engine whose openings a test ends itself. */
function aEngine() {
  const openings: Opening[] = [];
  const engine: PdfEngine = {
    open(source, signal) {
      const settle = Promise.withResolvers<PdfDocument>();
      openings.push({ kitId: source.kitId, signal, settle, close: vi.fn(async () => {}) });
      return settle.promise;
    },
  };
  const document = (opening: Opening | undefined) =>
    ({ pageCount: 4, close: opening?.close, onClose: () => {}, release: () => {} }) as unknown as PdfDocument;
  /** Resolves when so many openings have begun. */
  const begun = (count: number) => vi.waitFor(() => expect(openings).toHaveLength(count));
  const finish = (index: number) => openings[index]?.settle.resolve(document(openings[index]));
  return { engine, openings, begun, finish };
}

const documentOf = (sha256: string) => ({ bytes: 9, pages: 4, sha256 });
const { bridge: fakeBridge } = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });

test('what was got ready is handed over once, for exactly that document', async () => {
  const { engine, openings, begun, finish } = aEngine();
  const ahead = createOpenAhead(connect(fakeBridge), engine);
  ahead.prepare({ id: 'a', document: documentOf('1') });
  ahead.prepare({ id: 'a', document: documentOf('1') });
  await begun(1);
  expect(openings.map(({ kitId }) => kitId)).toEqual(['a']);
  expect(ahead.take('b', '1')).toBeNull();
  expect(ahead.take('a', '2')).toBeNull();
  const taken = ahead.take('a', '1');
  finish(0);
  expect(await taken?.document).toMatchObject({ pageCount: 4 });
  expect(ahead.take('a', '1')).toBeNull();
  ahead.prepare(null);
  expect(openings[0]?.signal.aborted).toBe(false);
  expect(openings[0]?.close).not.toHaveBeenCalled();
});

test('another one takes its place, and a document that nobody fetched is closed', async () => {
  const { engine, openings, begun, finish } = aEngine();
  const ahead = createOpenAhead(connect(fakeBridge), engine);
  ahead.prepare({ id: 'a', document: documentOf('1') });
  await begun(1);
  finish(0);
  ahead.prepare({ id: 'b', document: documentOf('2') });
  expect(openings[0]?.signal.aborted).toBe(true);
  await vi.waitFor(() => expect(openings[0]?.close).toHaveBeenCalledOnce());
  await begun(2);
  ahead.prepare(null);
  expect(openings[1]?.signal.aborted).toBe(true);
  // It opens all the same after it was let go of: then it closes at once.
  finish(1);
  await vi.waitFor(() => expect(openings[1]?.close).toHaveBeenCalledOnce());
});

test('what is let go of before it has begun to open does not open', async () => {
  const { engine, openings, begun } = aEngine();
  const ahead = createOpenAhead(connect(fakeBridge), engine);
  ahead.prepare({ id: 'a', document: documentOf('1') });
  ahead.prepare({ id: 'b', document: documentOf('2') });
  await begun(1);
  expect(openings.map(({ kitId }) => kitId)).toEqual(['b']);
});

test('a main process that is slow to tell what is prepared does not hold up the document', async () => {
  const { engine, begun } = aEngine();
  const { reading } = connect(fakeBridge);
  const silent = { ...reading, prepared: () => new Promise<never>(() => {}) };
  const ahead = createOpenAhead({ reading: silent }, engine);
  ahead.prepare({ id: 'a', document: documentOf('1') });
  await begun(1);
});

test('one that failed is tried anew when it is asked for', async () => {
  const { engine, openings, begun } = aEngine();
  const ahead = createOpenAhead(connect(fakeBridge), engine);
  ahead.prepare({ id: 'a', document: documentOf('1') });
  await begun(1);
  openings[0]?.settle.reject(new PdfError('gone'));
  await vi.waitFor(() => expect(ahead.take('a', '1')).toBeNull());
});

test('when it is open, the engine gets ready for the next one', async () => {
  const { engine, begun, finish } = aEngine();
  const warm = vi.fn();
  const ahead = createOpenAhead(connect(fakeBridge), { ...engine, warm });
  ahead.prepare({ id: 'a', document: documentOf('1') });
  await begun(1);
  expect(warm).not.toHaveBeenCalled();
  finish(0);
  await vi.waitFor(() => expect(warm).toHaveBeenCalledOnce());
});

test('when it is read by the time it is open, the engine gets nothing else ready', async () => {
  const { engine, begun, finish } = aEngine();
  const warm = vi.fn();
  const ahead = createOpenAhead(connect(fakeBridge), { ...engine, warm });
  ahead.prepare({ id: 'a', document: documentOf('1') });
  await begun(1);
  const taken = ahead.take('a', '1');
  finish(0);
  await taken?.document;
  // Whatever waits for nothing else has had its turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warm).not.toHaveBeenCalled();
});

test('a view takes the document over, and reads what the list knows without waiting to be told', async () => {
  const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents: [{ id: 'd', bytes: 9, pages: 4 }] });
  const bridge = connect(fake.bridge);
  const kits = await bridge.kits.list();
  const known = kits.find(({ id }) => id === 'd')?.document ?? null;
  const { engine, openings, begun, finish } = aEngine();
  const ahead = createOpenAhead(bridge, engine);
  if (known) ahead.prepare({ id: 'd', document: known });
  await begun(1);
  finish(0);
  const store = createViewerStore(bridge, engine, { ahead, known: () => known });
  const abort = new AbortController();
  await store.getState().open('d', abort.signal);
  expect(store.getState()).toMatchObject({ status: 'open', pageCount: 4 });
  expect(openings).toHaveLength(1);
  expect(fake.calls).toContain('documents.open');
  abort.abort();
  expect(openings[0]?.close).toHaveBeenCalledOnce();
});

/** A kit `d` of four pages of which everything is prepared, as `prepared` says; the list knows its document. */
async function preparedKit(prepared: Partial<PreparedDocument> = {}) {
  const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents: [{ id: 'd', bytes: 9, pages: 4 }] });
  const found = await connect(fake.bridge).reading.prepared('d');
  const sizes = Array.from({ length: 4 }, (): [number, number] => [600, 800]);
  const thumbnails = { pages: [[1, 4] as [number, number]], unpaintable: [] };
  const known = (await connect(fake.bridge).kits.list()).find(({ id }) => id === 'd')?.document ?? null;
  if (!known) throw new Error('the fake has the document');
  const whole = { ...found, sha256: known.sha256, sizes, thumbnails, ...prepared };
  fake.bridge.reading.prepared = async () => ({ ok: true, value: whole });
  const bridge = connect(fake.bridge);
  return { bridge, known };
}

test('a view of what was got ready begins with its pages, at the place where the kit was left last', async () => {
  const { bridge, known } = await preparedKit();
  const { engine, begun, finish } = aEngine();
  const ahead = createOpenAhead(bridge, engine);
  const read = async (leave: number) => {
    ahead.prepare({ id: 'd', document: known });
    const abort = new AbortController();
    const store = createViewerStore(bridge, engine, { ahead, known: () => known });
    const opened = store.getState().open('d', abort.signal);
    const first = store.getState();
    await opened;
    store.getState().goTo(leave);
    return { first, leave: () => abort.abort() };
  };
  const settled = async (count: number) => {
    await begun(count);
    finish(count - 1);
    // What was asked for before this is answered.
    await bridge.reading.place('d');
  };

  ahead.prepare({ id: 'd', document: known });
  await settled(1);
  const once = await read(3);
  expect(once.first).toMatchObject({ pageCount: 4, page: 1, status: 'opening' });

  // Asked for while the kit is still open: what is answered then is not where it is left.
  ahead.prepare({ id: 'd', document: known });
  await settled(2);
  once.leave();
  const again = await read(2);
  expect(again.first).toMatchObject({ pageCount: 4, page: 3 });
  again.leave();
});

test('what was prepared of another document than the list knows is not shown as its pages', async () => {
  const { bridge, known } = await preparedKit({ sha256: 'other' });
  const { engine, begun } = aEngine();
  const ahead = createOpenAhead(bridge, engine);
  ahead.prepare({ id: 'd', document: known });
  await begun(1);
  await bridge.reading.place('d');
  const store = createViewerStore(bridge, engine, { ahead, known: () => known });
  const abort = new AbortController();
  const opened = store.getState().open('d', abort.signal);
  expect(store.getState()).toMatchObject({ pageCount: 0, thumbnails: null });
  abort.abort();
  void opened;
});

test('a view that leaves before its document is there lets go of it', async () => {
  const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents: [{ id: 'd', bytes: 9, pages: 4 }] });
  const bridge = connect(fake.bridge);
  const { engine, openings, begun, finish } = aEngine();
  const ahead = createOpenAhead(bridge, engine);
  ahead.prepare({ id: 'd', document: documentOf('1') });
  await begun(1);
  const store = createViewerStore(bridge, engine, { ahead, known: () => documentOf('1') });
  const abort = new AbortController();
  const opened = store.getState().open('d', abort.signal);
  abort.abort();
  finish(0);
  await opened;
  expect(openings[0]?.close).toHaveBeenCalled();
  expect(store.getState().status).toBe('opening');
});

describe('the selection', () => {
  let prepared: (string | null)[];
  let ahead: OpenAhead;
  beforeEach(() => {
    prepared = [];
    ahead = { prepare: (kit) => prepared.push(kit?.id ?? null), take: () => null, left: () => {} };
  });

  async function library() {
    const documents = ['d', 'e', 'f'].map((id) => ({ id, bytes: 9, pages: 4 }));
    const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents });
    const kits = createRegistry(connect(fake.bridge)).get(kitsSlice);
    const stop = kits.getState().start();
    await vi.waitFor(() => expect(kits.getState().status).toBe('ready'));
    return { kits, navigation: createNavigationStore(createWorkspaceStore()), stop };
  }

  test('the kit that is selected is got ready; of many in a row the last', async () => {
    const { kits, navigation, stop } = await library();
    vi.useFakeTimers();
    try {
      const end = followSelection(ahead, { kits, navigation }, () => false);
      vi.advanceTimersByTime(500);
      prepared.length = 0;
      navigation.getState().select('d');
      vi.advanceTimersByTime(1);
      expect(prepared).toEqual(['d']);
      navigation.getState().select('e');
      navigation.getState().select('f');
      vi.advanceTimersByTime(100);
      expect(prepared).toEqual(['d']);
      vi.advanceTimersByTime(100);
      expect(prepared).toEqual(['d', 'f']);
      const failed = kits.getState().kits.find(({ state }) => state === 'failed');
      navigation.getState().select(failed?.id ?? '');
      vi.advanceTimersByTime(500);
      expect(prepared.at(-1)).toBeNull();
      end();
    } finally {
      vi.useRealTimers();
      stop();
    }
  });

  test('a kit that opens without having been selected opens while its view is drawn; what no view fetches goes', async () => {
    const { kits, navigation, stop } = await library();
    vi.useFakeTimers();
    try {
      const end = followSelection(ahead, { kits, navigation }, () => false);
      vi.advanceTimersByTime(500);
      navigation.getState().open('e');
      expect(prepared.at(-1)).toBe('e');
      vi.advanceTimersByTime(5_000);
      expect(prepared.at(-1)).toBeNull();
      const before = prepared.length;
      // Another tab of the viewer opens by itself.
      navigation.getState().open('f');
      vi.advanceTimersByTime(5_000);
      expect(prepared).toHaveLength(before);
      end();
    } finally {
      vi.useRealTimers();
      stop();
    }
  });

  test('a hidden window gets nothing ready', async () => {
    const { kits, navigation, stop } = await library();
    vi.useFakeTimers();
    try {
      followSelection(ahead, { kits, navigation }, () => true);
      navigation.getState().select('d');
      vi.advanceTimersByTime(5_000);
      expect(prepared).toEqual([]);
    } finally {
      vi.useRealTimers();
      stop();
    }
  });
});
