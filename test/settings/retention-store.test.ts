import { expect, test } from 'vitest';
import { retentionSlice } from '../../renderer/settings/retention-card.tsx';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { settingsSlice } from '../../renderer/shell/state/settings-store.ts';
import { createFakeBridge, type Scenario } from '../window/fake-bridge.ts';

async function setUp(scenario: Scenario = 'demo', yes = true) {
  const fake = createFakeBridge({ scenario, speed: 1, documents: [{ id: 'd', bytes: 1, pages: 1 }] });
  if (!yes) fake.bridge.retention.apply = async () => ({ ok: true, value: null });
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
  const { store, kept } = await setUp();
  expect(store.getState().keepDays()).toBeNull();
  store.getState().edit({ limited: true, days: '14' });
  await store.getState().save();
  expect(kept()).toBe(14);
  store.getState().edit({ limited: false });
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
    expect(fake.calls).not.toContain('retention.apply');
  },
);

test('what would be removed is looked at, then the rule is saved and applied', async () => {
  const { store, kept } = await setUp();
  store.getState().edit({ limited: true, days: '30' });
  await store.getState().save();
  expect(kept()).toBe(30);
  expect(store.getState().done).toContain('3 kits removed');
  expect(store.getState().preview).toBeNull();
});

test('who says no to the system’s question finds rule and preview as they were', async () => {
  const { store, kept } = await setUp('demo', false);
  store.getState().edit({ limited: true, days: '30' });
  await store.getState().save();
  expect(kept()).toBeNull();
  expect(store.getState()).toMatchObject({ busy: false, done: null, preview: { remove: { length: 3 } } });
});

test('a rule that removes nothing is saved', async () => {
  const { store, kept } = await setUp('empty');
  store.getState().edit({ limited: true, days: '7' });
  await store.getState().save();
  expect(kept()).toBe(7);
  store.getState().edit({ limited: false });
  await store.getState().save();
  expect(kept()).toBeNull();
  expect(store.getState().done).toBe('Saved.');
});

test('a rule that is refused is told', async () => {
  const { fake, store, kept } = await setUp();
  store.getState().edit({ limited: true, days: '30' });
  fake.failNext('retention.apply', 'This setting is set by your administrators.');
  await store.getState().save();
  expect(kept()).toBeNull();
  expect(store.getState()).toMatchObject({
    busy: false,
    done: null,
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
