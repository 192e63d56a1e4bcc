import { expect, test } from 'vitest';
import { firstList } from '../../main/kits/first-list.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { viewKits } from '../../main/kits/kit-view.ts';
import type { Kit } from '../../preload/contract.ts';
import { liveKit, memoryFlags, memoryLog } from '../start/ipc-fixtures.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const idOf = (index: number) => `${String(index).padStart(8, '0')}-7d0b-4c7e-9a51-1c2d3e4f5a6b`;

/** One flight a day at noon; the one of this place departs today. */
function oneADay(count: number, today: number): LiveKit[] {
  return Array.from({ length: count }, (_, index) =>
    liveKit({
      id: idOf(index),
      trip: {
        origin: 'EHAM',
        destination: 'KJFK',
        departure: new Date(NOON + (index - today) * DAY_MS).toISOString(),
      },
    }),
  );
}

function setUp(kits: LiveKit[]) {
  const [flags, log] = [memoryFlags(), memoryLog()];
  const first = firstList({ list: () => kits }, flags, log, () => NOON);
  const read = (text: string) => JSON.parse(text) as Kit[];
  return { first: () => read(first.firstText()), all: () => read(first.text()), flags, log };
}

test('the whole list has every kit with its flags, and leaves out what can’t be shown', () => {
  const kits = [...oneADay(2, 0), { ...liveKit({}), id: 'no id' }];
  const { all, flags, log } = setUp(kits);
  flags.setPinned(idOf(1), true);
  expect(all()).toEqual(viewKits(kits.slice(0, 2), flags, log));
  expect(log.lines).toEqual(["The kit no id can't be shown."]);
});

test('the next flights come ahead; a kit that can’t be shown takes no place', () => {
  expect(
    setUp(oneADay(3, 1))
      .first()
      .map(({ id }) => id),
  ).toEqual([idOf(1), idOf(2), idOf(0)]);
  const kits = oneADay(300, 150);
  kits[151] = { ...kits[151], id: 'no id' } as LiveKit;
  const { first, all, flags } = setUp(kits);
  flags.setPinned(idOf(152), true);
  const ahead = first();
  expect(ahead).toHaveLength(100);
  expect(ahead.slice(0, 3).map(({ id, pinned }) => [id, pinned])).toEqual([
    [idOf(150), false],
    [idOf(152), true],
    [idOf(153), false],
  ]);
  // The whole list follows, and nothing of it is lost.
  expect(all()).toHaveLength(299);
});
