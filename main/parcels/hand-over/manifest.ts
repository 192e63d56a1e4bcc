/** The form of a hand-over file: an age file, encrypted to a passphrase, of a tar archive that begins with `hand-over.json`. */
import { z } from 'zod';
import { TripKitError } from '../../common/errors.ts';
import { USER_DATABASE } from '../../store/user-database.ts';
import { copiedFile, SETTINGS_FILE } from '../backup/backup-set.ts';

/** The name of the manifest, the first file of the archive. */
export const MANIFEST = 'hand-over.json';
/** The largest accepted size of each kind of file, bytes. */
export const LIMITS = {
  manifest: 16 * 1024 ** 2,
  database: 4 * 1024 ** 3,
  settings: 1024 ** 2,
  document: 4 * 1024 ** 3,
} as const;
/** Most documents in one file. */
export const MAX_DOCUMENTS = 20_000;
/** Most service profiles in one file: a person is asked about each that is not known. */
export const MAX_PROFILES = 50;
/** Most rows of all tables in one file: the main process brings them in at once. */
export const MAX_ROWS = 500_000;
/** Most kits in one file, with and without documents: the main process looks each of them up. */
const MAX_KITS = 20_000;

/** What a file would hold more of than another laptop takes, as the end of a sentence; null if nothing. @param rows counts by table */
export function tooMany(rows: Record<string, number>): string | null {
  if ((rows.profiles ?? 0) > MAX_PROFILES) return `${MAX_PROFILES} service profiles`;
  const inWords = (count: number) => new Intl.NumberFormat('en-US').format(count);
  if ((rows.kits ?? 0) > MAX_KITS) return `${inWords(MAX_KITS)} kits`;
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return all > MAX_ROWS ? `${inWords(MAX_ROWS)} kits and marks` : null;
}

/** Our UUID of a kit, which names its document. */
export const kitUuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const handedDocument = z.object({
  kit_id: kitUuid,
  bytes: z.number().int().positive().max(LIMITS.document),
  /** Hex, lower case. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The flight, for a person who unpacks the archive. */
  title: z.string().max(300),
});
export type HandedDocument = z.infer<typeof handedDocument>;

const handedFile = copiedFile.extend({ name: z.enum([USER_DATABASE, SETTINGS_FILE]) });

const manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  app_version: z.string().max(100),
  /** The account and the computer that made it. */
  made_by: z.object({ user: z.string().max(300), computer: z.string().max(300) }),
  /** A whole laptop, or some kits with what belongs to them. */
  scope: z.enum(['laptop', 'kits']),
  /** In the order of the archive, before the documents. */
  files: z.array(handedFile).min(1).max(2),
  documents: z.array(handedDocument).max(MAX_DOCUMENTS),
});
/** The manifest of a hand-over file. */
export type HandOverManifest = z.infer<typeof manifest>;

/** A file of the archive. */
export interface ArchiveEntry {
  name: string;
  bytes: number;
  sha256: string;
}

/** The files of the archive after the manifest, in order. */
export function entriesOf({ files, documents }: HandOverManifest): ArchiveEntry[] {
  return [...files, ...documents.map(({ kit_id, ...facts }) => ({ ...facts, name: documentName(kit_id) }))];
}

/** The name of a kit's document in the archive. */
export function documentName(kit_id: string): string {
  return `documents/${kit_id}.pdf`;
}

/**
 * Reads the manifest.
 *
 * @throws TripKitError of kind `config`: it is of a newer version, or no hand-over
 */
export function readManifest(text: string): HandOverManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw foreign(cause);
  }
  const version = z.object({ format: z.number().int().min(2) }).safeParse(json);
  if (version.success) throw newer();
  const read = manifest.safeParse(json);
  if (!read.success) throw foreign(read.error);
  const { files, documents } = read.data;
  const names = files.map(({ name }) => name);
  const twice = new Set(names).size !== names.length || !names.includes(USER_DATABASE);
  if (twice || new Set(documents.map(({ kit_id }) => kit_id)).size !== documents.length) throw foreign();
  const most = (name: string) => (name === SETTINGS_FILE ? LIMITS.settings : LIMITS.database);
  if (files.some(({ name, bytes }) => bytes > most(name))) throw foreign();
  return read.data;
}

/** The file is not one of ours. */
export function foreign(cause?: unknown): TripKitError {
  return new TripKitError(
    'config',
    'This is not a hand-over file of Trip Kit Desktop. Nothing was changed. Choose the file that you were given.',
    { condition: 'foreign', cause },
  );
}

/** The file was changed or truncated. */
export function damaged(cause?: unknown): TripKitError {
  return new TripKitError(
    'config',
    'This hand-over file is damaged or not whole. Nothing was changed. Copy it again from where it was made, or have it made again.',
    { condition: 'damaged', cause },
  );
}

/** The file was made by a newer version of the app. */
export function newer(): TripKitError {
  return new TripKitError(
    'config',
    'This hand-over file was made by a newer version of Trip Kit Desktop. Nothing was changed. Update this app, then open it again.',
    { condition: 'newer_version' },
  );
}

/** The passphrase does not open the file. */
export function wrongPassphrase(): TripKitError {
  return new TripKitError(
    'config',
    'This password does not open the file. Nothing was changed. Check capital letters and missing words, and type it again. If it is right, the file was damaged on its way.',
    { condition: 'wrong_passphrase' },
  );
}
