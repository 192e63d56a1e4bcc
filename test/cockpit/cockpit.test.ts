import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BackgroundSource, Cockpit, type CockpitMemory } from '../../main/cockpit/cockpit.ts';
import {
  cockpitFile,
  kitsMeanwhile,
  noticesMeanwhile,
  plannedMeanwhile,
  removalsMeanwhile,
} from '../../main/cockpit/cockpit-sources.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { freshFolder } from '../fresh-folder.ts';
import { liveKit } from '../kits.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const MINUTE = 60_000;

function setUp(memory: CockpitMemory = { read: () => null, write: () => {} }) {
  const clock = { now: 1_000_000 };
  const seen: string[] = [];
  const cockpit = new Cockpit({ memory, now: () => clock.now });
  cockpit.tells((summary) => seen.push(summary));
  const add = (source: BackgroundSource, told: string | null) =>
    cockpit.add(source, {
      hold: () => void seen.push(`${source} waits`),
      told: () => told,
      release: () => void seen.push(`${source} goes on`),
    });
  return { cockpit, clock, seen, add };
}

test('sources wait while it is on; leaving it tells all in one summary, before anything goes on', () => {
  const { cockpit, clock, seen, add } = setUp();
  add('notices', '1 message of the app waited');
  add('icon', null);
  cockpit.turn(false);
  expect(seen).toEqual([]);
  cockpit.turn(true);
  cockpit.turn(true);
  add('planned', '2 planned kits came due');
  expect(seen.splice(0)).toEqual(['notices waits', 'icon waits', 'planned waits']);
  clock.now += 95 * MINUTE;
  cockpit.turn(false);
  expect(seen.splice(0)).toEqual([
    'In cockpit mode (1 h 35 min): 1 message of the app waited; 2 planned kits came due.',
    'notices goes on',
    'icon goes on',
    'planned goes on',
  ]);
});

test('minutes are counted whole: a short time is not a minute', () => {
  const { cockpit, clock, seen, add } = setUp();
  add('kits', '1 kit is on this laptop');
  for (const [ms, words] of [
    [10_000, 'under 1 min'],
    [59_000, 'under 1 min'],
    [119_000, '1 min'],
  ] as const) {
    cockpit.turn(true);
    clock.now += ms;
    cockpit.turn(false);
    expect(seen.filter((text) => text.includes('In cockpit')).at(-1)).toBe(
      `In cockpit mode (${words}): 1 kit is on this laptop.`,
    );
  }
});

test('where nothing happened, nothing is told', () => {
  const { cockpit, seen, add } = setUp();
  add('kits', null);
  cockpit.turn(true);
  cockpit.turn(false);
  expect(seen).toEqual(['kits waits', 'kits goes on']);
});

test('a restart forgets nothing: since when it is on outlives it, a damaged file only begins anew', () => {
  const file = join(freshFolder(), 'cockpit.json');
  const log = memoryLog();
  const first = setUp(cockpitFile(file, log));
  first.cockpit.turn(true);
  const again = setUp(cockpitFile(file, log));
  again.clock.now += 3 * 60 * MINUTE;
  let since = 0;
  again.cockpit.add('kits', {
    told: (from) => {
      since = from;
      return '1 kit is on this laptop';
    },
  });
  again.cockpit.turn(true);
  again.cockpit.turn(false);
  expect(since).toBe(1_000_000);
  expect(again.seen).toEqual(['In cockpit mode (3 h): 1 kit is on this laptop.']);
  expect(() => readFileSync(file)).toThrow();
  expect(log.lines).toEqual([]);
  writeFileSync(file, '{"since":"yesterday"');
  const damaged = setUp(cockpitFile(file, log));
  damaged.cockpit.turn(true);
  expect(damaged.cockpit.on).toBe(true);
  expect(log.lines).toHaveLength(1);
});

const kit = (state: LiveKit['state'], state_since: number, flight: string) =>
  ({
    id: flight,
    state,
    state_since,
    trip: { origin: 'EGLL', destination: 'KJFK', flight },
    tripkit_id: null,
  }) as LiveKit;

test('kits are counted and named by what became of them since then', () => {
  const kits = [
    kit('ready', 5, 'BA1'),
    kit('ready', 4, 'OLD'),
    kit('failed', 9, 'BA2'),
    kit('generating', 9, 'BA3'),
    kit('unconfirmed', 9, 'BA4'),
  ];
  expect(kitsMeanwhile(kits, 5)).toBe(
    '1 kit is on this laptop (EGLL to KJFK, BA1), 1 kit failed (EGLL to KJFK, BA2), 1 request may not have arrived (EGLL to KJFK, BA4)',
  );
  expect(kitsMeanwhile(kits, 10)).toBeNull();
  const many = Array.from({ length: 8 }, (_, index) => kit('ready', 9, `BA${index}`));
  expect(kitsMeanwhile(many, 5)).toMatch(/^8 kits are on this laptop \(.*BA0; .*BA1; .*BA2; 5 more\)$/);
});

test('planned kits that came due are told, others are not', () => {
  const all = [
    liveKit({ state: 'planned', due_at: 10 }),
    liveKit({ state: 'planned', due_at: 60 }),
    liveKit({ state: 'planned', due_at: null }),
    liveKit({ state: 'ready', due_at: 10 }),
  ];
  expect(plannedMeanwhile(all, 50)).toBe('2 planned kits came due');
  expect(plannedMeanwhile(all.slice(0, 2), 50)).toBe('1 planned kit came due');
  expect(plannedMeanwhile(all.slice(1, 2), 50)).toBeNull();
  expect(removalsMeanwhile(2)).toBe('2 kits are due for removal, as your settings say');
  expect([removalsMeanwhile(0), noticesMeanwhile(0)]).toEqual([null, null]);
  expect(noticesMeanwhile(1)).toBe('1 message of the app waited');
});
