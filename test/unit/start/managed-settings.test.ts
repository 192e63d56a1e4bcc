/** Every setting can be locked by a managed profile: from the file on the disk to the refusal of the call. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { NoticeBoard } from '../../../main/app/notices.ts';
import { Restores } from '../../../main/app/restores.ts';
import { handle } from '../../../main/ipc/handle.ts';
import { retentionCalls } from '../../../main/ipc/retention-calls.ts';
import { settingsCalls } from '../../../main/ipc/settings-calls.ts';
import { machineFiles } from '../../../main/profile/managed-file.ts';
import { readManagedProfile } from '../../../main/profile/managed-profile.ts';
import {
  calls as contract,
  defaultSettings,
  lockableSettings,
  type SettingName,
  type Settings,
  type SettingsState,
  settingsTable,
} from '../../../preload/contract.ts';
import { setupCalls } from '../../../preload/setup-contract.ts';
import { appSender, memoryLog } from '../ipc/fixtures.ts';
import { freshFolders } from '../library/samples.ts';
import './start-run.ts';

const { openOwnSettings } = await import('../../../main/start/open-settings.ts');
const { settingsOf } = await import('../../../main/electron/settings.ts');

const folder = freshFolders();
const names = Object.keys(settingsTable) as SettingName[];
/** Values of every kind of setting. */
const values = ['night', 'more', '12', 541, 30, true, false];

/** A value that is not the default; a new kind of setting needs one above. */
function another(name: SettingName): unknown {
  const value = values.find(
    (one) => one !== defaultSettings[name] && settingsTable[name].schema.safeParse(one).success,
  );
  if (value === undefined) throw new Error(`No value for ${name}.`);
  return value;
}

/** The app's settings on a computer with this managed profile, behind the calls of the window. */
async function start(decided: object, user_data = folder()) {
  const root = folder();
  const file = join(root, '/etc/trip-kit-desktop/managed-profile.json');
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, JSON.stringify({ profiles: [], settings: decided }), { mode: 0o644 });
  const files = machineFiles({ root, owner: process.getuid?.() ?? 0 });
  const managed = await readManagedProfile('linux', files, lockableSettings);
  const log = memoryLog();
  const notices = new NoticeBoard();
  const restores = await Restores.open({ user_data, now: Date.now, log });
  const { settings } = await openOwnSettings(user_data, {
    restores,
    notices,
    log,
    managed: settingsOf(managed?.settings ?? {}),
  });
  const handlers = settingsCalls(settings, () => {});
  /** As the window calls it: through the schemas of the contract. @throws the failure that it is answered */
  async function call(name: 'get' | 'set', ...args: unknown[]): Promise<SettingsState> {
    const work = handlers[name] as (...given: unknown[]) => unknown;
    // Each setting by the page that may change it.
    const contracts = [contract.settings[name], setupCalls.settings[name]] as const;
    const own = contracts.find((one) => one.args.safeParse(args).success) ?? contracts[0];
    const answer = await handle(`settings.${name}`, own, work, log, 'library')(appSender, ...args);
    if (!answer.ok) throw answer.error;
    return answer.value as SettingsState;
  }
  const retention = { preview: () => ({ remove: [], keep_count: 0 }), apply: async () => 0 };
  const { apply } = retentionCalls({ retention, settings, confirm: async () => true }, () => {});
  /** How long kits stay has a call of its own, which asks. @throws the failure that it is answered */
  async function keep(days: unknown): Promise<void> {
    const own = contract.retention.apply;
    const work = apply as (...given: unknown[]) => unknown;
    const answer = await handle('retention.apply', own, work, log, 'library')(appSender, days);
    if (!answer.ok) throw answer.error;
  }
  const calls = { get: () => call('get'), set: (patch: object) => call('set', patch), keep };
  return { managed, calls };
}

test.each(names)(
  '%s: the file locks it, its value holds, and a change is refused as a whole',
  async (name) => {
    const user_data = folder();
    const mine = await start({}, user_data);
    await mine.calls.set({ theme: 'day' });
    const value = another(name);
    const { managed, calls } = await start({ [name]: value }, user_data);
    expect(managed).toMatchObject({ state: 'usable', problem: null });
    expect(await calls.get()).toMatchObject({ managed: [name], values: { [name]: value } });
    const power = setupCalls.settings.set.args.safeParse([{ [name]: value }]).success;
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
  },
);

test('all of them at once', async () => {
  const all = Object.fromEntries(names.map((name) => [name, another(name)]));
  const { calls } = await start(all);
  const state = await calls.get();
  expect([...state.managed].sort()).toEqual([...names].sort());
  expect(state.values).toEqual(all);
});

test('one that is wrong takes no other with it', async () => {
  const { managed, calls } = await start({ ready_hours: 0, audit_months: 3, of_a_newer_version: true });
  expect(managed).toMatchObject({
    problem: expect.stringMatching(
      /^settings\.ready_hours .*; settings\.of_a_newer_version is an unknown key$/,
    ),
  });
  expect(await calls.get()).toMatchObject({
    managed: ['audit_months'],
    values: { audit_months: 3, ready_hours: 36 },
  });
});
