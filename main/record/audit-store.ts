import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { readable, type SqliteConnection } from '../store/sqlite-connection.ts';
import { ChainCheck, type ChainPoint, type ChainReport, GENESIS, hashOf } from './audit-chain.ts';
import {
  type AuditDraft,
  type AuditEntryRecord,
  type AuditRow,
  auditRow,
  readAuditRow,
  subjectOf,
} from './audit-entry.ts';
import { readHead, writeHead } from './audit-head.ts';

/** Which entries are meant; what is null does not matter. */
export interface AuditQuery {
  /** When it happened, ms since 1970 UTC: from, inclusive, and to, exclusive. */
  from: number | null;
  to: number | null;
  /** A user name. */
  who: string | null;
  /** Words that the flight, route, date or kit have in them. */
  text: string | null;
  kit_id: string | null;
}

/** Rows that are checked before others get their turn. */
const CHECKED_AT_ONCE = 500;
const COLUMNS = 'seq, at, written_at, kind, kit_id, who, subject, body, source, prev, hash';
/** The same for reading: a number that was altered may be one that JavaScript does not have, and is read all the same. */
const READ = COLUMNS.replace(/\b(seq|at|written_at)\b/g, 'CAST($1 AS REAL) AS $1');

/**
 * The activity record: entries are added, in a chain, and never changed; those whose time is over go from the beginning.
 * Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` where it can't be read or written
 */
export class AuditStore {
  readonly #database: SqliteConnection;
  readonly #headFile: string | null;
  #end: ChainPoint;
  /** The end as it was when the record was opened: what was cut off since it was written is told by it. */
  #head: ChainPoint | null;

  /**
   * @param headFile where the end of the chain is kept; null for a record in memory
   * @param lost the database before this one was damaged: where no copy of it came back, the record begins anew
   */
  constructor(database: SqliteConnection, headFile: string | null, lost = false) {
    this.#database = database;
    this.#headFile = headFile;
    const last = this.#last();
    const head = headFile === null || (lost && last === null) ? last : readHead(headFile);
    this.#head = head;
    // A number is never used twice: entries that were cut off stay missing.
    this.#end = { seq: Math.max(last?.seq ?? 0, head?.seq ?? 0), hash: last?.hash ?? GENESIS };
  }

  /** Whether no entry was ever written. */
  get empty(): boolean {
    return this.#end.seq === 0;
  }

