/** The settings, as defined in their table, and the small choices of the library’s page, which are not settings. */
import { z } from 'zod';
import {
  appearanceNames,
  brightnessBounds,
  type defaultChoices,
  libraryLayouts,
  libraryOrders,
  lights,
  tableColumns,
} from '../../main/settings/rules/choices.ts';
import {
  librarySettings,
  type ownSettings,
  type SettingName,
  type SettingRow,
  settingsTable,
  setupSettings,
} from '../../main/settings/rules/settings-table.ts';
import { call } from './call.ts';
import { profileId } from './common.ts';
import { watchedFolders } from './desk.ts';
import { keepDays } from './kits.ts';
import { forbiddable } from './policies.ts';
import { viewerStart } from './viewer.ts';

/** The schemas of the settings whose values have a shape of their own. */
const ownSchemas = {
  keep_days_after_departure: keepDays,
  watch: watchedFolders.nullable(),
} satisfies Record<keyof typeof ownSettings, z.ZodType>;

type Table = typeof librarySettings & typeof setupSettings;

function schemaOf(row: SettingRow): z.ZodType {
  switch (row.kind) {
    case 'switch':
      return z.boolean();
    case 'choice':
      return z.enum(Object.keys(row.values));
    case 'number':
      return z.number().int().min(row.bounds[0]).max(row.bounds[1]);
    case 'time':
      return z.number().int().min(0).max(1439);
    case 'own':
      throw new Error('Its schema is in ownSchemas.');
  }
}

/** What the app remembers of a person's choices (main/settings/rules/settings-table.ts). Holds no secret. */
export const settings = z.strictObject({
  ...(Object.fromEntries(
    Object.entries({ ...librarySettings, ...setupSettings }).map(([name, row]) => [name, schemaOf(row)]),
  ) as { [N in keyof Table]: z.ZodType<Table[N]['initial'], Table[N]['initial']> }),
  ...ownSchemas,
});

export type { SettingName };

export type Settings = z.infer<typeof settings>;

const names = Object.keys(settingsTable) as SettingName[];

function maskOf<T extends object>(table: T) {
  return Object.fromEntries(Object.keys(table).map((name) => [name, true])) as Record<keyof T, true>;
}

/** The values that apply if nothing was chosen. */
export const defaultSettings = Object.fromEntries(
  names.map((name) => [name, settingsTable[name].initial]),
) as Settings;

/** The schemas of all settings, as a managed profile may set them. */
export const lockableSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  names.map((name) => [name, settings.shape[name].optional()]),
);

/** The changes that a person makes; missing keys are left unchanged. */
export type SettingsPatch = { [N in SettingName]?: Settings[N] | undefined };

/** What the set-up window may change. It can only clear watched folders: they are chosen and confirmed in system dialogs (`watch`). */
export const powerPatch = settings.pick(maskOf(setupSettings)).extend({ watch: z.null() }).partial();

/** What the library's page may change. How long kits are kept is changed by `retention.apply`. */
export const libraryPatch = settings.pick(maskOf(librarySettings)).partial();

export type LibraryPatch = z.infer<typeof libraryPatch>;

/** The settings in force; those in `managed` are set for this computer by its administrators and can't be changed. */
export const settingsState = z.object({
  values: settings,
  managed: z.array(settings.keyof()),
  /** Whether people may add their own profiles; only administrators can forbid it. */
  allow_other_profiles: z.boolean(),
  /** What administrators have switched off on this computer. */
  forbidden: z.array(forbiddable),
});

export type SettingsState = z.infer<typeof settingsState>;

/** What the library's page knows of them: nothing of watched folders, whose program and address may hold secrets. */
export const librarySettingsState = settingsState.extend({ values: settings.omit({ watch: true }).strip() });

export type LibrarySettingsState = z.infer<typeof librarySettingsState>;

export const choices = z.strictObject({
  /** The profile that new requests go to; null until there was one. */
  profile: profileId.nullable(),
  /** The order of the list of kits. */
  library_order: z.enum(libraryOrders),
  /** Cards, or a table. */
  library_layout: z.enum(libraryLayouts),
  /** The columns of the table that are shown. */
  table_columns: z.array(z.enum(tableColumns)).max(tableColumns.length),
  /** The column that the table is sorted by, and whether in descending order. */
  table_sort: z.enum(tableColumns),
  table_down: z.boolean(),
  /** Kits that failed or need a person come above all others. */
  failed_first: z.boolean(),
  /** The page light by day, and at night. */
  light: z.enum(lights),
  light_at_night: z.enum(lights),
  /** Pictures on a page keep their colours at night. */
  keep_pictures: z.boolean(),
  /** Buttons are large enough for fingers; null: depends on this computer's pointer. */
  touch: z.boolean().nullable(),
  /** The version whose news the person has seen or dismissed; null for none. */
  news_seen: z.string().max(100).nullable(),
  /** Brightness of the window in cockpit mode, percent of full brightness. */
  cockpit_brightness: z.number().int().min(brightnessBounds[0]).max(brightnessBounds[1]),
} satisfies Record<keyof typeof defaultChoices, z.ZodType>);

export type Choices = z.infer<typeof choices>;

/** The changes that a person makes; missing keys are left unchanged. */
export const choicesPatch = choices.partial();

export type ChoicesPatch = z.infer<typeof choicesPatch>;

/** The settings that change what is seen. */
export const appearance = settings
  .pick(
    Object.fromEntries(appearanceNames.map((name) => [name, true])) as Record<
      (typeof appearanceNames)[number],
      true
    >,
  )
  .strip();

export type Appearance = z.infer<typeof appearance>;

/** The data that a page has at its first paint. */
export const pageStart = z.strictObject({
  appearance,
  choices,
  /** What an additional viewer window begins with; null in the library's and the set-up window. */
  viewer: viewerStart.nullable(),
});

export type PageStart = z.infer<typeof pageStart>;

export const settingsCalls = {
  get: call([], librarySettingsState),
  /** Changes the settings in the patch, which grant no power. Refused as a whole (kind `config`) if one is managed. */
  set: call([libraryPatch], librarySettingsState),
  /** Stores small choices of the page for its next start. If the disk refuses, they are only forgotten. */
  choose: call([choicesPatch], z.null()),
} as const;

export const settingsEvents = {
  /** The state, as `settings.get` answers, whenever it changes elsewhere. */
  changed: librarySettingsState,
} as const;

export const settingsSetupCalls = {
  get: call([], settingsState),
  /** Changes the settings in the patch. Refused as a whole (kind `config`) if one is managed. */
  set: call([powerPatch], settingsState),
} as const;
