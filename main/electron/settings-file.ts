/** The schema of `settings.json`, and how earlier versions become this one. Pure. */
import { z } from 'zod';
import { defaultSettings, settings } from '../../preload/contract.ts';

/** Place and size of a window in DIP, and whether it fills the screen. */
const windowBounds = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof windowBounds>;

/** The version that this program writes. */
export const SETTINGS_VERSION = 2;

const stored = z.strictObject({
  version: z.literal(SETTINGS_VERSION),
  window: windowBounds.nullable(),
  values: settings,
});
export type StoredSettings = z.infer<typeof stored>;

/** What holds where nothing was chosen. */
export function newSettingsFile(): StoredSettings {
  return {
    version: SETTINGS_VERSION,
    window: null,
    values: { ...defaultSettings },
  };
}

type Json = Record<string, unknown>;

/**
 * Step n (from 0) leads from version n to n + 1. A step that has shipped is never changed. Version 0 had no `version`:
 * it held the place of the window alone. Version 1 knew the theme and the retention only.
 */
const migrations: readonly ((file: Json) => Json)[] = [
  ({ window = null }) => ({
    version: 1,
    window,
    values: { theme: 'system', keep_days_after_departure: null },
  }),
  ({ window, values }) => ({
    version: 2,
    window,
    values:
      typeof values === 'object' && values !== null && Object.keys(values).length > 0
        ? { ...defaultSettings, ...values }
        : values,
  }),
];

/** The content of a settings file of any version as this one; null where it is none. */
export function migrateSettings(content: unknown): StoredSettings | null {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return null;
  let file = content as Json;
  const version = file.version ?? 0;
  if (!Number.isInteger(version) || Number(version) < 0 || Number(version) > SETTINGS_VERSION) return null;
  for (const step of migrations.slice(Number(version))) file = step(file);
  const read = stored.safeParse(file);
  return read.success ? read.data : null;
}
