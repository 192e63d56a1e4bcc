import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { defaultChoices } from '../../main/settings/rules/choices.ts';
import { settingsTable } from '../../main/settings/rules/settings-table.ts';
import { settingsSteps } from '../../main/settings/settings-file.ts';
import {
  defaultSettings,
  lockableSettings,
  type SettingName,
  settings as schemas,
} from '../../preload/contract.ts';
import { placesOfPaths } from '../attack/contract-arguments.ts';
import { addStep } from '../store/add-step.ts';
import './without-electron.ts';
import { freshFolder } from '../fresh-folder.ts';

const { openSettings, settingsOf } = await import('../../main/settings/settings.ts');
const bounds = { x: 1, y: 2, width: 1000, height: 700, maximized: true };

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

const NOW = Date.UTC(2026, 10, 21, 10, 45);
const file = () => join(folder, 'settings.json');
const damaged = async () => (await readdir(folder)).filter((name) => name.includes('damaged')).sort();

function open(options: Parameters<typeof openSettings>[1] = {}) {
  const damage: string[] = [];
  const settings = openSettings(folder, {
    now: () => NOW,
    onDamage: (text) => void damage.push(text),
    ...options,
  });
  return { settings, damage };
}

test('the window’s place and the person’s choices are remembered in the given folder', async () => {
  const { settings, damage } = open();
  expect(settings.window).toBeNull();
  expect(settings.state()).toEqual({
    values: defaultSettings,
    managed: [],
    allow_other_profiles: true,
    forbidden: [],
  });
  settings.rememberWindow(bounds);
  settings.change({ theme: 'night' });
  settings.change({ keep_days_after_departure: 7 });
  const again = open().settings;
  expect(again.window).toEqual(bounds);
  expect(again.state().values).toEqual({ ...defaultSettings, theme: 'night', keep_days_after_departure: 7 });
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({
    version: 1,
    window: bounds,
    values: { ...defaultSettings, theme: 'night', keep_days_after_departure: 7 },
    choices: defaultChoices,
    viewers: [],
  });
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(damage).toEqual([]);
});

test('a further version brings what is there to its own form', async () => {
  open().settings.change({ theme: 'night' });
  const content = JSON.parse(await readFile(file(), 'utf8'));
  const { cockpit: _came_later, ...values } = content.values;
  await writeFile(file(), JSON.stringify({ ...content, values }));
  addStep(settingsSteps, (before) => ({ ...before, cockpit: true }));
  const { settings, damage } = open();
  expect(settings.state().values).toEqual({ ...defaultSettings, theme: 'night', cockpit: true });
  settings.change({ theme: 'day' });
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ version: 2, values: { theme: 'day' } });
  expect(damage).toEqual([]);
});

test('a file of a newer version is kept under another name, byte for byte, and that is said', async () => {
  const text = JSON.stringify({ version: 2, of_tomorrow: true });
  await writeFile(file(), text);
  const { settings, damage } = open();
  expect(damage).toEqual([
    'Your settings were written by a newer version of Trip Kit Desktop and start over. The file is kept as settings.newer-20261121T104500Z.json.',
  ]);
  expect(settings.state().values).toEqual(defaultSettings);
  expect(await readFile(join(folder, 'settings.newer-20261121T104500Z.json'), 'utf8')).toBe(text);
});

test.each([
  '{',
  '[]',
  'null',
  '',
  '{"window":{"x":"left"}}',
  '{"version":1}',
  '{"version":1,"window":null,"values":{"theme":"pink","keep_days_after_departure":null}}',
  '{"version":1,"window":null,"values":{}}',
  '{"version":"__proto__"}',
])('a damaged file (%s) is kept whole under another name, reported, and costs no start', async (text) => {
  await writeFile(file(), text);
  const { settings, damage } = open();
  expect(settings.state().values).toEqual(defaultSettings);
  expect(damage).toEqual([expect.stringContaining('settings.damaged-20261121T104500Z.json')]);
  expect(await damaged()).toEqual(['settings.damaged-20261121T104500Z.json']);
  expect(await readFile(join(folder, 'settings.damaged-20261121T104500Z.json'), 'utf8')).toBe(text);
  settings.change({ theme: 'day' });
  const again = open();
  expect(again.settings.state().values.theme).toBe('day');
  expect(again.damage).toEqual([]);
});

test('any content at all opens, and is either understood or kept under another name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.object().map((o) => JSON.stringify(o)),
      ),
      async (text) => {
        const place = await mkdtemp(join(folder, 'any-'));
        await writeFile(join(place, 'settings.json'), text);
        const reports: string[] = [];
        const settings = openSettings(place, { now: () => NOW, onDamage: (why) => void reports.push(why) });
        settings.change({ theme: 'night' });
        expect(openSettings(place).state().values.theme).toBe('night');
        const kept = (await readdir(place)).filter((name) => name.includes('damaged'));
        expect(kept.length).toBe(reports.length);
      },
    ),
    { numRuns: 40 },
  );
});

test('a folder in the file’s place is renamed too', async () => {
  await mkdir(file());
  const { settings, damage } = open();
  expect(damage).toHaveLength(1);
  settings.change({ theme: 'night' });
  expect(open().settings.state().values.theme).toBe('night');
});

