/** The settings: one table, and what follows from it; and the small choices of the library’s page, which are no settings. */
import { z } from 'zod';
import { type Bounds, settingBounds } from '../../main/settings/rules/bounds.ts';
import {
  brightnessBounds,
  type defaultChoices,
  libraryLayouts,
  libraryOrders,
  lights,
  tableColumns,
} from '../../main/settings/rules/choices.ts';
import { call } from './call.ts';
import { profileId } from './common.ts';
import { watchedFolders } from './desk.ts';
import { keepDays } from './kits.ts';
import { forbiddable } from './policies.ts';
import { viewerStart } from './viewer.ts';

/** One setting. After a release a new one needs a new version of settings.json (CONTRIBUTING.md). */
interface Setting<S extends z.ZodType> {
  schema: S;
  /** Its default. */
  initial: z.infer<S>;
}

function setting<S extends z.ZodType>(facts: Setting<S>): Setting<S> {
  return facts;
}

function wholeNumber([least, most]: Bounds) {
  return z.number().int().min(least).max(most);
}

/** What the app remembers of a person's choices. Holds no secret. */
export const settingsTable = {
  /** Day, night, or as the operating system has it. */
  theme: setting({ schema: z.enum(['system', 'day', 'night']), initial: 'system' }),
  keep_days_after_departure: setting({ schema: keepDays, initial: null }),
  /** Stronger lines and inks than the operating system asks for. */
  contrast: setting({ schema: z.enum(['system', 'more']), initial: 'system' }),
  /** How local times are written; UTC is always in 24 hours. */
  local_hours: setting({ schema: z.enum(['24', '12']), initial: '24' }),
  /** Minutes after 00:00 UTC of its date at which an AIRAC cycle takes effect (541 in the US). */
  airac_minutes: setting({ schema: z.number().int().min(0).max(1439), initial: 0 }),
  /** The system tells when a kit is ready or needs a person while the window is not in front. */
  notify: setting({ schema: z.boolean(), initial: true }),
  /** Closing the window leaves the app running (tray): kits and standing orders go on. */
  keep_running: setting({ schema: z.boolean(), initial: false }),
  /** Starts with the person's session, without a window. */
  open_at_login: setting({ schema: z.boolean(), initial: false }),
  /** How far ahead "Ready to fly" looks, hours. */
  ready_hours: setting({ schema: wholeNumber(settingBounds.ready_hours), initial: 36 }),
  /** How long what was done with kits stays on record, months, whether they are still here or not. */
  audit_months: setting({ schema: wholeNumber(settingBounds.audit_months), initial: 24 }),
  /** In the cockpit: nothing interrupts that is not the person's own act, the screen stays awake, and everything is dark. */
  cockpit: setting({ schema: z.boolean(), initial: false }),
  /** The folders of a desk that works alone; null: none is watched. */
  watch: setting({ schema: watchedFolders.nullable(), initial: null }),
  /** Kits may leave this laptop in hand-over files, and come in with them. */
  hand_over: setting({ schema: z.boolean(), initial: true }),
};

type Table = typeof settingsTable;

export type SettingName = keyof Table;

const rows = Object.entries(settingsTable) as [SettingName, Setting<z.ZodType>][];

export const settings = z.strictObject(
  Object.fromEntries(rows.map(([name, { schema }]) => [name, schema])) as {
    [N in SettingName]: Table[N]['schema'];
  },
);

export type Settings = z.infer<typeof settings>;

/** Settings that are on or off. */
export type SwitchName = { [N in SettingName]: Settings[N] extends boolean ? N : never }[SettingName];

/** What holds where nothing was chosen. */
export const defaultSettings = Object.fromEntries(
  rows.map(([name, { initial }]) => [name, initial]),
) as Settings;

/** The schemas of all of them, as a managed profile may decide them. */
export const lockableSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  rows.map(([name, { schema }]) => [name, schema.optional()]),
);

/** The changes that a person makes; what is absent stays as it is. */
export type SettingsPatch = { [N in SettingName]?: Settings[N] | undefined };

/**
 * The settings that give power, for set-up alone: the app runs without a window, starts with the session, forgets what
 * was done, works through folders, and hands kits over.
 */
