/** The dates of a kit's charts, and what changed in the kit, in words. Pure. */

import { isFlightOver } from '../../main/kits/rules/kit-facts.ts';
import type { ChangeCounts, Kit } from '../../preload/contract.ts';
import { changesWords } from '../comparison/words.ts';

const words = changesWords;

/** The ways in which the dates that a chart prints may be wrong for the flight, or missing. */
export const chartDateKinds = ['later', 'expired', 'undated'] as const;
export type ChartDateKind = (typeof chartDateKinds)[number];

/** `2 charts take effect only after your departure`, …: one for each kind that occurs. */
function chartDateWords(charts: Kit['charts']): string[] {
  if (!charts) return [];
  return chartDateKinds.flatMap((kind) => (charts[kind] > 0 ? [words.chartDates[kind](charts[kind])] : []));
}

/** What is flagged in a kit: changed charts that nobody has reviewed, and charts with odd dates. */
interface ChartFlags {
  changed: number;
  dates: readonly string[];
}

/** What the list and the details flag; nothing if the kit is superseded or its flight is over. @param now ms since 1970 UTC */
export function chartFlags(
  { changes, charts, superseded_by, trip }: Pick<Kit, 'changes' | 'charts' | 'superseded_by' | 'trip'>,
  now: number,
): ChartFlags {
  if (superseded_by !== null || isFlightOver(trip?.departure, now)) return { changed: 0, dates: [] };
  return {
    changed: changes?.state === 'ready' ? changes.unreviewed : 0,
    dates: chartDateWords(charts),
  };
}

/** What is said about a kit's changes: the sentence, its kind, and how serious it is. */
interface ChangesSummary {
  state: 'ok' | 'warn' | 'wait';
  says: 'failed' | 'comparing' | 'none' | 'unreviewed' | 'reviewed';
  text: string;
}

/** The one wording for a kit's changes, used everywhere. */
export function summarizeChanges({ state, changed, unreviewed, was_read }: ChangeCounts): ChangesSummary {
  const { told } = words;
  if (state === 'failed') return { state: 'warn', says: 'failed', text: told.failed(was_read) };
  if (state !== 'ready') return { state: 'wait', says: 'comparing', text: told.comparing(was_read) };
  if (changed === 0) return { state: 'ok', says: 'none', text: told.none(was_read) };
  const text = told.changed(changed, unreviewed, was_read);
  return unreviewed > 0
    ? { state: 'warn', says: 'unreviewed', text }
    : { state: 'ok', says: 'reviewed', text };
}
