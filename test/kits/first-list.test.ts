import { expect, test } from 'vitest';
import { FirstList } from '../../main/kits/first-list.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { viewKits } from '../../main/kits/kit-view.ts';
import type { Kit } from '../../preload/contract.ts';
import { changeSource, liveKit, memoryFlags, memoryLog } from '../start/ipc-fixtures.ts';

const id = (digit: number) => `${String(digit).repeat(8)}-7d0b-4c7e-9a51-1c2d3e4f5a6b`;
const [a, b, c] = [1, 2, 3].map((digit) => liveKit({ id: id(digit) })) as [LiveKit, LiveKit, LiveKit];

function setUp(kits: LiveKit[]) {
  const source = changeSource();
  const log = memoryLog();
  const flags = memoryFlags();
  const first = new FirstList({ list: () => kits, onChange: source.onChange }, flags, log);
  return { first, source, log, flags, kits };
}

const listOf = (first: FirstList): Kit[] => JSON.parse(first.text()) as Kit[];

test('what was prepared is what an unprepared list says', () => {
  const { first, flags, log, kits } = setUp([a, b]);
  first.prepare();
  expect(listOf(first)).toEqual(viewKits(kits, flags, log));
});

test('whatever happened since is in it: changes, removals, new kits, flags', () => {
  const { first, source, flags } = setUp([a, b]);
  first.prepare();
  source.fire({ changed: [{ ...a, state: 'failed', failure: { kind: 'network', message: 'No.' } }] });
  source.fire({ removed: [b.id] });
  source.fire({ changed: [c] });
  flags.setPinned(a.id, true);
  const list = listOf(first);
  expect(list.map((kit) => [kit.id, kit.state])).toEqual([
    [c.id, 'generating'],
    [a.id, 'failed'],
  ]);
  expect(list[1]?.pinned).toBe(true);
});

test('a mark that moved without its kit is in it too', () => {
  const { first, flags } = setUp([a]);
  first.prepare();
  flags.read.add(a.id);
  expect(listOf(first)[0]?.acknowledged).toBe(true);
});

test('changes that were counted without their kit are in it too', () => {
  const { first, flags } = setUp([a]);
  first.prepare();
  const changes = { old_id: b.id, state: 'ready' as const, changed: 7, unreviewed: 3, was_read: true };
  const { of } = flags;
  flags.of = (kit) => ({ ...of(kit), changes });
  expect(listOf(first)[0]?.changes).toEqual(changes);
});

test('it is used once, and follows nothing afterwards', () => {
  const { first, source, kits } = setUp([a]);
  first.prepare();
  listOf(first);
  expect(source.listeners.size).toBe(0);
  kits.push(b);
  expect(listOf(first)).toHaveLength(2);
});

test('a kit that can’t be shown is left out and logged', () => {
  const { first, log } = setUp([a, { ...b, id: 'no id' }]);
  first.prepare();
  expect(listOf(first).map((kit) => kit.id)).toEqual([a.id]);
  expect(log.lines).toEqual(["The kit no id can't be shown."]);
});

test('the next flights come ahead where there are many kits, as they are now', () => {
  const at = (index: number) => new Date(Date.now() + (index - 150) * 86_400_000).toISOString();
  const many = Array.from({ length: 300 }, (_, index) =>
    liveKit({
      id: `${String(index).padStart(8, '0')}-7d0b-4c7e-9a51-1c2d3e4f5a6b`,
      trip: { origin: 'EHAM', destination: 'KJFK', departure: at(index) },
    }),
  );
  const { first, source, flags } = setUp(many);
  expect(first.firstText()).toBe('[]');
  first.prepare();
  const [today, tomorrow, next] = many.slice(150) as [LiveKit, LiveKit, LiveKit];
  source.fire({ removed: [today.id], changed: [{ ...tomorrow, state: 'cancelled' }] });
  flags.setPinned(next.id, true);
  const ahead = JSON.parse(first.firstText()) as Kit[];
  expect(ahead).toHaveLength(100);
  expect(ahead.slice(0, 2).map(({ id, state, pinned }) => [id, state, pinned])).toEqual([
    [tomorrow.id, 'cancelled', false],
    [next.id, 'generating', true],
  ]);
  // The whole list follows, and nothing of it is lost.
  expect(listOf(first)).toHaveLength(299);
});
