/** The schema of `settings.json`, and how an earlier version of the file is migrated. Pure. */
import { z } from 'zod';
import { type Choices, choices, defaultSettings, settings } from '../../preload/contract.ts';
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

/** Where a further window of the viewer was on a display: its bounds are relative to the display's upper left corner. */
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

/** The most displays that are remembered. */
export const MAX_DISPLAYS = 8;
const viewerPlaces = z.array(viewerPlace).max(MAX_DISPLAYS);

type Json = Record<string, unknown>;

/**
 * The steps that migrate a settings file to this version: step n (from 0) leads from version n + 1 to n + 2. A released
 * step is never changed.
 */
export const settingsSteps: readonly ((values: Json) => Json)[] = [];

/** The version that this program writes. */
const currentVersion = () => settingsSteps.length + 1;

/** A file of this or an earlier version. */
const anyVersion = z.looseObject({ version: z.int().min(1), values: z.record(z.string(), z.unknown()) });
const stored = z.strictObject({ version: z.int(), window: windowBounds.nullable(), values: settings });
export type StoredSettings = z.infer<typeof stored> & {
  choices: Choices;
  /** Where further windows were, by display, latest first. An invalid value affects no other. */
  viewers: readonly ViewerPlace[];
};

/** The defaults. */
export function newSettingsFile(): StoredSettings {
  return {
    version: currentVersion(),
    window: null,
    values: { ...defaultSettings },
    choices: { ...defaultChoices },
    viewers: [],
  };
}

/** The content of a settings file of this or an earlier version, migrated to this one; null if it is none. */
export function migrateSettings(content: unknown): StoredSettings | null {
  const file = anyVersion.safeParse(content).data;
  if (file === undefined || file.version > currentVersion()) return null;
  const { choices: kept, viewers, values, ...rest } = file;
  const migrated = settingsSteps.slice(file.version - 1).reduce((before, step) => step(before), values);
  const read = stored.safeParse({ ...rest, version: currentVersion(), values: migrated });
  if (!read.success) return null;
  return { ...read.data, choices: readChoices(kept), viewers: viewerPlaces.safeParse(viewers).data ?? [] };
}

/** Whether a newer version of the app wrote a settings file: the person has gone back to this one. */
export function isOfNewerVersion(content: unknown): boolean {
  const version = (content as Json | null)?.version;
  return Number.isInteger(version) && Number(version) > currentVersion();
}

/** The choices from a file; one that is missing or invalid gets its default, and affects no other. */
function readChoices(kept: unknown): Choices {
  const given = typeof kept === 'object' && kept !== null ? (kept as Json) : {};
  const read = Object.entries(choices.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(given[name]);
    return success ? [[name, data]] : [];
  });
  return { ...defaultChoices, ...Object.fromEntries(read) };
}
