import { TripKitError } from '../../common/errors.ts';
import type { PersonalDatabase } from '../personal/personal-database.ts';
import { type MarkKind, type MarkRecord, markDraftRow } from './mark-record.ts';

/** Marks that one kit may have, bookmarks included: far more than a person makes, few enough to draw. */
export const MAX_MARKS_OF_KIT = 5_000;
/** Bookmarks that one laptop may have. */
export const MAX_BOOKMARKS = 5_000;

/** Marks in SQLite; durable when a call returns. Every method throws TripKitError of kind `disk`. */
export class MarkStore {
  readonly #personal: PersonalDatabase;
  readonly #ofKit;
  readonly #ofKind;
  readonly #get;
  readonly #countOfKit;
  readonly #countOfKind;
  readonly #insert;
  readonly #update;
  readonly #remove;
  readonly #removeOfKit;
  readonly #removePins;
  readonly #kits;
  readonly #pinned;

  constructor(personal: PersonalDatabase) {
    this.#personal = personal;
    const { db } = personal;
    this.#ofKit = db.prepare('SELECT * FROM marks WHERE kit_id = ? ORDER BY created_at, rowid');
    this.#ofKind = db.prepare('SELECT * FROM marks WHERE kind = ? ORDER BY created_at, rowid');
    this.#get = db.prepare('SELECT * FROM marks WHERE id = ?');
    this.#countOfKit = db.prepare('SELECT count(*) AS n FROM marks WHERE kit_id = ?');
    this.#countOfKind = db.prepare('SELECT count(*) AS n FROM marks WHERE kind = ?');
    this.#insert = db.prepare(
      'INSERT INTO marks (id, kit_id, document_sha256, kind, draft, who, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#update = db.prepare('UPDATE marks SET draft = ?, changed_at = ? WHERE id = ? AND kind = ?');
    this.#remove = db.prepare('DELETE FROM marks WHERE id = ?');
    this.#removeOfKit = db.prepare("DELETE FROM marks WHERE kit_id = ? AND kind <> 'bookmark'");
    this.#removePins = db.prepare("DELETE FROM marks WHERE kit_id = ? AND kind = 'pin'");
    this.#kits = db.prepare("SELECT DISTINCT kit_id FROM marks WHERE kind <> 'bookmark'");
    this.#pinned = db.prepare("SELECT DISTINCT kit_id FROM marks WHERE kind = 'pin'");
  }

  /** The marks of a kit, the oldest first; the bookmarks made in it are among them. */
  ofKit(kit_id: string): MarkRecord[] {
    return readable(this.#personal.read(() => this.#ofKit.all(kit_id)));
  }

  /** All bookmarks of this laptop, the oldest first. */
  bookmarks(): MarkRecord[] {
    return readable(this.#personal.read(() => this.#ofKind.all('bookmark' satisfies MarkKind)));
  }

  get(id: string): MarkRecord | null {
    const row = this.#personal.read(() => this.#get.get(id));
    return row === undefined ? null : (readable([row])[0] ?? null);
  }

  /** @throws TripKitError of kind `config`, condition `too_many_marks`, where the kit or the laptop is full of them */
  add(mark: MarkRecord): void {
    const { kind } = mark.draft;
    this.#personal.write(() => {
      if (Number(this.#countOfKit.get(mark.kit_id)?.n) >= MAX_MARKS_OF_KIT) {
        throw tooMany(`This kit has ${MAX_MARKS_OF_KIT} marks, the most that a kit can have.`);
      }
      if (kind === 'bookmark' && Number(this.#countOfKind.get(kind)?.n) >= MAX_BOOKMARKS) {
        throw tooMany(`There are ${MAX_BOOKMARKS} bookmarks on this laptop, the most that it can keep.`);
      }
      this.#insert.run(
        mark.id,
        mark.kit_id,
        mark.document_sha256,
        kind,
        JSON.stringify(mark.draft),
        mark.by,
        mark.created_at,
        mark.changed_at,
      );
    });
  }

  /** Replaces what was drawn; false where there is no such mark of this kind. All else of it stays. */
  change({ id, draft, changed_at }: Pick<MarkRecord, 'id' | 'draft' | 'changed_at'>): boolean {
    const result = this.#personal.write(() =>
      this.#update.run(JSON.stringify(draft), changed_at, id, draft.kind),
    );
    return result.changes > 0;
  }

  /** Nothing happens where there is none. */
  remove(id: string): void {
    this.#personal.write(() => this.#remove.run(id));
  }

  /** Kits have gone: their marks go too, their bookmarks stay. */
  removeOfKits(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    this.#personal.write(() => {
      for (const kit_id of kit_ids) this.#removeOfKit.run(kit_id);
    });
  }

  /** Flights are over: their pins go. */
  removePins(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    this.#personal.write(() => {
      for (const kit_id of kit_ids) this.#removePins.run(kit_id);
    });
  }

  /** The kits that have marks which go with them. */
  kits(): string[] {
    return this.#personal.read(() => this.#kits.all()).map(({ kit_id }) => String(kit_id));
  }

  /** The kits that have pins. */
  pinned(): string[] {
    return this.#personal.read(() => this.#pinned.all()).map(({ kit_id }) => String(kit_id));
  }
}

function tooMany(what: string): TripKitError {
  return new TripKitError('config', `${what} Remove some that are not needed any more, then try again.`, {
    condition: 'too_many_marks',
  });
}

/** The rows that can be read; one that can't takes no other with it, and stays where it is. */
function readable(rows: readonly Record<string, unknown>[]): MarkRecord[] {
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
