import { TripKitError } from '../../common/errors.ts';
import type { OutlineLine, PageHeading } from './headings.ts';
import type { ReadingDatabase } from './reading-database.ts';
import { rowOf, rowsOf } from './reading-schema.ts';

export type PreparedState = 'waiting' | 'ready' | 'failed';

/** A page's size as it is shown, CSS px at 100 %: width, height. */
export type PageSize = [number, number];

/** What is known of a document beside its bytes. */
export interface PreparedRecord {
  /** Number of the document in the index. */
  id: number;
  sha256: string;
  state: PreparedState;
  /** How often its preparation was begun since its last page came in: many mean that it takes the process down. */
  starts: number;
  /** Pages whose text is here. */
  done: number;
  sizes: PageSize[] | null;
  outline: OutlineLine[] | null;
}

/** Text of a page as it goes into the index. */
export interface PageText {
  page: number;
  text: string;
  heading: PageHeading | null;
}

/** The document was removed, or the database was begun anew, while it was being prepared. */
export class DocumentForgotten extends TripKitError {
  constructor() {
    super('config', 'The document is not on this laptop any more. Look at the list again.', {
      condition: 'forgotten',
    });
  }
}

/** What was taken from documents: sizes, outline, text and search index. Every call @throws TripKitError of kind `disk`. */
export class PreparedStore {
  readonly #database: ReadingDatabase;

  constructor(database: ReadingDatabase) {
    this.#database = database;
  }

  get(kit_id: string): PreparedRecord | null {
    const row = this.#database.read((sql) => sql('SELECT * FROM documents WHERE kit_id = ?').get(kit_id));
    if (!row) return null;
    return {
      id: Number(row.id),
      sha256: String(row.sha256),
      state: stateOf(row.state),
      starts: Number(row.starts),
      done: Number(row.done),
      sizes: parsed<PageSize[]>(row.sizes),
      outline: parsed<OutlineLine[]>(row.outline),
    };
  }

  /** State and hash of all documents, by kit. */
  states(): Map<string, { sha256: string; state: PreparedState }> {
    const rows = this.#database.read((sql) => sql('SELECT kit_id, sha256, state FROM documents').all());
    return new Map(
      rows.map((row) => [String(row.kit_id), { sha256: String(row.sha256), state: stateOf(row.state) }]),
    );
  }

  /**
   * Counts a start of the kit's preparation, and forgets what was taken from another document of the kit.
   * @returns the record to go on from
   */
  begin(kit_id: string, sha256: string): PreparedRecord {
    this.#database.write((sql) => {
      const known = sql('SELECT sha256 FROM documents WHERE kit_id = ?').get(kit_id);
      if (known && known.sha256 !== sha256) this.#forget(kit_id);
      sql(
        `INSERT INTO documents (kit_id, sha256, state, starts, done) VALUES (?, ?, 'waiting', 1, 0)
         ON CONFLICT (kit_id) DO UPDATE SET starts = starts + 1, state = 'waiting'`,
      ).run(kit_id, sha256);
    });
    const record = this.get(kit_id);
    if (!record) throw new Error('a document that was just written is not there');
    return record;
  }

  saveShape(id: number, sizes: readonly PageSize[], outline: readonly OutlineLine[]): void {
    this.#database.write((sql) =>
      sql('UPDATE documents SET sizes = ?, outline = ?, starts = 1 WHERE id = ?').run(
        JSON.stringify(sizes),
        JSON.stringify(outline),
        id,
      ),
    );
  }

  /**
   * Takes in the text of further pages; those that are here already are passed over.
   *
   * @param kitWords the kit's own words, by which its pages are found too
   * @throws DocumentForgotten where the document is not in the database any more
   */
  savePages(id: number, pages: readonly PageText[], kitWords: string): void {
    this.#database.write((sql) => {
      const last = pages.at(-1)?.page ?? 0;
      const known = sql('UPDATE documents SET done = max(done, ?), starts = 1 WHERE id = ?').run(last, id);
      if (known.changes === 0) throw new DocumentForgotten();
      for (const { page, text, heading } of pages) {
        const row = rowOf(id, page);
        const added = sql(
          'INSERT INTO pages (id, heading, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        ).run(row, heading?.shown ?? null, text);
        if (added.changes === 0 || !this.#database.searchable) continue;
        const words = heading?.all ?? '';
        sql('INSERT INTO page_search (rowid, text, heading, kit) VALUES (?, ?, ?, ?)').run(
          row,
          text,
          words,
          kitWords,
        );
        if (heading === null) continue;
        sql('INSERT INTO heading_search (rowid, heading, kit) VALUES (?, ?, ?)').run(row, words, kitWords);
      }
    });
  }

  /** The preparation was put down in good order: this start does not count. */
  putDown(id: number): void {
    this.#database.write((sql) => sql('UPDATE documents SET starts = starts - 1 WHERE id = ?').run(id));
  }

  finish(id: number): void {
    this.#database.write((sql) => sql("UPDATE documents SET state = 'ready' WHERE id = ?").run(id));
  }

  /** The document can't be prepared; what was taken of its text goes, sizes and outline stay. */
  fail(id: number, reason: string): void {
    this.#database.write((sql) => {
      this.#forgetPages(id);
      sql("UPDATE documents SET state = 'failed', done = 0, reason = ? WHERE id = ?").run(
        reason.slice(0, 500),
        id,
      );
    });
  }

  /** The text of a prepared document, index 0 is page 1; null where it is not all here. */
  text(kit_id: string, sha256: string): string[] | null {
    return this.#database.read((sql) => {
      const row = sql("SELECT id FROM documents WHERE kit_id = ? AND sha256 = ? AND state = 'ready'").get(
        kit_id,
        sha256,
      );
      if (!row) return null;
      return sql('SELECT text FROM pages WHERE id BETWEEN ? AND ? ORDER BY id')
        .all(...rowsOf(Number(row.id)))
        .map(({ text }) => String(text));
    });
  }

  remove(kit_id: string): void {
    this.#database.write(() => this.#forget(kit_id));
  }

  #forget(kit_id: string): void {
    this.#database.write((sql) => {
      const row = sql('SELECT id FROM documents WHERE kit_id = ?').get(kit_id);
      if (!row) return;
      this.#forgetPages(Number(row.id));
      sql('DELETE FROM documents WHERE id = ?').run(Number(row.id));
    });
  }

  #forgetPages(id: number): void {
    const range = rowsOf(id);
    this.#database.write((sql) => {
      if (this.#database.searchable) {
        // By the ids of `pages`: an index without content can't be asked for a range cheaply.
        const rows = 'SELECT id FROM pages WHERE id BETWEEN ? AND ?';
        sql(`DELETE FROM page_search WHERE rowid IN (${rows})`).run(...range);
        sql(`DELETE FROM heading_search WHERE rowid IN (${rows} AND heading IS NOT NULL)`).run(...range);
      }
      sql('DELETE FROM pages WHERE id BETWEEN ? AND ?').run(...range);
    });
  }
}

function stateOf(value: unknown): PreparedState {
  return value === 'ready' || value === 'failed' ? value : 'waiting';
}

function parsed<T>(json: unknown): T | null {
  return typeof json === 'string' ? (JSON.parse(json) as T) : null;
}
