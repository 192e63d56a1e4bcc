import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { MAX_REVIEWS_OF_KIT } from '../../main/comparison/review-store.ts';
import type { MarkDraft } from '../../preload/contract.ts';
import { comparison, waitingMark } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import {
  BEFORE,
  CHANGES,
  DEPARTURE,
  id,
  kitOf,
  type Laptop,
  type LaptopOptions,
  openLaptop,
  page,
} from './comparison-laptop.ts';

const OLD = kitOf(1, 'aa');
const NEW = kitOf(2, 'bb');

function start(kits = [OLD, NEW], options: LaptopOptions = {}, folder = freshFolder()): Laptop {
  const laptop = openLaptop(folder, kits, options);
  laptop.data.start();
  return laptop;
}

async function restart(laptop: Laptop, folder: string, kits = [OLD, NEW], options: LaptopOptions = {}) {
  await laptop.end();
  return start(kits, options, folder);
}

const note = (number: number, text = `on ${number}`): MarkDraft => ({
  kind: 'note',
  page: number,
  x: 0.5,
  y: 0.5,
  text,
});
/** Page and words of each note of a kit, by page. */
const notesOf = ({ annotations }: Laptop, n: number) =>
  annotations
    .list(id(n))
    .map(
      ({ draft, outdated }) =>
        `${draft.page} ${draft.kind === 'note' ? draft.text : draft.kind}${outdated ? ' outdated' : ''}`,
    );

/** A comparison that ends when the test says so. */
function held() {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const compare: LaptopOptions['compare'] = async (_old, _new, { signal, onProgress }) => {
    signals.push(signal);
    onProgress(3, 12);
    begun.resolve();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([gate.promise, aborted]);
    return CHANGES;
  };
  return { compare, signals, begun: begun.promise, let: () => gate.resolve() };
}

test('kits of one flight are compared by themselves, counted and told of; a restart compares nothing again', async () => {
  const folder = freshFolder();
  const laptop = openLaptop(folder, [OLD, NEW, kitOf(3, 'cc', { trip: null, tripkit_id: null })]);
  expect(laptop.counts.of(NEW.id)).toEqual({
    old_id: OLD.id,
    state: 'waiting',
    changed: 0,
    unreviewed: 0,
    was_read: false,
  });
  laptop.data.start();
  await laptop.settle();
  expect(laptop.compared).toEqual(['1 2']);
  expect(laptop.counts.of(NEW.id)).toEqual({
    old_id: OLD.id,
    state: 'ready',
    changed: 3,
    unreviewed: 3,
    was_read: false,
  });
  expect(laptop.counts.of(OLD.id)).toBeNull();
  expect(laptop.told).toContain('1 2');
  expect(new Set(laptop.counted)).toEqual(new Set([NEW.id]));
  const found = laptop.data.of(OLD.id, NEW.id);
  expect(comparison.safeParse(found).error).toBeUndefined();
  expect(found).toMatchObject({ state: 'ready', done: 1, why: null });
  expect(found.pages.map(({ old, new: new_, state }) => page(old, new_, state))).toEqual(
    CHANGES.map(({ old, new: new_, state }) => page(old, new_, state)),
  );
  const again = await restart(laptop, folder);
  expect(again.counts.of(NEW.id)).toMatchObject({ state: 'ready', changed: 3 });
  await again.settle();
  expect(again.compared).toEqual([]);
});

test('a new kit is compared with the one that was opened before it, and stays so', async () => {
  const folder = freshFolder();
  const [first, second, third] = [kitOf(1, 'aa'), kitOf(2, 'bb'), kitOf(3, 'cc')];
  const laptop = start([first, second], {}, folder);
  laptop.open(1);
  laptop.change([third]);
  await laptop.settle();
  expect(laptop.counts.of(third.id)).toMatchObject({ old_id: first.id, state: 'ready' });
  laptop.open(3);
  laptop.open(2);
  await laptop.settle();
  expect(laptop.counts.of(third.id)).toMatchObject({ old_id: first.id, state: 'ready' });
  const again = await restart(laptop, folder, [first, second, third]);
  expect(again.counts.of(third.id)).toMatchObject({ old_id: first.id });
  // Where that kit is gone, the other one is the one before.
  again.change([], [first.id]);
  await again.settle();
  expect(again.counts.of(third.id)).toMatchObject({ old_id: second.id, state: 'ready' });
});

