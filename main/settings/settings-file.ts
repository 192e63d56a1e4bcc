/** The schema of `settings.json`, and how a file of an earlier version is brought to this one. Pure. */
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

type Json = Record<string, unknown>;

/**
 * The steps that bring the values of a settings file to this version: step n (from 0) leads from version n + 1 to n + 2. A step that was
 * released is never changed.
 */
export const settingsSteps: readonly ((values: Json) => Json)[] = [];

/** The version that this program writes. */
const currentVersion = () => settingsSteps.length + 1;

/** A file of this or an earlier version. */
const anyVersion = z.looseObject({ version: z.int().min(1), values: z.record(z.string(), z.unknown()) });
const stored = z.strictObject({ version: z.int(), window: windowBounds.nullable(), values: settings });
export type StoredSettings = z.infer<typeof stored> & {
  choices: Choices;
  /** Where further windows were, by display, the latest first. What makes no sense costs nothing else. */
  viewers: readonly ViewerPlace[];
};

/** What holds where nothing was chosen. */
export function newSettingsFile(): StoredSettings {
  return {
    version: currentVersion(),
    window: null,
    values: { ...defaultSettings },
    choices: { ...defaultChoices },
    viewers: [],
  };
}

/** The content of a settings file of this or an earlier version as this one; null where it is none. */
export function migrateSettings(content: unknown): StoredSettings | null {
  const file = anyVersion.safeParse(content).data;
  if (file === undefined || file.version > currentVersion()) return null;
  const { choices: kept, viewers, values, ...rest } = file;
  const migrated = settingsSteps.slice(file.version - 1).reduce((before, step) => step(before), values);
  const read = stored.safeParse({ ...rest, version: currentVersion(), values: migrated });
  if (!read.success) return null;
  return { ...read.data, choices: readChoices(kept), viewers: viewerPlaces.safeParse(viewers).data ?? [] };
}

/** Whether a settings file was written by a newer program than this one: the person has gone back from it. */
export function isOfNewerVersion(content: unknown): boolean {
  const version = (content as Json | null)?.version;
  return Number.isInteger(version) && Number(version) > currentVersion();
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
