import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { TripKitError } from '../common/errors.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { type MarkKind, type MarkRecord, markDraftRow, type StoredMark } from './mark-record.ts';

/** Marks that one kit may have, bookmarks included: far more than a person makes, few enough to draw. */
export const MAX_MARKS_OF_KIT = 5_000;
/** Bookmarks that one laptop may have. */
export const MAX_BOOKMARKS = 5_000;

/** How many marks a kit has, and what became of them since a time. */
export interface MarkTally {
  count: number;
  added: number;
  carried: number;
  changed: number;
  until: number;
}

/** Marks in SQLite; durable when a call returns. Every method throws TripKitError of kind `disk`. */
export class MarkStore {
  readonly #database: SqliteConnection;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: SqliteConnection) {
    this.#database = database;
    this.#sql = prepare(database.db);
  }

  /** The marks of a kit, the oldest first; the bookmarks made in it are among them. */
  ofKit(kitId: string): StoredMark[] {
    return readable(this.#database.read(() => this.#sql.ofKit.all(kitId)));
  }

  /** All bookmarks of this laptop, the oldest first. */
  bookmarks(): StoredMark[] {
    return readable(this.#database.read(() => this.#sql.ofKind.all('bookmark' satisfies MarkKind)));
  }

  /**
   * How many marks a kit has, how many of them were put there or changed after `since` (`carried`: how many of those that were put
   * there came from an older kit), and when the last one was, ms.
   */
  tally(kitId: string, since: number): MarkTally {
    const row = this.#database.read(() => this.#sql.tally.get(since, since, since, since, kitId));
    return {
      count: Number(row?.n),
      added: Number(row?.added),
      carried: Number(row?.carried),
      changed: Number(row?.changed),
      until: Number(row?.until),
    };
  }

  get(id: string): StoredMark | null {
    const rows = this.#database.read(() => this.#sql.get.all(id));
    return readable(rows)[0] ?? null;
  }

  /** @throws TripKitError of kind `config`, condition `too_many_marks`, where the kit or the laptop is full of them */
  add({ id, kit_id, document_sha256, draft, by, created_at, changed_at }: MarkRecord): void {
    const { kind } = draft;
    const values = [id, kit_id, document_sha256, kind, JSON.stringify(draft), by, created_at, changed_at];
    this.#database.write(() => {
      if (Number(this.#sql.countOfKit.get(kit_id)?.n) >= MAX_MARKS_OF_KIT) {
        throw tooMany(`This kit has ${MAX_MARKS_OF_KIT} marks, the most that a kit can have.`);
      }
      if (kind === 'bookmark' && Number(this.#sql.countOfKind.get(kind)?.n) >= MAX_BOOKMARKS) {
        throw tooMany(`There are ${MAX_BOOKMARKS} bookmarks on this laptop, the most that it can keep.`);
      }
      this.#sql.insert.run(...values);
    });
  }

  /** Replaces what was drawn; false where there is no such mark of this kind. All else of it stays. */
  change({ id, draft, changed_at }: Pick<MarkRecord, 'id' | 'draft' | 'changed_at'>): boolean {
    const result = this.#database.write(() =>
      this.#sql.update.run(JSON.stringify(draft), changed_at, id, draft.kind),
    );
    return result.changes > 0;
  }

  /** Nothing happens where there is none. */
  remove(id: string): void {
    this.#database.write(() => this.#sql.remove.run(id));
  }

  /** Kits have gone: their marks go too, their bookmarks stay. */
  removeOfKits(kitIds: readonly string[]): void {
    this.#removeEach(this.#sql.removeOfKit, kitIds);
  }

  /** Flights are over: their pins go. */
  removePins(kitIds: readonly string[]): void {
    this.#removeEach(this.#sql.removePins, kitIds);
  }

  /** The kits that have marks which go with them. */
  kits(): string[] {
    return this.#database.read(() => this.#sql.kits.all()).map(({ kit_id }) => String(kit_id));
  }

  /** The kits that have pins. */
  pinned(): string[] {
    return this.#database.read(() => this.#sql.pinned.all()).map(({ kit_id }) => String(kit_id));
  }

  #removeEach(statement: StatementSync, kitIds: readonly string[]): void {
    if (kitIds.length === 0) return;
    this.#database.write(() => {
      for (const kitId of kitIds) statement.run(kitId);
    });
  }
}

const READ = `SELECT marks.*, carried.from_kit_id, carried.origin_id
  FROM marks LEFT JOIN carried ON carried.mark_id = marks.id AND carried.kit_id = marks.kit_id`;

function prepare(db: DatabaseSync) {
  return {
    ofKit: db.prepare(`${READ} WHERE marks.kit_id = ? ORDER BY created_at, marks.rowid`),
    ofKind: db.prepare(`${READ} WHERE kind = ? ORDER BY created_at, marks.rowid`),
    tally: db.prepare(
      `SELECT count(*) AS n, coalesce(sum(created_at > ?), 0) AS added,
         coalesce(sum(created_at > ? AND EXISTS (SELECT 1 FROM carried WHERE mark_id = marks.id)), 0) AS carried,
         coalesce(sum(created_at <= ? AND changed_at > ?), 0) AS changed, coalesce(max(changed_at), 0) AS until
       FROM marks WHERE kit_id = ?`,
    ),
    get: db.prepare(`${READ} WHERE id = ?`),
    countOfKit: db.prepare('SELECT count(*) AS n FROM marks WHERE kit_id = ?'),
    countOfKind: db.prepare('SELECT count(*) AS n FROM marks WHERE kind = ?'),
    insert: db.prepare(
      'INSERT INTO marks (id, kit_id, document_sha256, kind, draft, who, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    update: db.prepare('UPDATE marks SET draft = ?, changed_at = ? WHERE id = ? AND kind = ?'),
    remove: db.prepare('DELETE FROM marks WHERE id = ?'),
    removeOfKit: db.prepare("DELETE FROM marks WHERE kit_id = ? AND kind <> 'bookmark'"),
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

/** The rows that can be read; one that can't takes no other with it, and stays where it is. */
function readable(rows: readonly Record<string, unknown>[]): StoredMark[] {
  return rows.flatMap((row) => {
    const draft = markDraftRow.safeParse(parsed(row.draft));
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

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
