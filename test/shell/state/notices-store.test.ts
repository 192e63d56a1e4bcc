import { expect, test, vi } from 'vitest';
import type { Notice } from '../../../preload/contract.ts';
import { connect } from '../../../renderer/shell/state/bridge.ts';
import { noticesSlice } from '../../../renderer/shell/state/notices-store.ts';
import { createRegistry } from '../../../renderer/shell/state/registry.tsx';
import { createFakeBridge } from '../../window/fake-bridge.ts';

const one: Notice = { id: 'one', severity: 'error', message: 'The library was damaged.' };
const two: Notice = { id: 'two', severity: 'info', message: '3 kits go on.' };

function setUp() {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const store = createRegistry(connect(fake.bridge)).get(noticesSlice);
  return { fake, store };
}
const ids = (store: ReturnType<typeof setUp>['store']) => store.getState().notices.map(({ id }) => id);

test('notices of the start and of later are there; a dismissed one is gone', async () => {
  const { fake, store } = setUp();
  fake.tell([one]);
  const stop = store.getState().start();
  await vi.waitFor(() => expect(ids(store)).toEqual(['one']));
  fake.tell([one, two]);
  expect(ids(store)).toEqual(['one', 'two']);
  await store.getState().dismiss('one');
  expect(ids(store)).toEqual(['two']);
  stop();
  fake.tell([one]);
  expect(ids(store)).toEqual(['two']);
});

test('an event that comes before the first answer is not overwritten by it', async () => {
  const { fake, store } = setUp();
  const late = Promise.withResolvers<Notice[]>();
  fake.bridge.app.notices = async () => ({ ok: true, value: await late.promise });
  store.getState().start();
  fake.tell([two]);
  late.resolve([one]);
  await late.promise;
  await Promise.resolve();
  expect(ids(store)).toEqual(['two']);
});

test('a dismissal that nobody heard of does not throw', async () => {
  const { fake, store } = setUp();
  store.getState().start();
  fake.tell([one]);
  fake.failNext('app.dismissNotice', 'no');
  await store.getState().dismiss('one');
  expect(ids(store)).toEqual([]);
});
