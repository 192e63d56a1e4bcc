/** Restores kits whose rows are lost, from their parcels. */
import { examineDocument } from '../documents/examine-document.ts';
import { libraryFile, libraryNames } from '../documents/library-files.ts';
import { type Parcel, readParcel } from '../documents/parcel-writer.ts';
import { DAMAGED, decide, GONE } from '../kits/lifecycle.ts';
import { isReady, type KitRecord } from '../store/kit-record.ts';
import { openUserDatabase, type UserDatabase, type UserDatabaseOptions } from '../store/user-database.ts';
import { addKit } from './add-kit.ts';

/** The results for kits without a row. Ids are ours. */
export interface Rebuilt {
  /** They are in the list again. */
  kits: string[];
  /** Their documents are left in place and not shown: nothing is known of them, or they could not be read now. */
  left: string[];
}

/** What the folder has of kits without a row, by their ids; null: only a document. */
export type LostKits = ReadonlyMap<string, Parcel | null>;

const LOST = 'The library had lost this kit.';
/** The line of history of a kit that comes back from its parcel. */
export const FROM_PARCEL = `${LOST} It was recovered from its own file on this laptop.`;

/**
 * Opens the database (openUserDatabase) and restores kits that only the folder of the documents knows about. Without such kits
 * that costs one listing of the folder.
 *
 * @returns the database; `read`: its kits, null if rows were written since they were read
 * @throws TripKitError of kind `disk`, as openUserDatabase, or if the folder can't be read; the signal's reason when it aborts
 */
export async function openLibrary(
  file: string,
  folder: string,
  options: UserDatabaseOptions & {
    /** Called with the open library before lost kits are restored. */
    beforeRebuild?(database: UserDatabase, lost: LostKits): Promise<void>;
    signal?: AbortSignal;
  } = {},
): Promise<UserDatabase & { rebuilt: Rebuilt; read: readonly KitRecord[] | null }> {
  const database = openUserDatabase(file, options);
  try {
    const written = () =>
      database.connection.read((sql) => sql('SELECT total_changes() AS rows').get()?.rows);
    const before = written();
    const kits = database.kits.list();
    const lost = await findLost(folder, database, kits);
    await options.beforeRebuild?.(database, lost);
    const rebuilt = await rebuild(folder, database, lost, options);
    return { ...database, rebuilt, read: written() === before ? kits : null };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function findLost(
  folder: string,
  { events }: UserDatabase,
  kits: readonly KitRecord[],
): Promise<LostKits> {
  const known = new Set(kits.map(({ id }) => id.toLowerCase()));
  const lost = new Map<string, Parcel | null>();
  for (const name of await libraryNames(folder)) {
    const { kit_id = '', ending } = libraryFile(name) ?? {};
    if (known.has(kit_id) || (ending !== 'pdf' && ending !== 'kit.json')) continue;
    const parcel = lost.get(kit_id) ?? (await readParcel(folder, kit_id));
    // A process that was killed while it removed a kit may have left its parcel.
    if (ending === 'pdf' || (parcel && events.ofKit(kit_id, 'removed').length === 0))
      lost.set(kit_id, parcel);
  }
  return lost;
}

/** @throws TripKitError of kind `disk` if the database fails; the signal's reason when it aborts */
async function rebuild(
  folder: string,
  database: UserDatabase,
  lost: LostKits,
  { now = Date.now, signal }: Pick<UserDatabaseOptions, 'now'> & { signal?: AbortSignal },
): Promise<Rebuilt> {
  const rebuilt: Rebuilt = { kits: [], left: [] };
  for (const [kit_id, parcel] of lost) {
    // A copy of the database may have restored it.
    if (database.kits.get(kit_id)) continue;
    signal?.throwIfAborted();
    const found = parcel && (await compare(folder, parcel.kit, now(), signal));
    if (found) addKit(database, { ...parcel, kit: found.kit }, now(), found.what);
    (found ? rebuilt.kits : rebuilt.left).push(kit_id);
  }
  return rebuilt;
}

/** A changed document is never shown as ready. Null if it can't be read now. */
async function compare(
  folder: string,
  kit: KitRecord,
  now: number,
  signal = new AbortController().signal,
): Promise<{ kit: KitRecord; what: string } | null> {
  if (!isReady(kit)) return { kit, what: FROM_PARCEL };
  const { is } = await examineDocument(folder, kit.id, kit.document, signal, async () => null);
  if (is === 'unreadable') return null;
  const decision = is === 'sound' ? null : decide(kit, is === 'missing' ? GONE : DAMAGED, now);
  if (decision?.ok) return { kit: decision.kit, what: `${LOST} ${decision.what}` };
  return { kit, what: `${LOST} It was recovered with its document, which is whole and unchanged.` };
}
