import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Schedule } from '../../main/common/wait.ts';
import { findLinked, followForDesktop } from '../../main/electron/desktop-kits.ts';
import type { KitChange, LiveKit } from '../../main/kits/kit-engine.ts';
import {
  followNews,
  followStatus,
  type News,
  newsOf,
  newsWords,
  type StatusSummary,
  statusSummaryWords,
  summaryOf,
} from '../../main/kits/kit-news.ts';
import { liveKit } from '../start/ipc-fixtures.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const document = { bytes: 1, sha256: 'ab', pages: 1 };
const warning = { code: '205', type: 'Warning', message: 'Two points are unknown.' };

function kit(id: string, state: LiveKit['state'], more: Partial<LiveKit> = {}): LiveKit {
  return liveKit({ id, state, state_since: NOW, document: state === 'ready' ? document : null, ...more });
}

/** An engine that says what a test says. */
function engineWith(kits: LiveKit[]) {
  const listeners = new Set<(change: KitChange) => void>();
  return {
    list: () => kits,
    onChange(listener: (change: KitChange) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    say(changed: LiveKit[], removed: string[] = []) {
      for (const listener of listeners) listener({ changed, removed });
    },
    heard: () => listeners.size,
  };
}

/** A timer that a test lets run out. */
function byHand(): { schedule: Schedule; run(): void; waiting(): number } {
  const due = new Set<() => void>();
  return {
    schedule: (run) => {
      due.add(run);
      return () => void due.delete(run);
    },
    run() {
      const now = [...due];
      due.clear();
      for (const run of now) run();
    },
    waiting: () => due.size,
  };
}

test('that a desk has withdrawn a kit is news, once, with its words', () => {
  const states = new Map();
  const shelf = { name: 'Demo Air', put_at: NOW, recalled: null };
  const said = (kits: LiveKit[]) => newsOf(states, { changed: kits, removed: [] });
  expect(said([kit('a', 'ready', { shelf })])).toHaveLength(1);
  const withdrawn = kit('a', 'ready', { shelf: { ...shelf, recalled: { at: NOW, why: 'Wrong aircraft.' } } });
  expect(newsWords(said([withdrawn]))).toEqual([
    { kit_id: 'a', title: expect.stringContaining('is withdrawn'), body: 'Wrong aircraft.' },
  ]);
  expect(said([withdrawn])).toEqual([]);
});

test('a message that a desk adds to a kit that is here is news, once, with its words', () => {
  const states = new Map();
  const said = (one: LiveKit) => newsWords(newsOf(states, { changed: [one], removed: [] }));
  const note = { code: 'DESK', type: 'Warning', message: 'Take the paper copy of NOTAM A0123.' };
  // It came with the kit: the kit is the news.
  expect(said(kit('with', 'ready', { messages: [note] }))[0]?.title).toMatch(/is on this laptop$/);
  said(kit('a', 'ready', { messages: [warning] }));
  const noted = kit('a', 'ready', { messages: [warning, note] });
  expect(said(noted)).toEqual([
    { kit_id: 'a', title: 'EHAM to KJFK, KLM511 has a message to read', body: note.message },
  ]);
  expect(said(noted)).toEqual([]);
  expect(said(kit('a', 'ready', { messages: [warning, note, { ...note, type: 'Info' }] }))).toEqual([]);
  expect(said(kit('a', 'ready', { messages: [warning, note, note] }))).toHaveLength(1);
});

test('what has become ready, failed or unconfirmed is news, once', () => {
  const states = new Map([['old', { standing: 'ready' as const, notes: 0 }]]);
  const change = (changed: LiveKit[]) => newsOf(states, { changed, removed: [] }).map((one) => one.kit.id);
  expect(change([kit('old', 'ready'), kit('a', 'generating'), kit('b', 'failed')])).toEqual(['b']);
  expect(change([kit('a', 'downloading'), kit('b', 'failed')])).toEqual([]);
  expect(change([kit('a', 'ready'), kit('c', 'unconfirmed'), kit('d', 'cancelled')])).toEqual(['a', 'c']);
  newsOf(states, { changed: [], removed: ['a'] });
  expect(states.has('a')).toBe(false);
});

test('the words name the flight, and say what is to be done', () => {
  const [ready, read, failed, stuck] = [
    kit('a', 'ready'),
    kit('b', 'ready', { messages: [warning], trip: null }),
    kit('c', 'failed', { failure: { kind: 'rejected', message: 'The route is not known. Check it.' } }),
    kit('d', 'unconfirmed'),
  ].flatMap((one) => newsWords([{ kit: one, noted: false }]));
  expect(ready).toEqual({
    title: 'EHAM to KJFK, KLM511 is on this laptop',
    body: 'It can be read without a connection.',
    kit_id: 'a',
  });
  expect(read).toMatchObject({ title: 'TK-1 is on this laptop', body: expect.stringContaining('a message') });
  expect(failed).toMatchObject({
    title: expect.stringContaining('failed'),
    body: 'The route is not known. Check it.',
  });
  expect(stuck).toMatchObject({ title: expect.stringContaining('needs attention'), kit_id: 'd' });
});

test('more than three are told as one', () => {
  const many = (state: LiveKit['state'], count: number) =>
    Array.from({ length: count }, (_, index) => ({ kit: kit(`${state}${index}`, state), noted: false }));
  expect(newsWords(many('ready', 3))).toHaveLength(3);
  expect(newsWords(many('ready', 12))).toEqual([
    { title: '12 trip kits are on this laptop', body: expect.any(String), kit_id: null },
  ]);
  expect(newsWords([...many('ready', 3), ...many('failed', 1)])[0]?.title).toBe(
    '3 trip kits are on this laptop, 1 needs attention',
  );
  expect(newsWords(many('unconfirmed', 5))[0]?.title).toBe('5 trip kits need attention');
});

test('news of two seconds come together; what went on meanwhile is no news', () => {
  const timer = byHand();
  const told: News[][] = [];
  const engine = engineWith([kit('a', 'generating'), kit('b', 'generating'), kit('c', 'ready')]);
  const stop = followNews({ engine, schedule: timer.schedule, tell: (news) => void told.push([...news]) });
  engine.say([kit('a', 'failed', { failure: { kind: 'network', message: 'No connection.' } })]);
  engine.say([kit('b', 'ready'), kit('c', 'ready')]);
  // Tried again, and under way once more.
  engine.say([kit('a', 'requesting')]);
  expect(told).toEqual([]);
  timer.run();
  expect(told.map((news) => news.map(({ kit_id }) => kit_id))).toEqual([['b']]);
  engine.say([kit('a', 'ready')]);
  stop();
  expect(timer.waiting()).toBe(0);
  expect(engine.heard()).toBe(0);
});

test('a kit of which more is known meanwhile is still news, in its newest words', () => {
  const timer = byHand();
  const told: News[][] = [];
  const engine = engineWith([kit('a', 'downloading')]);
  followNews({ engine, schedule: timer.schedule, tell: (news) => void told.push([...news]) });
  engine.say([kit('a', 'ready')]);
  engine.say([kit('a', 'ready', { messages: [warning] })]);
  timer.run();
  expect(told).toMatchObject([[{ kit_id: 'a', body: 'There is a message to read first.' }]]);
});

const facts = { openedAt: () => null, superseded: new Map<string, string>(), now: NOW, done: 0 };

test('the number on the icon: kits never opened, and those that need a person, of flights that are not over', () => {
  const past = { trip: { origin: 'EHAM', destination: 'KJFK', departure: '2026-11-19T10:00:00Z' } };
  const unknown = { trip: null, state_since: NOW - 8 * 24 * 3_600_000 };
  const kits = [
    kit('new', 'ready'),
    kit('read', 'ready'),
    kit('replaced', 'ready'),
    kit('failed', 'failed'),
    kit('unconfirmed', 'unconfirmed'),
    kit('cancelled', 'cancelled'),
    kit('over', 'ready', past),
    kit('over-failed', 'failed', past),
    kit('old', 'ready', unknown),
  ];
  const summary = summaryOf(kits, {
    ...facts,
    openedAt: (id) => (id === 'read' ? NOW : null),
    superseded: new Map([['replaced', 'new']]),
  });
  expect(summary).toEqual({ under_way: 0, needs_person: 2, unread: 1, progress: null });
});

test('progress is of the present work, between nought and one, and grows with each kit’s way', () => {
  const way = [
    kit('a', 'requesting'),
    kit('a', 'generating'),
    kit('a', 'downloading', { progress: { received: 0, total: 100 } }),
    kit('a', 'downloading', { progress: { received: 99, total: 100 } }),
  ].map((one) => summaryOf([one], facts).progress ?? -1);
  expect(way).toEqual([...way].sort((a, b) => a - b));
  const state = fc.constantFrom('requesting', 'generating', 'downloading', 'ready', 'failed');
  fc.assert(
    fc.property(fc.array(fc.tuple(state, fc.nat(200), fc.option(fc.nat(100)))), fc.nat(50), (all, done) => {
      const kits = all.map(([name, received, total], index) =>
        kit(String(index), name as LiveKit['state'], { progress: { received, total } }),
      );
      const { progress, under_way } = summaryOf(kits, { ...facts, done });
      if (under_way === 0) expect(progress).toBeNull();
      else expect(progress).toSatisfy((share: number) => share >= 0 && share <= 1);
    }),
  );
});

test.each<[Partial<StatusSummary>, string]>([
  [{ under_way: 3, needs_person: 1 }, '3 kits on their way, 1 needs attention'],
  [{ under_way: 1 }, '1 kit on its way'],
  [{ needs_person: 2, unread: 4 }, '2 need attention, 4 to read'],
  [{}, 'Trip Kit Desktop'],
])('%j is said as "%s"', (part, words) => {
  expect(statusSummaryWords({ under_way: 0, needs_person: 0, unread: 0, progress: null, ...part })).toBe(
    words,
  );
});

test('the summary follows the kits: two of four done is half and more; done with all, the bar goes', () => {
  const timer = byHand();
  const seen: StatusSummary[] = [];
  let opened: () => void = () => {};
  let isOpen = false;
  const engine = engineWith([kit('a', 'generating'), kit('b', 'generating')]);
  const stop = followStatus({
    engine,
    activity: {
      openedAt: () => (isOpen ? NOW : null),
      onOpened: (listener) => {
        opened = () => listener([]);
        return () => {};
      },
    },
    superseded: () => new Map(),
    now: () => NOW,
    show: (summary) => void seen.push(summary),
    schedule: timer.schedule,
  });
  expect(seen).toEqual([{ under_way: 2, needs_person: 0, unread: 0, progress: 0.3 }]);
  engine.say([kit('a', 'ready')]);
  timer.run();
  expect(seen.at(-1)).toEqual({ under_way: 1, needs_person: 0, unread: 1, progress: 0.65 });
  engine.say([kit('b', 'failed')]);
  timer.run();
  expect(seen.at(-1)).toMatchObject({ needs_person: 1, progress: null });
  // New work begins from nought.
  engine.say([kit('c', 'generating')]);
  timer.run();
  expect(seen.at(-1)?.progress).toBe(0.3);
  isOpen = true;
  opened();
  timer.run();
  expect(seen.at(-1)?.unread).toBe(0);
  const shown = seen.length;
  engine.say([kit('c', 'generating')]);
  timer.run();
  expect(seen).toHaveLength(shown);
  stop();
  expect(engine.heard()).toBe(0);
});

test('the desktop is told whose documents are gone, and how the kits stand', () => {
  const gone: string[][] = [];
  const said: [number, string][] = [];
  const engine = engineWith([kit('a', 'ready'), kit('f', 'failed')]);
  const stop = followForDesktop({
    engine,
    activity: { openedAt: () => null, onOpened: () => () => {} },
    superseded: () => new Map(),
    now: () => NOW,
    desktop: {
      tell: () => {},
      show: ({ badge }, words) => void said.push([badge, words]),
      documentsGone: (ids) => void gone.push([...ids]),
    },
  });
  expect(said).toEqual([[2, '1 needs attention, 1 to read']]);
  engine.say([kit('a', 'downloading'), kit('b', 'ready')], ['x']);
  engine.say([kit('b', 'ready')]);
  expect(gone).toEqual([['a', 'x']]);
  stop();
  expect(engine.heard()).toBe(0);
});

test('a link’s kit is found by our id in any case, else by the newest of the service’s', () => {
  const engine = engineWith([
    kit('3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b', 'ready', { tripkit_id: 'TK-9' }),
    kit('old', 'ready', { tripkit_id: 'TK-1', created_at: 1 }),
    kit('new', 'ready', { tripkit_id: 'TK-1', created_at: 2 }),
  ]);
  expect(findLinked(engine, '3F0E5C1A-7D0B-4C7E-9A51-1C2D3E4F5A6B')).toBe(
    '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b',
  );
  expect(findLinked(engine, 'TK-1')).toBe('new');
  expect(findLinked(engine, 'tk-1')).toBeNull();
});
