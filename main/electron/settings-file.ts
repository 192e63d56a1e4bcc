/** The schema of `settings.json`, and how earlier versions become this one. Pure. */
import { z } from 'zod';
import { defaultSettings, settings, settingsTable } from '../../preload/contract.ts';

/** Place and size of a window in DIP, and whether it fills the screen. */
const windowBounds = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof windowBounds>;

const rows = Object.entries(settingsTable);
/** The version that this program writes: that of the newest setting. */
export const SETTINGS_VERSION = Math.max(...rows.map(([, { since }]) => since));

const stored = z.strictObject({
  version: z.literal(SETTINGS_VERSION),
  window: windowBounds.nullable(),
  values: settings,
});
export type StoredSettings = z.infer<typeof stored>;

/** What holds where nothing was chosen. */
export function newSettingsFile(): StoredSettings {
  return { version: SETTINGS_VERSION, window: null, values: { ...defaultSettings } };
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
  const read = stored.safeParse(version === SETTINGS_VERSION ? file : upgrade(version, file));
  return read.success ? read.data : null;
}
