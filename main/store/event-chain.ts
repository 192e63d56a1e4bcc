/**
 * The hash chain of the activity record: each entry's hash covers the entry and the previous hash, so an entry that was
 * altered, moved, inserted or removed is found and named. Pure.
 */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parsedJson } from '../common/json-text.ts';
import { replaceFileSync } from '../common/whole-file.ts';
import { canonicalOf, type EventRow } from './event-entry.ts';

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64);

/** The end of the chain, kept in a file beside the database; or the last entry before its beginning, after entries expired. */
export interface ChainPoint {
  seq: number;
  hash: string;
}

/** SHA-256 of the canonical form, hex. */
export function hashOf(row: Omit<EventRow, 'hash'>): string {
  return hash('sha256', canonicalOf(row));
}

export interface ChainProblem {
  /**
   * `altered`: the hash does not match the content. `rewritten`: not the entry that the next one was written after.
   * `missing`: entries from `seq` to `to`. `beginning`: the record does not begin where the expired entries end.
   * `end`: nothing confirms that this is the last entry. `noted`: at a start, the app found the end of the record altered.
   */
  kind: 'altered' | 'rewritten' | 'missing' | 'beginning' | 'end' | 'noted';
  seq: number;
  to: number;
  /** Time of the entry, or of the one before the gap, ms since 1970 UTC; null if there is none. */
  at: number | null;
  kit_id: string | null;
  subject: string;
}

export interface ChainReport {
  entries: number;
  /** Times of the first and the last entry, ms since 1970 UTC; null if there is none. */
  from: number | null;
  to: number | null;
  /** The first problems, at most MAX_PROBLEMS. */
  problems: ChainProblem[];
  problem_count: number;
}

/** Maximum number of problems that are listed. */
const MAX_PROBLEMS = 100;

/** Checks a chain row by row, in the order of `seq`. */
export class ChainCheck {
  readonly #anchor: ChainPoint | null;
  readonly #head: ChainPoint | null;
  readonly #report: ChainReport = { entries: 0, from: null, to: null, problems: [], problem_count: 0 };
  #last: EventRow | null = null;
  #lastSound = true;
  #expired: ChainPoint | null = null;

  /** @param head the end from the file beside the database; null if there is none */
  constructor(anchor: ChainPoint | null, head: ChainPoint | null) {
    this.#anchor = anchor;
    this.#head = head;
  }

  add(row: EventRow): void {
    const report = this.#report;
    const last = this.#last;
    const expected = (last?.seq ?? this.#anchor?.seq ?? 0) + 1;
    const sound = hashOf(row) === row.hash;
    if (row.seq > expected) this.#problem('missing', last, expected, row.seq - 1);
    if (!sound) this.#problem('altered', row);
    else if (row.seq === expected && this.#lastSound && row.prev !== this.#endBefore()) {
      if (last === null) this.#problem('beginning', row);
      else this.#problem('rewritten', last);
    }
    if (sound && row.seq === this.#head?.seq && row.hash !== this.#head.hash) this.#problem('rewritten', row);
    if (sound && row.kind === 'expired') this.#expired = expiredUntil(row.body);
    if (sound && row.kind === 'damage') this.#problem('noted', row);
    report.entries += 1;
    report.from ??= row.at;
    report.to = row.at;
    this.#last = row;
    this.#lastSound = sound;
  }

  end(): ChainReport {
    const last = this.#last;
    const end = last?.seq ?? this.#anchor?.seq ?? 0;
    const head = this.#head;
    if (head !== null && head.seq > end) this.#problem('missing', last, end + 1, head.seq);
    if (head === null && last !== null) this.#problem('end', last);
    const { seq, hash } = this.#anchor ?? { seq: 0, hash: GENESIS };
    if (seq > 0 && (this.#expired?.seq !== seq || this.#expired.hash !== hash)) {
      this.#problem('beginning', last, seq, seq);
    }
    return this.#report;
  }

  #endBefore(): string {
    return this.#last?.hash ?? this.#anchor?.hash ?? GENESIS;
  }

  #problem(kind: ChainProblem['kind'], row: EventRow | null, seq = row?.seq ?? 0, to = seq): void {
    const { at = null, kit_id = null, subject = '' } = row ?? {};
    this.#report.problem_count += 1;
    if (this.#report.problems.length >= MAX_PROBLEMS) return;
    this.#report.problems.push({ kind, seq, to, at, kit_id, subject });
  }
}

function expiredUntil(body: string): ChainPoint | null {
  const read = parsedJson(body) as { until?: ChainPoint } | null | undefined;
  return read?.until ?? null;
}

// The end of the record's chain, in a file beside the database: if entries are cut off at the end, the file still names them.

const pointShape = z.object({
  seq: z.number().int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
const headShape = pointShape.extend({
  version: z.literal(1),
  sealed: pointShape
    .extend({ proof: z.string().regex(/^[0-9a-f]{64}$/) })
    .nullable()
    .default(null),
});

/** An end of the chain with its proof under the key of the keychain, hex. */
export interface SealedPoint extends ChainPoint {
  proof: string;
}

/** What the file says: the end, and the last one that was written while the keychain was open; null if there was none. */
export interface ChainHead extends ChainPoint {
  sealed: SealedPoint | null;
}

/** The later of both ends, so that a file whose plain end was set back still names the sealed one. Null if there is no valid file. */
export function readHead(file: string): ChainHead | null {
  try {
    const { seq, hash, sealed } = headShape.parse(JSON.parse(readFileSync(file, 'utf8')));
    return sealed !== null && sealed.seq > seq
      ? { seq: sealed.seq, hash: sealed.hash, sealed }
      : { seq, hash, sealed };
  } catch {
    return null;
  }
}

/** Writes the file completely or not at all. @throws the file system's error */
export function writeHead(file: string, { seq, hash, sealed }: ChainHead): void {
  replaceFileSync(file, JSON.stringify({ version: 1, seq, hash, sealed }));
}
