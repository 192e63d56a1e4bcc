import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { diskError, noSpace } from '../../common/disk-error.ts';
import { TripKitError } from '../../common/errors.ts';
import { utcMinute } from '../../common/text.ts';
import { abortable, anySignal } from '../../common/wait.ts';
import { writeWholeFile } from '../../common/whole-file.ts';
import { appDocument, freeSpace } from '../../documents/document-folder.ts';
import type { AppContext, RecordNotes } from '../../host/host.ts';
import { sqlite, sqliteCode } from '../../store/database-error.ts';
import { isReady, type KitRecord, type ReadyKit } from '../../store/kit-record.ts';
import type { KitStore } from '../../store/kit-store.ts';
import type { SqliteConnection } from '../../store/sqlite-connection.ts';
import { USER_DATABASE } from '../../store/user-database.ts';
import { SETTINGS_FILE } from '../backup/backup-set.ts';
import { identityOf, writeCopyOf } from '../backup/make-set.ts';
import { runCopyJob } from '../copy-thread.ts';
import { emptyFolder, MAKING } from './hand-over-folder.ts';
import { documentName, type HandOverManifest, MAX_DOCUMENTS, tooMany } from './manifest.ts';
import type { Source } from './pack.ts';

/** Space that must stay free besides the file, bytes. */
const SPARE_BYTES = 64 * 1024 ** 2;
/** Time limit for checking the chosen folder, ms: it may be a network drive that is gone. */
const LOOK_MS = 15_000;
const DOING = 'Making the hand-over file';

/** The current step of making or opening a file, and its progress; bytes, or documents. */
export interface HandOverProgress {
  step: 'checking' | 'writing' | 'opening' | 'verifying';
  done: number;
  total: number;
}

export interface WriteDeps extends Pick<AppContext, 'now' | 'user' | 'log'> {
  user_data: string;
  /** Of the documents. */
  documents: string;
  /** The user's database. */
  connection: SqliteConnection;
  kits: Pick<KitStore, 'get' | 'list'>;
  /** The content of a settings file for another computer. */
  settings(): unknown;
  notes: RecordNotes;
  app_version: string;
  /** Of scrypt, for tests. */
  work_factor?: number;
}

/** What would be handed over, or was. */
export interface HandOverContents {
  kits: number;
  documents: number;
  /** Of the documents. */
  bytes: number;
  /** The names of kits whose documents are left out, because they are damaged or not here. */
  left: string[];
}

/** What would be handed over. @param kit_ids null: all of this laptop; unknown kits are ignored */
export function planOf(
  { kits }: Pick<WriteDeps, 'kits'>,
  kit_ids: readonly string[] | null,
): HandOverContents {
  const chosen = chosenKits(kits, kit_ids);
  const ready = chosen.filter(isReady);
  const bytes = ready.reduce((sum, { document }) => sum + document.bytes, 0);
  const left = kit_ids === null ? [] : chosen.filter((kit) => !isReady(kit)).map(titleOf);
  const count = kit_ids === null ? chosen.length : ready.length;
  return { kits: count, documents: ready.length, bytes, left };
}

/** A kit in one line: `KLM1007 EHAM-EGLL 23 Nov 2026`. */
export function titleOf({ trip, tripkit_id, id }: Pick<KitRecord, 'trip' | 'tripkit_id' | 'id'>): string {
  if (!trip) return tripkit_id ?? id;
  const day = trip.departure === undefined ? undefined : utcMinute(Date.parse(trip.departure));
  return [trip.flight, `${trip.origin}-${trip.destination}`, day].filter(Boolean).join(' ');
}

function chosenKits(kits: WriteDeps['kits'], kit_ids: readonly string[] | null): KitRecord[] {
  return kit_ids === null ? kits.list() : [...new Set(kit_ids)].flatMap((id) => kits.get(id) ?? []);
}

/**
 * Makes a hand-over file: complete or not at all. The database stays in use meanwhile.
 *
 * @param kit_ids null: all of this laptop
 * @throws TripKitError of kind `config` if there is nothing to hand over, of kind `disk`; the signal's reason
 */
