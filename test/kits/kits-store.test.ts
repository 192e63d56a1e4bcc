import { expect, test, vi } from 'vitest';
import type { Kit, KitsChanged } from '../../preload/contract.ts';
import { kitsSlice } from '../../renderer/kits/kits-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { aKit } from '../kits.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';

function setUp(kits: Kit[]) {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const listeners: ((change: KitsChanged) => void)[] = [];
  const list = Promise.withResolvers<Kit[]>();
  fake.bridge.kits.list = async () => ({ ok: true, value: await list.promise });
  fake.bridge.kits.on = (_name, listener) => {
    listeners.push(listener as (change: KitsChanged) => void);
    return () => listeners.splice(0);
  };
  const store = createRegistry(connect(fake.bridge)).get(kitsSlice);
  return {
    fake,
    store,
    listeners,
    emit: (change: KitsChanged) => {
      for (const listener of listeners) listener(change);
    },
    answer: () => list.resolve(kits),
    ready: () => vi.waitFor(() => expect(store.getState().status).toBe('ready')),
  };
}

test('the list is newest first and follows its changes until it is stopped', async () => {
  const world = setUp([
    aKit({ id: A, created_at: '2026-11-20T00:00:00.000Z' }),
    aKit({ id: B, created_at: '2026-11-21T00:00:00.000Z' }),
  ]);
  const stop = world.store.getState().start();
  world.answer();
  await world.ready();
  expect(world.store.getState().kits.map((kit) => kit.id)).toEqual([B, A]);
  world.emit({
    changed: [aKit({ id: A, state: 'ready', created_at: '2026-11-20T00:00:00.000Z' })],
    removed: [B],
  });
  expect(world.store.getState().kits.map((kit) => [kit.id, kit.state])).toEqual([[A, 'ready']]);
  expect(world.store.getState().announcement).toBe('EGLL to KJFK: On this laptop');
  stop();
  expect(world.listeners).toHaveLength(0);
});

test('events that come before the first answer are not lost, and a removed kit stays removed', async () => {
  const world = setUp([aKit({ id: A }), aKit({ id: B })]);
  world.store.getState().start();
  world.emit({
    changed: [aKit({ id: A, state: 'generating', state_since: '2026-11-21T08:00:05.000Z' })],
    removed: [B],
  });
  world.answer();
  await world.ready();
  expect(world.store.getState().kits.map((kit) => [kit.id, kit.state])).toEqual([[A, 'generating']]);
});

test('a list that can’t be read says why, and can be read again', async () => {
  const world = setUp([]);
  world.answer();
  world.fake.bridge.kits.list = async () => ({
    ok: false,
    error: { kind: 'disk', message: 'The database is locked.' },
  });
  const store = createRegistry(connect(world.fake.bridge)).get(kitsSlice);
  await store.getState().reload();
  expect(store.getState()).toMatchObject({
    status: 'failed',
    failure: { message: 'The database is locked.' },
  });
});

test('an action that fails leaves the kit and tells; one that works changes it', async () => {
  const world = setUp([aKit({ id: A })]);
  world.store.getState().start();
  world.answer();
  await world.ready();
  world.fake.failNext('kits.cancel', 'It is too late to cancel.');
  expect(await world.store.getState().act('cancel', A)).toBe(false);
  expect(world.store.getState().outcome.get(A)).toMatchObject({
    failure: { message: 'It is too late to cancel.' },
  });
  expect(world.store.getState().busy.size).toBe(0);
  world.fake.bridge.kits.remove = async () => ({ ok: true, value: null });
  expect(await world.store.getState().act('remove', A)).toBe(true);
  expect(world.store.getState().kits).toEqual([]);
});

test('an answer that crosses a newer event does not bring the older state back', async () => {
  const world = setUp([]);
  world.store.getState().start();
  world.answer();
  await world.ready();
  world.emit({ changed: [aKit({ id: A, state: 'generating' })], removed: [] });
  world.store.getState().merge([aKit({ id: A })]);
  expect(world.store.getState().kits[0]?.state).toBe('generating');
});

test('superseded kits come after all others, and a pin is taken in from its answer', async () => {
  const world = setUp([
    aKit({ id: A, created_at: '2026-11-21T00:00:00.000Z', superseded_by: B }),
    aKit({ id: B, created_at: '2026-11-20T00:00:00.000Z' }),
  ]);
  world.store.getState().start();
  world.answer();
  await world.ready();
  expect(world.store.getState().kits.map((kit) => kit.id)).toEqual([B, A]);
  world.fake.bridge.kits.setPinned = async (id, pinned) => ({
    ok: true,
    value: aKit({ id, pinned, superseded_by: B }),
  });
  const pinning = createRegistry(connect(world.fake.bridge)).get(kitsSlice);
  expect(await pinning.getState().act('pin', A)).toBe(true);
  expect(pinning.getState().kits).toMatchObject([{ id: A, pinned: true }]);
  await pinning.getState().act('unpin', A);
  expect(pinning.getState().kits).toMatchObject([{ id: A, pinned: false }]);
});

test('the first screenful is there before the rest, and what it said of a kit is overtaken by newer words only', async () => {
  const world = setUp([aKit({ id: A, state: 'ready' }), aKit({ id: B })]);
  world.fake.bridge.kits.firstText = async () => ({
    ok: true,
    value: JSON.stringify([aKit({ id: A, state: 'generating' })]),
  });
  const store = createRegistry(connect(world.fake.bridge)).get(kitsSlice);
  store.getState().start();
  await vi.waitFor(() => expect(store.getState().status).toBe('ready'));
  expect([store.getState().complete, store.getState().kits.length]).toEqual([false, 1]);
  world.answer();
  await vi.waitFor(() => expect(store.getState().complete).toBe(true));
  expect(store.getState().find(A)?.state).toBe('ready');
  expect(store.getState().kits).toHaveLength(2);
});

test('a kit that was removed between the first screenful and the following of changes is gone with the whole list', async () => {
  const world = setUp([aKit({ id: B })]);
  world.fake.bridge.kits.firstText = async () => ({
    ok: true,
    value: JSON.stringify([aKit({ id: A }), aKit({ id: B })]),
  });
  const store = createRegistry(connect(world.fake.bridge)).get(kitsSlice);
  store.getState().start();
  await vi.waitFor(() => expect(store.getState().kits).toHaveLength(2));
  world.answer();
  await vi.waitFor(() => expect(store.getState().complete).toBe(true));
  expect(store.getState().kits.map(({ id }) => id)).toEqual([B]);
});
