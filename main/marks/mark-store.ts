import type { DatabaseSync } from 'node:sqlite';
import { type MarkDraft, markDraft } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { parsedJson } from '../common/json-text.ts';
import type { EventBody } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';

/** A mark as it is stored. Times are ms since 1970 UTC. */
export interface MarkRecord {
  /** A UUID. */
  id: string;
  /** Id of the kit that it was made in. */
  kit_id: string;
  /** SHA-256 of its document, hex: in another document of the same kit its place is meaningless. */
  document_sha256: string;
  /** The user name of the operating system's account. */
  by: string;
  created_at: number;
  changed_at: number;
  draft: MarkDraft;
}

/** A mark as it is read, with its origin. */
export interface StoredMark extends MarkRecord {
  /** The older kit of the flight that it was carried from; null: it was made in its own kit. */
  carried_from: string | null;
  /** Id of the original mark: its own id, unless it was carried over. */
  origin_id: string;
}

/** Maximum number of marks in one kit, bookmarks included: far more than a person makes, few enough to draw. */
export const MAX_MARKS_OF_KIT = 5_000;
/** Maximum number of bookmarks on one laptop. */
const MAX_BOOKMARKS = 5_000;

/** Marks in SQLite; durable when a call returns. Every method throws TripKitError of kind `disk`. */
export class MarkStore {
  readonly #database: SqliteConnection;
  readonly #log: EventLog;
  readonly #sql: ReturnType<typeof prepare>;

  /** @param log gets entries with the number of marks added, changed or removed, never their content */
  constructor(database: SqliteConnection, log: EventLog) {
    this.#database = database;
    this.#log = log;
    this.#sql = prepare(database.db);
  }

  /** The marks of a kit, oldest first, including the bookmarks made in it. */
  ofKit(kitId: string): StoredMark[] {
    return readable(this.#database.read(() => this.#sql.ofKit.all(kitId)));
  }

  /** All bookmarks on this laptop, oldest first. */
  bookmarks(): StoredMark[] {
    return readable(this.#database.read(() => this.#sql.ofKind.all('bookmark' satisfies MarkDraft['kind'])));
  }

  get(id: string): StoredMark | null {
    const rows = this.#database.read(() => this.#sql.get.all(id));
    return readable(rows)[0] ?? null;
  }

  /**
   * @param from_kit_id the older kit that it was carried from; null: a person made it
   * @throws TripKitError of kind `config`, condition `too_many_marks`, if the kit or the laptop has the maximum number
   */
  add(
    { id, kit_id, document_sha256, draft, by, created_at, changed_at }: MarkRecord,
    from_kit_id: string | null = null,
  ): void {
    const { kind } = draft;
    const texts = { draft: JSON.stringify(draft), who: by };
    this.#database.write(() => {
      if (Number(this.#sql.countOfKit.get(kit_id)?.n) >= MAX_MARKS_OF_KIT) {
        throw tooMany(`This kit has ${MAX_MARKS_OF_KIT} marks, the most that a kit can have.`);
      }
      if (kind === 'bookmark' && Number(this.#sql.countOfKind.get(kind)?.n) >= MAX_BOOKMARKS) {
        throw tooMany(`There are ${MAX_BOOKMARKS} bookmarks on this laptop, the most that it can keep.`);
      }
      this.#database.insert('marks', { id, kit_id, document_sha256, kind, ...texts, created_at, changed_at });
      const how = from_kit_id === null ? 'was added' : 'was carried over from an earlier kit of the flight';
      this.#addEntry(kit_id, `A mark ${how}.`, { added: 1 });
    });
  }

  /** Replaces the drawing, nothing else; false if this kind of mark with this id does not exist. */
  change({ id, draft, changed_at }: Pick<MarkRecord, 'id' | 'draft' | 'changed_at'>): boolean {
    return this.#database.write(() => {
      const { changes } = this.#sql.update.run(JSON.stringify(draft), changed_at, id, draft.kind);
      if (Number(changes) === 0) return false;
      this.#addEntry(this.#kitOf(id), 'A mark was changed.', { changed: 1 });
      return true;
    });
  }

