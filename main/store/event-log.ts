import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { coalesced, nodeTimer } from '../common/coalesced.ts';
import { ChainCheck, type ChainPoint, type ChainReport, GENESIS, hashOf } from './event-chain.ts';
import {
  type EventDraft,
  type EventEntry,
  type EventKind,
  type EventRow,
  eventKitOf,
  eventRow,
  readEventEntry,
  subjectOf,
} from './event-entry.ts';
import { readHead, writeHead } from './event-head.ts';
import type { KitRecord } from './kit-record.ts';
import { json, tripSchema } from './row-schema.ts';
import { readable, type SqliteConnection } from './sqlite-connection.ts';

/** Which entries are meant; what is null does not matter. */
export interface EventQuery {
  /** When it happened, ms since 1970 UTC: from, inclusive, and to, exclusive. */
  from: number | null;
  to: number | null;
  /** A user name. */
  who: string | null;
  /** Words that the flight, route, date or kit have in them. */
  text: string | null;
  kit_id: string | null;
}

/** By whom entries are written, and what profiles are called. */
export interface EventContext {
  /** The user name of the operating system's account; null where nobody is known. */
  user: string | null;
  /** Null where the profile is not on this laptop any more. */
  profileName(id: string): string | null;
}

/** Rows that are checked before others get their turn. */
const CHECKED_AT_ONCE = 500;
/** The end of the chain is kept beside the database so long after an entry, ms: where a process dies before, the chain itself confirms it. */
const HEAD_MS = 1_000;
const COLUMNS = 'seq, at, written_at, kind, kit_id, who, subject, body, prev, hash';
/** The same for reading: a number that was altered may be one that JavaScript does not have, and is read all the same. */
const READ = COLUMNS.replace(/\b(seq|at|written_at)\b/g, 'CAST($1 AS REAL) AS $1');

/**
 * The one log of what happened: each entry is written in the transaction of its act, in a chain, and never changed; those whose time is over
 * go from the beginning. A kit's history, what people did and the activity record are views of it. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` where it can't be read or written
 */
export class EventLog {
  readonly #database: SqliteConnection;
  readonly #headFile: string;
  readonly #now: () => number;
  readonly #headSoon = coalesced(nodeTimer, HEAD_MS, () => this.#keepHead());
  /** An entry was written that the file beside the database does not name yet. */
  #isAhead = false;
  #context: EventContext = { user: null, profileName: () => null };
  /** The end as the file beside the database has it: what was cut off since it was written is told by it. */
  #head: ChainPoint | null;

  /**
   * @param headFile where the end of the chain is kept
   * @param lost the database before this one was damaged: where no copy of it came back, the log begins anew
   * @param now ms since 1970 UTC
   */
  constructor(database: SqliteConnection, headFile: string, lost: boolean, now: () => number) {
    this.#database = database;
    this.#headFile = headFile;
    this.#now = now;
    const last = this.#last();
    this.#head = lost && last === null ? null : readHead(headFile);
  }

  /** Entries are written by this person from now on. */
  describe(context: EventContext): void {
    this.#context = context;
  }

  /** The user name of the operating system's account; null where nobody is known. */
  get user(): string | null {
    return this.#context.user;
  }

  /** Ms since 1970 UTC. */
  get now(): number {
    return this.#now();
  }

  /** Whether there is no entry, and none went. */
  isEmpty(): boolean {
    return this.#last() === null && this.anchor() === null;
  }

  /** What an entry repeats of a kit or a flight, so that it can be read when the kit is gone. */
  about(kit: Pick<KitRecord, 'profile_id' | 'tripkit_id' | 'trip'>) {
    return eventKitOf(kit, this.#context.profileName(kit.profile_id));
  }

  /** Whether this document of a kit is the one that was told of as broken last. */
  isBroken(kit_id: string, document_sha256: string | null): boolean {
    const lastBroken = this.ofKit(kit_id, 'integrity').at(-1)?.body;
    return lastBroken !== undefined && (lastBroken.document_sha256 ?? null) === document_sha256;
  }

  /**
   * Writes the drafts in their order, all or none; within a transaction of the database they belong to it. One about a kit repeats what is
   * known of it.
   */
  append(...drafts: readonly EventDraft[]): void {
    if (drafts.length === 0) return;
    this.#database.write(() => {
      for (const draft of drafts) this.#insert(draft);
    });
    this.#isAhead = true;
    // The first end is kept at once: a missing file means that somebody removed it.
    if (this.#head === null && !this.#database.db.isTransaction) this.#keepHead();
    else this.#headSoon.soon();
  }

