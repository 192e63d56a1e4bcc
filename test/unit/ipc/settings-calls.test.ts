import { expect, test } from 'vitest';
import { settingsCalls } from '../../../main/ipc/settings-calls.ts';
import {
  defaultSettings,
  calls as library,
  type SettingName,
  type Settings,
} from '../../../preload/contract.ts';
import { setupCalls } from '../../../preload/setup-contract.ts';

function setUp(managed: SettingName[] = []) {
  const values: Settings = { ...defaultSettings };
  const changes: Partial<Settings>[] = [];
  const told: unknown[] = [];
  const keeper = {
    state: () => ({
      values: { ...values, ...Object.assign({}, ...changes) },
      managed,
      allow_other_profiles: true,
    }),
    change: (patch: Partial<Settings>) => void changes.push(patch),
  };
  const calls = settingsCalls(keeper, (state) => void told.push(state));
  return { calls, changes, told };
}

test('a patch changes what it names; what is there but undefined is not named', async () => {
  const { calls, changes, told } = setUp();
  const state = await calls.set({ theme: 'night', keep_days_after_departure: undefined });
  expect(state.values).toEqual({ ...defaultSettings, theme: 'night' });
  expect(changes).toEqual([{ theme: 'night' }]);
  expect(told).toEqual([state]);
});

test('a managed setting refuses the whole patch', async () => {
  const { calls, changes } = setUp(['keep_days_after_departure']);
  const set = async () => calls.set({ theme: 'night', keep_days_after_departure: 3 });
  await expect(set()).rejects.toMatchObject({ kind: 'config', condition: 'managed' });
  expect(changes).toEqual([]);
  await calls.set({ theme: 'night' });
  expect(changes).toEqual([{ theme: 'night' }]);
});

test('each setting is changed by one page alone: those that give power by set-up', () => {
  const powers: SettingName[] = ['keep_running', 'open_at_login', 'audit_months'];
  for (const [name, value] of Object.entries(defaultSettings) as [SettingName, unknown][]) {
    const patch = [{ [name]: value }];
    const pages = [library.settings.set, setupCalls.settings.set].map(
      (set) => set.args.safeParse(patch).success,
    );
    expect([name, pages]).toEqual([name, powers.includes(name) ? [false, true] : [true, false]]);
  }
});
