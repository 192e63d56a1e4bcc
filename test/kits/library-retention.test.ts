import { expect, test } from 'vitest';
import { NoticeBoard } from '../../main/host/notices.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { LibraryRetention } from '../../main/kits/retention.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 21);

function flown(id: string, days: number): LiveKit {
  const departure = new Date(NOW - days * DAY).toISOString();
  return liveKit({
    id,
    state: 'ready',
    trip: { origin: 'EHAM', destination: 'KJFK', departure },
    document: { bytes: 1, sha256: id, pages: 1 },
  });
}

function setUp(keep: number | null = null, fails: string | null = null) {
  let kits = [flown('a', 10), flown('b', 10), flown('c', 10), flown('d', 1)];
  const pinned = new Map<string, number>();
  const open = new Set<string>();
  const notices = new NoticeBoard();
  const log = memoryLog();
  const removed: string[] = [];
  const reasons: string[] = [];
  const held = { now: false };
  const retention = new LibraryRetention({
    engine: {
      list: () => kits,
      remove: async (id, { what, who }) => {
        if (id === fails) throw new Error('The disk refuses.');
        kits = kits.filter((kit) => kit.id !== id);
        removed.push(id);
        reasons.push(`${who}: ${what}`);
        // While the first is removed, a person opens another.
        if (id === 'a') open.add('c');
      },
    },
    user: 'pilot',
    pinned: () => pinned,
    open,
    superseded: () => new Map(),
    keepDays: () => keep,
    held: () => held.now,
    notices,
    now: () => NOW,
    log,
  });
  return { retention, pinned, open, removed, reasons, notices, log, held };
}

test('the preview names what goes and why, and removes nothing', () => {
  const { retention, pinned, removed } = setUp();
  pinned.set('b', 1);
  const { remove, keep_count } = retention.preview(3);
  expect(remove.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(remove[0]?.why).toMatch(/departure/);
  expect(keep_count).toBe(2);
  expect(retention.preview(null).remove).toEqual([]);
  expect(removed).toEqual([]);
});

test('what is pinned, and what is opened while others are removed, stays', async () => {
  const { retention, pinned, removed } = setUp();
  pinned.set('b', 1);
  expect(await retention.apply(3)).toBe(1);
  expect(removed).toEqual(['a']);
});

test('the person’s own policy is applied by itself and told; without one nothing goes', async () => {
  const { retention, removed, notices } = setUp(3);
  await retention.applyOwn();
  expect(removed).toEqual(['a', 'b']);
  expect(notices.list()[0]?.message).toMatch(/^2 kits were removed/);
  const none = setUp(null);
  await none.retention.applyOwn();
  expect(none.removed).toEqual([]);
});

test('a disk that refuses is logged and ends nothing else', async () => {
  const { retention, log, notices } = setUp(3, 'a');
  await retention.applyOwn();
  expect(log.lines).toHaveLength(1);
  expect(notices.list()).toEqual([]);
});

test('why a kit goes is handed on, and whether a person asked for it now', async () => {
  const own = setUp(3);
  await own.retention.applyOwn();
  expect(own.reasons[0]).toMatch(
    /^null: By the retention policy: Its departure was on .*, more than 3 days ago\.$/,
  );
  const asked = setUp();
  await asked.retention.apply(3);
  expect(asked.reasons[0]).toMatch(/^pilot: By the retention policy: /);
});

test('in cockpit mode nothing goes by itself, not even the rest of a run; a person may remove all the same', async () => {
  const { retention, removed, notices, held } = setUp(3);
  held.now = true;
  await retention.applyOwn();
  expect(removed).toEqual([]);
  expect(notices.list()).toEqual([]);
  expect(retention.due()).toBe(3);
  await retention.apply(3);
  expect(removed).toEqual(['a', 'b']);
  expect(setUp(null).retention.due()).toBe(0);
});
