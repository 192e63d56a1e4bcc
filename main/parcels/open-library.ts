import { join } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import { capital } from '../common/text.ts';
import { appDocument } from '../documents/document-folder.ts';
import { ParcelWriter } from '../documents/parcel-writer.ts';
import type { Host, RecordNotes } from '../host/host.ts';
import { DocumentDates } from '../kits/document-dates.ts';
import type { ManagedServiceProfile } from '../profile/profile-book.ts';
import { ProfileBook } from '../profile/profile-book.ts';
import { openRecord } from '../record/open.ts';
import { cachedKitStore, redactingKitStore } from '../store/kit-stores.ts';
import { USER_DATABASE, type UserDatabase } from '../store/user-database.ts';
import { userMigrations } from '../store/user-schema.ts';
import { mergeCopy } from './backup/merge-copy.ts';
import { type BroughtIn, tellBroughtIn } from './hand-over/incoming-hand-over.ts';
import type { Copies } from './open-copies.ts';
import { type LostKits, openLibrary as openDatabase } from './rebuild.ts';
import { repairLibrary } from './repair-library.ts';
import { type Restored, tellFailedRestore, tellLibrary, tellRepair, tellRestored } from './tell-damage.ts';

export interface LibraryDeps
  extends Pick<Host, 'paths' | 'log' | 'now' | 'user' | 'notices' | 'settings' | 'verifier' | 'agreements'>,
    Copies {
  /** How many settings came in a hand-over file. */
  receivedSettings: number;
  managed: { profiles: readonly Pick<ManagedServiceProfile, 'id' | 'text'>[] } | null;
}
export type Library = Awaited<ReturnType<typeof openLibrary>>;

/** Opens the database and documents of this laptop, and restores from copies. */
export async function openLibrary(base: LibraryDeps) {
  const { paths, log, now, notices, backups, restores, verifier } = base;
  await backups.beforeUpdate();
  const missing = restores.isMissing(USER_DATABASE);
  if (missing) restores.lost(USER_DATABASE);
  const results: { restored: Restored | null; handedOver: BroughtIn | null } = {
    restored: null,
    handedOver: null,
  };
  const database = await openDatabase(join(paths.user_data, USER_DATABASE), paths.documents, {
    now,
    onDamage: (damage) => log.warn(`A row of the library can't be read: ${JSON.stringify(damage)}`),
    onSetAside: () => restores.lost(USER_DATABASE),
    beforeRebuild: async (opened, lost) => {
      results.restored = await restore(base, opened, lost);
      results.handedOver = await bringIn(base, opened);
    },
  });
  const { connection, setAside, rebuilt } = database;
  tellLibrary({ missing, setAside, rebuilt }, results.restored, notices, log);
  if (results.restored) tellRestored(results.restored, notices, log);
  tellFailedRestore(restores.failures, notices);
  backups.use(connection);
  const stored = redactingKitStore(cachedKitStore(database.kits, (id) => parcels.changed(id), database.read));
  const dates = new DocumentDates({
    store: database.dates,
    read: (file, options) => verifier.dates(file, options),
    fileOf: (id) => appDocument(paths.documents, id).file,
    log,
    now,
    notices,
  });
  const parcels = new ParcelWriter({
    folder: paths.documents,
    kits: stored,
    datesOf: (id, sha256) => dates.learnedOf(id, sha256),
    log,
  });
  const repaired = await repairLibrary(paths.documents, stored, now(), log, parcels);
  tellRepair(repaired, notices);
  const profiles = new ProfileBook(database.profiles, base.managed?.profiles ?? []);
  const record = openRecord(base, { database, kits: stored, profiles });
  await tellIncoming(base, results.handedOver, record.notes);
  return {
    database,
    connection,
    dates,
    profiles,
    record,
    kits: stored,
    parcels,
    events: database.events,
    /** Kits of a hand-over file whose documents were verified by their hashes at this start. */
    received: results.handedOver?.verified ?? [],
    /** Kits whose documents are checked before all others. */
    suspects: repaired.suspects,
    start: () => record.start(),
    async stop() {
      await parcels.written();
      record.stop();
      database.close();
    },
  };
}

/** Restores what was lost, or what a person chose in the last run. */
function restore(
  { paths, now, restores }: LibraryDeps,
  database: UserDatabase,
  lost: LostKits,
): Promise<Restored | null> {
  return restores.database(userMigrations, (copy, made_at) =>
    mergeCopy(database, copy, { made_at, now: now(), lost, documents: paths.documents }),
  );
}

/** Brings in an accepted hand-over file. A failure does not block the start, and the next start tries again. */
async function bringIn(
  { paths, incoming, notices, log, receivedSettings }: LibraryDeps,
  database: UserDatabase,
): Promise<BroughtIn | null> {
  if (incoming === null) return null;
  try {
    const place = { documents: paths.documents, database };
    return { ...(await incoming.bringIn(place)), settings: receivedSettings };
  } catch (error) {
    log.error('A hand-over file could not be brought in.', error);
    const why = error instanceof TripKitError ? ` ${error.message}` : '';
    const message = `${capital(incoming.from)}, could not be brought in.${why} It is tried again at the next start.`;
    notices.add({ id: 'handed-over', severity: 'error', message });
    return null;
  }
}

/** Reports it, logs it, and removes the file's content. */
async function tellIncoming(
  { incoming, notices, log }: LibraryDeps,
  broughtIn: BroughtIn | null,
  notes: RecordNotes,
): Promise<void> {
  if (incoming === null || broughtIn === null) return;
  notes.note('brought_in', tellBroughtIn(incoming, broughtIn, notices, log));
  await incoming.finish();
}
