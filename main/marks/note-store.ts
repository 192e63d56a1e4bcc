import { z } from 'zod';
import type { EventLog } from '../store/event-log.ts';
import { json } from '../store/row-schema.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { addMarksEntry, tooManyMarks } from './mark-store.ts';

const noteRow = z.object({
  id: z.uuid(),
  /** The kit that it was written in, which may be gone. */
  kit_id: z.string(),
  airport: z.string(),
  /** The chart as its page printed it; null: the note is of the airport. */
  chart: json
    .pipe(
      z.object({
        publisher: z.string().nullable(),
        airport: z.string(),
        kind: z.string(),
        number: z.string().nullable(),
        title: z.string().nullable(),
      }),
    )
    .nullable(),
  /** What the chart drew where a person put the note: page contents (main/comparison/page-contents.ts). */
  contents: json.pipe(z.array(z.string())),
  /** Its place on the chart, as shares of the page. */
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  text: z.string().max(10_000),
  /** The user name of the operating system's account. */
  who: z.string(),
  /** ms since 1970 UTC. */
  created_at: z.number(),
  changed_at: z.number(),
});

/** A note of a chart or of an airport. */
export type NoteRecord = z.infer<typeof noteRow>;

/** Maximum number of notes that outlive their kits, on one laptop. */
const MAX_NOTES = 5_000;

/** Notes of charts and airports; durable when a call returns. Every method throws TripKitError of kind `disk`. */
export class NoteStore {
  readonly #database: SqliteConnection;
  readonly #log: EventLog;

  constructor(database: SqliteConnection, log: EventLog) {
    this.#database = database;
    this.#log = log;
  }

  /** The notes of these airports and of their charts, oldest first. */
  ofAirports(airports: readonly string[]): NoteRecord[] {
    const where = 'airport IN (SELECT value FROM json_each(?)) ORDER BY created_at, rowid';
    return this.#database.find(noteRow, `SELECT * FROM notes WHERE ${where}`, JSON.stringify(airports));
  }

  get(id: string): NoteRecord | null {
    return this.#database.find(noteRow, 'SELECT * FROM notes WHERE id = ?', id)[0] ?? null;
  }

  /** @throws TripKitError of kind `config`, condition `too_many_marks`, if there are too many */
  add({ chart, contents, ...note }: NoteRecord): void {
    this.#database.write((sql) => {
      if (Number(sql('SELECT count(*) AS n FROM notes').get()?.n) >= MAX_NOTES) {
        throw tooManyMarks(`There are ${MAX_NOTES} notes of charts and airports, the most that are kept.`);
      }
      const texts = { chart: chart && JSON.stringify(chart), contents: JSON.stringify(contents) };
      this.#database.insert('notes', { ...note, ...texts });
      const what = `A note of ${chart === null ? 'an airport' : 'a chart'} was added.`;
      addMarksEntry(this.#log, note.kit_id, what, { added: 1 });
    });
  }

  /** Replaces what its chart is called and draws, text and place. @param kit_id where the person did it */
  change({ id, chart, contents, x, y, text, changed_at }: NoteRecord, kit_id: string, what: string): void {
    this.#database.write((sql) => {
      const set = 'chart = ?, contents = ?, x = ?, y = ?, text = ?, changed_at = ?';
      const texts = [chart && JSON.stringify(chart), JSON.stringify(contents)];
      sql(`UPDATE notes SET ${set} WHERE id = ?`).run(...texts, x, y, text, changed_at, id);
      addMarksEntry(this.#log, kit_id, what, { changed: 1 });
    });
  }

  /** @param kit_id where the person did it */
  remove(id: string, kit_id: string): void {
    this.#database.write((sql) => {
      sql('DELETE FROM notes WHERE id = ?').run(id);
      addMarksEntry(this.#log, kit_id, 'A note of a chart or an airport was removed.', { removed: 1 });
    });
  }
}
