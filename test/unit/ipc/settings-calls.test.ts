import { expect, test } from 'vitest';
import { settingsCalls } from '../../../main/ipc/settings-calls.ts';
import { defaultSettings, type SettingName, type Settings } from '../../../preload/contract.ts';

function setUp(managed: SettingName[] = []) {
  const values: Settings = { ...defaultSettings };
  const changes: Partial<Settings>[] = [];
  const calls = settingsCalls({
    state: () => ({
      values: { ...values, ...Object.assign({}, ...changes) },
      managed,
      allow_other_profiles: true,
    }),
    change: (patch) => void changes.push(patch),
  });
  return { calls, changes };
}

test('a patch changes what it names; what is there but undefined is not named', async () => {
  const { calls, changes } = setUp();
  const state = await calls.set({ theme: 'night', keep_days_after_departure: undefined });
  expect(state.values).toEqual({ ...defaultSettings, theme: 'night' });
  expect(changes).toEqual([{ theme: 'night' }]);
});

test('a managed setting refuses the whole patch', async () => {
  const { calls, changes } = setUp(['keep_days_after_departure']);
  const set = async () => calls.set({ theme: 'night', keep_days_after_departure: 3 });
  await expect(set()).rejects.toMatchObject({ kind: 'config', condition: 'managed' });
  expect(changes).toEqual([]);
  await calls.set({ theme: 'night' });
  expect(changes).toEqual([{ theme: 'night' }]);
});