export async function writeHandOver(
  deps: WriteDeps,
  path: string,
  kit_ids: readonly string[] | null,
  passphrase: string,
  signal: AbortSignal,
  onProgress: (progress: HandOverProgress) => void,
): Promise<HandOverContents> {
  const folder = await emptyFolder(deps.user_data, MAKING);
  try {
    const { sound, left } = await soundKits(deps, kit_ids, signal, onProgress);
    if (kit_ids !== null && sound.length === 0) {
      throw new TripKitError(
        'config',
        'None of these kits has a sound document on this laptop. Choose others.',
        {
          condition: 'nothing',
        },
      );
    }
    if (sound.length > MAX_DOCUMENTS) {
      throw new TripKitError(
        'config',
        `One file holds ${MAX_DOCUMENTS} documents at most. Hand fewer kits over.`,
      );
    }
    const bytes = sound.reduce((sum, { document }) => sum + document.bytes, 0);
    await requireSpace(path, bytes, signal);
    const handed = kit_ids === null ? null : sound.map(({ id }) => id);
    const { files, sources } = await copies(deps, folder, handed, signal);
    const beyond = files.map(({ rows }) => tooMany(rows)).find((what) => what !== null);
    if (beyond) {
      throw new TripKitError(
        'config',
        `A hand-over file holds at most ${beyond}. Select fewer kits to hand over.`,
      );
    }
    const manifest: HandOverManifest = {
      format: 1,
      made_at: new Date(deps.now()).toISOString(),
      app_version: deps.app_version,
      made_by: { user: deps.user, computer: hostname() },
      scope: kit_ids === null ? 'laptop' : 'kits',
      files,
      documents: sound.map((kit) => ({
        kit_id: kit.id,
        bytes: kit.document.bytes,
        sha256: kit.document.sha256,
        title: titleOf(kit).slice(0, 300),
      })),
    };
    const documents = sound.map(
      ({ id, document }): Source => ({
        name: documentName(id),
        path: appDocument(deps.documents, id).file,
        bytes: document.bytes,
        sha256: document.sha256,
      }),
    );
    const total = [...sources, ...documents].reduce((sum, one) => sum + one.bytes, 0);
    await writeWholeFile(path, DOING, (part) =>
      runCopyJob(
        {
          ...{ do: 'pack', path: part, manifest, passphrase, work_factor: deps.work_factor },
          sources: [...sources, ...documents],
        },
        {
          signal,
          doing: DOING,
          path,
          onProgress: (done) => onProgress({ step: 'writing', done: Math.min(done, total), total }),
        },
      ),
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    const kits = files.find(({ name }) => name === USER_DATABASE)?.rows.kits ?? sound.length;
    const given: HandOverContents = { kits, documents: sound.length, bytes, left };
    note(deps, kit_ids === null ? null : sound, given);
    return given;
  } finally {
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      deps.log.warn(`Copies of a hand-over are left behind: ${String(error)}`),
    );
  }
}

/** Kits whose documents are byte for byte what was verified; and the names of the others. */
async function soundKits(
  { documents, kits }: WriteDeps,
  kit_ids: readonly string[] | null,
  signal: AbortSignal,
  onProgress: (progress: HandOverProgress) => void,
): Promise<{ sound: ReadyKit[]; left: string[] }> {
  const chosen = chosenKits(kits, kit_ids);
  const ready = chosen.filter(isReady);
  const files = ready.map(({ id, document }) => ({
    path: appDocument(documents, id).file,
    sha256: document.sha256,
  }));
  const found = await runCopyJob(
    { do: 'hash', documents: files },
    {
      ...{ signal, doing: DOING, path: join(documents, '.') },
      onProgress: (done) => onProgress({ step: 'checking', done, total: files.length }),
    },
  );
  const sound = ready.filter((_, index) => found[index] === true);
  const whole = new Set(sound.map(({ id }) => id));
  // For a whole laptop, unfinished kits have no document that could be left out.
  const lacking = kit_ids === null ? ready : chosen;
  return { sound, left: lacking.filter(({ id }) => !whole.has(id)).map(titleOf) };
}

async function requireSpace(path: string, bytes: number, signal: AbortSignal): Promise<void> {
  // If this takes too long, a failure shows when the file is written.
  const limit = anySignal(signal, AbortSignal.timeout(LOOK_MS));
  const free = await abortable(freeSpace(dirname(path)), limit).catch(() => Number.POSITIVE_INFINITY);
  signal.throwIfAborted();
  if (free >= bytes + SPARE_BYTES) return;
  throw diskError(noSpace(), DOING, path);
}

/** Copies of the database, with only what is handed over, and of the settings. */
async function copies(
  deps: WriteDeps,
  folder: string,
  kit_ids: readonly string[] | null,
  signal: AbortSignal,
): Promise<{ files: HandOverManifest['files']; sources: Source[] }> {
  const files: HandOverManifest['files'] = [];
  const sources: Source[] = [];
  const add = async (
    name: HandOverManifest['files'][number]['name'],
    facts: { version: number | null; rows: Record<string, number> },
  ) => {
    const path = join(folder, name);
    const entry = { ...(await identityOf(path, signal)), name };
    files.push({ ...entry, ...facts });
    sources.push({ ...entry, path });
  };
  try {
    const path = join(folder, USER_DATABASE);
    await writeCopyOf(deps.connection.db, path, signal);
    const facts = await runCopyJob({ do: 'filter', path, kit_ids }, { signal, doing: DOING, path });
    await add(USER_DATABASE, facts);
    if (kit_ids === null) {
      await writeFile(join(folder, SETTINGS_FILE), JSON.stringify(deps.settings()), { mode: 0o600 });
      await add(SETTINGS_FILE, { version: null, rows: {} });
    }
  } catch (error) {
    signal.throwIfAborted();
    const full = sqliteCode(error) === sqlite.full;
    throw diskError(full ? noSpace() : error, DOING, join(folder, '.'));
  }
  return { files, sources };
}

/** Records what left this laptop. */
function note(
  { notes }: WriteDeps,
  sound: readonly ReadyKit[] | null,
  { kits, documents }: HandOverContents,
): void {
  if (sound === null) {
    const what = `All of this laptop was written into a hand-over file: ${kits} kits, ${documents} documents.`;
    notes.note('handed_over', what);
    return;
  }
  for (const kit of sound) {
    notes.note('handed_over', 'Written into a hand-over file, with its pins and marks.', kit);
  }
}
