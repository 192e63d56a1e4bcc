import { withoutRemarks } from '../common/trip.ts';
import type { EventDraft, Removal } from './event-entry.ts';
import type { EventLog } from './event-log.ts';
import type { KitDocument, KitEventRecord, KitRecord } from './kit-record.ts';
import type { LibraryRows } from './library-rows.ts';
import { kitColumnNames, kitRow, readKitRow } from './row-schema.ts';

/**
 * The store of kits. Calls are synchronous, as in node:sqlite: when one returns, its write is durable. Only one process
 * writes.
 *
 * @throws TripKitError of kind `disk` if the store can't be read or written
 */
export interface KitStore {
  /** All kits, newest first. */
  list(): KitRecord[];
  get(id: string): KitRecord | undefined;
  /** Inserts or replaces the kit and adds the event, in one transaction. */
  write(kit: KitRecord, event: KitEventRecord): void;
  /** Runs `step` in one transaction: all of its writes, or none. */
  together<T>(step: () => T): T;
  /** The events of a kit, oldest first. */
  history(id: string): KitEventRecord[];
  /** Removes the kit, and writes an entry that says why. Does nothing if the kit does not exist. */
  remove(id: string, removal: Removal): void;
}

/** A store in memory, for the headless command and for tests. */
export class MemoryKitStore implements KitStore {
  #kits = new Map<string, KitRecord>();
  #events: KitEventRecord[] = [];

  list(): KitRecord[] {
    return [...this.#kits.values()].sort((a, b) => b.created_at - a.created_at);
  }

  get(id: string): KitRecord | undefined {
    return this.#kits.get(id);
  }

  write(kit: KitRecord, event: KitEventRecord): void {
    this.#kits.set(kit.id, kit);
    this.#events.push(event);
  }

  together<T>(step: () => T): T {
    const [kits, events] = [new Map(this.#kits), [...this.#events]];
    try {
      return step();
    } catch (error) {
      [this.#kits, this.#events] = [kits, events];
      throw error;
    }
  }

  history(id: string): KitEventRecord[] {
    return this.#events.filter((event) => event.kit_id === id);
  }

  remove(id: string): void {
    this.#kits.delete(id);
    this.#events = this.#events.filter((event) => event.kit_id !== id);
  }
}

const KIT_COLUMNS = kitColumnNames.join(', ');

/** Inserts or replaces the kit's row, without a line of history. */
export function writeKitRow(rows: LibraryRows, kit: KitRecord): void {
  rows.put('kits', 'id', kitRow(kit));
}

/** Kits in the database, their histories in its log. `write` returns after the transaction is on the disk (synchronous FULL). */
export function kitStore(rows: LibraryRows, log: EventLog): KitStore {
  const select = (rest: string, ...args: string[]) =>
    rows.all('kits', readKitRow, `SELECT ${KIT_COLUMNS} FROM kits ${rest}`, ...args);
  const get = (id: string) => select('WHERE id = ?', id)[0];
  const isHere = (id: string) =>
    rows.read((sql) => sql('SELECT 1 FROM kits WHERE id = ?').get(id)) !== undefined;
  return {
    list: () => select('ORDER BY created_at DESC, rowid'),
    get,
    write: (kit, event) =>
      rows.write(() => {
        const isNew = !isHere(kit.id);
        writeKitRow(rows, kit);
        log.append(stateDraft(kit, event, isNew, log.user));
      }),
    together: (step) => rows.write(step),
    history: (id) =>
      log
        .ofKit(id, 'state')
        .flatMap(({ at, body: { state, what } }) => (state ? [{ kit_id: id, at, state, what }] : [])),
    remove: (id, removal) =>
      rows.write(() => {
        if (!isHere(id)) return;
        log.append(removedDraft(id, get(id)?.document ?? null, removal, log.now));
        rows.run('DELETE FROM kits WHERE id = ?', id);
      }),
  };
}

/** Entry of a state: a person requests, plans or tracks a kit; all other states come from the app and the service. */
function stateDraft(
  kit: KitRecord,
  { at, state, what }: KitEventRecord,
  isNew: boolean,
  user: string | null,
): EventDraft {
  const isAsked = isNew && (kit.trip ? ['planned', 'requesting'] : ['generating']).includes(state);
  const body = {
    ...{ what, state },
    ...(isAsked && kit.trip ? { trip: withoutRemarks(kit.trip) } : {}),
    ...(state === 'ready' && kit.document ? { document: kit.document } : {}),
  };
  return { at, kind: 'state', kit_id: kit.id, who: isAsked ? user : null, body };
}

/** @param document the document that is removed too; null if there is none */
function removedDraft(
  kit_id: string,
  document: KitDocument | null,
  { reason, what, who }: Removal,
  at: number,
): EventDraft {
  const body = { what: `Removed from this laptop. ${what}`, reason, ...(document ? { document } : {}) };
  return { at, kind: 'removed', kit_id, who, body };
}
