import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type {
  StoredThumbnails as KnownStoredThumbnails,
  NewStoredThumbnails,
} from '../../../../preload/contract.ts';
import { PdfError } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';
import { noteReading, onActivity } from '../../../../renderer/viewer/document/paint/activity.ts';
import { StoredThumbnails } from '../../../../renderer/viewer/document/paint/stored-thumbnails.ts';
import {
  makeStoredThumbnails,
  outwards,
} from '../../../../renderer/viewer/document/paint/thumbnail-maker.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const window = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  // The clock begins anew with each test, and so does what was last done.
  const unsubscribe = onActivity(() => {});
  noteReading();
  window.dispatchEvent(new Event('keydown'));
  unsubscribe();
});
let started: AbortController | null = null;
afterEach(async () => {
  started?.abort(new DOMException('', 'AbortError'));
  await rest(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  );

/** A document of 30 pages whose library knows of some; each page takes 100 ms. */
function setUp(known: KnownStoredThumbnails = { pages: [], unpaintable: [] }, from = 5) {
  const stored: NewStoredThumbnails['made'][] = [];
  const painted: number[] = [];
  const answers = new Map<number, unknown>();
  let room = true;
  const reading = {
    thumbnails: async () => known,
    storeStoredThumbnails: async (_kit: string, { made }: NewStoredThumbnails) => {
      stored.push(made);
      return room;
    },
  };
  const thumbnails = new StoredThumbnails({ kitId: 'k', sha256: 's' }, { reading } as never);
  const thumbnail = async (number: number, signal: AbortSignal) => {
    painted.push(number);
    await Promise.race([new Promise((done) => setTimeout(done, 100)), aborted(signal)]);
    if (answers.has(number)) throw answers.get(number);
    return { webp: new Uint8Array([number]), drawn: { x: 0.1, y: 1 / 3, width: 0.8, height: number / 100 } };
  };
  const ended = new AbortController();
  started = ended;
  const work = makeStoredThumbnails({
    painter: { storedThumbnail: thumbnail },
    thumbnails,
    order: () => outwards(from, 30),
    signal: ended.signal,
  });
  let end = 'working';
  work.then(
    () => {
      end = 'done';
    },
    () => {
      end = 'ended';
    },
  );
  return {
    painted,
    stored,
    thumbnails,
    answers,
    ended,
    end: () => end,
    full: () => {
      room = false;
    },
    pages: () => stored.flat().map((one) => one.page),
  };
}

const rest = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('from the page in view outwards, kept a dozen at a time, and only what the library lacks', async () => {
  const it = setUp({ pages: [[6, 8]], unpaintable: [[4, 4]] });
  await rest(60_000);
  expect(it.end()).toBe('done');
  expect(it.painted.slice(0, 4)).toEqual([5, 3, 2, 9]);
  expect([...it.painted].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1).filter((one) => ![4, 6, 7, 8].includes(one)),
  );
  expect(it.stored.map((made) => made.length)).toEqual([12, 12, 2]);
  expect(it.pages()).toEqual(it.painted);
  expect(it.thumbnails.has(30)).toBe(true);
  expect(it.stored[0]?.[0]).toEqual({ page: 5, webp: new Uint8Array([5]), drawn: [0.1, 0.3333, 0.8, 0.05] });
  expect(it.thumbnails.lacks(4)).toBe(false);
});

test.each([
  ['reading', () => noteReading()],
  ['a key', () => window.dispatchEvent(new Event('keydown'))],
  ['the mouse', () => window.dispatchEvent(new Event('pointermove'))],
])(
  '%s ends the page under way at once; it is begun again when nobody does anything any more',
  async (_, act) => {
    const it = setUp();
    await rest(2_050);
    expect(it.painted).toEqual([5]);
    for (let again = 0; again < 20; again += 1) {
      act();
      await rest(1_000);
    }
    expect(it.painted).toEqual([5]);
    await rest(1_050);
    expect(it.painted).toEqual([5, 5]);
    await rest(200);
    expect(it.painted).toEqual([5, 5, 6]);
  },
);

test('nothing is painted while the window is hidden', async () => {
  page.hidden = true;
  const it = setUp();
  await rest(60_000);
  expect(it.painted).toEqual([]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await rest(60_000);
  expect(it.end()).toBe('done');
});

test('a page that can’t be painted is kept as such; one that could not be read is left for another time', async () => {
  const it = setUp();
  it.answers.set(5, new PdfError('damaged'));
  it.answers.set(6, new PdfError('slow'));
  it.answers.set(4, new PdfError('gone'));
  it.answers.set(7, new Error('no small picture'));
  await rest(60_000);
  expect(it.end()).toBe('done');
  expect(it.painted.filter((one) => one === 4)).toEqual([4]);
  const made = new Map(it.stored.flat().map((one) => [one.page, one.webp]));
  expect([made.get(5), made.get(6)]).toEqual([null, null]);
  expect([made.has(4), made.has(7)]).toEqual([false, false]);
  expect(made.get(8)).toEqual(new Uint8Array([8]));
});

test('where there is no room for more, nothing more is painted', async () => {
  const it = setUp();
  it.full();
  await rest(60_000);
  expect(it.end()).toBe('done');
  expect(it.painted).toHaveLength(12);
  expect(it.thumbnails.has(5)).toBe(false);
});

test('given up on the way, what was painted is kept', async () => {
  const it = setUp();
  await rest(2_000 + 150 * 5 + 50);
  it.ended.abort(new DOMException('', 'AbortError'));
  await rest(0);
  expect(it.end()).toBe('ended');
  expect(it.pages()).toEqual(it.painted.slice(0, 5));
  const count = it.painted.length;
  await rest(60_000);
  expect(it.painted).toHaveLength(count);
});
