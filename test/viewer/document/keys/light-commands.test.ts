/** One light for window and pages: N, the choices for the pages alone, and a theme that administrators have set. */

import { beforeEach, expect, test } from 'vitest';
import type { Settings, SettingsPatch } from '../../../../preload/contract.ts';
import { defaultSettings } from '../../../../preload/contract.ts';
import { appearanceStore, takeAppearance } from '../../../../renderer/design/appearance.ts';
import { createSettingsStore } from '../../../../renderer/shell/state/settings-store.ts';
import { lightCommands, viewCommands } from '../../../../renderer/viewer/document/keys/view-commands.ts';
import { lightStore } from '../../../../renderer/viewer/document/window/light-store.ts';
import { viewerWords } from '../../../../renderer/viewer/words.ts';

beforeEach(() => {
  for (const theme of ['night', 'day', 'system'] as const) {
    takeAppearance({ theme });
    lightStore.getState().choose(theme === 'night' ? 'night' : 'day');
  }
});

async function setUp(managed: (keyof Settings)[] = [], refuse = false) {
  const kept: SettingsPatch[] = [];
  const told: string[] = [];
  let values: Settings = { ...defaultSettings };
  const state = () => ({ values, managed, allow_other_profiles: true, forbidden: [] });
  const store = createSettingsStore({
    settings: {
      on: () => () => {},
      get: async () => state(),
      set: async (patch: SettingsPatch) => {
        kept.push(patch);
        if (refuse) throw new Error('The disk is full.');
        values = { ...values, ...patch } as Settings;
        return state();
      },
    },
  } as never);
  store.getState().start();
  await expect.poll(() => store.getState().settings).not.toBeNull();
  const commands = lightCommands(store);
  const run = (id: string) =>
    commands
      .find((command) => command.id === id)
      ?.run({ state: { tell: (words: string) => void told.push(words) } as never, back: () => {} });
  const seen = () => [appearanceStore.getState().night, lightStore.getState().light];
  return { run, seen, kept, told, commands };
}

test('N turns window and pages together, at once, and it is kept', async () => {
  const { run, seen, kept, told } = await setUp();
  expect(seen()).toEqual([false, 'day']);
  run('night');
  expect(seen()).toEqual([true, 'night']);
  run('night');
  expect(seen()).toEqual([false, 'day']);
  await expect.poll(() => kept).toEqual([{ theme: 'night' }, { theme: 'day' }]);
  expect(told).toEqual([]);
});

test('pages have a light of their own by day and at night, each kept; who asks for day gets no dark pages', async () => {
  const { run, seen, commands } = await setUp();
  run('pagesDim');
  expect(seen()).toEqual([false, 'dim']);
  run('night');
  expect(seen()).toEqual([true, 'night']);
  run('pagesDay');
  expect(seen()).toEqual([true, 'day']);
  expect(commands.filter(({ isOn }) => isOn?.({} as never)).map(({ id }) => id)).toEqual(['pagesDay']);
  run('night');
  expect(seen()).toEqual([false, 'dim']);
  run('light');
  expect(seen()).toEqual([false, 'night']);
  run('night');
  expect(seen()).toEqual([true, 'day']);
  run('night');
  expect(seen()).toEqual([false, 'day']);
});

test('where the choice can’t be kept it holds for this window; where the theme is set, N turns the pages and says so', async () => {
  const full = await setUp([], true);
  full.run('night');
  await expect.poll(() => full.kept).toHaveLength(1);
  expect(full.seen()).toEqual([true, 'night']);
  full.run('night');

  const managed = await setUp(['theme']);
  managed.run('night');
  expect(managed.seen()).toEqual([false, 'night']);
  expect(managed.told).toEqual([viewerWords.themeManaged]);
  managed.run('night');
  expect(managed.seen()).toEqual([false, 'day']);
  expect(managed.kept).toEqual([]);
});

test('their keys are nobody else’s', async () => {
  const { commands } = await setUp();
  const keys = [...viewCommands, ...commands].flatMap((command) => command.keys);
  expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length);
});
