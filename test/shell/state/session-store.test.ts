import { expect, test } from 'vitest';
import { connect } from '../../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../../renderer/shell/state/registry.tsx';
import { sessionSlice } from '../../../renderer/shell/state/session-store.ts';
import { createFakeBridge, type Scenario } from '../../window/fake-bridge.ts';

async function setUp(scenario: Scenario) {
  const fake = createFakeBridge({ scenario, speed: 1, documents: [] });
  const store = createRegistry(connect(fake.bridge)).get(sessionSlice);
  const stop = store.getState().start();
  await expect.poll(() => store.getState().status).toBe('ready');
  return { fake, store, stop };
}

test('what set-up changes is read again; a profile that it adds is the one in use', async () => {
  const { fake, store, stop } = await setUp('first');
  expect(store.getState()).toMatchObject({ profile: null, identity: null });
  await fake.setup.profiles.choose();
  fake.ask('profiles', { use: 'demo' });
  await expect
    .poll(() => store.getState())
    .toMatchObject({ profile: { id: 'demo' }, identity: { state: 'none' } });
  const file = await fake.setup.identity.choose('demo');
  const handle = file.ok ? (file.value?.handle ?? '') : '';
  await fake.setup.identity.import({ profile_id: 'demo', handle, passphrase: 'kerosene', store: true });
  fake.ask('profiles', { use: null });
  await expect.poll(() => store.getState().identity).toMatchObject({ state: 'usable' });
  stop();
  const before = fake.calls.length;
  fake.ask('profiles', { use: null });
  expect(fake.calls).toHaveLength(before);
});

test('each profile has its own certificate; the one in use is the one for new requests', async () => {
  const { fake, store } = await setUp('fleet');
  await expect.poll(() => store.getState().identities.size).toBe(2);
  await store.getState().use('production');
  expect(store.getState()).toMatchObject({
    profile: { id: 'production', managed: true },
    identity: { identity: { expiry: { level: 'urgent' } } },
  });
  // Set-up opens at it.
  const places: unknown[] = [];
  fake.bridge.setup.open = async (place) => {
    places.push(place);
    return { ok: true, value: null };
  };
  const own = createRegistry(connect(fake.bridge)).get(sessionSlice);
  await own.getState().load();
  await own.getState().use('production');
  await own.getState().openSetup('identity');
  expect(places).toEqual([{ part: 'identity', profile_id: 'production' }]);
});

test('dropped files are handed over, the profile first; all others are left alone', async () => {
  const { fake, store } = await setUp('demo');
  const handed: unknown[][] = [];
  fake.bridge.setup.hand = async (...args) => {
    handed.push(args);
    return { ok: true, value: null };
  };
  const own = createRegistry(connect(fake.bridge)).get(sessionSlice);
  await own.getState().load();
  await own.getState().handFiles([new File(['p12'], 'a.p12'), new File(['{}'], 'KLM.tripkit-profile')]);
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(handed).toEqual([
    ['KLM.tripkit-profile', bytes('{}'), null],
    ['a.p12', bytes('p12'), null],
  ]);
  await own.getState().handFiles([new File(['p12'], 'b.pfx'), new File(['%PDF'], 'kit.pdf')]);
  expect(handed.slice(2)).toEqual([['b.pfx', bytes('p12'), 'demo']]);
  await own.getState().handFiles([new File(['%PDF'], 'kit.pdf')]);
  expect(handed).toHaveLength(3);
  await own.getState().handFiles([new File(['x'.repeat(1024 * 1024 + 1)], 'large.json')]);
  expect(own.getState().failure).toMatchObject({ step: 'files' });
  expect(store.getState().failure).toBeNull();
});

test('a locked identity says why, and is asked again; what fails leaves what was known', async () => {
  const { fake, store } = await setUp('locked');
  const locked = { state: 'locked', reason: 'The keychain of this laptop is locked.' };
  expect(store.getState().identity).toMatchObject(locked);
  fake.failNext('identity.state', 'The keychain does not answer.');
  await store.getState().refreshIdentity();
  expect(store.getState().identity).toMatchObject(locked);
});
