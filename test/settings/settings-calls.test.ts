import { expect, test } from 'vitest';
import { settingsCalls } from '../../main/settings/settings-calls.ts';
import {
  defaultSettings,
  calls as library,
  type SettingName,
  type Settings,
} from '../../preload/contract.ts';
import { setupCalls } from '../../preload/setup-contract.ts';

function setUp(managed: SettingName[] = [], answer = false) {
  const values: Settings = { ...defaultSettings };
  const changes: Partial<Settings>[] = [];
  const keeper = {
    state: () => ({
      values: { ...values, ...Object.assign({}, ...changes) },
      managed,
      allow_other_profiles: true,
      forbidden: [],
    }),
    change: (patch: Partial<Settings>) => void changes.push(patch),
  };
  const asked: string[] = [];
  const confirm = async ({ message }: { message: string }) => {
    asked.push(message);
    return answer;
  };
  return { calls: settingsCalls(keeper, confirm), changes, asked };
}

test('a patch changes what it names; what is there but undefined is not named', async () => {
  const { calls, changes } = setUp();
  const state = await calls.set({ theme: 'night', contrast: undefined });
  expect(state.values).toEqual({ ...defaultSettings, theme: 'night' });
  expect(changes).toEqual([{ theme: 'night' }]);
});

test('a managed setting refuses the whole patch', async () => {
  const { calls, changes } = setUp(['contrast']);
  const set = async () => calls.set({ theme: 'night', contrast: 'more' });
  await expect(set()).rejects.toMatchObject({ kind: 'config', condition: 'managed' });
  expect(changes).toEqual([]);
  await calls.set({ theme: 'night' });
  expect(changes).toEqual([{ theme: 'night' }]);
});

test('a record that is kept for fewer months asks the person first, and a no changes nothing', async () => {
  const no = setUp();
  await expect(no.calls.set({ audit_months: 3, keep_running: true })).rejects.toMatchObject({
    kind: 'config',
  });
  expect(no.asked).toEqual(['Keep the activity record for 3 months only?']);
  expect(no.changes).toEqual([]);
  const yes = setUp([], true);
  expect((await yes.calls.set({ audit_months: 3 })).values.audit_months).toBe(3);
  await yes.calls.set({ audit_months: 36 });
  expect(yes.asked).toHaveLength(1);
});

test('each setting is changed by one page alone, those that give power by set-up; how long kits stay asks first', () => {
  const powers: SettingName[] = ['keep_running', 'open_at_login', 'audit_months', 'watch', 'hand_over'];
  for (const [name, value] of Object.entries(defaultSettings) as [SettingName, unknown][]) {
    const patch = [{ [name]: value }];
    const pages = [library.settings.set, setupCalls.settings.set].map(
      (set) => set.args.safeParse(patch).success,
    );
    const mine = [name !== 'keep_days_after_departure' && !powers.includes(name), powers.includes(name)];
    expect([name, pages]).toEqual([name, mine]);
  }
});