const powers = {
  keep_running: true,
  open_at_login: true,
  audit_months: true,
  watch: true,
  hand_over: true,
} as const;

/** Those that belong to one computer: they are never handed over to another one. */
export const ownToComputer: readonly SettingName[] = ['watch', 'hand_over'];

/** Their names. */
export type PowerName = keyof typeof powers;

/** What the window of set-up may change. Folders it can only give up: they are chosen and confirmed in the system's dialogs (`watch`). */
export const powerPatch = settings.pick(powers).extend({ watch: z.null() }).partial();

/** What the library's page may change by itself: the others, but for how long kits stay (`retention.apply`). */
export const libraryPatch = settings.omit({ ...powers, keep_days_after_departure: true }).partial();

export type LibraryPatch = z.infer<typeof libraryPatch>;

/** The settings in force; those in `managed` are set for this computer by its administrators and can't be changed. */
export const settingsState = z.object({
  values: settings,
  managed: z.array(settings.keyof()),
  /** Whether people may add profiles of their own; only administrators can forbid it. */
  allow_other_profiles: z.boolean(),
  /** What administrators have switched off on this computer. */
  forbidden: z.array(forbiddable),
});

export type SettingsState = z.infer<typeof settingsState>;

export const choices = z.strictObject({
  /** The profile that new requests go to; null until there was one. */
  profile: profileId.nullable(),
  /** The order of the list of kits. */
  library_order: z.enum(libraryOrders),
  /** Cards, or a table. */
  library_layout: z.enum(libraryLayouts),
  /** The columns of the table that are shown. */
  table_columns: z.array(z.enum(tableColumns)).max(tableColumns.length),
  /** The column that the table is sorted by, and whether downwards: the last value first. */
  table_sort: z.enum(tableColumns),
  table_down: z.boolean(),
  /** Kits that failed or need a person stand above all others. */
  failed_first: z.boolean(),
  /** The light over the pages of documents by day, and at night. */
  light: z.enum(lights),
  light_at_night: z.enum(lights),
  /** Pictures on a page keep their colours at night. */
  keep_pictures: z.boolean(),
  /** Buttons are large enough for fingers; null: as the pointer of this computer asks for. */
  touch: z.boolean().nullable(),
  /** The version whose news the person has seen or put away; null for none. */
  news_seen: z.string().max(100).nullable(),
  /** How bright the window is in cockpit mode, percent of the full light. */
  cockpit_brightness: z.number().int().min(brightnessBounds[0]).max(brightnessBounds[1]),
} satisfies Record<keyof typeof defaultChoices, z.ZodType>);

export type Choices = z.infer<typeof choices>;

/** The changes that a person makes; what is absent stays as it is. */
export const choicesPatch = choices.partial();

export type ChoicesPatch = z.infer<typeof choicesPatch>;

/** What a page has at its first paint: of the settings those that change what is seen, and the choices. */
export const pageStart = z.strictObject({
  appearance: settings.pick({
    theme: true,
    contrast: true,
    local_hours: true,
    airac_minutes: true,
    cockpit: true,
  }),
  choices,
  /** What a further window of the viewer begins with; null in the library's window and in set-up's. */
  viewer: viewerStart.nullable(),
});

export type PageStart = z.infer<typeof pageStart>;

/** Of the settings, those that change what is seen. */
export type Appearance = PageStart['appearance'];

export const settingsCalls = {
  get: call([], settingsState),
  /** Changes what the patch names, of those that give no power. Refused as a whole (kind `config`) if it names a managed one. */
  set: call([libraryPatch], settingsState),
  /** Keeps small choices of the page for its next start. A disk that refuses costs the memory alone. */
  choose: call([choicesPatch], z.null()),
} as const;

export const settingsEvents = {
  /** The state, as `settings.get` answers, whenever it changes elsewhere. */
  changed: settingsState,
} as const;

export const settingsSetupCalls = {
  get: call([], settingsState),
  /** Changes what the patch names. Refused as a whole (kind `config`) if it names a managed setting. */
  set: call([powerPatch], settingsState),
} as const;

export const settingsSetupEvents = {
  changed: settingsState,
} as const;
