/**
 * When a kit's document was made, so far as its evidence says. Pure; times are ms since 1970 UTC.
 *
 * Each piece of evidence allows a time: a request what comes after it, the storage's date what came before it, the service
 * and the document's own dates what lies between two times. What all of them allow is when it was made.
 */
import type { DateEvidence, Kit } from '../../preload/contract.ts';

/** How far the clocks of service, storage, producer and laptop may be apart before their dates contradict each other. */
export const CLOCKS_APART_MS = 10 * 60_000;

/** A time that is known in part; null: as early, or as late, as can be. */
export interface Bounds {
  from: number | null;
  to: number | null;
}

export interface Made extends Bounds {
  /** No time is allowed by all of the evidence; `from` and `to` then are what some of it allows. */
  conflict: boolean;
}

/** What the evidence of one kind allows. */
export interface Evidence extends Bounds {
  evidence: DateEvidence;
}

/** What each piece of evidence allows; of a date that can't be read nothing is known. */
export function evidenceOf(kit: Pick<Kit, 'dates'>): Evidence[] {
  return kit.dates.flatMap(({ evidence, from: begin, at: end }): Evidence[] => {
    const at = Date.parse(end);
    const from = begin === undefined ? at : Date.parse(begin);
    if (Number.isNaN(at) || Number.isNaN(from) || from > at) return [];
    if (evidence === 'request') return [{ evidence, from: at, to: null }];
    if (evidence === 'storage') return [{ evidence, from: null, to: at }];
    return [{ evidence, from, to: at }];
  });
}

/** When the document was made; null while there is none. */
export function madeOf(kit: Pick<Kit, 'dates' | 'document' | 'state' | 'state_since'>): Made | null {
  if (!kit.document) return null;
  const all = evidenceOf(kit);
  const from = latest(all.map((one) => one.from));
  const arrived = Date.parse(kit.state_since);
  // It was made before it came here, unless this laptop's clock is wrong.
  const here = Number.isNaN(arrived) || (from !== null && arrived < from - CLOCKS_APART_MS) ? null : arrived;
  const to = earliest([...all.map((one) => one.to), here]);
  if (from === null || to === null || from <= to) return { from, to, conflict: false };
  if (from - to <= CLOCKS_APART_MS) return { from: to, to: from, conflict: false };
  const begins = all.map((one) => one.from);
  const ends = all.map((one) => one.to ?? here);
  return {
    from: begins.includes(null) ? null : earliest(begins),
    to: ends.includes(null) ? null : latest(ends),
    conflict: true,
  };
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
