import { z } from 'zod';
import { json, tripSchema } from '../store/row-schema.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';

const bit = z.number().transform((value) => value !== 0);

const lineReport = z.object({
  line: z.number(),
  /** For a workbook with several sheets: the sheet's name. */
  sheet: z.string().exactOptional(),
  /**
   * `requested`: a new kit; `known`: the same trip came before; `cancelled`: the line cancels a kit; `not_taken`: the line
   * is not usable.
   */
  state: z.enum(['requested', 'known', 'cancelled', 'not_taken']),
  trip: tripSchema.exactOptional(),
  /** The kit that is requested, known or cancelled. */
  kit: z.string().exactOptional(),
  /** The kit that this one replaces, because the trip has changed. */
  replaces: z.string().exactOptional(),
  /** The text of the line, if it was not taken. */
  text: z.string().exactOptional(),
  /** Why, in sentences. */
  why: z.string().exactOptional(),
});
/** The result for one line of a trip file. */
export type LineReport = z.infer<typeof lineReport>;

const fileRow = z.object({
  id: z.string(),
  /** '' is the folder of arrivals itself; otherwise a folder in it. */
  folder: z.enum(['', 'done', 'failed']),
  name: z.string(),
  /** Hex. */
  sha256: z.string(),
  /** As of an Arrival: moved, and read again, is this file alone. */
  inode: z.string(),
  size: z.number(),
  /** From the file system, ms since 1970 UTC. */
  mtime: z.number(),
  taken_at: z.number(),
  /** Whether any trip was taken from it. */
  sound: bit,
  report: json.pipe(z.array(lineReport)),
  /** When it was moved out of the folder of arrivals; null before that. */
  moved_at: z.number().nullable(),
  /** Whether its report has been written beside it. */
  reported: bit,
});
/** A trip file that was read. Times are ms since 1970 UTC. */
export type IntakeFile = z.infer<typeof fileRow>;

/** The state of a trip: the kit's final states, and `requested` for unfinished kits. */
export const tripStates = [
  /** The kit is planned; that it was requested has not been told yet. */
  'waiting',
  'requested',
  'delivered',
  'failed',
  'unconfirmed',
  'cancelled',
  /** A person removed the kit from this computer before it was delivered. */
  'removed',
] as const;
export type IntakeTripState = (typeof tripStates)[number];

const tripRow = z.object({
  /** The kit's id. */
  id: z.string(),
  file_id: z.string(),
  line: z.number(),
  profile_id: z.string(),
  trip: json.pipe(tripSchema),
  /** The key of its flight (plan-trips.ts). */
  flight_key: z.string(),
  state: z.enum(tripStates),
  /** Whether a later file cancels it. */
  cancel: bit,
  /** The name of its files in the folder of deliveries, without their endings; null until one is written. */
  name: z.string().nullable(),
  /** The kit that replaced it. */
  replaced_by: z.string().nullable(),
  taken_at: z.number(),
  changed_at: z.number(),
  /** The content of its result file, as JSON; null before there is one. */
  result: z.string().nullable(),
});
/** A trip from a file. Times are ms since 1970 UTC. */
export type IntakeTrip = z.infer<typeof tripRow>;

const outboxRow = z.object({
  seq: z.number(),
  target: z.enum(['command', 'webhook']),
  event_id: z.string(),
  /** JSON. */
  body: z.string(),
  at: z.number(),
  attempts: z.number(),
});
/** An event that a target has not received yet. */
export type OutboxEntry = z.infer<typeof outboxRow>;
/** Receivers of events. */
export type Target = OutboxEntry['target'];

/** Most events that wait for one target: beyond that the oldest are removed. */
export const MAX_WAITING = 10_000;

/**
 * The journal's rows. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` if it can't be read or written
 */
export class IntakeStore {
  readonly #database: SqliteConnection;
  readonly #root: string;

  /** @param root the folder of arrivals of the files, absolute; trips are those of all folders */
  constructor(database: SqliteConnection, root: string) {
    this.#database = database;
    this.#root = root;
  }

