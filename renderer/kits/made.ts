/**
 * When a kit's document was made, as far as the evidence shows. Pure; times are ms since 1970 UTC.
 *
 * Each piece of evidence limits the time: a request to the time after it, the storage's date to the time before it, the
 * service's and the document's own dates to a period. The document was made in the time that all of them allow.
 */
import type { DateEvidence, Kit } from '../../preload/contract.ts';

/** How far the clocks of service, storage, producer and laptop may differ before their dates contradict each other. */
export const CLOCKS_APART_MS = 10 * 60_000;

/** The limits of a time; null: no limit at that end. */
export interface Bounds {
  from: number | null;
  to: number | null;
}

export interface Made extends Bounds {
  /** No time fits all of the evidence; `from` and `to` then are what some of it allows. */
  conflict: boolean;
}

/** The limits from the evidence of one kind. */
export interface Evidence extends Bounds {
  evidence: DateEvidence;
}

/** The limits from each piece of evidence; a date that can't be parsed sets none. */
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
export function madeBetween(kit: Pick<Kit, 'dates' | 'document' | 'state' | 'state_since'>): Made | null {
  if (!kit.document) return null;
  const all = evidenceOf(kit);
  const from = latest(all.map((one) => one.from));
  const arrived = Date.parse(kit.state_since);
  // It was made before it arrived here, unless this laptop's clock is wrong.
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
