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
import { parseJsonText } from '../common/json-text.ts';
import type { ManagedFileAccess, ManagedFileInfo } from './managed-file.ts';
import { parseServiceProfile, type ServiceProfile } from './profile.ts';
import { describeIssues } from './profile-issues.ts';

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
  | { state: 'usable'; file: string; profiles: ManagedServiceProfile[]; settings: ManagedSettings }
  | { state: 'broken'; file: string; failure: Failure; profiles: []; settings: ManagedSettings };

/** While nobody knows what IT wants: no updates, no other profiles. Profiles that are there already can still be read. */
const STRICTEST: ManagedSettings = { updates: 'off', allow_other_profiles: false };

const FILE = 'managed-profile.json';
const FOLDER = 'Trip Kit Desktop';
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PROFILES = 50;

const managedFile = (lockable: LockableSettings) =>
  z.strictObject({
    profiles: z.array(z.looseObject({})).max(MAX_PROFILES),
    settings: z
      .strictObject({
        ...lockable,
        updates: z.enum(['on', 'off'], 'has to be "on" or "off"').default('on'),
        allow_other_profiles: z.boolean().default(true),
      })
      .prefault({}),
  });

/** The machine-wide place; null on a platform that has none. */
export function managedProfilePath(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform === 'win32') {
    // A relative one would be looked for wherever the app happens to start.
    const set = env.ProgramData ?? env.PROGRAMDATA ?? '';
    return win32.join(/^[A-Za-z]:[\\/]/.test(set) ? set : 'C:\\ProgramData', FOLDER, FILE);
  }
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
  env: Readonly<Record<string, string | undefined>>,
  files: ManagedFileAccess,
  lockable: LockableSettings,
): Promise<ManagedProfile | null> {
  const file = managedProfilePath(platform, env);
  if (file === null) return null;
  try {
    const found = await files.read(file, MAX_BYTES);
    if (found === null) return null;
    if (platform !== 'win32') checkOwners(found.info, files.owner);
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
): { profiles: ManagedServiceProfile[]; settings: ManagedSettings } {
  const json = parseJsonText(text, 'It');
  const read = managedFile(lockable).safeParse(json);
  if (!read.success) throw broken(`It can’t be used: ${describeIssues(read.error.issues, json)}.`);
  const profiles = read.data.profiles.map((entry, index) => {
    const own = JSON.stringify(entry, null, 2);
    let profile: ServiceProfile;
    try {
      profile = parseServiceProfile(own);
    } catch (error) {
      if (!(error instanceof TripKitError)) throw error;
      throw broken(`profiles[${index}]: ${error.message}`);
    }
    return { id: managedProfileId(profile), text: own, profile };
  });
  const twin = profiles.findIndex(({ id }, index) => profiles.findIndex((other) => other.id === id) < index);
  if (twin >= 0) {
    throw broken(
      `profiles[${twin}] has the name and company_code of an earlier one. Give each its own name.`,
    );
  }
  return { profiles, settings: read.data.settings };
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
