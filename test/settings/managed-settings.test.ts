/** Every policy and every setting can be decided by each source: from its file or program to the refusal of the call. */
import { describe, expect, test } from 'vitest';
import { handle } from '../../main/electron/handle.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { retentionCalls } from '../../main/kits/retention.ts';
import { Restores } from '../../main/parcels/backup/restores.ts';
import { initialPolicies, type PolicyName, policyTable } from '../../main/policies/policies.ts';
import { readPolicies } from '../../main/policies/read-policies.ts';
import { settingsCalls } from '../../main/settings/settings-calls.ts';
import {
  calls as contract,
  defaultSettings,
  lockableSettings,
  type SettingName,
  type Settings,
  type SettingsState,
  settings as schemas,
} from '../../preload/contract.ts';
import { setupCalls } from '../../preload/setup-contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { computers } from '../policies/managed-computers.ts';
import { appSender, memoryLog } from '../start/ipc-fixtures.ts';
import '../start/start-run.ts';

const { openOwnSettings } = await import('../../main/parcels/open-settings.ts');
const { settingsOf } = await import('../../main/settings/settings.ts');

const names = Object.keys(lockableSettings) as SettingName[];
/** Values of every kind of setting. */
const folders = {
  ...{ profile: 'demo-air', in: '/srv/trips', out: '/srv/kits', name: '{flight}.pdf' },
  ...{ command: null, webhook: 'https://events.example/tripkit', shelf: true },
};
const values = ['night', 'more', '12', 541, 30, true, false, folders];
/** The same of policies. */
const policyValues = ['off', 'beta', '22:00-05:30', false, 'file', '/srv/crash-reports'];
const policyNames = Object.keys(policyTable) as PolicyName[];
type Source = keyof typeof computers;
const sources: Source[] = Object.keys(computers);

/** A value that is not the default; a new kind of setting needs one above. */
function another(name: SettingName): unknown {
  const value = values.find(
    (one) => one !== defaultSettings[name] && schemas.shape[name].safeParse(one).success,
  );
  if (value === undefined) throw new Error(`No value for ${name}.`);
  return value;
}

/** The app's settings on a computer where IT decided this by this source, behind the calls of the window. */
async function start(decided: Readonly<Record<string, unknown>>, user_data = freshFolder(), source?: Source) {
  const computer = computers[source ?? 'the file of Linux']?.(freshFolder(), { settings: decided });
  if (!computer) throw new Error(`There is no ${source}.`);
  const { managed, state } = await readPolicies(computer.platform, computer.files, lockableSettings);
  const log = memoryLog();
  const notices = new NoticeBoard();
  const restores = await Restores.open({ user_data, log });
  const { settings } = await openOwnSettings(user_data, {
    restores,
    incoming: null,
    notices,
    log,
    managed: settingsOf(managed?.settings ?? {}),
    allow_other_profiles: managed?.settings.allow_other_profiles ?? true,
  });
  const handlers = settingsCalls(settings, async () => false);
  /** As the window calls it: through the schemas of the contract. @throws the failure that it is answered */
  async function call(name: 'get' | 'set', ...args: unknown[]): Promise<SettingsState> {
    const work = handlers[name] as (...given: unknown[]) => unknown;
    // Each setting by the page that may change it.
    const contracts = [setupCalls.settings[name], contract.settings[name]] as const;
    const own = contracts.find((one) => one.args.safeParse(args).success) ?? contracts[0];
    const answer = await handle(`settings.${name}`, own, work, log, 'library')(appSender, ...args);
    if (!answer.ok) throw answer.error;
    return answer.value as SettingsState;
  }
  const retention = { preview: () => ({ remove: [], keep_count: 0 }), apply: async () => 0 };
  const { apply } = retentionCalls({ retention, settings, confirm: async () => true });
  /** How long kits stay has a call of its own, which asks. @throws the failure that it is answered */
  async function keep(days: unknown): Promise<void> {
    const own = contract.retention.apply;
    const work = apply as (...given: unknown[]) => unknown;
    const answer = await handle('retention.apply', own, work, log, 'library')(appSender, days);
    if (!answer.ok) throw answer.error;
  }
  const calls = { get: () => call('get'), set: (patch: object) => call('set', patch), keep };
  return { managed, state, place: computer.place, calls };
}