test('reviewed: by page, counted, taken back, kept over a restart and a fresh download', async () => {
  const folder = freshFolder();
  const laptop = start([OLD, NEW], {}, folder);
  await laptop.settle();
  const seen = laptop.data.review(
    OLD.id,
    NEW.id,
    [
      { old: 3, new: 4 },
      { old: 5, new: null },
      { old: 1, new: 2 },
    ],
    true,
  );
  const reviewed = seen.pages.filter(({ reviewed_at }) => reviewed_at !== null);
  expect(reviewed.map(({ old, new: new_ }) => [old, new_])).toEqual([
    [3, 4],
    [5, null],
  ]);
  expect(reviewed[0]?.reviewed_at).toBe(new Date(BEFORE).toISOString());
  expect(laptop.counts.of(NEW.id)).toMatchObject({ changed: 3, unreviewed: 1 });
  laptop.data.review(OLD.id, NEW.id, [{ old: 3, new: 4 }], true);
  expect(laptop.reviews.list(NEW.id)).toHaveLength(1);
  laptop.data.review(OLD.id, NEW.id, [{ old: 5, new: null }], false);
  expect(laptop.counts.of(NEW.id)).toMatchObject({ unreviewed: 2 });
  expect(laptop.reviews.list(NEW.id).map(({ pages, named, who }) => ({ pages, named, who }))).toEqual([
    {
      pages: [
        { old: 3, new: 4 },
        { old: 5, new: null },
      ],
      named: ['ILS 27L', null],
      who: 'pilot',
    },
    { pages: [{ old: 5, new: null }], named: [null], who: 'pilot' },
  ]);
  expect(() => laptop.data.review(OLD.id, NEW.id, [{ old: 3, new: 9 }], true)).toThrow('no such page');
  // The old page of a change is not one that is gone.
  expect(() => laptop.data.review(OLD.id, NEW.id, [{ old: 3, new: null }], true)).toThrow('no such page');
  const again = await restart(laptop, folder);
  expect(again.counts.of(NEW.id)).toMatchObject({ changed: 3, unreviewed: 2 });
  again.change([{ ...NEW, state: 'downloading', document: null }]);
  await again.settle();
  expect(again.counts.of(NEW.id)).toBeNull();
  again.change([NEW]);
  await again.settle();
  expect(again.counts.of(NEW.id)).toMatchObject({ changed: 3, unreviewed: 2 });
  const other = await restart(again, folder, [OLD, NEW], { user: 'captain' });
  expect(other.counts.of(NEW.id)).toMatchObject({ changed: 3, unreviewed: 3 });
});

test('a chart of several pages is counted and reviewed as one; pages that were reviewed one by one count once all are', async () => {
  const folder = freshFolder();
  const found = [
    page(1, 1, 'changed', [], 0),
    page(2, 2, 'same', [], 0),
    page(3, 3, 'changed', [], 0),
    page(4, null, 'gone', [], 0),
    page(5, 4, 'restamped', [], 1),
    page(null, 5, 'new', [], 2),
    page(6, 6, 'same', [], 3),
  ];
  const laptop = start([OLD, NEW], { compare: async () => found }, folder);
  await laptop.settle();
  expect(laptop.counts.of(NEW.id)).toMatchObject({ changed: 2, unreviewed: 2 });
  // As a version kept it that reviewed page by page.
  const pair = { old_sha256: OLD.document?.sha256 ?? '', new_sha256: NEW.document?.sha256 ?? '' };
  const one = { kit_id: NEW.id, ...pair, named: [null], reviewed: true, who: 'pilot' };
  laptop.reviews.add({ ...one, pages: [{ old: 3, new: 3 }], at: BEFORE - 2 });
  const again = await restart(laptop, folder, [OLD, NEW], { compare: async () => found });
  expect(again.counts.of(NEW.id)).toMatchObject({ changed: 2, unreviewed: 2 });
  const seen = again.data.review(OLD.id, NEW.id, [{ old: 2, new: 2 }], true);
  // Those that changed, with the last one's time; the page between them has nothing to review.
  const at = new Date(BEFORE).toISOString();
  expect(seen.pages.map(({ reviewed_at }) => reviewed_at)).toEqual([at, null, at, at, null, null, null]);
  expect(again.counts.of(NEW.id)).toMatchObject({ changed: 2, unreviewed: 1 });
  expect(again.reviews.list(NEW.id).map(({ pages }) => pages)).toEqual([
    [{ old: 3, new: 3 }],
    [
      { old: 1, new: 1 },
      { old: 4, new: null },
    ],
  ]);
  again.data.review(OLD.id, NEW.id, [{ old: 1, new: 1 }], false);
  expect(again.counts.of(NEW.id)).toMatchObject({ changed: 2, unreviewed: 2 });
  expect(again.reviews.list(NEW.id).at(-1)?.pages).toHaveLength(3);
});

