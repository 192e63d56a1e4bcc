import type { KitEventRecord, KitRecord } from './kit-record.ts';
import type { LibraryRows } from './library-rows.ts';
import { columns, kitRow, readEventRow, readKitRow } from './row-schema.ts';

/**
 * Where kits are kept. Calls are synchronous, as node:sqlite is: when one returns, its write is durable. One process
 * writes.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written.
 */
export interface KitStore {
  /** All kits, newest first. */
  list(): KitRecord[];
  get(id: string): KitRecord | undefined;
  /** Inserts or replaces the kit and adds the event, in one transaction. */
  write(kit: KitRecord, event: KitEventRecord): void;
  /** The events of a kit, oldest first. */
  history(id: string): KitEventRecord[];
  /** Removes the kit and its history. Nothing happens where there is none. */
  remove(id: string): void;
}

/** A store that lives as long as the process: for the headless command and for tests. */
export class MemoryKitStore implements KitStore {
  readonly #kits = new Map<string, KitRecord>();
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

  history(id: string): KitEventRecord[] {
    return this.#events.filter((event) => event.kit_id === id);
  }

  remove(id: string): void {
    this.#kits.delete(id);
    this.#events = this.#events.filter((event) => event.kit_id !== id);
  }
}

const [, ...others] = columns.kits;
const KIT_COLUMNS = columns.kits.join(', ');
// No INSERT OR REPLACE: that deletes the old row first, and its events with it.
const UPSERT_KIT = `INSERT INTO kits (${KIT_COLUMNS}) VALUES (?${', ?'.repeat(others.length)})
  ON CONFLICT (id) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** Kits and their histories in the library. `write` returns when the transaction is on the disk (synchronous FULL). */
export function kitStore(rows: LibraryRows): KitStore {
  const select = (rest: string, ...args: string[]) =>
    rows.all('kits', readKitRow, `SELECT ${KIT_COLUMNS} FROM kits ${rest}`, ...args);
  return {
    list: () => select('ORDER BY created_at DESC, rowid'),
    get: (id) => select('WHERE id = ?', id)[0],
    write: (kit, { kit_id, at, state, what }) =>
      rows.write(() => {
        const row = kitRow(kit);
        rows.run(UPSERT_KIT, ...columns.kits.map((name) => row[name]));
        rows.run('INSERT INTO events (kit_id, at, state, what) VALUES (?, ?, ?, ?)', kit_id, at, state, what);
      }),
    history: (id) =>
      rows.all(
        'events',
        readEventRow,
        'SELECT kit_id, at, state, what FROM events WHERE kit_id = ? ORDER BY seq',
        id,
      ),
    remove: (id) => rows.run('DELETE FROM kits WHERE id = ?', id),
  };
}
