import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { coalesced, nodeTimer } from '../common/wait.ts';
import {
  ChainCheck,
  type ChainHead,
  type ChainPoint,
  type ChainReport,
  GENESIS,
  hashOf,
  readHead,
  writeHead,
} from './event-chain.ts';
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
import type { KitRecord } from './kit-record.ts';
import { json, tripSchema } from './row-schema.ts';
import { readable, type SqliteConnection } from './sqlite-connection.ts';

/** Filter for entries; null fields are ignored. */
export interface EventQuery {
  /** Period of the event, ms since 1970 UTC: from (inclusive) to (exclusive). */
  from: number | null;
  to: number | null;
  /** A user name. */
  who: string | null;
  /** Words to find in the flight, route, date or kit. */
  text: string | null;
  kit_id: string | null;
}

/** The person who writes entries, and the names of profiles. */
interface EventContext {
  /** The user name of the operating system's account; null if it is not known. */
  user: string | null;
  /** Null if the profile is no longer on this laptop. */
  profileName(id: string): string | null;
}

/** Rows checked in one piece; the app does other work between the pieces. */
const CHECKED_AT_ONCE = 500;
/** Delay before the end of the chain is saved beside the database, ms: if the process dies before, the chain itself confirms the end. */
const HEAD_MS = 1_000;
const COLUMNS = 'seq, at, written_at, kind, kit_id, who, subject, body, prev, hash';
/** The columns for reading: an altered number may be one that JavaScript can't represent, but it must still be read. */
const READ = COLUMNS.replace(/\b(seq|at|written_at)\b/g, 'CAST($1 AS REAL) AS $1');

/** Proofs of an end of the chain under the key of the keychain, hex. */
export interface ChainKey {
  prove(end: ChainPoint): string;
  isProof(end: ChainPoint, proof: string): boolean;
}

/**
 * The log of events. Each entry is written in the transaction of its action, in a hash chain, and never changed; expired entries are
 * deleted from the beginning. A kit's history and the activity record are views of it. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` if it can't be read or written
 */
export class EventLog {
  readonly #database: SqliteConnection;
  readonly #headFile: string;
  readonly #now: () => number;
  readonly #headSoon = coalesced(nodeTimer, HEAD_MS, () => this.#keepHead());
  /** Whether an entry was written that the file beside the database does not name yet. */
  #isAhead = false;
  #context: EventContext = { user: null, profileName: () => null };
  /** The end as saved beside the database: it shows whether entries were cut off since then. */
  #head: ChainHead | null;
  #key: ChainKey | null = null;
  #asFound: ReturnType<EventLog['endAsFound']>;

  /**
   * @param headFile file for the end of the chain
   * @param lost the previous database was damaged: unless a copy of it is restored, the log starts again
   * @param now ms since 1970 UTC
   */
  constructor(database: SqliteConnection, headFile: string, lost: boolean, now: () => number) {
    this.#database = database;
    this.#headFile = headFile;
    this.#now = now;
    const last = this.#last();
    this.#head = lost && last === null ? null : readHead(headFile);
    this.#asFound = this.#lookAtEnd();
  }

  /** Sets the person who writes entries from now on, and the names of profiles. */
  describe(context: EventContext): void {
    this.#context = context;
  }

  /** The user name of the operating system's account; null if it is not known. */
  get user(): string | null {
    return this.#context.user;
  }

  /** Ms since 1970 UTC. */
  get now(): number {
    return this.#now();
  }

  /** Whether there is no entry, and none has expired. */
  isEmpty(): boolean {
    return this.#last() === null && this.anchor() === null;
  }

