import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import { capital } from '../common/text.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { Host } from '../host/host.ts';
import { DocumentDates } from '../kits/document-dates.ts';
import { isFlightOver } from '../kits/rules/kit-facts.ts';
import type { ManagedServiceProfile } from '../profile/profile-book.ts';
import { ProfileBook } from '../profile/profile-book.ts';
import type { AuditTrail } from '../record/audit-trail.ts';
import { openRecord } from '../record/open.ts';
import { AUDIT, openAudit } from '../record/open-audit.ts';
import type { Database } from '../store/database.ts';
import { cachedKitStore, redactingKitStore } from '../store/kit-stores.ts';
import { migrations } from '../store/migrations.ts';
import {
  openPersonalDatabase,
  type PersonalDatabase,
  personalMigrations,
} from '../store/personal-database.ts';
import { mergeLibrary } from './backup/merge-library.ts';
import { mergePersonal } from './backup/merge-personal.ts';
import { type BroughtIn, tellBroughtIn } from './hand-over/hand-over-in.ts';
import type { Copies } from './open-copies.ts';
import { openLibrary as openDatabase } from './rebuild.ts';
import { repairLibrary } from './repair-library.ts';
import { tellPersonal, tellRepair, tellRescue, tellRestored } from './tell-damage.ts';

const LIBRARY = 'library.sqlite';
const PERSONAL = 'personal.sqlite';

export interface LibraryDeps
  extends Pick<Host, 'paths' | 'log' | 'now' | 'user' | 'notices' | 'settings' | 'verifier'>,
    Copies {
  /** How many choices came back from a copy at this start. */
  restoredSettings: number;
  /** How many choices came in a hand-over file. */
  receivedSettings: number;
  managed: { profiles: readonly Pick<ManagedServiceProfile, 'id' | 'text'>[] } | null;
}
export type Library = Awaited<ReturnType<typeof openLibrary>>;

/** The databases of this laptop, its documents, and what is restored from copies, brought together. */
export async function openLibrary(base: LibraryDeps) {
  const { paths, log, now, notices, backups, restores, verifier } = base;
  const libraryFile = join(paths.user_data, LIBRARY);
  const personalFile = join(paths.user_data, PERSONAL);
  await backups.beforeUpdate();
  const missing = { library: restores.isMissing(LIBRARY), personal: restores.isMissing(PERSONAL) };
  const personal = openPersonalDatabase(personalFile, { now });
  const handedOver: { came: BroughtIn | null } = { came: null };
  const database = await openDatabase(libraryFile, paths.documents, {
    now,
    onDamage: (damage) => log.warn(`A row of the library can't be read: ${JSON.stringify(damage)}`),
    verify: (file, signal) => verifier.verify(file, { signal }),
    beforeRebuild: async (opened) => {
      handedOver.came = await bringIn(base, opened, personal);
    },
  }).catch((error: unknown) => {
    personal.close();
    throw error;
  });
  if (missing.library || database.setAside !== null) await restores.found(LIBRARY);
  if (missing.personal || personal.setAside !== null) await restores.found(PERSONAL);
  await restore(base, database, personal);
  const offers = { library: await restores.offerOf(LIBRARY), personal: await restores.offerOf(PERSONAL) };
  tellRescue({ ...database, missing: missing.library, offer: offers.library }, notices, log);
  tellPersonal(
    { ...personalFacts(personal), missing: missing.personal, offer: offers.personal },
    notices,
    log,
  );
  backups.use(LIBRARY, database.connection);
  if (personal.problem === null) backups.use(PERSONAL, personal);
  const stored = redactingKitStore(cachedKitStore(database.kits));
  const dates = new DocumentDates({
    store: database.dates,
    read: (file, options) => verifier.dates(file, options),
    fileOf: (id) => appDocument(paths.documents, id).file,
    log,
    now,
    notices,
  });
  const datesOf = (id: string, sha256: string) => dates.learnedOf(id, sha256);
  const repaired = await repairLibrary(paths.documents, stored, now(), log, datesOf);
  tellRepair(repaired, notices);
  const audit = await openAudit(base, restores);
  if (audit.problem === null) backups.use(AUDIT, audit);
  const profiles = new ProfileBook(database.profiles, base.managed?.profiles ?? []);
  const record = openRecord(base, { file: audit, database, personal, kits: stored, profiles });
  await tellIncoming(base, handedOver.came, record.trail);
  return {
    database,
    personal,
    dates,
    profiles,
    record,
    kits: record.kits,
    /** Kits of a hand-over file whose documents were verified by their hashes at this start. */
    received: handedOver.came?.verified ?? [],
    /** Kits whose documents are to be checked before all others. */
    suspects: repaired.suspects,
    /** Whether all kits are known: those of a damaged library may come back, and what belongs to them waits for them. */
    complete: database.setAside === null && offers.library === null,
    start: () => record.start(),
    stop() {
      record.stop();
      personal.close();
      database.close();
    },
  };
}

/** Brings back what a person wanted at the end of the last run. */
async function restore(base: LibraryDeps, database: Database, personal: PersonalDatabase): Promise<void> {
  const { paths, log, now, notices, restores } = base;
  const { restoring } = restores;
  if (restoring === null) return;
  const at = now();
  const library = await restoring.database(LIBRARY, migrations, (copy) =>
    mergeLibrary(database.connection, copy, {
      made_at: restoring.set.made_at,
      now: at,
      hasDocument: (id) => existsSync(appDocument(paths.documents, id).file),
      isOver: isFlightOver,
    }),
  );
  const own =
    personal.problem === null
      ? await restoring.database(PERSONAL, personalMigrations, (copy) =>
          mergePersonal(personal, copy, { now: at, kits: database.kits.list() }),
        )
      : null;
  restores.settle(restoring.done);
  tellRestored(restoring, { ...library, ...own, settings: base.restoredSettings }, notices, log);
}

/** Brings a hand-over file in that a person said yes to. What fails holds up no start, and is tried again at the next one. */
async function bringIn(
  { paths, managed, incoming, notices, log, receivedSettings }: LibraryDeps,
  database: Database,
  personal: PersonalDatabase,
): Promise<BroughtIn | null> {
  if (incoming === null) return null;
  try {
    const profiles = new ProfileBook(database.profiles, managed?.profiles ?? []).list().map(({ id }) => id);
    const place = { documents: paths.documents, database, personal, profiles: new Set(profiles) };
    return { ...(await incoming.bringIn(place)), settings: receivedSettings };
  } catch (error) {
    log.error('A hand-over file could not be brought in.', error);
    const why = error instanceof TripKitError ? ` ${error.message}` : '';
    const message = `${capital(incoming.from)}, could not be brought in.${why} It is tried again at the next start.`;
    notices.add({ id: 'handed-over', severity: 'error', message });
    return null;
  }
}

/** Tells of it, writes it down, and lets the file's content go. */
async function tellIncoming(
  { incoming, notices, log }: LibraryDeps,
  broughtIn: BroughtIn | null,
  trail: Pick<AuditTrail, 'note'>,
): Promise<void> {
  if (incoming === null || broughtIn === null) return;
  trail.note('brought_in', tellBroughtIn(incoming, broughtIn, notices, log));
  await incoming.finish();
}

function personalFacts({ setAside, problem }: PersonalDatabase) {
  return { setAside, problem };
}
