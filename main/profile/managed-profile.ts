/**
 * Profiles that an airline's IT puts on a machine for everybody. Read at start, shown as managed, never
 * editable. Who may write the file decides whom a pilot's certificate is shown to, so a file that another user could
 * have planted is refused.
 *
 * On macOS, /Library/Managed Preferences is not read: what MDM puts there are property lists that belong to the
 * preferences system (CFPreferences), often binary, with other rules of precedence. MDM can install the JSON file.
 */
import { hash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { TripKitError, toFailure } from '../common/errors.ts';
import type { Failure } from '../common/failure.ts';
import { type JsonValue, parseJsonText } from '../common/json-text.ts';
import type { ManagedFile, ManagedFileAccess, ManagedFileInfo } from './managed-file.ts';
import { parseServiceProfile, type ServiceProfile } from './profile.ts';
import { describeIssues } from './profile-issues.ts';
import { checkAdministratorsOnly } from './sddl.ts';

/** What IT decides about the app itself. */
export interface ManagedSettings {
  /** `off`: the app neither looks for updates nor installs them. */
  updates: 'on' | 'off';
  /** `false`: nobody adds profiles of their own. */
  allow_other_profiles: boolean;
}

/** Schemas of the person's settings that IT may decide too, by their names. */
export type LockableSettings = Readonly<Record<string, z.ZodType>>;

/** One managed profile. */
export interface ManagedServiceProfile {
  /** A UUID that depends on name and company_code alone, so that kits stay with it whatever else IT edits. */
  id: string;
  /** The profile as JSON text, as profiles are stored and parsed everywhere. */
  text: string;
  profile: ServiceProfile;
}

/** What the machine-wide file says. `broken` is to be shown and logged; its settings are the strictest ones. */
export type ManagedProfile =
  | {
      state: 'usable';
      file: string;
      profiles: ManagedServiceProfile[];
      settings: ManagedSettings;
      /** What is wrong with settings that are not in force, as one text; null where all of them are. */
      problem: string | null;
    }
  | { state: 'broken'; file: string; failure: Failure; profiles: []; settings: ManagedSettings };

/** While nobody knows what IT wants: no updates, no other profiles. Profiles that are there already can still be read. */
const STRICTEST: ManagedSettings = { updates: 'off', allow_other_profiles: false };

const FILE = 'managed-profile.json';
const FOLDER = 'Trip Kit Desktop';
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PROFILES = 50;

const managedFile = z.strictObject({
  profiles: z.array(z.looseObject({})).max(MAX_PROFILES),
  settings: z.looseObject({}).prefault({}),
});
const own = {
  updates: z.enum(['on', 'off'], 'has to be "on" or "off"'),
  allow_other_profiles: z.boolean(),
};

/**
 * The machine-wide place; null on a platform that has none.
 *
 * @param programData Windows' folder for data of all users, absolute; of no matter elsewhere
 */
export function managedProfilePath(platform: string, programData: string): string | null {
  if (platform === 'win32') return win32.join(programData, FOLDER, FILE);
  if (platform === 'darwin') return posix.join('/Library/Application Support', FOLDER, FILE);
  if (platform === 'linux') return posix.join('/etc/trip-kit-desktop', FILE);
  return null;
}

/**
 * Reads the managed profile. Never throws: a file that can't be read, trusted or understood is a state with a failure
 * whose message names the file and the key.
 *
 * @returns null where there is no such file
 */
export async function readManagedProfile(
  platform: string,
  files: ManagedFileAccess,
  lockable: LockableSettings,
): Promise<ManagedProfile | null> {
  const onWindows = platform === 'win32';
  const file = managedProfilePath(platform, onWindows ? await files.windows.programData() : '');
  if (file === null) return null;
  try {
    const found = await files.read(file, MAX_BYTES);
    if (found === null) return null;
    if (onWindows) await checkOnWindows(file, found, files);
    else checkOwners(found.info, files.owner);
    return { state: 'usable', file, ...parseManagedProfile(decode(found.bytes), lockable) };
  } catch (error) {
    const why = error instanceof TripKitError ? error.message : `It can’t be read (${codeOf(error)}).`;
    const failure = new TripKitError(
      'config',
      `The managed profile ${file} is not in force. ${why} Tell your airline’s IT.`,
      { condition: 'managed_profile' },
    );
    return { state: 'broken', file, failure: toFailure(failure), profiles: [], settings: STRICTEST };
  }
}

/**
 * Reads the content of a managed profile.
 *
 * @throws TripKitError of kind `config`; its message names the key
 */
export function parseManagedProfile(
  text: string,
  lockable: LockableSettings = {},
): { profiles: ManagedServiceProfile[]; settings: ManagedSettings; problem: string | null } {
  const json = parseJsonText(text, 'It');
  const read = managedFile.safeParse(json);
  if (!read.success) throw broken(`It can’t be used: ${describeIssues(read.error.issues, json)}.`);
  const profiles = read.data.profiles.map((entry, index) => {
    const text = JSON.stringify(entry, null, 2);
    let profile: ServiceProfile;
    try {
      profile = parseServiceProfile(text);
    } catch (error) {
      if (!(error instanceof TripKitError)) throw error;
      throw broken(`profiles[${index}]: ${error.message}`);
    }
    return { id: managedProfileId(profile), text, profile };
  });
  const twin = profiles.findIndex(({ id }, index) => profiles.findIndex((other) => other.id === id) < index);
  if (twin >= 0) {
    throw broken(
      `profiles[${twin}] has the name and company_code of an earlier one. Give each its own name.`,
    );
  }
  return { profiles, ...readSettings(read.data.settings, lockable, json) };
}

/**
 * Each setting by itself: one that is wrong, or of another version of the app, takes no other with it. One file can so be
 * given to computers with different versions. A wrong word about updates or other profiles counts as the strictest.
 */
function readSettings(
  given: Readonly<Record<string, unknown>>,
  lockable: LockableSettings,
  json: JsonValue,
): { settings: ManagedSettings; problem: string | null } {
  const settings: Record<string, unknown> = { updates: 'on', allow_other_profiles: true };
  const schemas: LockableSettings = { ...lockable, ...own };
  const issues: z.core.$ZodIssue[] = [];
  for (const [name, value] of Object.entries(given)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const read = z.strictObject({ settings: z.strictObject(schema ? { [name]: schema } : {}) }).safeParse({
      settings: { [name]: value },
    });
    if (read.success) settings[name] = value;
    else {
      if (Object.hasOwn(STRICTEST, name))
        Object.assign(settings, { [name]: STRICTEST[name as keyof ManagedSettings] });
      issues.push(...read.error.issues);
    }
  }
  return {
    settings: settings as unknown as ManagedSettings,
    problem: issues.length > 0 ? describeIssues(issues, json) : null,
  };
}

/** Our namespace for names of managed profiles (RFC 9562 section 5.5). */
const NAMESPACE = Buffer.from('7c0f3a52d1c84b0c9a4e5d3f2b6a8e17', 'hex');

/** A UUID of version 5 (RFC 9562 section 5.5) of a profile's name and company_code. */
export function managedProfileId({
  name,
  company_code,
}: Pick<ServiceProfile, 'name' | 'company_code'>): string {
  const named = Buffer.from(JSON.stringify([name, company_code]), 'utf8');
  const bytes = hash('sha1', Buffer.concat([NAMESPACE, named]), 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Refuses what another user than the administrator could have written: the file, or the folders that hold it. */
function checkOwners({ entries }: ManagedFileInfo, owner: number): void {
  for (const { path, uid, mode } of entries) {
    if (uid !== owner) {
      throw broken(
        `${path} belongs to user ${uid}, so that it may have been put there by somebody else than your IT: its owner has to be root.`,
      );
    }
    if ((mode & 0o022) !== 0) {
      throw broken(
        `${path} may be changed by other users than its owner (mode ${(mode & 0o777).toString(8).padStart(4, '0')}): take their right to write away.`,
      );
    }
  }
}

/**
 * The same on Windows, where who may write is asked of another program, which takes a while. The file is read once more after it,
 * so that what was judged is what is used.
 */
async function checkOnWindows(file: string, found: ManagedFile, files: ManagedFileAccess): Promise<void> {
  refuseLinks(found.info);
  const paths = [...new Set(found.info.entries.map(({ path }) => path))];
  const descriptors = await files.windows.securityOf(paths);
  for (const [index, path] of paths.entries()) checkAdministratorsOnly(path, descriptors[index] ?? '');
  const again = await files.read(file, MAX_BYTES);
  if (!again || Buffer.compare(again.bytes, found.bytes) !== 0) {
    throw broken('It changed while it was read. Restart the app.');
  }
  refuseLinks(again.info);
}

/** Windows tells who may write what a junction leads to, not who made the junction. */
function refuseLinks({ links: [link] }: ManagedFileInfo): void {
  if (link !== undefined) throw broken(`${link} is a link to another place: put the file itself there.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw broken('It isn’t UTF-8 text.');
  }
}

function broken(message: string): TripKitError {
  return new TripKitError('config', message, { condition: 'managed_profile' });
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'unknown';
}
