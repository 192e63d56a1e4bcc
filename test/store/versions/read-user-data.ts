/** All that a user-data folder holds, as the code of today reads it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile } from '../../../main/common/hash-file.ts';
import { CarriedStore } from '../../../main/comparison/carried-store.ts';
import { ComparedWithStore } from '../../../main/comparison/compared-with-store.ts';
import { PersonalReviewStore } from '../../../main/comparison/review-store.ts';
import { openIntakeDatabase } from '../../../main/desk/intake-database.ts';
import { IntakeStore } from '../../../main/desk/intake-store.ts';
import { readKitSidecar, readSidecarDates } from '../../../main/documents/kit-sidecar.ts';
import { IdentityFiles } from '../../../main/identity/identity-file.ts';
import { PersonalActStore } from '../../../main/kits/act-store.ts';
import { PersonalOrderStore } from '../../../main/kits/order-store.ts';
import { MarkStore } from '../../../main/marks/mark-store.ts';
import { isSound, listSets } from '../../../main/parcels/backup/backup-set.ts';
import { PlaceStore } from '../../../main/reading/place-store.ts';
import { openAuditDatabase } from '../../../main/record/audit-database.ts';
import { AuditStore } from '../../../main/record/audit-store.ts';
import { type Database, openDatabase } from '../../../main/store/database.ts';
import { openPersonalDatabase, type PersonalDatabase } from '../../../main/store/personal-database.ts';
import { readRecord } from '../../../main/updates/update-record.ts';
import { openSettings } from './without-electron.ts';

/** Where the journal of watched folders found its files. */
export const ARRIVALS = '/flights';
const EVERYTHING = { from: null, to: null, who: null, text: null, kit_id: null };

/**
 * Reads it whole. Times, counts and texts are as the stores give them, so a later version may say more of each, never less.
 *
 * @throws TripKitError where the library can't be opened; Error where another store could not be used
 */
export async function readUserData(folder: string) {
  const library = openDatabase(join(folder, 'library.sqlite'));
  const personal = openPersonalDatabase(join(folder, 'personal.sqlite'));
  const audit = openAuditDatabase(join(folder, 'audit.sqlite'));
  const intake = openIntakeDatabase(join(folder, 'watch.sqlite'));
  try {
    for (const { problem, setAside } of [personal, audit, intake]) {
      if (problem !== null || setAside !== null) throw new Error(problem ?? `It was set aside: ${setAside}`);
    }
    const ids = library.kits.list().map(({ id }) => id);
    const entries = new AuditStore(audit, join(folder, 'audit-head.json')).find(EVERYTHING, null);
    const journal = new IntakeStore(intake, ARRIVALS);
    const settings = openSettings(folder, {
      onDamage: (message) => {
        throw new Error(message);
      },
    });
    return {
      library: readLibrary(library, ids),
      personal: readPersonal(personal, ids),
      audit: entries.map(({ canonical: _canonical, ...entry }) => entry),
      watch: {
        files: journal.movedSince(0),
        trips: journal.trips(
          'waiting',
          'requested',
          'delivered',
          'failed',
          'unconfirmed',
          'cancelled',
          'removed',
        ),
        events: journal.countEvents(),
        next: journal.nextEvent('webhook'),
      },
      settings: {
        ...settings.state(),
        window: settings.window,
        choices: settings.choices,
        viewers: settings.viewers,
      },
      updates: readRecord(await readFile(join(folder, 'update-state.json'), 'utf8')),
      ...(await readFiles(folder, ids)),
    };
  } finally {
    for (const database of [library, personal, audit, intake]) database.close();
  }
}

function readLibrary(
  { kits, profiles, acknowledgements, pins, dates, times }: Database,
  ids: readonly string[],
) {
  const stored = profiles.list();
  return {
    kits: kits.list(),
    histories: Object.fromEntries(ids.map((id) => [id, kits.history(id)])),
    profiles: stored,
    acknowledgements: acknowledgements.all(),
    pins: [...pins.list()],
    dates: dates.all(),
    times: Object.fromEntries(stored.map(({ id }) => [id, times.past(id)])),
  };
}

function readPersonal(personal: PersonalDatabase, ids: readonly string[]) {
  const marks = new MarkStore(personal);
  const carried = new CarriedStore(personal, marks);
  const [places, acts] = [new PlaceStore(personal), new PersonalActStore(personal)];
  const of = <T>(read: (id: string) => T) => Object.fromEntries(ids.map((id) => [id, read(id)]));
  return {
    places: of((id) => places.get(id)),
    marks: of((id) => marks.ofKit(id)),
    bookmarks: marks.bookmarks(),
    carried: of((id) => [...carried.ofKit(id).values()]),
    acts: of((id) => acts.list(id)),
    orders: new PersonalOrderStore(personal).list(),
    reviews: new PersonalReviewStore(personal).all(),
    compared_with: [...new ComparedWithStore(personal).all()],
  };
}

/** What lies beside the databases. */
async function readFiles(folder: string, ids: readonly string[]) {
  const documents = join(folder, 'documents');
  const pdfs = (await readdir(documents)).filter((name) => name.endsWith('.pdf')).sort();
  const identities = new IdentityFiles(join(folder, 'identities'));
  const sealed = (await readdir(join(folder, 'identities')))
    .sort()
    .map((name) => name.replace('.sealed', ''));
  const backups = join(folder, 'backups');
  const sets = await listSets(backups);
  const each = <T>(names: readonly string[], read: (name: string) => Promise<T>) =>
    Promise.all(names.map(async (name) => [name, await read(name)] as const)).then(Object.fromEntries);
  return {
    documents: await each(pdfs, (name) => hashFile(join(documents, name), new AbortController().signal)),
    sidecars: await each(ids, (id) => readKitSidecar(documents, id)),
    sidecar_dates: await each(ids, (id) => readSidecarDates(documents, id)),
    identities: await each(sealed, async (id) => {
      const record = await identities.read(id);
      if (record === null || record === 'damaged') return record;
      if (record.kind === 'computer') return record;
      return { facts: record.facts, sealed: record.sealed?.toString('base64') ?? null };
    }),
    backups: sets,
    sound_backups: await Promise.all(
      sets.flatMap((set) => set.files.map(({ name }) => isSound(backups, set, name))),
    ),
  };
}
