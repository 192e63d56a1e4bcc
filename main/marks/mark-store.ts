import { z } from 'zod';
import { type MarkDraft, markDraft } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { EventBody } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import { json } from '../store/row-schema.ts';
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

  /** @param log gets entries with the number of marks added, changed or removed, never their content */
  constructor(database: SqliteConnection, log: EventLog) {
    this.#database = database;
    this.#log = log;
  }

  /** The marks of a kit, oldest first, including the bookmarks made in it. */
  ofKit(kitId: string): StoredMark[] {
    return this.#find('WHERE marks.kit_id = ? ORDER BY created_at, marks.rowid', kitId);
  }

  /** All bookmarks on this laptop, oldest first. */
  bookmarks(): StoredMark[] {
    return this.#find("WHERE kind = 'bookmark' ORDER BY created_at, marks.rowid");
  }

  get(id: string): StoredMark | null {
    return this.#find('WHERE id = ?', id)[0] ?? null;
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
      if (this.#count('kit_id', kit_id) >= MAX_MARKS_OF_KIT) {
        throw tooManyMarks(`This kit has ${MAX_MARKS_OF_KIT} marks, the most that a kit can have.`);
      }
      if (kind === 'bookmark' && this.#count('kind', kind) >= MAX_BOOKMARKS) {
        throw tooManyMarks(`There are ${MAX_BOOKMARKS} bookmarks on this laptop, the most that it can keep.`);
      }
      this.#database.insert('marks', { id, kit_id, document_sha256, kind, ...texts, created_at, changed_at });
      const how = from_kit_id === null ? 'was added' : 'was carried over from an earlier kit of the flight';
      this.#addEntry(kit_id, `A mark ${how}.`, { added: 1 });
    });
  }

  /** Replaces the drawing, nothing else; false if this kind of mark with this id does not exist. */
  change({ id, draft, changed_at }: Pick<MarkRecord, 'id' | 'draft' | 'changed_at'>): boolean {
    return this.#database.write((sql) => {
      const update = sql('UPDATE marks SET draft = ?, changed_at = ? WHERE id = ? AND kind = ?');
      const { changes } = update.run(JSON.stringify(draft), changed_at, id, draft.kind);
      if (Number(changes) === 0) return false;
      this.#addEntry(this.#kitOf(id), 'A mark was changed.', { changed: 1 });
      return true;
    });
  }

  /** Does nothing if it does not exist. */
  remove(id: string): void {
    this.#database.write((sql) => {
      const kit_id = this.#kitOf(id);
      const { changes } = sql('DELETE FROM marks WHERE id = ?').run(id);
      if (Number(changes) > 0) this.#addEntry(kit_id, 'A mark was removed.', { removed: 1 });
    });
  }

  /** Removes the pins of past flights. */
  removePins(kitIds: readonly string[]): void {
    this.#database.runEach("DELETE FROM marks WHERE kit_id = ? AND kind = 'pin'", kitIds);
  }

  /** The kits that have marks (bookmarks not included, which outlive their kit). */
  kits(): string[] {
    return this.#kitsWith("kind <> 'bookmark'");
  }

  /** The kits that have pins. */
  pinned(): string[] {
    return this.#kitsWith("kind = 'pin'");
  }

  /** Also for a mark that can't be read. */
  #kitOf(id: string): string | null {
    const row = this.#database.read((sql) => sql('SELECT kit_id FROM marks WHERE id = ?').get(id));
    return row === undefined ? null : String(row.kit_id);
  }

  #find(rest: string, ...args: string[]): StoredMark[] {
    return this.#database.find(markRow, `${READ} ${rest}`, ...args);
  }

  #count(column: 'kit_id' | 'kind', value: string): number {
    const query = `SELECT count(*) AS n FROM marks WHERE ${column} = ?`;
    return Number(this.#database.read((sql) => sql(query).get(value))?.n);
  }

  #kitsWith(condition: string): string[] {
    const query = `SELECT DISTINCT kit_id FROM marks WHERE ${condition}`;
    return this.#database.read((sql) => sql(query).all()).map(({ kit_id }) => String(kit_id));
  }

  #addEntry(kit_id: string | null, what: string, marks: Partial<NonNullable<EventBody['marks']>>): void {
    addMarksEntry(this.#log, kit_id, what, marks);
  }
}

/** Adds an entry with the number of marks added, changed or removed. */
export function addMarksEntry(
  log: EventLog,
  kit_id: string | null,
  what: string,
  marks: Partial<NonNullable<EventBody['marks']>>,
): void {
  const body = { what, marks: { added: 0, changed: 0, removed: 0, ...marks } };
  log.append({ at: log.now, kind: 'marks', kit_id, who: log.user, body });
}

const READ = `SELECT marks.*, carried.from_kit_id, carried.origin_id
  FROM marks LEFT JOIN carried ON carried.mark_id = marks.id AND carried.kit_id = marks.kit_id`;

const markRow = z
  .object({
    id: z.string(),
    kit_id: z.string(),
    document_sha256: z.string(),
    who: z.string(),
    created_at: z.number(),
    changed_at: z.number(),
    draft: json.pipe(markDraft),
    from_kit_id: z.string().nullable(),
    origin_id: z.string().nullable(),
  })
  .transform(
    ({ who, from_kit_id, origin_id, ...mark }): StoredMark => ({
      ...mark,
      by: who,
      carried_from: from_kit_id,
      origin_id: origin_id ?? mark.id,
    }),
  );

/** The error when there are too many marks. @param what says how many are the most */
export function tooManyMarks(what: string): TripKitError {
  return new TripKitError('config', `${what} Remove some that are not needed any more, then try again.`, {
    condition: 'too_many_marks',
  });
}