test('marks follow to pages that are the same, and wait where these changed or are gone', async () => {
  const folder = freshFolder();
  const laptop = start([OLD], {}, folder);
  for (let number = 1; number <= 6; number += 1) laptop.annotations.add(OLD.id, note(number));
  laptop.annotations.add(OLD.id, { kind: 'pin', page: 4 });
  laptop.annotations.add(OLD.id, { kind: 'bookmark', page: 1, title: 'Cover', heading: 'Cover' });
  laptop.change([NEW]);
  await laptop.settle();
  expect(notesOf(laptop, 2)).toEqual(['1 on 4', '1 pin', '2 on 1', '3 on 2', '6 on 6']);
  expect(laptop.annotations.list(NEW.id).map(({ carried_from, by }) => [carried_from, by])).toEqual(
    Array.from({ length: 5 }, () => [OLD.id, 'pilot']),
  );
  expect(laptop.marked).toEqual([NEW.id]);
  const waiting = laptop.data.waitingMarks(NEW.id);
  const at = new Date(BEFORE).toISOString();
  for (const { mark, ...rest } of waiting) {
    const { document_sha256: _, origin_id: __, ...draft } = mark;
    const shown = { ...rest, mark: { ...draft, created_at: at, changed_at: at } };
    expect(waitingMark.safeParse(shown).error).toBeUndefined();
  }
  expect(waiting.map(({ mark, page, state }) => [mark.draft.page, page, state])).toEqual([
    [3, 4, 'changed'],
    [5, null, 'gone'],
  ]);
  const [changed, gone] = waiting.map(({ mark }) => mark.id) as [string, string];
  expect(() => laptop.data.acceptMark(NEW.id, gone)).toThrow('stays with the older one');
  expect(laptop.data.acceptMark(NEW.id, changed)).toMatchObject({
    kit_id: NEW.id,
    carried_from: OLD.id,
    outdated: false,
    draft: { page: 4, text: 'on 3' },
  });
  laptop.data.declineMark(NEW.id, gone);
  expect(laptop.data.waitingMarks(NEW.id)).toEqual([]);
  for (const mark of [changed, gone]) {
    expect(() => laptop.data.acceptMark(NEW.id, mark)).toThrow('waits no longer');
    expect(() => laptop.data.declineMark(NEW.id, mark)).toThrow('waits no longer');
  }
  const before = notesOf(laptop, 2);
  const removed = laptop.annotations.list(NEW.id).find(({ draft }) => draft.kind === 'pin');
  laptop.annotations.remove(NEW.id, removed?.id ?? '');
  const again = await restart(laptop, folder);
  await again.settle();
  expect(notesOf(again, 2)).toEqual(before.filter((words) => words !== '1 pin'));
  expect(notesOf(again, 1)).toHaveLength(8);
});

test('marks that the older kit gets later follow too; outdated ones do not; copies of copies come once', async () => {
  const laptop = start([kitOf(1, 'first'), NEW]);
  laptop.annotations.add(OLD.id, note(1, 'of another document'));
  laptop.change([OLD]);
  await laptop.settle();
  expect(notesOf(laptop, 2)).toEqual([]);
  const { id: mark } = laptop.annotations.add(OLD.id, note(1, 'late'));
  expect(notesOf(laptop, 2)).toEqual(['2 late']);
  laptop.annotations.change(OLD.id, mark, note(1, 'other words'));
  laptop.annotations.remove(OLD.id, mark);
  expect(notesOf(laptop, 2)).toEqual(['2 late']);
  // A third kit gets the copy, and not its origin once more when it is compared with the first kit.
  laptop.annotations.add(OLD.id, note(6, 'six'));
  laptop.open(2);
  laptop.change([kitOf(3, 'cc')]);
  await laptop.settle();
  expect(notesOf(laptop, 3)).toEqual(['3 late', '6 six']);
  laptop.change([], [NEW.id]);
  await laptop.settle();
  expect(laptop.counts.of(id(3))).toMatchObject({ old_id: OLD.id, state: 'ready' });
  expect(notesOf(laptop, 3)).toEqual(['3 late', '6 six']);
});

