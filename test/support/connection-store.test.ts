import { expect, test } from 'vitest';
import type { Diagnosis } from '../../preload/contract.ts';
import { connectSetup } from '../../renderer/setup/state/bridge.ts';
import { createRegistry } from '../../renderer/setup/state/registry.ts';
import { connectionSlice } from '../../renderer/support/connection-step.tsx';
import { createFakeBridge } from '../window/fake-bridge.ts';
import { goodDiagnosis } from '../window/fake-data.ts';

function setUp() {
  const fake = createFakeBridge({
    scenario: 'fleet',
    speed: 100,
    documents: [{ id: 'd', bytes: 1, pages: 1 }],
  });
  return { fake, store: createRegistry(connectSetup(fake.setup)).get(connectionSlice) };
}

test('steps and verdict come as they are', async () => {
  const { store } = setUp();
  const test = store.getState().test('production');
  expect(store.getState()).toMatchObject({ running: true, diagnosis: null });
  await test;
  expect(store.getState()).toMatchObject({
    running: false,
    diagnosis: {
      verdict: { ok: false },
      steps: expect.arrayContaining([expect.objectContaining({ id: 'tls' })]),
    },
  });
});

test('an answer that nobody waits for any more is dropped', async () => {
  const { fake, store } = setUp();
  const late = Promise.withResolvers<Diagnosis>();
  fake.setup.profiles.test = async () => ({ ok: true, value: await late.promise });
  const own = createRegistry(connectSetup(fake.setup)).get(connectionSlice);
  const test = own.getState().test('demo');
  own.getState().leave();
  late.resolve(goodDiagnosis);
  await test;
  expect(own.getState()).toMatchObject({ running: false, diagnosis: null, profileId: null });
  expect(store.getState().running).toBe(false);
});

test('a test that can’t be made says why', async () => {
  const { fake, store } = setUp();
  fake.failNext('profiles.test', 'This profile is no longer there.');
  await store.getState().test('demo');
  expect(store.getState()).toMatchObject({
    running: false,
    failure: { message: 'This profile is no longer there.' },
  });
});
