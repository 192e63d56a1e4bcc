import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { KitEventRecord, KitRecord } from './kit-record.ts';
import type { KitStore } from './kit-store.ts';
import type { RowReader } from './row-reader.ts';
import { readEventRow, readKitRow } from './row-schema.ts';
import type { RowWriter } from './row-writer.ts';

const columns = `id, profile_id, tripkit_id, trip, state, created_at, state_since, requested_at, messages, failure,
  document_bytes, document_sha256, document_pages`;

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function kitValues(kit: KitRecord): SQLInputValue[] {
  return [
    kit.id,
    kit.profile_id,
    kit.tripkit_id,
    toJson(kit.trip),
    kit.state,
    kit.created_at,
    kit.state_since,
    kit.requested_at,
    JSON.stringify(kit.messages),
    toJson(kit.failure),
    kit.document?.bytes ?? null,
    kit.document?.sha256 ?? null,
    kit.document?.pages ?? null,
  ];
}

/** Kits and their histories in SQLite. `write` returns when the transaction is on the disk (synchronous FULL). */
export class SqliteKitStore implements KitStore {
  readonly #writer: RowWriter;
  readonly #reader: RowReader;
  readonly #list;
  readonly #get;
  readonly #upsert;
  readonly #addEvent;
  readonly #history;
  readonly #remove;

  constructor(db: DatabaseSync, writer: RowWriter, reader: RowReader) {
    this.#writer = writer;
    this.#reader = reader;
    this.#list = db.prepare(`SELECT ${columns} FROM kits ORDER BY created_at DESC, rowid`);
    this.#get = db.prepare(`SELECT ${columns} FROM kits WHERE id = ?`);
    // No INSERT OR REPLACE: that deletes the old row first, and its events with it.
    this.#upsert = db.prepare(`
      INSERT INTO kits (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET
        profile_id = excluded.profile_id, tripkit_id = excluded.tripkit_id, trip = excluded.trip,
        state = excluded.state, created_at = excluded.created_at, state_since = excluded.state_since,
        requested_at = excluded.requested_at, messages = excluded.messages, failure = excluded.failure,
        document_bytes = excluded.document_bytes, document_sha256 = excluded.document_sha256,
        document_pages = excluded.document_pages`);
    this.#addEvent = db.prepare('INSERT INTO events (kit_id, at, state, what) VALUES (?, ?, ?, ?)');
    this.#history = db.prepare('SELECT kit_id, at, state, what FROM events WHERE kit_id = ? ORDER BY seq');
    this.#remove = db.prepare('DELETE FROM kits WHERE id = ?');
  }

  list(): KitRecord[] {
    return this.#reader.all('kits', this.#list, [], readKitRow);
  }

  get(id: string): KitRecord | undefined {
    return this.#reader.all('kits', this.#get, [id], readKitRow)[0];
  }

  write(kit: KitRecord, event: KitEventRecord): void {
    this.#writer.write(() => {
      this.#upsert.run(...kitValues(kit));
      this.#addEvent.run(event.kit_id, event.at, event.state, event.what);
    });
  }

  history(id: string): KitEventRecord[] {
    return this.#reader.all('events', this.#history, [id], readEventRow);
  }

  remove(id: string): void {
    this.#writer.write(() => this.#remove.run(id));
  }
}
