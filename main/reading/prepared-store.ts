import type { OutlineEntry, PageSize, PreparedDocument } from '../../preload/contract.ts';
import type { CountedAt, DateSummary, StoredCounts } from '../charts/chart-counts.ts';
import type { ChartPage } from '../charts/rules/chart.ts';
import { type ChartKind, wholePageKinds } from '../charts/rules/chart-kinds.ts';
import { TripKitError } from '../common/errors.ts';
import { MAX_PAGES } from '../documents/rules/limits.ts';
import type { ReadingDatabase } from '../store/reading-database.ts';
import { pageOf, rowOf, rowsOf } from '../store/reading-schema.ts';
import type { PageHeading } from './headings.ts';

type PreparedState = PreparedDocument['state'];

/** Data about a document besides its bytes. */
export interface PreparedRecord {
  /** The document's number in the index. */
  id: number;
  sha256: string;
  state: PreparedState;
  /** How many times its preparation was started since its last page was stored: a high number means that it crashes the process. */
  starts: number;
  /** Number of pages whose text and chart are stored. */
  done: number;
  sizes: PageSize[] | null;
  outline: OutlineEntry[] | null;
}

/** A page's chart, and its heading including the chart's words. */
export interface NamedPage {
  heading: PageHeading | null;
  chart: ChartPage;
}

/** A page to add to the index. */
interface TakenPage extends NamedPage {
  text: string;
}

/** The document was removed, or the database was replaced by an empty one, during its preparation. */
export class DocumentForgotten extends TripKitError {
  constructor() {
    super('config', 'The document is not on this laptop any more. Look at the list again.', {
      condition: 'forgotten',
    });
  }
}