  putFile(file: IntakeFile): void {
    const row = { ...file, root: this.#root, report: JSON.stringify(file.report) };
    this.#database.put('intake_files', 'id', row);
  }

  /** Null if the journal no longer has it. */
  file(id: string): IntakeFile | null {
    return this.#database.find(fileRow, 'SELECT * FROM intake_files WHERE id = ?', id)[0] ?? null;
  }

  /** Files that have not been moved yet, or whose report is not written; oldest first. */
  unfinishedFiles(): IntakeFile[] {
    return this.#database.find(
      fileRow,
      'SELECT * FROM intake_files WHERE root = ? AND (moved_at IS NULL OR reported = 0) ORDER BY seq',
      this.#root,
    );
  }

  /** Files of this name in the folder of arrivals, newest first. */
  filesHere(name: string): IntakeFile[] {
    return this.#database.find(
      fileRow,
      `SELECT * FROM intake_files WHERE root = ? AND folder = '' AND name = ? ORDER BY seq DESC`,
      this.#root,
      name,
    );
  }

  /** The files that were moved since `at`, each as it was last read. */
  movedSince(at: number): IntakeFile[] {
    return this.#database.find(
      fileRow,
      `SELECT * FROM intake_files WHERE root = ? AND moved_at >= ? AND seq IN (SELECT MAX(seq) FROM intake_files GROUP BY root, folder, name)
       ORDER BY seq`,
      this.#root,
      at,
    );
  }

  putTrip(trip: IntakeTrip): void {
    this.#database.put('intake_trips', 'id', { ...trip, trip: JSON.stringify(trip.trip) });
  }

  trip(id: string): IntakeTrip | null {
    return this.#database.find(tripRow, 'SELECT * FROM intake_trips WHERE id = ?', id)[0] ?? null;
  }

  /** In the order in which they came. */
  trips(...states: IntakeTripState[]): IntakeTrip[] {
    const marks = states.map(() => '?').join(', ');
    return this.#database.find(
      tripRow,
      `SELECT * FROM intake_trips WHERE state IN (${marks}) ORDER BY seq`,
      ...states,
    );
  }

  /** The newest trip of a flight. */
  latest(flight_key: string): IntakeTrip | null {
    return (
      this.#database.find(
        tripRow,
        'SELECT * FROM intake_trips WHERE flight_key = ? ORDER BY seq DESC LIMIT 1',
        flight_key,
      )[0] ?? null
    );
  }

  /** Whether a trip has this file name; upper and lower case are the same. */
  isNameTaken(name: string): boolean {
    const found = this.#database.read((sql) =>
      sql('SELECT 1 AS found FROM intake_trips WHERE name = ? COLLATE NOCASE').get(name),
    );
    return found !== undefined;
  }

  /** @returns how many of the oldest events were removed because too many wait */
  putEvent(targets: readonly Target[], { id, body, at }: { id: string; body: string; at: number }): number {
    if (targets.length === 0) return 0;
    return this.#database.write((sql) => {
      let dropped = 0;
      for (const target of targets) {
        this.#database.insert('outbox', { target, event_id: id, body, at, attempts: 0 });
        const beyond = sql(
          'DELETE FROM outbox WHERE target = ? AND seq <= (SELECT seq FROM outbox WHERE target = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)',
        ).run(target, target, MAX_WAITING);
        dropped += Number(beyond.changes);
      }
      return dropped;
    });
  }

  /** The next event for this target; null if there is none. */
  nextEvent(target: Target): OutboxEntry | null {
    const query = 'SELECT * FROM outbox WHERE target = ? ORDER BY seq LIMIT 1';
    return this.#database.find(outboxRow, query, target)[0] ?? null;
  }

  countEvents(): number {
    return Number(
      this.#database.read((sql) => sql('SELECT COUNT(*) AS count FROM outbox').get()?.count ?? 0),
    );
  }

  countAttempt(seq: number): void {
    this.#database.run('UPDATE outbox SET attempts = attempts + 1 WHERE seq = ?', seq);
  }

  removeEvent(seq: number): void {
    this.#database.run('DELETE FROM outbox WHERE seq = ?', seq);
  }

  /** Removes moved files and ended trips that have not changed since `at`. */
  forgetBefore(at: number): void {
    this.#database.write((sql) => {
      sql(`DELETE FROM intake_trips WHERE changed_at < ? AND state NOT IN ('waiting', 'requested')`).run(at);
      sql(
        'DELETE FROM intake_files WHERE taken_at < ? AND moved_at IS NOT NULL AND id NOT IN (SELECT file_id FROM intake_trips)',
      ).run(at);
    });
  }
}
