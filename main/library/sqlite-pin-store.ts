import type { DatabaseSync } from 'node:sqlite';
import type { PinStore } from './pin-store.ts';
import type { RowReader } from './row-reader.ts';
import { readPinRow } from './row-schema.ts';
import type { RowWriter } from './row-writer.ts';

/** Pins in SQLite; durable when a call returns. */
export class SqlitePinStore implements PinStore {
  readonly #writer: RowWriter;
  readonly #reader: RowReader;
  readonly #list;
  readonly #get;
  readonly #add;
  readonly #remove;

  constructor(db: DatabaseSync, writer: RowWriter, reader: RowReader) {
    this.#writer = writer;
    this.#reader = reader;
    this.#list = db.prepare('SELECT kit_id, pinned_at FROM pins ORDER BY pinned_at');
    this.#get = db.prepare('SELECT kit_id, pinned_at FROM pins WHERE kit_id = ?');
    this.#add = db.prepare('INSERT INTO pins (kit_id, pinned_at) VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#remove = db.prepare('DELETE FROM pins WHERE kit_id = ?');
  }

  list(): Map<string, number> {
    const pins = this.#reader.all('pins', this.#list, [], readPinRow);
    return new Map(pins.map(({ kit_id, pinned_at }) => [kit_id, pinned_at]));
  }

  isPinned(kit_id: string): boolean {
    return this.#reader.all('pins', this.#get, [kit_id], readPinRow).length > 0;
  }

  set(kit_id: string, pinned: boolean, at: number): void {
    this.#writer.write(() => (pinned ? this.#add.run(kit_id, at) : this.#remove.run(kit_id)));
  }
}
