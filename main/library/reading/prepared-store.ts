import type { PageSize } from '../../../preload/document-jobs/answers.ts';
import { TripKitError } from '../../common/errors.ts';
import type { OutlineLine, PageHeading } from './headings.ts';
import type { ReadingDatabase } from './reading-database.ts';
import { rowOf, rowsOf } from './reading-schema.ts';

export type PreparedState = 'waiting' | 'ready' | 'failed';

export type { PageSize };

/** What is known of a document beside its bytes. */
export interface PreparedRecord {
  /** Number of the document in the index. */
  id: number;
  sha256: string;
  state: PreparedState;
  /** How often its preparation was started since its last page came in: many mean that it takes the process down. */
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

/** The document was removed, or the database was replaced by an empty one, while it was being prepared. */
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

  get(kitId: string): PreparedRecord | null {
    const row = this.#database.get('SELECT * FROM documents WHERE kit_id = ?', kitId);
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
    const rows = this.#database.all('SELECT kit_id, sha256, state FROM documents');
    return new Map(
      rows.map((row) => [String(row.kit_id), { sha256: String(row.sha256), state: stateOf(row.state) }]),
    );
  }

  /**
   * Counts a start of the kit's preparation, and forgets what was taken from another document of the kit.
   * @returns the record to go on from
   */
  begin(kitId: string, sha256: string): PreparedRecord {
    const record = this.#database.write(() => {
      const known = this.get(kitId);
      if (known && known.sha256 !== sha256) this.remove(kitId);
      this.#database.run(
        `INSERT INTO documents (kit_id, sha256, state, starts, done) VALUES (?, ?, 'waiting', 1, 0)
         ON CONFLICT (kit_id) DO UPDATE SET starts = starts + 1, state = 'waiting'`,
        kitId,
        sha256,
      );
      return this.get(kitId);
    });
    if (!record) throw new Error('a document that was just written is not there');
    return record;
  }

  saveShape(id: number, sizes: readonly PageSize[], outline: readonly OutlineLine[]): void {
    this.#database.run(
      'UPDATE documents SET sizes = ?, outline = ?, starts = 1 WHERE id = ?',
      JSON.stringify(sizes),
      JSON.stringify(outline),
      id,
    );
  }

  /**
   * Takes in the text of further pages; those that are here already are passed over.
   *
   * @param kitWords the kit's own words, by which its pages are found too
   * @throws DocumentForgotten where the document is not in the database any more
   */
  savePages(id: number, pages: readonly PageText[], kitWords: string): void {
    const db = this.#database;
    db.write(() => {
      const last = pages.at(-1)?.page ?? 0;
      const known = db.run('UPDATE documents SET done = max(done, ?), starts = 1 WHERE id = ?', last, id);
      if (known === 0) throw new DocumentForgotten();
      const insertPage = 'INSERT INTO pages (id, heading, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
      const insertText = 'INSERT INTO page_search (rowid, text, heading, kit) VALUES (?, ?, ?, ?)';
      const insertHeading = 'INSERT INTO heading_search (rowid, heading, kit) VALUES (?, ?, ?)';
      for (const { page, text, heading } of pages) {
        const row = rowOf(id, page);
        const added = db.run(insertPage, row, heading?.shown ?? null, text);
        if (added === 0 || !db.searchable) continue;
        db.run(insertText, row, text, heading?.all ?? '', kitWords);
        if (heading !== null) db.run(insertHeading, row, heading.all, kitWords);
      }
    });
  }

  /** The preparation was put down in good order: this start does not count. */
  putDown(id: number): void {
    this.#database.run('UPDATE documents SET starts = starts - 1 WHERE id = ?', id);
  }

  finish(id: number): void {
    this.#database.run("UPDATE documents SET state = 'ready' WHERE id = ?", id);
  }

  /** The document can't be prepared; what was taken of its text goes, sizes and outline stay. */
  fail(id: number, reason: string): void {
    this.#database.write(() => {
      this.#removePages(id);
      const sql = "UPDATE documents SET state = 'failed', done = 0, reason = ? WHERE id = ?";
      this.#database.run(sql, reason.slice(0, 500), id);
    });
  }

  /** The text of a prepared document, index 0 is page 1; null where it is not all here. */
  text(kitId: string, sha256: string): string[] | null {
    const ready = "SELECT id FROM documents WHERE kit_id = ? AND sha256 = ? AND state = 'ready'";
    const pages = 'SELECT text FROM pages WHERE id BETWEEN ? AND ? ORDER BY id';
    return this.#database.read(() => {
      const row = this.#database.get(ready, kitId, sha256);
      if (!row) return null;
      return this.#database.all(pages, ...rowsOf(Number(row.id))).map(({ text }) => String(text));
    });
  }

  remove(kitId: string): void {
    this.#database.write(() => {
      const row = this.#database.get('SELECT id FROM documents WHERE kit_id = ?', kitId);
      if (!row) return;
      this.#removePages(Number(row.id));
      this.#database.run('DELETE FROM documents WHERE id = ?', Number(row.id));
    });
  }

  /** Called in a transaction. */
  #removePages(id: number): void {
    const range = rowsOf(id);
    if (this.#database.searchable) {
      // By the ids of `pages`: an index without content can't be asked for a range cheaply.
      const rows = 'SELECT id FROM pages WHERE id BETWEEN ? AND ?';
      this.#database.run(`DELETE FROM page_search WHERE rowid IN (${rows})`, ...range);
      const withHeading = `${rows} AND heading IS NOT NULL`;
      this.#database.run(`DELETE FROM heading_search WHERE rowid IN (${withHeading})`, ...range);
    }
    this.#database.run('DELETE FROM pages WHERE id BETWEEN ? AND ?', ...range);
  }
}

function stateOf(value: unknown): PreparedState {
  return value === 'ready' || value === 'failed' ? value : 'waiting';
}

function parsed<T>(json: unknown): T | null {
  return typeof json === 'string' ? (JSON.parse(json) as T) : null;
}