test('another document of the newer kit gets the marks in the place of those that are outdated', async () => {
  const laptop = start([OLD]);
  laptop.annotations.add(OLD.id, note(1));
  laptop.annotations.add(OLD.id, note(6));
  laptop.change([NEW]);
  await laptop.settle();
  const [kept, removed] = laptop.annotations.list(NEW.id);
  laptop.annotations.remove(NEW.id, removed?.id ?? '');
  laptop.change([kitOf(2, 'other')]);
  await laptop.settle();
  expect(notesOf(laptop, 2)).toEqual(['2 on 1']);
  expect(laptop.annotations.list(NEW.id)[0]?.id).not.toBe(kept?.id);
});

test('where a person was follows to a kit that they have not been in', async () => {
  const laptop = start([OLD]);
  const place = { page: 4, down: 0, across: 0, zoom: 'page', layout: 'single', turn: 0 };
  laptop.places.set(
    OLD.id,
    {
      ...place,
      page_turns: [
        [2, 90],
        [3, 180],
      ],
      pin_order: [4, 2, 3],
    },
    1,
  );
  expect(laptop.data.place(OLD.id)).toBeNull();
  laptop.change([NEW]);
  await laptop.settle();
  expect(laptop.data.place(NEW.id)).toEqual({
    ...place,
    page: 1,
    page_turns: [[3, 90]],
    pin_order: [1, 3],
  });
  laptop.places.set(OLD.id, { ...place, page: 3, page_turns: [] }, 2);
  expect(laptop.data.place(NEW.id)).toBeNull();
});

test('pins of a flight that is over neither follow nor wait; its kits are compared where a person asks', async () => {
  let now = Date.parse(DEPARTURE) + 25 * 3_600_000;
  const laptop = start([OLD, NEW], { now: () => now });
  await laptop.settle();
  expect(laptop.compared).toEqual([]);
  expect(laptop.counts.of(NEW.id)).toBeNull();
  now = BEFORE;
  laptop.annotations.add(OLD.id, { kind: 'pin', page: 3 });
  now = Date.parse(DEPARTURE) + 25 * 3_600_000;
  expect(laptop.data.of(OLD.id, NEW.id).state).toMatch(/waiting|running/);
  await laptop.settle();
  expect(laptop.data.of(OLD.id, NEW.id).state).toBe('ready');
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'ready', changed: 3 });
  expect(laptop.data.waitingMarks(NEW.id)).toEqual([]);
});

test('any two kits are compared where a person asks, which carries nothing over', async () => {
  const other = kitOf(7, 'ff', { trip: null, tripkit_id: null });
  const laptop = start([OLD, other]);
  laptop.annotations.add(OLD.id, note(1));
  expect(() => laptop.data.of(OLD.id, OLD.id)).toThrow('same kit twice');
  expect(() => laptop.data.of(OLD.id, id(9))).toThrow('no longer on this laptop');
  laptop.data.of(OLD.id, other.id);
  await laptop.settle();
  expect(laptop.data.of(OLD.id, other.id)).toMatchObject({ state: 'ready' });
  expect(notesOf(laptop, 7)).toEqual([]);
  expect(laptop.data.waitingMarks(other.id)).toEqual([]);
  expect(laptop.counts.of(other.id)).toBeNull();
  expect(laptop.told).toContain('1 7');
});

test('damaged documents are not compared, and are when they are sound again', async () => {
  const laptop = start([OLD]);
  const damaged = { at: 1, seal: 'not_checked' as const, why: 'Changed.', stamp: null };
  laptop.soundness.put(OLD, { ...damaged, state: 'damaged' });
  laptop.change([NEW]);
  await laptop.settle();
  expect(laptop.compared).toEqual([]);
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('older kit is damaged'),
    pages: [],
  });
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'failed', changed: 0 });
  laptop.soundness.put(OLD, { ...damaged, state: 'verified' });
  await laptop.settle();
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'ready', changed: 3 });
});

test('a document that is not what was verified is not compared, and is once it is sound again', async () => {
  let isWhole = false;
  const laptop = start([OLD, NEW], { isWhole: (kit_id) => kit_id !== NEW.id || isWhole });
  await laptop.settle();
  expect(laptop.compared).toEqual([]);
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('newer kit is not what was verified'),
  });
  const finding = { at: 1, seal: 'not_checked' as const, why: 'Changed.', stamp: null };
  laptop.soundness.put(NEW, { ...finding, state: 'damaged' });
  await laptop.settle();
  isWhole = true;
  laptop.soundness.put(NEW, { ...finding, state: 'verified' });
  await laptop.settle();
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'ready', changed: 3 });
});