test.each(names)('locks %s: its value holds, and a change is refused as a whole', async (name) => {
  const user_data = freshFolder();
  const mine = await start({}, user_data);
  await mine.calls.set({ theme: 'day' });
  const value = another(name);
  const { managed, state, place, calls } = await start({ [name]: value }, user_data);
  expect(managed).toMatchObject({ state: 'usable', file: place });
  expect(state.refused).toEqual([]);
  expect(state.decisions).toEqual([{ name, value: JSON.stringify(value), of: 'setting', place }]);
  expect(await calls.get()).toMatchObject({ managed: [name], values: { [name]: value } });
  const power = setupCalls.settings.set.args.safeParse([{ [name]: defaultSettings[name] }]).success;
  const others: Partial<Settings>[] = power
    ? [{ keep_running: true }, { open_at_login: true }]
    : [{ theme: 'night' }, { notify: false }];
  const other = others.find((one) => !(name in one)) ?? {};
  const set = async () =>
    name === 'keep_days_after_departure'
      ? calls.keep(defaultSettings[name])
      : calls.set({ ...other, [name]: defaultSettings[name] });
  await expect(set()).rejects.toMatchObject({
    kind: 'config',
    message: 'This setting is set for this computer by its administrators. Ask your IT to change it.',
  });
  expect(await calls.get()).toMatchObject({ values: { [name]: value } });
  // What is not named can be changed all the same, and theirs is not written down.
  await calls.set(other);
  const later = await start({}, user_data);
  expect(await later.calls.get()).toMatchObject({ managed: [], values: { ...other } });
  if (name !== 'theme') expect((await later.calls.get()).values[name]).toEqual(defaultSettings[name]);
});

describe.each(sources)('%s', (source) => {
  test.each(policyNames)('decides the policy %s', async (name) => {
    const value = policyValues.find(
      (one) => one !== initialPolicies[name] && policyTable[name].schema.safeParse(one).success,
    );
    if (value === undefined) throw new Error(`No value for ${name}: a new kind of policy needs one above.`);
    const { managed, state, place, calls } = await start({ [name]: value }, freshFolder(), source);
    expect(managed?.settings).toEqual({ ...initialPolicies, [name]: value });
    expect(state).toMatchObject({ refused: [], profiles: [] });
    expect(state.decisions).toEqual([{ name, value: JSON.stringify(value), of: 'policy', place }]);
    expect(await calls.get()).toMatchObject({
      managed: [],
      allow_other_profiles: name !== 'allow_other_profiles',
    });
  });

  test('all of them at once', async () => {
    const all = Object.fromEntries(names.map((name) => [name, another(name)]));
    const { calls } = await start(all, freshFolder(), source);
    const state = await calls.get();
    expect([...state.managed].sort()).toEqual([...names].sort());
    expect(state.values).toEqual(all);
  });

  test('“none” is a decision, too', async () => {
    const nullable = names.filter((name) => schemas.shape[name].safeParse(null).success);
    expect(nullable).toEqual(['keep_days_after_departure', 'watch']);
    const user_data = freshFolder();
    await (await start({}, user_data, source)).calls.keep(30);
    const nulls = Object.fromEntries(nullable.map((name) => [name, null]));
    const { calls } = await start({ ...nulls, update_hours: null }, user_data, source);
    expect(await calls.get()).toMatchObject({ managed: nullable, values: nulls });
    await expect(calls.keep(3)).rejects.toMatchObject({ kind: 'config' });
  });

  test('one that is wrong takes no other with it', async () => {
    const wrong = { ready_hours: 999, audit_months: 3, of_a_newer_version: true, export: 'perhaps' };
    const { managed, state, place, calls } = await start(wrong, freshFolder(), source);
    expect(managed).toMatchObject({ state: 'usable', settings: { export: false } });
    expect(state.refused.map(({ name, place }) => [name, place])).toEqual([
      ['ready_hours', place],
      ['of_a_newer_version', place],
      ['export', place],
    ]);
    for (const { name, reason } of state.refused) expect(reason).toContain(name);
    expect(state.decisions).toEqual(
      expect.arrayContaining([
        { name: 'audit_months', value: '3', of: 'setting', place },
        { name: 'export', value: 'false', of: 'policy', place: null },
      ]),
    );
    expect(await calls.get()).toMatchObject({
      managed: ['audit_months'],
      values: { audit_months: 3, ready_hours: 36 },
    });
  });
});
