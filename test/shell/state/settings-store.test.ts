import { afterEach, expect, test } from 'vitest';
import { defaultSettings, type SettingName, type SettingsState } from '../../../preload/contract.ts';
import { appearanceStore } from '../../../renderer/design/appearance.ts';
import { type Bridge, UiFailure } from '../../../renderer/shell/state/bridge.ts';
import { createSettingsStore } from '../../../renderer/shell/state/settings-store.ts';

afterEach(() => appearanceStore.setState({ theme: 'system' }));

function setUp(managed: SettingName[]) {
  let state: SettingsState = {
    values: { ...defaultSettings, theme: 'day' },
    managed,
    allow_other_profiles: true,
    forbidden: [],
  };
  const asked: unknown[] = [];
  const settings = {
    on: () => () => {},
    get: async () => state,
    set: async (patch: object) => {
      asked.push(patch);
      if (managed.some((name) => name in patch))
        throw new UiFailure({ kind: 'config', message: 'Ask your IT.' });
      state = { ...state, values: { ...state.values, ...patch } };
      return state;
    },
  };
  return { store: createSettingsStore({ settings } as unknown as Bridge), asked };
}

test('the next theme holds at once, and is kept', async () => {
  const { store, asked } = setUp([]);
  store.getState().start();
  await expect.poll(() => store.getState().settings).not.toBeNull();
  await store.getState().nextTheme();
  expect(appearanceStore.getState().theme).toBe('night');
  expect(asked).toEqual([{ theme: 'night' }]);
});

test('a theme that administrators have set changes neither for the window nor at the main process', async () => {
  const { store, asked } = setUp(['theme']);
  store.getState().start();
  await expect.poll(() => store.getState().settings).not.toBeNull();
  await store.getState().nextTheme();
  expect(appearanceStore.getState().theme).toBe('day');
  expect(asked).toEqual([]);
  // A command of a menu that was open already is refused, and the page stays as it is.
  expect(await store.getState().change({ theme: 'night' })).toBe(false);
  expect(store.getState().failure?.message).toBe('Ask your IT.');
  expect(appearanceStore.getState().theme).toBe('day');
});