  /** Does nothing if it does not exist. */
  remove(id: string): void {
    this.#database.write(() => {
      const kit_id = this.#kitOf(id);
      const { changes } = this.#sql.remove.run(id);
      if (Number(changes) > 0) this.#addEntry(kit_id, 'A mark was removed.', { removed: 1 });
    });
  }

  /** Removes the pins of past flights. */
  removePins(kitIds: readonly string[]): void {
    if (kitIds.length === 0) return;
    this.#database.write(() => {
      for (const kitId of kitIds) this.#sql.removePins.run(kitId);
    });
  }

  /** The kits that have marks (bookmarks not included, which outlive their kit). */
  kits(): string[] {
    return this.#database.read(() => this.#sql.kits.all()).map(({ kit_id }) => String(kit_id));
  }

  /** The kits that have pins. */
  pinned(): string[] {
    return this.#database.read(() => this.#sql.pinned.all()).map(({ kit_id }) => String(kit_id));
  }

  /** Also for a mark that can't be read. */
  #kitOf(id: string): string | null {
    const row = this.#sql.kitOf.get(id);
    return row === undefined ? null : String(row.kit_id);
  }

  #addEntry(kit_id: string | null, what: string, marks: Partial<NonNullable<EventBody['marks']>>): void {
    const body = { what, marks: { added: 0, changed: 0, removed: 0, ...marks } };
    this.#log.append({ at: this.#log.now, kind: 'marks', kit_id, who: this.#log.user, body });
  }
}

const READ = `SELECT marks.*, carried.from_kit_id, carried.origin_id
  FROM marks LEFT JOIN carried ON carried.mark_id = marks.id AND carried.kit_id = marks.kit_id`;

function prepare(db: DatabaseSync) {
  return {
    ofKit: db.prepare(`${READ} WHERE marks.kit_id = ? ORDER BY created_at, marks.rowid`),
    ofKind: db.prepare(`${READ} WHERE kind = ? ORDER BY created_at, marks.rowid`),
    get: db.prepare(`${READ} WHERE id = ?`),
    kitOf: db.prepare('SELECT kit_id FROM marks WHERE id = ?'),
    countOfKit: db.prepare('SELECT count(*) AS n FROM marks WHERE kit_id = ?'),
    countOfKind: db.prepare('SELECT count(*) AS n FROM marks WHERE kind = ?'),
    update: db.prepare('UPDATE marks SET draft = ?, changed_at = ? WHERE id = ? AND kind = ?'),
    remove: db.prepare('DELETE FROM marks WHERE id = ?'),
    removePins: db.prepare("DELETE FROM marks WHERE kit_id = ? AND kind = 'pin'"),
    kits: db.prepare("SELECT DISTINCT kit_id FROM marks WHERE kind <> 'bookmark'"),
    pinned: db.prepare("SELECT DISTINCT kit_id FROM marks WHERE kind = 'pin'"),
  };
}

function tooMany(what: string): TripKitError {
  return new TripKitError('config', `${what} Remove some that are not needed any more, then try again.`, {
    condition: 'too_many_marks',
  });
}

/** The valid rows. An invalid row is skipped and stays in the database. */
function readable(rows: readonly Record<string, unknown>[]): StoredMark[] {
  return rows.flatMap((row) => {
    const draft = markDraft.safeParse(parsedJson(String(row.draft)));
    if (!draft.success) return [];
    return [
      {
        id: String(row.id),
        kit_id: String(row.kit_id),
        document_sha256: String(row.document_sha256),
        by: String(row.who),
        created_at: Number(row.created_at),
        changed_at: Number(row.changed_at),
        draft: draft.data,
        carried_from: typeof row.from_kit_id === 'string' ? row.from_kit_id : null,
        origin_id: String(row.origin_id ?? row.id),
      },
    ];
  });
}
