import { expect, test, vi } from 'vitest';
import { ordersSlice } from '../../renderer/kits/orders-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { createFakeBridge } from '../window/fake-bridge.ts';

const TRIP = { origin: 'EHAM', destination: 'KJFK', departure: '2126-11-21T10:45:00Z' };

function setUp() {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const orders = createRegistry(connect(fake.bridge)).get(ordersSlice);
  const status = (wanted: string) => vi.waitFor(() => expect(orders.getState().status).toBe(wanted));
  return { fake, orders, status };
}

test('orders are read once and followed from then on', async () => {
  const { fake, orders, status } = setUp();
  expect(orders.getState().status).toBe('loading');
  orders.getState().start();
  await status('ready');
  orders.getState().start();
  expect(orders.getState().status).toBe('ready');
  await fake.bridge.orders.add('demo', [TRIP], 2);
  expect(orders.getState().orders).toHaveLength(1);
  expect(fake.calls.filter((name) => name === 'orders.list')).toHaveLength(1);
});

test('orders that could not be read are read again', async () => {
  const { fake, orders, status } = setUp();
  fake.failNext('orders.list', 'The database is damaged.');
  orders.getState().start();
  await status('failed');
  expect(orders.getState().failure?.message).toBe('The database is damaged.');
  orders.getState().start();
  await status('ready');
  expect(orders.getState().failure).toBeNull();
});
