import { expect, test } from 'vitest';
import { validityProblem } from '../../../renderer/identity/identity-facts.tsx';
import { connectSetup } from '../../../renderer/setup/state/bridge.ts';
import { createRegistry } from '../../../renderer/setup/state/registry.ts';
import { setupSlice } from '../../../renderer/setup/state/setup-store.ts';
import { createFakeBridge, type Scenario } from '../../window/fake-bridge.ts';

async function setUp(scenario: Scenario) {
  const fake = createFakeBridge({ scenario, speed: 1, documents: [] });
  const store = createRegistry(connectSetup(fake.setup)).get(setupSlice);
  const stop = store.getState().start();
  await expect.poll(() => store.getState().status).toBe('ready');
  return { fake, store, stop };
}

test('from nothing to a usable identity', async () => {
  const { store } = await setUp('first');
  expect(store.getState()).toMatchObject({ status: 'ready', profile: null, identity: null });
  await store.getState().chooseProfile();
  expect(store.getState()).toMatchObject({ profile: { id: 'demo' }, identity: { state: 'none' } });
  await store.getState().chooseIdentity();
  expect(await store.getState().importIdentity('wrong', true)).toBe(false);
  expect(store.getState().failure).toMatchObject({ step: 'identity', error: { kind: 'identity' } });
  expect(store.getState().chosen).not.toBeNull();
  expect(await store.getState().importIdentity('kerosene', true)).toBe(true);
  expect(store.getState()).toMatchObject({
    identity: { state: 'usable', stored: true },
    chosen: null,
    failure: null,
  });
});

test('a passphrase stays in no slice', async () => {
  const { store } = await setUp('first');
  await store.getState().chooseProfile();
  await store.getState().chooseIdentity();
  await store.getState().importIdentity('kerosene', true);
  expect(JSON.stringify(store.getState())).not.toContain('kerosene');
});

test('where the keychain can’t store, the identity is used without being stored', async () => {
  const { store } = await setUp('nostore');
  expect(store.getState().canStore).toMatchObject({ can: false });
  await store.getState().chooseProfile();
  await store.getState().chooseIdentity();
  await store.getState().importIdentity('kerosene', false);
  expect(store.getState().identity).toMatchObject({ state: 'usable', stored: false });
});

test('a person who says no to a dropped profile gives no certificate either', async () => {
  const { fake, store } = await setUp('demo');
  const files = [new File(['{}'], 'refused.json'), new File(['x'], 'id.p12')];
  await store.getState().takeFiles(files, 'profile');
  expect(store.getState()).toMatchObject({
    profile: { id: 'demo' },
    chosen: null,
    failure: null,
    busy: null,
  });
  expect(fake.calls).not.toContain('identity.offer');
});

test('a file that is refused leaves everything as it was', async () => {
  const { fake, store } = await setUp('demo');
  fake.failNext('profiles.choose', 'Key "colour" is not known.');
  await store.getState().chooseProfile();
  expect(store.getState()).toMatchObject({
    profile: { id: 'demo' },
    identity: { state: 'usable' },
    failure: { step: 'profile', error: { message: 'Key "colour" is not known.' } },
    busy: null,
  });
});

test('a locked identity says why', async () => {
  const { store } = await setUp('locked');
  expect(store.getState().identity).toMatchObject({
    state: 'locked',
    reason: 'The keychain of this laptop is locked.',
  });
});

test('the contract’s words about the end of a certificate are shown; one not valid yet comes first', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const identity = (level: 'none' | 'soon' | 'urgent' | 'expired', valid_from = '2026-01-01T00:00:00Z') => ({
    valid_from,
    expiry: { level, days: 3, message: level === 'none' ? null : 'Ask for a new one.' },
  });
  expect(validityProblem(identity('none'), now)).toBeNull();
  expect(validityProblem(identity('soon'), now)).toEqual({ tone: 'warn', text: 'Ask for a new one.' });
  expect(validityProblem(identity('urgent'), now)?.tone).toBe('warn');
  expect(validityProblem(identity('expired'), now)?.tone).toBe('danger');
  expect(validityProblem(identity('none', '2026-07-01T00:00:00Z'), now)?.text).toContain(
    'valid only from 1 Jul 2026',
  );
});