test('what can’t be compared says so, and is not tried again', async () => {
  const folder = freshFolder();
  const locked = new TripKitError('document', 'The document is locked. Open both.', {
    condition: 'encrypted',
  });
  const laptop = start([OLD, NEW], { compare: () => Promise.reject(locked) }, folder);
  await laptop.settle();
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'failed', why: locked.message });
  expect(() => laptop.data.review(OLD.id, NEW.id, [{ old: 3, new: 4 }], true)).toThrow('locked');
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'failed' });
  const again = await restart(laptop, folder);
  await again.settle();
  expect(again.compared).toEqual([]);
  expect(again.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'failed', why: locked.message });
});

test('a failing disk is told, and tried again at the next start', async () => {
  const folder = freshFolder();
  const full = new TripKitError('disk', 'The disk can’t be read. Check it.');
  const laptop = start([OLD, NEW], { compare: () => Promise.reject(full) }, folder);
  await laptop.settle();
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'failed', why: full.message });
  await laptop.settle();
  expect(laptop.compared).toHaveLength(1);
  const again = await restart(laptop, folder);
  await again.settle();
  expect(again.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'ready' });
});

test('pages that are not those of the documents are believed of nobody', async () => {
  for (const pages of [
    CHANGES.slice(1),
    [...CHANGES.slice(0, -1), page(1, 6, 'same'), page(6, null, 'gone')],
    CHANGES.map((one) => (one.new === 5 ? page(null, 7, 'new') : one)),
    CHANGES.map((one) => (one.state === 'changed' ? page(3, null, 'changed') : one)),
    CHANGES.map((one) => ({ ...one, areas: { old: [{ x: 0, y: 0, width: 2, height: 1 }], new: [] } })),
  ]) {
    const laptop = start([OLD, NEW], { compare: async () => pages });
    laptop.annotations.add(OLD.id, note(1));
    await laptop.settle();
    expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'failed' });
    expect(notesOf(laptop, 2)).toEqual([]);
  }
});

test('a comparison is given up when one of its kits goes, and when the app ends; it is made at the next start', async () => {
  const first = held();
  const laptop = start([OLD, NEW], { compare: first.compare });
  await first.begun;
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'running', done: 0.25 });
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'running' });
  laptop.change([], [OLD.id]);
  await laptop.settle();
  expect(first.signals[0]?.aborted).toBe(true);
  expect(laptop.counts.of(NEW.id)).toBeNull();

  const folder = freshFolder();
  const second = held();
  const ended = start([OLD, NEW], { compare: second.compare }, folder);
  await second.begun;
  const again = await restart(ended, folder);
  expect(second.signals[0]?.aborted).toBe(true);
  await again.settle();
  expect(again.counts.of(NEW.id)).toMatchObject({ state: 'ready' });
});

test('an app that ends by a comparison again and again does not try it a fourth time', async () => {
  const folder = freshFolder();
  for (let run = 0; run < 3; run += 1) {
    const crash = held();
    const laptop = openLaptop(folder, [OLD, NEW], { compare: crash.compare });
    laptop.data.start();
    await crash.begun;
    // As a process that is gone: nothing is put down.
    laptop.reading.close();
    laptop.connection.close();
    crash.let();
    await laptop.data.stop();
  }
  const laptop = start([OLD, NEW], {}, folder);
  await laptop.settle();
  expect(laptop.compared).toEqual([]);
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('ended the app'),
  });
});

test('what takes too long is given up, and tried again at the next start', async () => {
  const folder = freshFolder();
  const never = held();
  const laptop = start([OLD, NEW], { compare: never.compare, limit_ms: 1 }, folder);
  await laptop.settle();
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('took longer than 1 min'),
  });
  const again = await restart(laptop, folder);
  await again.settle();
  expect(again.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'ready' });
});

test('what a person asks for goes first, whatever else is done; the rest waits until nobody is busy', async () => {
  let isBusy = true;
  const other = kitOf(7, 'ff', { trip: null, tripkit_id: null });
  const laptop = start([OLD, NEW, other], { isBusy: () => isBusy });
  laptop.data.of(OLD.id, other.id);
  await expect.poll(() => laptop.data.of(OLD.id, other.id).state, { timeout: 60_000 }).toBe('ready');
  expect(laptop.compared).toEqual(['1 7']);
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'waiting' });
  isBusy = false;
  await laptop.settle();
  expect(laptop.compared).toEqual(['1 7', '1 2']);
});

