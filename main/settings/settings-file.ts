/** The schema of `settings.json`, and how earlier versions become this one. Pure. */
import { z } from 'zod';
import { type Choices, choices, defaultSettings, settings, settingsTable } from '../../preload/contract.ts';
import { defaultChoices } from './rules/choices.ts';

/** Place and size of a window in DIP, and whether it fills the screen. */
const windowBounds = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof windowBounds>;

/** Where a further window of the viewer was on a display: its bounds count from the display's upper left corner. */
const viewerPlace = z.strictObject({
  display: z.strictObject({
    id: z.number(),
    label: z.string().max(200),
    width: z.int().min(1),
    height: z.int().min(1),
  }),
  bounds: windowBounds,
});
export type ViewerPlace = z.infer<typeof viewerPlace>;

/** Displays that are remembered, at most. */
export const MAX_DISPLAYS = 8;
const viewerPlaces = z.array(viewerPlace).max(MAX_DISPLAYS);

const rows = Object.entries(settingsTable);
/** The version that brought the small choices of the page. Later ones need none: what is not known is its default. */
const CHOICES_SINCE = 4;
/** The version that this program writes: that of the newest setting. */
export const SETTINGS_VERSION = Math.max(CHOICES_SINCE, ...rows.map(([, { since }]) => since));

const stored = z.strictObject({
  version: z.literal(SETTINGS_VERSION),
  window: windowBounds.nullable(),
  values: settings,
});
export type StoredSettings = z.infer<typeof stored> & {
  choices: Choices;
  /** Where further windows were, by display, the latest first. What makes no sense costs nothing else. */
  viewers: readonly ViewerPlace[];
};

/** What holds where nothing was chosen. */
export function newSettingsFile(): StoredSettings {
  return {
    version: SETTINGS_VERSION,
    window: null,
    values: { ...defaultSettings },
    choices: { ...defaultChoices },
    viewers: [],
  };
}

type Json = Record<string, unknown>;

/**
 * A file of an earlier version as this one: settings that came since have the default that they came with. Version 0 had no
 * `version` and held the place of the window alone.
 */
function upgrade(version: number, { window, values }: Json): Json {
  const added = rows.filter(([, { since }]) => since > version).map(([name, { first }]) => [name, first]);
  return {
    version: SETTINGS_VERSION,
    window: version === 0 ? (window ?? null) : window,
    values: { ...Object.fromEntries(added), ...(version === 0 ? {} : (values as Json)) },
  };
}

/** The content of a settings file of any version as this one; null where it is none. */
export function migrateSettings(content: unknown): StoredSettings | null {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return null;
  const file = content as Json;
  const version = Number(file.version ?? 0);
  if (!Number.isInteger(file.version ?? 0) || version < 0 || version > SETTINGS_VERSION) return null;
  const { choices: kept, viewers, ...rest } = file;
  const read = stored.safeParse(version === SETTINGS_VERSION ? rest : upgrade(version, rest));
  if (!read.success) return null;
  return { ...read.data, choices: readChoices(kept), viewers: viewerPlaces.safeParse(viewers).data ?? [] };
}

/** Whether a settings file was written by a newer program than this one: the person has gone back from it. */
export function isOfNewerVersion(content: unknown): boolean {
  const version = (content as Json | null)?.version;
  return Number.isInteger(version) && Number(version) > SETTINGS_VERSION;
}

/** The choices among what was kept; one that is missing or makes no sense is its default, and costs no other. */
function readChoices(kept: unknown): Choices {
  const given = typeof kept === 'object' && kept !== null ? (kept as Json) : {};
  const read = Object.entries(choices.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(given[name]);
    return success ? [[name, data]] : [];
  });
  return { ...defaultChoices, ...Object.fromEntries(read) };
}