  /** Facts of a kit or flight for its entries, so that they can be read after the kit is removed. */
  about(kit: Pick<KitRecord, 'profile_id' | 'tripkit_id' | 'trip'>) {
    return eventKitOf(kit, this.#context.profileName(kit.profile_id));
  }

  /** Whether the kit's last integrity entry is about this document. */
  isBroken(kit_id: string, document_sha256: string | null): boolean {
    const lastBroken = this.ofKit(kit_id, 'integrity').at(-1)?.body;
    return lastBroken !== undefined && (lastBroken.document_sha256 ?? null) === document_sha256;
  }

  /**
   * Writes the drafts in order, all or none. Within a transaction of the database they are part of it. An entry about a kit gets the
   * kit's facts.
   */
  append(...drafts: readonly EventDraft[]): void {
    if (drafts.length === 0) return;
    // Before the first entry, so that a file that is missing later was removed, even if the process dies here.
    if (this.#head === null && this.#last() === null) this.#saveHead({ seq: 0, hash: GENESIS });
    this.#database.write(() => {
      for (const draft of drafts) this.#insert(draft);
    });
    this.#isAhead = true;
    // The file was removed: save it at once.
    if (this.#head === null && !this.#database.db.isTransaction) this.#keepHead();
    else this.#headSoon.soon();
  }

  /** Restores the whole chain from a copy; this log must be empty. @param anchor the point before which its entries expired */
  takeOver(rows: readonly Record<string, unknown>[], anchor: readonly Record<string, unknown>[]): void {
    this.#database.write(() => {
      for (const row of readable(rows, eventRow)) this.#database.insert('entries', row);
      for (const row of readable(anchor, point)) this.#database.insert('anchor', row);
    });
    // Entries that the copy lacks are reported when the chain is checked.
    this.#head = readHead(this.#headFile);
    this.#asFound = this.#lookAtEnd();
  }

  /**
   * The end of the record as it was found when it was opened or restored; entries that follow hide it. `new`: there was no entry.
   * `rewritten`: the last entry is not the one that was written. `unconfirmed`: the file is gone. Entries that were cut off are still
   * reported missing.
   */
  endAsFound(): 'new' | 'rewritten' | 'unconfirmed' | null {
    return this.#asFound;
  }

  /** In the order of writing. @param kind only this kind */
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

  /** When the kit was first opened, ms since 1970 UTC; null: never, or the entry expired. */
  firstOpened(kit_id: string): number | null {
    const query = "SELECT CAST(MIN(at) AS REAL) AS at FROM entries WHERE kind = 'opened' AND kit_id = ?";
    const at = this.#database.read((sql) => sql(query).get(kit_id))?.at;
    return typeof at === 'number' ? at : null;
  }

  /** Entries that match the query, latest first; with `page`, `limit` entries from `offset` on. With null: all, in the order of writing. */
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

  /** Everybody whose actions are on record. */
  people(): string[] {
    const query = 'SELECT DISTINCT who FROM entries WHERE who IS NOT NULL ORDER BY who';
    return this.#database.read((sql) => sql(query).all()).map(({ who }) => String(who));
  }

  /** The last entry that expired; null if none did. */
  anchor(): ChainPoint | null {
    return this.#database.find(point, 'SELECT seq, hash FROM anchor ORDER BY seq DESC')[0] ?? null;
  }

  /**
   * Deletes expired entries from the beginning; the chain then begins after them. An entry with a future time (the clock was
   * wrong) is judged by the entry after it.
   *
   * @param cutoff ms since 1970 UTC
   * @returns how many were deleted
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
      this.#database.insert('anchor', { seq, hash });
      const what = `${count} ${count === 1 ? 'entry' : 'entries'} from before ${new Date(cutoff).toISOString().slice(0, 10)} went, because the time for which the record is kept is over.`;
      const body = { what, until: { seq, hash, count } };
      this.append({ at: now, kind: 'expired', kit_id: null, who: null, body });
      return count;
    });
  }

  /** Whether the last sealed end has a proof under this key, and is the entry that the log has there. A missing entry is for {@link verify}. */
  isSealedBy(key: ChainKey): boolean {
    const sealed = this.#head?.sealed;
    if (!sealed || !key.isProof({ seq: sealed.seq, hash: sealed.hash }, sealed.proof)) return false;
    const row = this.#database.read((sql) => sql('SELECT hash FROM entries WHERE seq = ?').get(sealed.seq));
    return row === undefined || row.hash === sealed.hash;
  }

  /** From now on the end of the chain is saved with a proof under this key. Before it, write down what {@link isSealedBy} found. */
  sealWith(key: ChainKey): void {
    this.#key = key;
    const last = this.#last();
    if (last !== null && last.seq >= (this.#head?.seq ?? 0)) this.#saveHead(last);
  }

  /** Checks the whole chain, in pieces with pauses for other work. @throws the signal's reason when it aborts */
  async verify(signal?: AbortSignal): Promise<ChainReport> {
    if (this.#isAhead) this.#keepHead();
    // Entries written during the check are left to the next check.
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
        // Check again if entries expired during the check.
        return this.anchor()?.seq === anchor?.seq ? check.end() : this.verify(signal);
      }
      from = Number(last.seq);
      await setImmediate();
    }
  }

  /** Saves the end of the chain. Call before the database is closed. */
  close(): void {
    this.#headSoon.cancel();
    if (this.#isAhead) this.#keepHead();
  }

  #lookAtEnd() {
    if (this.isEmpty()) return 'new';
    const head = this.#head;
    if (head === null) return 'unconfirmed';
    const row = this.#database.read((sql) => sql('SELECT hash FROM entries WHERE seq = ?').get(head.seq));
    return row === undefined || row.hash === head.hash ? null : 'rewritten';
  }

  #insert({ at, kind, kit_id, who, body: draftBody }: EventDraft): void {
    const kit = draftBody.kit ?? (kit_id === null ? undefined : this.#aboutKit(kit_id));
    const body = kit === undefined ? draftBody : { ...draftBody, kit };
    const last = this.#last() ?? this.anchor();
    const row: Omit<EventRow, 'hash'> = {
      // A number is never reused: entries that were cut off stay missing.
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
    this.#database.insert('entries', { ...row, hash: hashOf(row) });
  }

  #aboutKit(kit_id: string) {
    const query = 'SELECT profile_id, tripkit_id, trip FROM kits WHERE id = ?';
    const [row] = this.#database.find(knownKit, query, kit_id);
    return row && this.about(row);
  }

  /** If the file can't be written it lags behind, and the chain itself confirms the later entries. */
  #keepHead(): void {
    try {
      const last = this.#database.db.isOpen ? this.#last() : null;
      if (last !== null && last.hash !== this.#head?.hash) this.#saveHead(last);
    } catch {
      // The next entry saves it again.
    }
  }

  #saveHead({ seq, hash }: ChainPoint): void {
    try {
      const sealed = this.#key
        ? { seq, hash, proof: this.#key.prove({ seq, hash }) }
        : (this.#head?.sealed ?? null);
      const head = { seq, hash, sealed };
      writeHead(this.#headFile, head);
      this.#head = head;
      this.#isAhead = false;
    } catch {
      // The next entry saves it again.
    }
  }

  #last(): ChainPoint | null {
    const query = 'SELECT CAST(seq AS REAL) AS seq, hash FROM entries ORDER BY entries.seq DESC LIMIT 1';
    return this.#database.find(point, query)[0] ?? null;
  }

  #rows(rest: string, ...args: (string | number)[]): EventEntry[] {
    return this.#database.find(eventRow, `SELECT ${READ} FROM entries ${rest}`, ...args).map(readEventEntry);
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
