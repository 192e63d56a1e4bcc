/**
 * Policies of macOS: the app's managed preferences, which MDM writes from a configuration profile. We read the file, not
 * CFPreferences (Electron: `systemPreferences.getUserDefault`): that adds the person's own preferences of the same names
 * (`defaults write`), and doesn't say which are forced. Those of one user (a folder below, by user name) are not read: the
 * app's policies apply to a computer.
 */
import { parsedJson } from '../common/json-text.ts';
import { flatContent } from './flat-source.ts';
import type { ManagedFileAccess } from './managed-file.ts';
import { checkOwners } from './managed-profile.ts';
import {
  type LockableSettings,
  managedError,
  readSource,
  type SourceContent,
  type SourceReading,
} from './policy-source.ts';
import type { RunProgram } from './system-program.ts';

/** The preference domain: the app's bundle identifier (electron-builder.yml, `appId`). */
export const PREFERENCE_DOMAIN = 'com.tripkit.desktop';
/** Where MDM stores the preferences of a computer. */
export const PREFERENCES_FILE = `/Library/Managed Preferences/${PREFERENCE_DOMAIN}.plist`;
const MAX_BYTES = 4 * 1024 * 1024;
/** Part of every Mac; reads property lists of all forms (plutil(1)). */
const PLUTIL = '/usr/bin/plutil';
/** Keys of the payload itself, which macOS keeps in its content (Apple, "Profile-specific payload keys"). */
const PAYLOAD = /^Payload[A-Z]/;

/** Reads the managed preferences. Never throws. */
export function readManagedPreferences(
  files: Pick<ManagedFileAccess, 'read' | 'owner' | 'run'>,
  lockable: LockableSettings,
): Promise<SourceReading> {
  const what = `The managed preferences ${PREFERENCES_FILE} are not in force.`;
  return readSource({ kind: 'preferences', place: PREFERENCES_FILE, what }, async () => {
    const found = await files.read(PREFERENCES_FILE, MAX_BYTES);
    if (found === null) return null;
    checkOwners(found, files.owner);
    return preferencesContent(await jsonOf(found.bytes, files.run), lockable);
  });
}

/** The value of a property list. JSON has no dates and data: `plutil` refuses a list with them. */
async function jsonOf(input: Uint8Array, run: RunProgram): Promise<unknown> {
  try {
    // Passed as input, so it reads exactly what was checked, even if the file has changed.
    return JSON.parse(await run(PLUTIL, ['-convert', 'json', '-o', '-', '-'], { env: {}, input }));
  } catch (error) {
    throw managedError(
      'It isn’t a property list of texts, numbers, true and false that macOS can read.',
      error,
    );
  }
}

/**
 * The decisions in the list. A property list has no null: the text `null` stands for it.
 *
 * @throws TripKitError of kind `config` if it is not a dictionary
 */
export function preferencesContent(list: unknown, lockable: LockableSettings): SourceContent {
  if (typeof list !== 'object' || list === null || Array.isArray(list)) {
    throw managedError('It holds no dictionary, with a key for each policy.');
  }
  const { profiles, ...others } = list as Readonly<Record<string, unknown>>;
  const given = Object.entries(others)
    .filter(([name]) => !PAYLOAD.test(name))
    .map(([name, value]) => [name, formsOf(value)] as const);
  const entries: unknown[] | null =
    profiles === undefined ? null : Array.isArray(profiles) ? profiles : [profiles];
  return flatContent(entries?.map(entryOf) ?? null, Object.fromEntries(given), lockable);
}

/** The value itself; a text also as JSON, which lets MDM products without structured forms write any value. */
function formsOf(value: unknown): unknown[] {
  const json = typeof value === 'string' ? parsedJson(value) : undefined;
  return json === undefined ? [value] : [value, json];
}

function entryOf(value: unknown): unknown {
  return typeof value === 'string' ? (parsedJson(value) ?? value) : value;
}
