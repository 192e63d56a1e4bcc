/**
 * Profiles that an airline's IT puts on a machine for all users. Read at the start, shown as managed, never editable.
 * Whoever can write the file decides which servers see a pilot's certificate, so a file that another user could have
 * planted is refused.
 *
 * It is the only source on Linux; macOS also has its managed preferences, and Windows only its registry (`readPolicies`).
 */
import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { z } from 'zod';
import { TripKitError } from '../common/errors.ts';
import { parseJsonText } from '../common/json-text.ts';
import { parseServiceProfile, type ServiceProfile } from '../profile/profile.ts';
import type { ManagedServiceProfile } from '../profile/profile-book.ts';
import { describeIssues } from '../profile/profile-issues.ts';
import type { ManagedFile, ManagedFileAccess } from './managed-file.ts';
import {
  type LockableSettings,
  managedError,
  readDecisions,
  readSource,
  type SourceContent,
  type SourceReading,
} from './policy-source.ts';

const FILE = 'managed-profile.json';
const MAX_BYTES = 4 * 1024 * 1024;
/** Most profiles in one source. */
export const MAX_PROFILES = 50;

const managedFile = z.strictObject({
  /** For editors, which find the file's JSON Schema through it. */
  $schema: z.string().optional(),
  profiles: z.array(z.looseObject({})).max(MAX_PROFILES),
  settings: z.looseObject({}).prefault({}),
});
/** The machine-wide path; null on a platform without one. */
export function managedProfilePath(platform: string): string | null {
  if (platform === 'darwin') return posix.join('/Library/Application Support/Trip Kit Desktop', FILE);
  if (platform === 'linux') return posix.join('/etc/trip-kit-desktop', FILE);
  return null;
}

/**
 * Reads the managed profile as a source of policies. Never throws: a file that can't be read, trusted or understood is
 * refused, with a message that names the file and the key.
 *
 * @returns null on a platform without a place for it
 */
export async function readManagedFile(
  platform: string,
  files: ManagedFileAccess,
  lockable: LockableSettings,
): Promise<SourceReading | null> {
  const file = managedProfilePath(platform);
  if (file === null) return null;
  const what = `The managed profile ${file} is not in force.`;
  return readSource({ kind: 'file', place: file, what }, async () => {
    const found = await files.read(file, MAX_BYTES);
    if (found === null) return null;
    checkOwners(found, files.owner);
    return parseManagedProfile(decode(found.bytes), lockable);
  });
}

/**
 * Reads the content of a managed profile.
 *
 * @throws TripKitError of kind `config`; its message names the key
 */
export function parseManagedProfile(text: string, lockable: LockableSettings = {}): SourceContent {
  const json = parseJsonText(text, 'It');
  const read = managedFile.safeParse(json);
  if (!read.success) throw managedError(`It can’t be used: ${describeIssues(read.error.issues, json)}.`);
  const profiles = read.data.profiles.map((entry, index) => {
    try {
      return managedServiceProfile(entry);
    } catch (error) {
      if (!(error instanceof TripKitError)) throw error;
      throw managedError(`profiles[${index}]: ${error.message}`);
    }
  });
  const twin = profiles.findIndex(({ id }, index) => profiles.findIndex((other) => other.id === id) < index);
  if (twin >= 0) {
    throw managedError(
      `profiles[${twin}] has the name and company_code of an earlier one. Give each its own name.`,
    );
  }
  const given = Object.entries(read.data.settings).map(([name, value]) => [name, [value]] as const);
  const { issues, ...decisions } = readDecisions(Object.fromEntries(given), ['settings'], lockable);
  return { profiles, ...decisions, problem: issues.length > 0 ? describeIssues(issues, json) : null };
}

/**
 * A managed profile from an entry of a source.
 *
 * @throws TripKitError of kind `config`; its message names the key
 */
export function managedServiceProfile(entry: unknown): ManagedServiceProfile {
  const text = JSON.stringify(entry, null, 2);
  const profile = parseServiceProfile(text);
  return { id: managedProfileId(profile), text, profile };
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

/**
 * Refuses a file that somebody other than the administrator could have written, through the file or its folders.
 *
 * @throws TripKitError of kind `config`
 */
export function checkOwners({ writers }: ManagedFile, owner: number): void {
  for (const { path, uid, mode } of writers) {
    if (uid !== owner) {
      throw managedError(
        `${path} belongs to user ${uid}, so that it may have been put there by somebody else than your IT: its owner has to be root.`,
      );
    }
    if ((mode & 0o022) !== 0) {
      throw managedError(
        `${path} may be changed by other users than its owner (mode ${(mode & 0o777).toString(8).padStart(4, '0')}): take their right to write away.`,
      );
    }
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw managedError('It isn’t UTF-8 text.');
  }
}