test('what runs at idle gives way to a person, and is made anew after it', async () => {
  const first = held();
  const compare: LaptopOptions['compare'] = (old, new_, options) =>
    first.signals.length === 0 ? first.compare(old, new_, options) : Promise.resolve(CHANGES);
  const other = kitOf(7, 'ff', { trip: null, tripkit_id: null });
  const laptop = start([OLD, NEW, other], { compare });
  await first.begun;
  laptop.data.of(OLD.id, other.id);
  await laptop.settle();
  expect(laptop.compared).toEqual(['1 2', '1 7', '1 2']);
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'ready' });
});

test('a comparison goes with the older kit; what people said of it goes with the newer one', async () => {
  const folder = freshFolder();
  const laptop = start([OLD, NEW], {}, folder);
  laptop.annotations.add(OLD.id, note(1));
  laptop.open(2);
  await laptop.settle();
  laptop.data.review(OLD.id, NEW.id, [{ old: 3, new: 4 }], true);
  const rows = ({ connection, reading }: Laptop) => ({
    reviews: connection.db.prepare('SELECT count(*) AS n FROM reviews').get()?.n,
    compared_with: connection.db.prepare('SELECT count(*) AS n FROM compared_with').get()?.n,
    comparisons: reading.get('SELECT count(*) AS n FROM comparisons')?.n,
  });
  expect(rows(laptop)).toEqual({ reviews: 1, compared_with: 1, comparisons: 1 });
  const again = await restart(laptop, folder);
  expect(rows(again)).toEqual({ reviews: 1, compared_with: 1, comparisons: 1 });
  again.change([], [OLD.id]);
  await again.settle();
  expect(rows(again)).toEqual({ reviews: 1, compared_with: 1, comparisons: 0 });
  const last = await restart(again, folder, []);
  expect(rows(last)).toMatchObject({ comparisons: 0 });
});

test('results that can’t be read any more are found anew', async () => {
  const laptop = start();
  await laptop.settle();
  laptop.reading.run('UPDATE comparisons SET pages = \'[{"old":1}]\'');
  expect(laptop.data.of(OLD.id, NEW.id).state).not.toBe('ready');
  await laptop.settle();
  expect(laptop.data.of(OLD.id, NEW.id)).toMatchObject({ state: 'ready' });
  expect(laptop.compared).toHaveLength(2);
});

/** Runs a statement that has the numbers up to `count` in n. */
function insertMany({ connection }: Laptop, count: number, insert: string, ...values: string[]): void {
  const n = `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count})`;
  connection.db.prepare(`${n} ${insert}`).run(...values);
}

test('reviews of a kit are bounded, and so are the names of its pages', async () => {
  const laptop = start();
  await laptop.settle();
  laptop.data.review(OLD.id, NEW.id, [{ old: 3, new: 4 }], true);
  const [one] = laptop.reviews.list(NEW.id);
  if (!one) throw new Error('Nothing was kept.');
  laptop.reviews.add({ ...one, named: ['x'.repeat(2000)] });
  expect(laptop.reviews.list(NEW.id).at(-1)?.named).toEqual(['x'.repeat(100)]);
  const columns = 'kit_id, old_sha256, new_sha256, pages, named, reviewed, who, at';
  const copies = `INSERT INTO reviews (${columns}) SELECT ${columns} FROM n, reviews WHERE seq = 1`;
  insertMany(laptop, MAX_REVIEWS_OF_KIT - 2, copies);
  expect(() => laptop.data.review(OLD.id, NEW.id, [{ old: 3, new: 4 }], false)).toThrow('stays as it is');
  expect(laptop.counts.of(NEW.id)).toMatchObject({ unreviewed: 2 });
});

test('a kit that is full of marks leaves the others waiting', async () => {
  const laptop = start([OLD]);
  laptop.annotations.add(OLD.id, note(1));
  laptop.annotations.add(OLD.id, note(6));
  const copies = `INSERT INTO marks SELECT 'full-' || value, ?, 'bb', kind, draft, who, 1, 1 FROM n, (SELECT * FROM marks LIMIT 1)`;
  insertMany(laptop, 4_999, copies, NEW.id);
  laptop.change([NEW]);
  await laptop.settle();
  expect(laptop.annotations.list(NEW.id).filter(({ carried_from }) => carried_from)).toHaveLength(1);
  expect(laptop.data.waitingMarks(NEW.id)).toMatchObject([{ page: 6, state: 'same' }]);
  expect(laptop.log.lines.join()).toContain('it is full');
});