  /** Takes a whole chain of a copy over, where none is here. @param anchor before which its entries went */
  takeOver(rows: readonly Record<string, unknown>[], anchor: readonly Record<string, unknown>[]): void {
    this.#database.write((sql) => {
      const put = sql(`INSERT INTO entries (${COLUMNS}) VALUES (?${', ?'.repeat(9)})`);
      for (const row of readable(rows, eventRow)) {
        const { seq, at, written_at, kind, kit_id, who, subject, body, prev, hash } = row;
        put.run(seq, at, written_at, kind, kit_id, who, subject, body, prev, hash);
      }
      for (const { seq, hash } of readable(anchor, point)) {
        sql('INSERT INTO anchor (seq, hash) VALUES (?, ?)').run(seq, hash);
      }
    });
    // What the copy lacks is named when the chain is checked.
    this.#head = readHead(this.#headFile);
  }

  /**
   * What is wrong with the end of the record as it was found, and would not be seen any more once an entry follows it: the
   * last entry is another one than was written, or the file that names it is gone. Entries that were cut off stay missing.
   */
  endAsFound(): 'rewritten' | 'unconfirmed' | null {
    if (this.#last() === null) return null;
    const head = this.#head;
    if (head === null) return 'unconfirmed';
    const row = this.#database.read((sql) => sql('SELECT hash FROM entries WHERE seq = ?').get(head.seq));
    return row === undefined || row.hash === head.hash ? null : 'rewritten';
  }

  /** In the order in which they were written. @param kind of this kind alone */
  ofKit(kit_id: string, kind?: EventKind): EventEntry[] {
    return kind === undefined
      ? this.#rows('WHERE kit_id = ? ORDER BY entries.seq', kit_id)
      : this.#rows('WHERE kit_id = ? AND kind = ? ORDER BY entries.seq', kit_id, kind);
  }

  /** When each kit was last opened, ms since 1970 UTC, by the kit's id. */
  lastOpened(): Map<string, number> {
    const query =
      "SELECT kit_id, CAST(MAX(at) AS REAL) AS at FROM entries WHERE kind = 'opened' GROUP BY kit_id";
    const rows = this.#database.read((sql) => sql(query).all());
    return new Map(rows.map(({ kit_id, at }) => [String(kit_id), Number(at)]));
  }

  /** Entries that the query means, the latest first; with `limit`, so many from the `offset`-th on. */
  find(query: EventQuery, page: { limit: number; offset: number } | null): EventEntry[] {
    const { where, args } = conditions(query);
    const order =
      page === null ? 'ORDER BY entries.seq' : 'ORDER BY entries.at DESC, entries.seq DESC LIMIT ? OFFSET ?';
    return this.#rows(`${where} ${order}`, ...args, ...(page === null ? [] : [page.limit, page.offset]));
  }

  count(query: EventQuery): number {
    const { where, args } = conditions(query);
    const row = this.#database.read((sql) => sql(`SELECT count(*) AS n FROM entries ${where}`).get(...args));
    return Number(row?.n ?? 0);
  }

  /** Everybody who did something that is on record. */
  people(): string[] {
    const query = 'SELECT DISTINCT who FROM entries WHERE who IS NOT NULL ORDER BY who';
    return this.#database.read((sql) => sql(query).all()).map(({ who }) => String(who));
  }

  /** The last entry that went because its time was over; null where none did. */
  anchor(): ChainPoint | null {
    const rows = this.#database.read((sql) => sql('SELECT seq, hash FROM anchor ORDER BY seq DESC').all());
    return readable(rows, point)[0] ?? null;
  }

  /**
   * Lets the entries at the beginning go whose time is over; the chain then begins behind them. One with a time to come
   * (the clock was wrong) is judged by the one after it.
   *
   * @param cutoff ms since 1970 UTC
   * @returns how many went
   */
  expire(cutoff: number): number {
    const now = this.#now();
    return this.#database.write((sql) => {
      const stays = sql('SELECT min(seq) AS seq FROM entries WHERE at >= ? AND at <= ?').get(cutoff, now);
      const end = typeof stays?.seq === 'number' ? stays.seq : Number.MAX_SAFE_INTEGER;
      const last = sql('SELECT max(seq) AS seq FROM entries WHERE seq < ? AND at < ?').get(end, cutoff);
      if (typeof last?.seq !== 'number') return 0;
      const { seq } = last;
      const hash = String(sql('SELECT hash FROM entries WHERE seq = ?').get(seq)?.hash);
      const count = Number(sql('DELETE FROM entries WHERE seq <= ?').run(seq).changes);
      sql('DELETE FROM anchor').run();
      sql('INSERT INTO anchor (seq, hash) VALUES (?, ?)').run(seq, hash);
      const what = `${count} ${count === 1 ? 'entry' : 'entries'} from before ${new Date(cutoff).toISOString().slice(0, 10)} went, because the time for which the record is kept is over.`;
      const body = { what, until: { seq, hash, count } };
      this.append({ at: now, kind: 'expired', kit_id: null, who: null, body });
      return count;
    });
  }

  /** Checks the whole chain, in pieces, so that others get their turn. @throws the signal's reason when it aborts */
  async verify(signal?: AbortSignal): Promise<ChainReport> {
    if (this.#isAhead) this.#keepHead();
    // What is written meanwhile belongs to the next check.
    const end = this.#last()?.seq ?? 0;
    const anchor = this.anchor();
    const check = new ChainCheck(anchor, this.#head);
    let from = anchor?.seq ?? 0;
    for (;;) {
      signal?.throwIfAborted();
      const query = `SELECT ${READ} FROM entries WHERE entries.seq > ? AND entries.seq <= ? ORDER BY entries.seq LIMIT ${CHECKED_AT_ONCE}`;
      const rows = this.#database.read((sql) => sql(query).all(from, end));
      for (const row of rows) check.add(row as unknown as EventRow);
      const last = rows.at(-1);
      if (last === undefined) {
        // Entries went by their time while this was read.
        return this.anchor()?.seq === anchor?.seq ? check.end() : this.verify(signal);
      }
      from = Number(last.seq);
      await setImmediate();
    }
  }

  /** Keeps the end of the chain; before the database is closed. */
  close(): void {
    this.#headSoon.cancel();
    if (this.#isAhead) this.#keepHead();
  }

  #insert({ at, kind, kit_id, who, body: draftBody }: EventDraft): void {
    const kit = draftBody.kit ?? (kit_id === null ? undefined : this.#aboutKit(kit_id));
    const body = kit === undefined ? draftBody : { ...draftBody, kit };
    const last = this.#last() ?? this.anchor();
    const row: Omit<EventRow, 'hash'> = {
      // A number is never used twice: entries that were cut off stay missing.
      seq: Math.max(last?.seq ?? 0, this.#head?.seq ?? 0) + 1,
      at: Math.trunc(at),
      written_at: Math.trunc(this.#now()),
      kind,
      kit_id,
      who: who === null ? null : who.toWellFormed().replaceAll('\0', ''),
      subject: subjectOf(body.kit ?? {}),
      body: JSON.stringify(body),
      prev: last?.hash ?? GENESIS,
    };
    const values = [row.seq, row.at, row.written_at, kind, kit_id, row.who, row.subject, row.body, row.prev];
    const places = `?${', ?'.repeat(values.length)}`;
    this.#database.run(`INSERT INTO entries (${COLUMNS}) VALUES (${places})`, ...values, hashOf(row));
  }

  #aboutKit(kit_id: string) {
    const query = 'SELECT profile_id, tripkit_id, trip FROM kits WHERE id = ?';
    const [row] = readable(
      this.#database.read((sql) => sql(query).all(kit_id)),
      knownKit,
    );
    return row && this.about(row);
  }

  /** Where the file can't be written it lags behind, and the chain itself confirms what came after it. */
  #keepHead(): void {
    try {
      const last = this.#database.db.isOpen ? this.#last() : null;
      if (last === null || last.hash === this.#head?.hash) return;
      writeHead(this.#headFile, last);
      this.#head = last;
      this.#isAhead = false;
    } catch {
      // The next entry writes it again.
    }
  }

  #last(): ChainPoint | null {
    const query = 'SELECT CAST(seq AS REAL) AS seq, hash FROM entries ORDER BY entries.seq DESC LIMIT 1';
    const rows = this.#database.read((sql) => sql(query).all());
    return readable(rows, point)[0] ?? null;
  }

  #rows(rest: string, ...args: (string | number)[]): EventEntry[] {
    const rows = this.#database.read((sql) => sql(`SELECT ${READ} FROM entries ${rest}`).all(...args));
    return readable(rows, eventRow).map(readEventEntry);
  }
}

const point = z.object({ seq: z.number(), hash: z.string() });
const knownKit = z.object({
  profile_id: z.string(),
  tripkit_id: z.string().nullable(),
  trip: json.pipe(tripSchema).nullable().catch(null),
});

function conditions({ from, to, who, text, kit_id }: EventQuery) {
  const words = (text ?? '').toUpperCase().split(/\s+/).filter(Boolean);
  const all: [string, string | number | null][] = [
    ['at >= ?', from],
    ['at < ?', to],
    ['who = ?', who],
    ['kit_id = ?', kit_id],
    ...words.map((word): [string, string] => ['instr(upper(subject), ?) > 0', word]),
  ];
  const used = all.filter((one): one is [string, string | number] => one[1] !== null);
  const where = used.length === 0 ? '' : `WHERE ${used.map(([condition]) => condition).join(' AND ')}`;
  return { where, args: used.map(([, value]) => value) };
}
