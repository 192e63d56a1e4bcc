import { expect, test } from 'vitest';
import { presetSlice } from '../../renderer/profile/preset-store.ts';
import { connectSetup } from '../../renderer/setup/state/bridge.ts';
import { createRegistry } from '../../renderer/setup/state/registry.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';

async function setUp() {
  const fake = createFakeBridge({ scenario: 'first', speed: 1, documents: [] });
  const store = createRegistry(connectSetup(fake.setup)).get(presetSlice);
  await store.getState().load();
  return { fake, store };
}

test('what is missing is listed until it is there, then a profile is made', async () => {
  const { store } = await setUp();
  expect(store.getState().preset?.source).toBe('from a public guide, check against your onboarding papers');
  expect(store.getState().missing()).toEqual([
    'name',
    'company_code',
    'company_name',
    'client_id',
    'authority',
  ]);
  store.getState().edit('name', ' Demo Air ');
  store.getState().edit('company_code', 'DEMO');
  store.getState().edit('company_name', 'Demo Air');
  store.getState().edit('client_id', '   ');
  await store.getState().chooseAuthority();
  expect(store.getState().missing()).toEqual(['client_id']);
  store.getState().edit('client_id', 'tripkit-demo');
  expect(store.getState().missing()).toEqual([]);
  expect(await store.getState().create()).toMatchObject({ id: 'from-preset', name: 'Demo Air' });
  expect(store.getState().texts.client_id).toBe('');
});

test('a refusal keeps everything that was typed', async () => {
  const { fake, store } = await setUp();
  for (const field of ['name', 'company_code', 'company_name', 'client_id'] as const)
    store.getState().edit(field, field);
  await store.getState().offerAuthority(new File(['x'], 'ca.pem'));
  fake.failNext('profiles.createFromPreset', 'The company code has a blank in it.');
  expect(await store.getState().create()).toBeNull();
  expect(store.getState()).toMatchObject({
    busy: false,
    failure: { message: 'The company code has a blank in it.' },
    texts: { client_id: 'client_id' },
    authority: { file_name: 'ca.pem' },
  });
});