/** Data extracted from documents: sizes, outline, text and search index. Every call @throws TripKitError of kind `disk`. */
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
      outline: parsed<OutlineEntry[]>(row.outline),
    };
  }

  /** State and hash of all documents, by kit. */
  states(): Map<string, { sha256: string; state: PreparedState }> {
    const rows = this.#database.all('SELECT kit_id, sha256, state FROM documents');
    return new Map(
      rows.map(({ kit_id, sha256, state }) => [
        String(kit_id),
        { sha256: String(sha256), state: stateOf(state) },
      ]),
    );
  }

  /**
   * Counts a start of the kit's preparation, and deletes data of another document of the kit.
   * @returns the record to continue from
   */
  begin(kitId: string, sha256: string): PreparedRecord {
    const record = this.#database.write(() => {
      const known = this.get(kitId);
      if (known && known.sha256 !== sha256) this.remove(kitId);
      this.#database.run(
        `INSERT INTO documents (kit_id, sha256, state, starts, done) VALUES (?, ?, 'waiting', 1, 0)
         ON CONFLICT (kit_id) DO UPDATE SET starts = starts + 1`,
        kitId,
        sha256,
      );
      return this.get(kitId);
    });
    if (!record) throw new Error('a document that was just written is not there');
    return record;
  }

  saveShape(id: number, sizes: readonly PageSize[], outline: readonly OutlineEntry[]): void {
    this.#database.run(
      'UPDATE documents SET sizes = ?, outline = ?, starts = 1 WHERE id = ?',
      JSON.stringify(sizes),
      JSON.stringify(outline),
      id,
    );
  }

  /**
   * Stores further pages, replacing stored ones with the same numbers.
   *
   * @param kitWords the kit's own words; its pages can be found by them too
   * @throws DocumentForgotten if the document is no longer in the database
   */
  savePages(id: number, pages: readonly TakenPage[], kitWords: string): void {
    const db = this.#database;
    db.write(() => {
      const last = pages.at(-1)?.chart.page ?? 0;
      const known = db.run('UPDATE documents SET done = ?, starts = 1 WHERE id = ?', last, id);
      if (known === 0) throw new DocumentForgotten();
      const insert = 'INSERT OR REPLACE INTO pages (id, heading, text) VALUES (?, ?, ?)';
      for (const { text, heading, chart } of pages) {
        const row = rowOf(id, chart.page);
        this.#saveChart(row, chart);
        db.run(insert, row, heading?.shown ?? null, text);
        this.#index(row, text, heading, kitWords);
      }
    });
  }

  /** Updates the chart of stored pages, and the heading that depends on it. */
  rename(id: number, pages: readonly NamedPage[], kitWords: string): void {
    const db = this.#database;
    db.write(() => {
      const update = 'UPDATE pages SET heading = ? WHERE id = ? RETURNING text';
      for (const { chart, heading } of pages) {
        const row = rowOf(id, chart.page);
        this.#saveChart(row, chart);
        const page = db.get(update, heading?.shown ?? null, row);
        if (page) this.#index(row, String(page.text), heading, kitWords);
      }
    });
  }

  /** Call it in a transaction. */
  #saveChart(row: number, { page: _, ...facts }: ChartPage): void {
    const sql = 'INSERT OR REPLACE INTO charts (id, facts) VALUES (?, ?)';
    this.#database.run(sql, row, JSON.stringify(facts));
  }

  /** Call it in a transaction. */
  #index(row: number, text: string, heading: PageHeading | null, kitWords: string): void {
    const db = this.#database;
    if (!db.searchable) return;
    const insertText = 'INSERT OR REPLACE INTO page_search (rowid, text, heading, kit) VALUES (?, ?, ?, ?)';
    db.run(insertText, row, text, heading?.all ?? '', kitWords);
    const insertHeading = 'INSERT OR REPLACE INTO heading_search (rowid, heading, kit) VALUES (?, ?, ?)';
    if (heading !== null) db.run(insertHeading, row, heading.all, kitWords);
    else db.run('DELETE FROM heading_search WHERE rowid = ?', row);
  }

  /** The preparation was stopped normally: this start is not counted. */
  putDown(id: number): void {
    this.#database.run('UPDATE documents SET starts = starts - 1 WHERE id = ?', id);
  }

  /** All pages are stored, and their charts are final. */
  finish(id: number, dates: DateSummary, counted: CountedAt): void {
    const set = "state = 'ready', chart_dates = ?, chart_counts = ?";
    const sql = `UPDATE documents SET ${set} WHERE id = ?`;
    this.#database.run(sql, JSON.stringify(dates), JSON.stringify(counted), id);
  }

  /** The document can't be prepared: deletes its text and charts, keeps sizes and outline. */
  fail(id: number, reason: string): void {
    this.#database.write(() => {
      this.#removePages(id);
      const sql = "UPDATE documents SET state = 'failed', done = 0, reason = ? WHERE id = ?";
      this.#database.run(sql, reason.slice(0, 500), id);
    });
  }

  /** The stored charts of a document's pages, in order; empty for another document of the kit. */
  charts(kitId: string, sha256: string): { state: PreparedState; pages: ChartPage[] } {
    return this.#database.read(() => {
      const document = this.#document(kitId, sha256);
      if (!document) return { state: 'waiting', pages: [] };
      return { state: document.state, pages: this.chartsFrom(document.id, 1, MAX_PAGES) };
    });
  }

  /** The pages of a document that are drawn on one sheet (wholePageKinds), ascending; empty for another document of the kit. */
  wholePages(kitId: string, sha256: string): number[] {
    const rows = this.#database.read(() => {
      const document = this.#document(kitId, sha256);
      if (!document) return [];
      const kindOf =
        "SELECT id, facts ->> '$.kind.value' AS kind FROM charts WHERE id BETWEEN ? AND ? ORDER BY id";
      return this.#database.all(kindOf, ...rowsOf(document.id));
    });
    return rows.flatMap(({ id, kind }) =>
      wholePageKinds.has(String(kind) as ChartKind) ? [pageOf(Number(id)).page] : [],
    );
  }

  /** The chart of one page; null if it is not known. */
  chart(kitId: string, sha256: string, page: number): ChartPage | null {
    return this.#database.read(() => {
      const document = this.#document(kitId, sha256);
      if (!document) return null;
      const at = rowOf(document.id, page);
      return chartOf(page, this.#database.get('SELECT facts FROM charts WHERE id = ?', at)?.facts);
    });
  }

  /** The counts of a kit's charts; null unless all charts are stored. */
  chartCountsOf(kitId: string): StoredCounts | null {
    const sql = "SELECT sha256, chart_counts FROM documents WHERE kit_id = ? AND state = 'ready'";
    const row = this.#database.get(sql, kitId);
    return row ? { sha256: String(row.sha256), json: String(row.chart_counts) } : null;
  }

  /** Summary of a document's chart dates; null unless all charts are stored. */
  chartDates(kitId: string, sha256: string): DateSummary | null {
    const sql = "SELECT chart_dates FROM documents WHERE kit_id = ? AND sha256 = ? AND state = 'ready'";
    return parsed<DateSummary>(this.#database.get(sql, kitId, sha256)?.chart_dates);
  }

  /** At most `limit` stored charts, from `page` on. */
  chartsFrom(id: number, page: number, limit: number): ChartPage[] {
    const sql = 'SELECT id, facts FROM charts WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?';
    const rows = this.#database.all(sql, rowOf(id, page), rowsOf(id)[1], limit);
    return rows.flatMap((row) => chartOf(pageOf(Number(row.id)).page, row.facts) ?? []);
  }

  /** The text of a prepared document, index 0 is page 1; null unless all of it is stored. */
  text(kitId: string, sha256: string): string[] | null {
    const pages = 'SELECT text FROM pages WHERE id BETWEEN ? AND ? ORDER BY id';
    return this.#database.read(() => {
      const document = this.#document(kitId, sha256);
      if (document?.state !== 'ready') return null;
      return this.#database.all(pages, ...rowsOf(document.id)).map(({ text }) => String(text));
    });
  }

  /** The record of exactly this document of the kit. */
  #document(kitId: string, sha256: string): Pick<PreparedRecord, 'id' | 'state'> | null {
    const sql = 'SELECT id, state FROM documents WHERE kit_id = ? AND sha256 = ?';
    const row = this.#database.get(sql, kitId, sha256);
    return row ? { id: Number(row.id), state: stateOf(row.state) } : null;
  }

  remove(kitId: string): void {
    this.#database.write(() => {
      const row = this.#database.get('SELECT id FROM documents WHERE kit_id = ?', kitId);
      if (!row) return;
      this.#removePages(Number(row.id));
      this.#database.run('DELETE FROM documents WHERE id = ?', Number(row.id));
    });
  }

  /** Call it in a transaction. */
  #removePages(id: number): void {
    const range = rowsOf(id);
    if (this.#database.searchable) {
      // By the ids of `pages`: a range query on an index without content is slow.
      const rows = 'SELECT id FROM pages WHERE id BETWEEN ? AND ?';
      this.#database.run(`DELETE FROM page_search WHERE rowid IN (${rows})`, ...range);
      const withHeading = `${rows} AND heading IS NOT NULL`;
      this.#database.run(`DELETE FROM heading_search WHERE rowid IN (${withHeading})`, ...range);
    }
    for (const table of ['pages', 'charts'])
      this.#database.run(`DELETE FROM ${table} WHERE id BETWEEN ? AND ?`, ...range);
  }
}

function stateOf(value: unknown): PreparedState {
  return value === 'ready' || value === 'failed' ? value : 'waiting';
}

/** The chart of a row; `page` is the row's page number. */
function chartOf(page: number, json: unknown): ChartPage | null {
  const facts = parsed<Omit<ChartPage, 'page'>>(json);
  return facts && { page, ...facts };
}

function parsed<T>(json: unknown): T | null {
  return typeof json === 'string' ? (JSON.parse(json) as T) : null;
}
