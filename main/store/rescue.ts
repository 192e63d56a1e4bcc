/**
 * Puts a damaged library out of the way and a new one, with what could be read of it, in its place. Killed at any point,
 * the next start goes on: the new library is complete, under `<name>.rescued`, before the damaged one is touched.
 */
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { diskError } from '../common/disk-error.ts';
import type { Failure } from '../common/failure.ts';
import type { KitEventRecord, KitRecord } from './kit-record.ts';
import { LibraryRows } from './library-rows.ts';
import { migrations } from './migrations.ts';
import { type RescuedRows, rescueRows } from './rescue-rows.ts';
import { exists, filesOf, migrate, putAside } from './sqlite-connection.ts';
import { libraryStores } from './stores.ts';

/** What was read from a damaged library into the new one. */
export interface Rescued {
  profiles: number;
  kits: number;
  /** Lines of history of those kits. */
  events: number;
  acknowledgements: number;
  pins: number;
  /** History of kits whose own rows are lost: theirs again where their document is there, else the sign of a lost kit. */
  loose_events: KitEventRecord[];
}

/**
 * @param now ms since 1970 UTC
 * @returns where the damaged file is now, and what was rescued
 * @throws TripKitError of kind `disk`, or the error of node:sqlite; the damaged library is then as it was
 */
export function rescueDatabase(file: string, now: number): { setAside: string; rescued: Rescued } {
  const building = `${file}.rescuing`;
  try {
    remove(building);
    const rescued = build(building, rescueRows(file), now);
    renameSync(building, `${file}.rescued`);
    return { setAside: swap(file, now), rescued };
  } catch (error) {
    remove(building);
    throw error;
  }
}

/**
 * Ends a rescue that was cut short after the new library was complete.
 *
 * @returns where the damaged file is now; null where there was no rescue to end
 * @throws TripKitError of kind `disk`
 */
export function finishRescue(file: string, now: number): string | null {
  return exists(`${file}.rescued`) ? swap(file, now) : null;
}

function swap(file: string, now: number): string {
  try {
    // The log belongs to the damaged file; the new database must not meet it.
    const target = putAside(file, now);
    renameSync(`${file}.rescued`, file);
    return target;
  } catch (error) {
    throw diskError(error, 'Setting the damaged library aside', file);
  }
}

function build(file: string, rows: RescuedRows, now: number): Rescued {
  closeSync(openSync(file, 'wx', 0o600));
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    // One file, nothing beside it, and on the disk when it is closed.
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;');
    migrate(db, migrations);
    return fill(new LibraryRows(db, file), rows, now);
  } finally {
    db.close();
  }
}

function fill(library: LibraryRows, rows: RescuedRows, now: number): Rescued {
  const known = new Set(rows.kits.map((kit) => kit.id));
  const [events, loose_events] = split(rows.events, known);
  const [acknowledgements] = split(rows.acknowledgements, known);
  const [pins] = split(rows.pins, known);
  const [dates] = split(rows.dates, known);
  const histories = Map.groupBy(events, (event) => event.kit_id);
  const stores = libraryStores(library);
  library.write(() => {
    for (const profile of rows.profiles) stores.profiles.add(profile);
    for (const found of rows.kits.toSorted((a, b) => a.created_at - b.created_at)) {
      const { kit, what } = afterRescue(found, now);
      for (const event of histories.get(kit.id) ?? []) stores.kits.write(found, event);
      stores.kits.write(kit, { kit_id: kit.id, at: now, state: kit.state, what });
    }
    stores.acknowledgements.add(...acknowledgements);
    for (const { kit_id, pinned_at } of pins) stores.pins.set(kit_id, true, pinned_at);
    for (const [kit_id, own] of Map.groupBy(dates, ({ kit_id }) => kit_id)) stores.dates.set(kit_id, own);
  });
  return {
    profiles: rows.profiles.length,
    kits: rows.kits.length,
    events: events.length,
    acknowledgements: acknowledgements.length,
    pins: pins.length,
    loose_events,
  };
}

/** The rows of known kits, and the others. */
function split<T extends { kit_id: string }>(rows: readonly T[], known: ReadonlySet<string>): [T[], T[]] {
  return [rows.filter(({ kit_id }) => known.has(kit_id)), rows.filter(({ kit_id }) => !known.has(kit_id))];
}

/** Whether a request was sent may be among what is lost, and it is never sent twice without a person's word. */
function afterRescue(kit: KitRecord, now: number): { kit: KitRecord; what: string } {
  const what = 'The library’s database was damaged; this kit was read from what was left of it.';
  if (kit.state !== 'requesting') return { kit, what };
  const failure: Failure = {
    kind: 'network',
    message:
      'The library’s database was damaged, so it is not certain whether this request was sent. Ask the service or your scheduler, or request the kit again.',
  };
  return {
    what: `${what} ${failure.message}`,
    kit: { ...kit, state: 'unconfirmed', state_since: now, failure, requested_at: kit.requested_at ?? now },
  };
}

function remove(file: string): void {
  for (const path of filesOf(file)) rmSync(path, { force: true });
}
