import { beforeEach, expect, test, vi } from 'vitest';
import type { Comparison } from '../../preload/contract.ts';
import { changesSlice } from '../../renderer/comparison/changes-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { createFakeBridge } from '../window/fake-bridge.ts';

const areas = { old: [], new: [] };
const comparisonOf = (pages: number, more: Partial<Comparison> = {}): Comparison => ({
  old_id: 'old',
  new_id: 'new',
  state: 'ready',
  done: 1,
  why: null,
  pages: Array.from({ length: pages }, (_, index) => ({
    old: index + 1,
    new: index + 1,
    state: 'changed' as const,
    chart: index,
    what: [],
    areas,
    reviewed_at: null,
  })),
  ...more,
});

function setUp() {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const changes = createRegistry(connect(fake.bridge)).get(changesSlice);
  return { fake, changes, now: changes.getState };
}
let room: ReturnType<typeof setUp>;
beforeEach(() => {
  room = setUp();
});

test('a comparison is followed as it goes on, until it is left', async () => {
  const { fake, now } = room;
  const stop = now().begin('old', 'new');
  await vi.waitFor(() => expect(now().comparison?.state).toBe('waiting'));
  fake.comparisons.push(comparisonOf(0, { state: 'running', done: 0.5 }));
  await vi.waitFor(() => expect(now().comparison?.done).toBe(0.5));
  fake.comparisons.push(comparisonOf(2));
  await vi.waitFor(() => expect(now().comparison?.pages).toHaveLength(2));
  fake.comparisons.push(comparisonOf(9, { old_id: 'other' }));
  stop();
  fake.comparisons.push(comparisonOf(3));
  await Promise.resolve();
  expect(now().comparison?.pages).toHaveLength(2);
});

test('an answer for kits that are not shown any more is dropped', async () => {
  const { fake, now } = room;
  const first = Promise.withResolvers<void>();
  const { of } = fake.bridge.comparison;
  fake.bridge.comparison.of = async (old, next) => {
    if (next === 'new') await first.promise;
    return of(old, next);
  };
  const { changes } = setUpWith(fake);
  changes.getState().begin('old', 'new');
  changes.getState().begin('old', 'newest');
  await vi.waitFor(() => expect(changes.getState().comparison?.new_id).toBe('newest'));
  first.resolve();
  await Promise.resolve();
  expect(changes.getState().comparison?.new_id).toBe('newest');
  expect(now().comparison).toBeNull();
});

function setUpWith(fake: ReturnType<typeof createFakeBridge>) {
  return { changes: createRegistry(connect(fake.bridge)).get(changesSlice) };
}

test('more pages than one call takes are reviewed in several', async () => {
  const { fake, now } = room;
  fake.comparisons.push(comparisonOf(4_500));
  now().begin('old', 'new');
  await vi.waitFor(() => expect(now().comparison?.pages).toHaveLength(4_500));
  await now().review(now().comparison?.pages ?? [], true);
  expect(fake.calls.filter((name) => name === 'comparison.review')).toHaveLength(3);
  expect(now().comparison?.pages.every(({ reviewed_at }) => reviewed_at !== null)).toBe(true);
});

test('what could not be kept is told, and nothing is shown as reviewed', async () => {
  const { fake, now } = room;
  fake.comparisons.push(comparisonOf(1));
  now().begin('old', 'new');
  await vi.waitFor(() => expect(now().comparison?.pages).toHaveLength(1));
  fake.failNext('comparison.review', 'The disk is full. Make room.');
  await now().review(now().comparison?.pages ?? [], true);
  expect(now().failure?.message).toBe('The disk is full. Make room.');
  expect(now().comparison?.pages[0]?.reviewed_at).toBeNull();
});

test('a mark that can’t be put on its page goes on waiting', async () => {
  const { fake, now } = room;
  const draft = { kind: 'pin' as const, page: 2 };
  const at = '2026-11-21T08:00:00.000Z';
  const mark = {
    id: 'm',
    kit_id: 'old',
    created_at: at,
    changed_at: at,
    by: 'pilot',
    draft,
    outdated: false,
    carried_from: null,
  };
  const waiting = { mark, old_id: 'old', page: 3, state: 'changed' as const };
  fake.comparisons.waiting.set('new', [waiting]);
  now().begin('old', 'new');
  await vi.waitFor(() => expect(now().marks).toHaveLength(1));
  fake.failNext('comparison.acceptMark', 'The disk is full. Make room.');
  expect(await now().decide(waiting, true, 'Done.')).toBe(false);
  expect(now()).toMatchObject({ marks: [waiting], said: '' });
  expect(await now().decide(waiting, true, 'Done.')).toBe(true);
  expect(now()).toMatchObject({ marks: [], said: 'Done.', failure: null });
});