test('a file with several certificates: nothing changes until one is chosen', async () => {
  const { store } = await setUp('demo');
  await store.getState().takeFiles([new File(['x'], 'several.p12')], 'identity');
  const before = store.getState().identity;
  expect(await store.getState().importIdentity('kerosene', true)).toBe(false);
  expect(store.getState()).toMatchObject({ choices: { length: 2 }, chosen: { file_name: 'several.p12' } });
  expect(store.getState().identity).toBe(before);
  const second = store.getState().choices?.[1];
  expect(await store.getState().importIdentity('kerosene', true, second?.sha256)).toBe(true);
  expect(store.getState()).toMatchObject({
    choices: null,
    chosen: null,
    identity: { identity: { subject: second?.subject } },
  });
});

test('a new certificate that can’t be opened leaves the one in use', async () => {
  const { store } = await setUp('demo');
  await store.getState().chooseIdentity();
  expect(await store.getState().importIdentity('wrong', true)).toBe(false);
  expect(store.getState()).toMatchObject({ identity: { state: 'usable' }, failure: { step: 'identity' } });
});

test('profile and certificate may be dropped together, in any order and place', async () => {
  const { store } = await setUp('first');
  await store.getState().takeFiles([new File(['x'], 'a.p12'), new File(['{}'], 'demo.json')], 'identity');
  expect(store.getState()).toMatchObject({ profile: { id: 'demo' }, chosen: { file_name: 'a.p12' } });
});

test('a dropped file that is no profile is refused with a sentence, and the certificate waits', async () => {
  const { fake, store } = await setUp('first');
  await store.getState().takeFiles([new File(['%PDF'], 'kit.pdf'), new File(['x'], 'a.p12')], 'profile');
  expect(store.getState()).toMatchObject({ profile: null, chosen: null, failure: { step: 'profile' } });
  expect(fake.calls).not.toContain('identity.offer');
});

test('each profile has its own certificate; the one in use is the one for new requests', async () => {
  const { fake, store } = await setUp('fleet');
  await expect.poll(() => store.getState().identities.size).toBe(2);
  const active = store.getState().profile?.id;
  await store.getState().use('production');
  expect(fake.calls).toContain('profiles.use');
  expect(active).toBe('demo');
  expect(store.getState()).toMatchObject({
    profile: { id: 'production', managed: true },
    identity: { identity: { expiry: { level: 'urgent' } } },
  });
});

test('a keychain that was unlocked is asked again', async () => {
  const { fake, store } = await setUp('locked');
  fake.failNext('identity.state', 'The keychain does not answer.');
  await store.getState().unlock();
  expect(store.getState().failure?.error.message).toBe('The keychain does not answer.');
  await store.getState().unlock();
  expect(store.getState().failure).toBeNull();
});

test('a file that was dropped on the library waits for its passphrase, once', async () => {
  const { fake, store } = await setUp('demo');
  await fake.bridge.setup.hand('new.p12', new Uint8Array(1), 'demo');
  await fake.bridge.setup.open({ part: 'identity', profile_id: 'demo' });
  await expect.poll(() => store.getState().chosen).toMatchObject({ file_name: 'new.p12' });
  // Asked for once more, by another button: what is being typed stays.
  await fake.bridge.setup.open({ part: 'start', profile_id: 'demo' });
  await expect.poll(() => store.getState().place).toMatchObject({ part: 'start' });
  expect(store.getState().chosen).toMatchObject({ file_name: 'new.p12' });
  await fake.bridge.setup.open({ part: 'identity', profile_id: 'demo' });
  await expect.poll(() => store.getState().chosen).toBeNull();
});

test('the window shows the profile that it was opened for', async () => {
  const { fake, store, stop } = await setUp('fleet');
  await fake.bridge.setup.open({ part: 'identity', profile_id: 'production' });
  await expect.poll(() => store.getState().profile?.id).toBe('production');
  stop();
  fake.failNext('profiles.list', 'The disk reported an error.');
  await store.getState().load();
  expect(store.getState()).toMatchObject({ status: 'failed', failure: { step: 'load' } });
});
