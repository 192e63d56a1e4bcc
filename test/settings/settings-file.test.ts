import { expect, test } from 'vitest';
import { defaultChoices } from '../../main/settings/rules/choices.ts';
import {
  MAX_DISPLAYS,
  migrateSettings,
  newSettingsFile,
  type StoredSettings,
} from '../../main/settings/settings-file.ts';

const place = {
  display: { id: 7, label: 'DELL U2720Q', width: 2560, height: 1440 },
  bounds: { x: 20, y: 40, width: 1400, height: 1000, maximized: true },
};
const file: StoredSettings = {
  ...newSettingsFile(),
  choices: { ...defaultChoices, light: 'dim', profile: 'demo-air', touch: true },
  viewers: [place],
};

test('a choice that is not known, missing or wrong costs no other, and no setting', () => {
  expect(migrateSettings(file)).toEqual(file);
  const kept = { ...file.choices, light: 'pink', profile: '', of_tomorrow: 1 };
  const choices = { ...file.choices, light: defaultChoices.light, profile: null };
  expect(migrateSettings({ ...file, choices: kept })).toEqual({ ...file, choices });
  expect(migrateSettings({ ...file, choices: 'none' })).toEqual({ ...file, choices: defaultChoices });
  const { choices: _none, ...without } = file;
  expect(migrateSettings(without)).toEqual({ ...file, choices: defaultChoices });
});

test('places of further windows that make no sense cost nothing else', () => {
  for (const viewers of [
    undefined,
    'none',
    [{ ...place, display: null }],
    [{ ...place, of_tomorrow: 1 }],
    Array.from({ length: MAX_DISPLAYS + 1 }, () => place),
  ]) {
    expect(migrateSettings({ ...file, viewers })).toEqual({ ...file, viewers: [] });
  }
});
