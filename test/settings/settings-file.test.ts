/**
 * What people have on their disks: settings-files/ holds settings.json as each version that shipped wrote it. These files are
 * never edited; a new version adds one, whose first entry is a new installation's, see CONTRIBUTING.md.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultChoices } from '../../main/settings/rules/choices.ts';
import {
  MAX_DISPLAYS,
  migrateSettings,
  SETTINGS_VERSION,
  type StoredSettings,
} from '../../main/settings/settings-file.ts';
import { settingsTable } from '../../preload/contract.ts';

const folder = join(import.meta.dirname, 'settings-files');
const names = (await readdir(folder)).sort();
const frozen = async (version: number): Promise<Partial<StoredSettings>[]> =>
  JSON.parse(await readFile(join(folder, `version-${version}.json`), 'utf8'));

test('there are files of every version', () => {
  const versions = Array.from({ length: SETTINGS_VERSION + 1 }, (_, version) => `version-${version}.json`);
  expect(names).toEqual(versions);
});

/** Each version's first file is that of a new installation: its defaults are what older files get for what it added. */
test.each(names.map((_, version) => version))('files of version %i are understood', async (version) => {
  const later = await Promise.all(names.slice(version + 1).map((_, index) => frozen(version + 1 + index)));
  const added = later.map(([fresh]) => fresh?.values ?? {});
  for (const file of await frozen(version)) {
    expect(migrateSettings(file)).toEqual({
      version: SETTINGS_VERSION,
      window: file.window ?? null,
      values: Object.assign({}, ...added.reverse(), file.values),
      choices: { ...defaultChoices, ...file.choices },
      viewers: file.viewers ?? [],
    });
  }
});

test('a choice that is not known, missing or wrong costs no other, and no setting', async () => {
  const [, file] = await frozen(SETTINGS_VERSION);
  const kept = { ...file?.choices, light: 'pink', profile: '', of_tomorrow: 1 };
  const choices = { ...defaultChoices, ...file?.choices, light: 'day', profile: null };
  expect(migrateSettings({ ...file, choices: kept })).toEqual({ ...file, choices });
  expect(migrateSettings({ ...file, choices: 'none' })).toEqual({ ...file, choices: defaultChoices });
  const { choices: _none, ...without } = { ...file };
  expect(migrateSettings(without)).toEqual({ ...file, choices: defaultChoices });
});

test('places of further windows that make no sense cost nothing else', async () => {
  const [, file] = await frozen(SETTINGS_VERSION);
  const [place] = file?.viewers ?? [];
  expect(place).toBeDefined();
  for (const viewers of [
    undefined,
    'none',
    [{ ...place, display: null }],
    [{ ...place, of_tomorrow: 1 }],
    Array.from({ length: MAX_DISPLAYS + 1 }, () => place),
  ]) {
    const choices = { ...defaultChoices, ...file?.choices };
    expect(migrateSettings({ ...file, viewers })).toEqual({ ...file, choices, viewers: [] });
  }
});

test('a setting that is added, removed or narrowed needs a new version', async () => {
  for (const file of await frozen(SETTINGS_VERSION)) {
    expect(
      Object.keys(settingsTable).sort(),
      'The table of settings is not that of its version: see CONTRIBUTING.md',
    ).toEqual(Object.keys(file.values ?? {}).sort());
  }
});

test.each(names.map((_, version) => version))(
  'the files of version %i have another choice than the default for each of its settings',
  async (version) => {
    const files = await frozen(version);
    for (const [name, { since, first }] of Object.entries(settingsTable)) {
      if (since > version) continue;
      const chosen = files.map(({ values }) => Reflect.get(values ?? {}, name));
      expect(
        chosen.some((value) => value !== first),
        name,
      ).toBe(true);
    }
  },
);