  /**
   * Writes the drafts in their order, all or none; one whose source is in the record already is left out.
   *
   * @param seen what was taken in by them, by its id; null forgets it
   * @param now ms since 1970 UTC
   * @returns how many were written
   */
  append(drafts: readonly AuditDraft[], now: number, seen: ReadonlyMap<string, unknown> = new Map()): number {
    if (drafts.length === 0 && seen.size === 0) return 0;
    const before = this.#end;
    try {
      const written = this.#database.write(() => {
        let count = 0;
        for (const draft of drafts) if (this.#insert(draft, now)) count += 1;
        for (const [id, value] of seen) this.#see(id, value);
        return count;
      });
      if (written > 0) this.#keepHead();
      return written;
    } catch (error) {
      this.#end = before;
      throw error;
    }
  }

  /**
   * What is wrong with the end of the record as it was found, and would not be seen any more once an entry follows it: the
   * last entry is another one than was written, or the file that names it is gone. Entries that were cut off stay missing.
   */
  endAsFound(): 'rewritten' | 'unconfirmed' | null {
    const last = this.#last();
    if (this.#headFile === null || last === null) return null;
    const head = this.#head;
    if (head === null) return 'unconfirmed';
    const row = this.#database.read((sql) => sql('SELECT hash FROM entries WHERE seq = ?').get(head.seq));
    return row === undefined || row.hash === head.hash ? null : 'rewritten';
  }

  /** In the order in which they were written. */
  ofKit(kit_id: string): AuditEntryRecord[] {
    return this.#rows('WHERE kit_id = ? ORDER BY entries.seq', kit_id);
  }

  /** Which of these sources are in the record already. */
  has(source: string): boolean {
    const found = this.#database.read((sql) => sql('SELECT 1 FROM entries WHERE source = ?').get(source));
    return found !== undefined;
  }

  /** Entries that the query means, the latest first; with `limit`, so many from the `offset`-th on. */
  find(query: AuditQuery, page: { limit: number; offset: number } | null): AuditEntryRecord[] {
    const { where, args } = conditions(query);
    const order =
      page === null ? 'ORDER BY entries.seq' : 'ORDER BY entries.at DESC, entries.seq DESC LIMIT ? OFFSET ?';
    return this.#rows(`${where} ${order}`, ...args, ...(page === null ? [] : [page.limit, page.offset]));
  }

  count(query: AuditQuery): number {
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

  /** What was taken in of a source that has no lines of its own; undefined where nothing was. */
  seen(id: string): unknown {
    const row = this.#database.read((sql) => sql('SELECT value FROM seen WHERE id = ?').get(id));
    return row === undefined ? undefined : parsed(row.value);
  }

  /** The same of every source whose id begins so, by its whole id. */
  seenOf(prefix: string): Map<string, unknown> {
    const query = 'SELECT id, value FROM seen WHERE substr(id, 1, ?) = ?';
    const rows = this.#database.read((sql) => sql(query).all(prefix.length, prefix));
    return new Map(rows.map(({ id, value }) => [String(id), parsed(value)]));
  }

  /**
   * Lets the entries at the beginning go whose time is over; the chain then begins behind them. One with a time to come
   * (the clock was wrong) is judged by the one after it.
   *
   * @param cutoff, now ms since 1970 UTC
   * @returns how many went
   */
  expire(cutoff: number, now: number, who: string | null): number {
    const stays = this.#database.read((sql) =>
      sql('SELECT min(seq) AS seq FROM entries WHERE at >= ? AND at <= ?').get(cutoff, now),
    );
    const end = typeof stays?.seq === 'number' ? stays.seq : this.#end.seq + 1;
    const before = this.#database.read((sql) =>
      sql('SELECT count(*) AS n, max(seq) AS seq FROM entries WHERE seq < ? AND at < ?').get(end, cutoff),
    );
    const [count, seq] = [Number(before?.n ?? 0), Number(before?.seq ?? 0)];
    if (count === 0) return 0;
    const kept = this.#end;
    try {
      const gone = this.#database.write((sql) => {
        const hash = String(sql('SELECT hash FROM entries WHERE seq = ?').get(seq)?.hash);
        const went = Number(sql('DELETE FROM entries WHERE seq <= ?').run(seq).changes);
        sql('DELETE FROM anchor').run();
        sql('INSERT INTO anchor (seq, hash) VALUES (?, ?)').run(seq, hash);
        const what = `${went} ${went === 1 ? 'entry' : 'entries'} from before ${new Date(cutoff).toISOString().slice(0, 10)} went, because the time for which the record is kept is over.`;
        const body = { what, until: { seq, hash, count: went } };
        this.#insert({ at: now, kind: 'expired', kit_id: null, who, body, source: null }, now);
        return went;
      });
      this.#keepHead();
      return gone;
    } catch (error) {
      this.#end = kept;
      throw error;
    }
  }

  /** Checks the whole chain, in pieces, so that others get their turn. @throws the signal's reason when it aborts */
  async verify(signal?: AbortSignal): Promise<ChainReport> {
    // What is written meanwhile belongs to the next check.
    const end = this.#end.seq;
    const anchor = this.anchor();
    const check = new ChainCheck(anchor, this.#headFile === null ? this.#end : this.#head);
    let from = anchor?.seq ?? 0;
    for (;;) {
      signal?.throwIfAborted();
      const query = `SELECT ${READ} FROM entries WHERE entries.seq > ? AND entries.seq <= ? ORDER BY entries.seq LIMIT ${CHECKED_AT_ONCE}`;
      const rows = this.#database.read((sql) => sql(query).all(from, end));
      for (const row of rows) check.add(row as unknown as AuditRow);
      const last = rows.at(-1);
      if (last === undefined) {
        // Entries went by their time while this was read.
        return this.anchor()?.seq === anchor?.seq ? check.end() : this.verify(signal);
      }
      from = Number(last.seq);
      await setImmediate();
    }
  }

  #insert(draft: AuditDraft, now: number): boolean {
    const { at, kind, kit_id, body, source } = draft;
    if (source !== null && this.has(source)) return false;
    const row: Omit<AuditRow, 'hash'> = {
      seq: this.#end.seq + 1,
      at: Math.trunc(at),
      written_at: Math.trunc(now),
      kind,
      kit_id,
      who: draft.who === null ? null : draft.who.toWellFormed().replaceAll('\0', ''),
      subject: subjectOf(body.kit ?? {}),
      body: JSON.stringify(body),
      source,
      prev: this.#end.hash,
    };
    const hash = hashOf(row);
    const values = [
      ...[row.seq, row.at, row.written_at, kind, kit_id, row.who],
      ...[row.subject, row.body, source, row.prev, hash],
    ];
    const places = values.map(() => '?').join(', ');
    this.#database.run(`INSERT INTO entries (${COLUMNS}) VALUES (${places})`, ...values);
    this.#end = { seq: row.seq, hash };
    return true;
  }

  #see(id: string, value: unknown): void {
    if (value === null) this.#database.run('DELETE FROM seen WHERE id = ?', id);
    else {
      const put =
        'INSERT INTO seen (id, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
      this.#database.run(put, id, JSON.stringify(value));
    }
  }

  /** Where the file can't be written it lags behind, and the chain itself confirms what came after it. */
  #keepHead(): void {
    if (this.#headFile === null) return;
    try {
      writeHead(this.#headFile, this.#end);
      this.#head = this.#end;
    } catch {
      // The next entry writes it again.
    }
  }

  #last(): ChainPoint | null {
    const query = 'SELECT CAST(seq AS REAL) AS seq, hash FROM entries ORDER BY entries.seq DESC LIMIT 1';
    const rows = this.#database.read((sql) => sql(query).all());
    return readable(rows, point)[0] ?? null;
  }

  #rows(rest: string, ...args: (string | number)[]): AuditEntryRecord[] {
    const rows = this.#database.read((sql) => sql(`SELECT ${READ} FROM entries ${rest}`).all(...args));
    return readable(rows, auditRow).map(readAuditRow);
  }
}

const point = z.object({ seq: z.number(), hash: z.string() });

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

function conditions({ from, to, who, text, kit_id }: AuditQuery) {
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
