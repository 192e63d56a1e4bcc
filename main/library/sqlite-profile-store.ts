import type { DatabaseSync } from 'node:sqlite';
import type { ProfileStore, StoredProfile } from './profile-store.ts';
import type { RowReader } from './row-reader.ts';
import { readProfileRow } from './row-schema.ts';
import type { RowWriter } from './row-writer.ts';

/** Service profiles in SQLite; durable when a call returns. */
export class SqliteProfileStore implements ProfileStore {
  readonly #writer: RowWriter;
  readonly #reader: RowReader;
  readonly #list;
  readonly #get;
  readonly #add;
  readonly #remove;

  constructor(db: DatabaseSync, writer: RowWriter, reader: RowReader) {
    this.#writer = writer;
    this.#reader = reader;
    this.#list = db.prepare('SELECT id, text, added_at FROM profiles ORDER BY rowid');
    this.#get = db.prepare('SELECT id, text, added_at FROM profiles WHERE id = ?');
    this.#add = db.prepare(`
      INSERT INTO profiles (id, text, added_at) VALUES (?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET text = excluded.text, added_at = excluded.added_at`);
    this.#remove = db.prepare('DELETE FROM profiles WHERE id = ?');
  }

  list(): StoredProfile[] {
    return this.#reader.all('profiles', this.#list, [], readProfileRow);
  }

  get(id: string): StoredProfile | undefined {
    return this.#reader.all('profiles', this.#get, [id], readProfileRow)[0];
  }

  /** A profile that is there already under this id is replaced and keeps its place. */
  add(profile: StoredProfile): void {
    this.#writer.write(() => this.#add.run(profile.id, profile.text, profile.added_at));
  }

  remove(id: string): void {
    this.#writer.write(() => this.#remove.run(id));
  }
}