test('a place that can’t be written to keeps the choices until the app ends, and says so', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const damage: string[] = [];
  const settings = openSettings(join(folder, 'no-folder'), { onDamage: (text) => void damage.push(text) });
  expect(damage.join(' ')).toMatch(/access rights/);
  expect(() => settings.change({ theme: 'night' })).toThrow(/can’t be written/);
  expect(settings.state().values.theme).toBe('system');
  settings.rememberWindow(bounds);
});

test('what administrators decide wins and is shown as managed', () => {
  open().settings.change({ keep_days_after_departure: 30 });
  const { settings } = open({
    managed: { keep_days_after_departure: 3 },
    allow_other_profiles: false,
    forbidden: ['print'],
  });
  expect(settings.state()).toEqual({
    values: { ...defaultSettings, keep_days_after_departure: 3 },
    managed: ['keep_days_after_departure'],
    allow_other_profiles: false,
    forbidden: ['print'],
  });
  // Their word is not written down: without it the person's own choice holds again.
  settings.change({ theme: 'night' });
  expect(open().settings.state()).toEqual({
    values: { ...defaultSettings, theme: 'night', keep_days_after_departure: 30 },
    managed: [],
    allow_other_profiles: true,
    forbidden: [],
  });
});

test('small choices are remembered, and one that makes no sense is its default', () => {
  const { settings } = open();
  expect(settings.choices).toEqual(defaultChoices);
  settings.choose({ light: 'dim', profile: 'demo-air' });
  settings.choose({ touch: true });
  settings.choose(JSON.parse('{"light_at_night":"pink","mine":1}'));
  const chosen = { ...defaultChoices, light: 'dim', profile: 'demo-air', touch: true };
  expect(open().settings.choices).toEqual(chosen);
  expect(open().settings.state().values).toEqual(defaultSettings);
});

test('a backup copy brings back what has its default now, choices included', () => {
  const { settings } = open();
  settings.change({ theme: 'night' });
  settings.choose({ light: 'dim' });
  const earlier = {
    version: 1,
    window: bounds,
    values: { ...defaultSettings, theme: 'day', local_hours: '12' },
    choices: { ...defaultChoices, light: 'night', touch: false },
  };
  expect(settings.restore(earlier)).toBe(1);
  const again = open().settings;
  expect(again.state().values).toEqual({ ...defaultSettings, theme: 'night', local_hours: '12' });
  expect(again.choices).toEqual({ ...defaultChoices, light: 'dim', touch: false });
  expect(again.window).toEqual(bounds);
});

test('bounds that make no sense cost nothing', () => {
  const { settings } = open();
  settings.rememberWindow({ ...bounds, width: Number.NaN });
  expect(settings.window).toBeNull();
});

test('of a managed profile only the lockable settings count', () => {
  const decided = { ...defaultSettings, updates: 'off', allow_other_profiles: false };
  expect(Object.keys(settingsOf(decided))).toEqual(Object.keys(lockableSettings));
});

test('of another computer’s settings what belongs to it stays there, and what is managed here is not taken up', () => {
  const there = {
    ...defaultSettings,
    ...{ theme: 'night' as const, keep_running: true, open_at_login: true },
    hand_over: false,
  };
  const content = { ...(open().settings.handedOver() as object), values: there };
  const { settings } = open({ managed: { keep_running: false, open_at_login: true } });
  expect(settings.wouldReceive(content)).toEqual({ theme: 'night' });
  expect(settings.receive(content)).toBe(1);
  // The day on which administrators decide nothing any more.
  expect(open().settings.state().values).toEqual({ ...defaultSettings, theme: 'night' });
});

test('a change is told with the values before; a listener that refuses it leaves all as it was', async () => {
  const { settings } = open();
  const heard: unknown[] = [];
  const unfollow = settings.onChange(({ values }, before) => void heard.push([before.theme, values.theme]));
  settings.change({ theme: 'night' });
  settings.onChange(({ values }) => {
    if (values.keep_running) throw new Error('not on this system');
  });
  expect(() => settings.change({ keep_running: true })).toThrow('not on this system');
  expect(settings.state().values).toMatchObject({ theme: 'night', keep_running: false });
  expect(open().settings.state().values).toMatchObject({ theme: 'night', keep_running: false });
  unfollow();
  settings.change({ theme: 'day' });
  expect(heard).toEqual([
    ['system', 'night'],
    ['night', 'night'],
  ]);
});

test('what administrators decide is refused by the change itself, whichever call makes it', () => {
  const { settings } = open({ managed: { theme: 'night' } });
  const refused = expect.objectContaining({ kind: 'config', condition: 'managed' });
  expect(() => settings.change({ contrast: 'more', theme: 'day' })).toThrow(refused);
  expect(settings.state().values).toMatchObject({ theme: 'night', contrast: 'system' });
  expect(open().settings.state().values.theme).toBe('system');
});

test('a setting that can name a path is never handed over to another computer', () => {
  const names = Object.keys(settingsTable) as SettingName[];
  const paths = names.filter((name) => placesOfPaths(schemas.shape[name]).length > 0);
  expect(paths).toContain('watch');
  expect(paths.filter((name) => !settingsTable[name].own_to_computer)).toEqual([]);
});
