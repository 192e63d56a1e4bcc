/**
 * Policies of macOS: the managed preferences of the app, as MDM writes them from a configuration profile. The file is read, and not
 * what CFPreferences makes of it (Electron: `systemPreferences.getUserDefault`): that adds the person's own preferences under the
 * same names (`defaults write`), and doesn't say which of them are forced. Those of one user (a folder below, by user name) are
 * not read: the app's policies hold for a computer.
 */
import { flatContent, parsedJson } from './flat-source.ts';
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
/** Where MDM puts the preferences of a computer. */
export const PREFERENCES_FILE = `/Library/Managed Preferences/${PREFERENCE_DOMAIN}.plist`;
const MAX_BYTES = 4 * 1024 * 1024;
/** Every Mac has it; it reads property lists of all forms (plutil(1)). */
const PLUTIL = '/usr/bin/plutil';
/** Keys of the payload itself, which macOS leaves among its content (Apple, "Profile-specific payload keys"). */
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

/** The value of a property list. Dates and data have no form in JSON: `plutil` refuses a list with them. */
async function jsonOf(input: Uint8Array, run: RunProgram): Promise<unknown> {
  try {
    // By its input: so it reads what was judged, whatever lies there by now.
    return JSON.parse(await run(PLUTIL, ['-convert', 'json', '-o', '-', '-'], { env: {}, input }));
  } catch (error) {
    throw managedError(
      'It isn’t a property list of texts, numbers, true and false that macOS can read.',
      error,
    );
  }
}

/**
 * What the list decides. A property list has no null: the text `null` stands for it.
 *
 * @throws TripKitError of kind `config` where it is no dictionary
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

/** As it stands; a text also as JSON, in which MDM products without structured forms can write any value. */
function formsOf(value: unknown): unknown[] {
  const json = typeof value === 'string' ? parsedJson(value) : undefined;
  return json === undefined ? [value] : [value, json];
}

function entryOf(value: unknown): unknown {
  return typeof value === 'string' ? (parsedJson(value) ?? value) : value;
}
