import { expect, test } from 'vitest';
import { connect } from '../../../../renderer/ipc/bridge.ts';
import { settingsSlice } from '../../../../renderer/session/settings-store.ts';
import { retentionSlice } from '../../../../renderer/settings/retention-store.ts';
import { createRegistry } from '../../../../renderer/state/registry.tsx';
import { createFakeBridge, type Scenario } from '../fake-bridge.ts';

async function setUp(scenario: Scenario = 'demo') {
  const fake = createFakeBridge({ scenario, speed: 1, documents: [{ id: 'd', bytes: 1, pages: 1 }] });
  const { get } = createRegistry(connect(fake.bridge));
  const settings = get(settingsSlice);
  settings.getState().start();
  await expect.poll(() => settings.getState().settings).not.toBeNull();
  const store = get(retentionSlice);
  store.getState().begin();
  const kept = () => settings.getState().settings?.values.keep_days_after_departure;
  return { fake, store, settings, kept };
}

test('begins with the rule in force', async () => {
  const { store, settings } = await setUp();
  expect(store.getState().keepDays()).toBeNull();
  await settings.getState().change({ keep_days_after_departure: 14 });
  store.getState().begin();
  expect(store.getState()).toMatchObject({ limited: true, days: '14' });
});

test.each(['', '-1', '1.5', '3651', '12a'])(
  '%j is no number of days: nothing is looked at or saved',
  async (days) => {
    const { fake, store } = await setUp();
    store.getState().edit({ limited: true, days });
    expect(store.getState().keepDays()).toBeUndefined();
    await store.getState().save();
    expect(fake.calls).not.toContain('retention.preview');
    expect(fake.calls).not.toContain('settings.set');
  },
);

test('what would be removed is asked about first; no leaves the rule and the kits', async () => {
  const { fake, store, kept } = await setUp();
  store.getState().edit({ limited: true, days: '30' });
  await store.getState().save();
  expect(store.getState()).toMatchObject({ asking: true, preview: { remove: { length: 3 } } });
  await store.getState().answer(false);
  expect(kept()).toBeNull();
  expect(fake.calls).not.toContain('retention.apply');
  await store.getState().save();
  await store.getState().answer(true);
  expect(kept()).toBe(30);
  expect(store.getState().done).toContain('3 kits removed');
});

test('a rule that removes nothing is saved at once', async () => {
  const { fake, store, kept } = await setUp('empty');
  store.getState().edit({ limited: true, days: '7' });
  await store.getState().save();
  expect(store.getState().asking).toBe(false);
  expect(kept()).toBe(7);
  store.getState().edit({ limited: false });
  await store.getState().save();
  expect(kept()).toBeNull();
  expect(fake.calls).not.toContain('retention.apply');
});

test('nothing is removed by a rule that could not be kept', async () => {
  const { fake, store } = await setUp();
  store.getState().edit({ limited: true, days: '30' });
  await store.getState().save();
  fake.failNext('settings.set', 'This setting is set by your administrators.');
  await store.getState().answer(true);
  expect(fake.calls).not.toContain('retention.apply');
  expect(store.getState()).toMatchObject({
    busy: false,
    failure: { message: 'This setting is set by your administrators.' },
  });
});

test('a changed number forgets the preview of the one before', async () => {
  const { store } = await setUp();
  store.getState().edit({ limited: true, days: '30' });
  await store.getState().look();
  expect(store.getState().preview?.remove).toHaveLength(3);
  store.getState().edit({ days: '31' });
  expect(store.getState().preview).toBeNull();
});
