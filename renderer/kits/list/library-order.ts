/** The orders of the list and the groups that each of them makes. */

import { compareDepartures } from '../../../main/kits/rules/kit-facts.ts';
import type { libraryOrders } from '../../../main/settings/rules/choices.ts';
import type { Kit, KitState } from '../../../preload/contract.ts';
import type { LibraryEntry } from './library-entry.ts';

export type LibraryOrder = (typeof libraryOrders)[number];

export const DAY_MS = 86_400_000;

/** The start of the day in UTC that `ms` (since 1970) is in. */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** Groups of states by what a person has to do. */
type StateGroup = 'attention' | 'progress' | 'planned' | 'ready' | 'cancelled';
const stateGroups: Record<KitState, StateGroup> = {
  failed: 'attention',
  unconfirmed: 'attention',
  planned: 'planned',
  requesting: 'progress',
  generating: 'progress',
  downloading: 'progress',
  ready: 'ready',
  cancelled: 'cancelled',
};
const stateRanks: Record<StateGroup, number> = {
  attention: 0,
  progress: 1,
  planned: 2,
  ready: 3,
  cancelled: 4,
};

/** Whether a kit does not continue until a person decides. */
export function needsPerson({ state }: Kit): boolean {
  return stateGroups[state] === 'attention';
}

/** The key of the group above all others if failed kits come first. */
const FAILED_KEY = 'failed first';
const UNDATED_KEY = 'undated';

/** The group of a head. */
export type LibraryGroup =
  /** A day in UTC, its start in ms since 1970. */
  | { kind: 'day'; day: number }
  /** Kits without a departure. */
  | { kind: 'undated' }
  | { kind: 'origin'; origin: string | null }
  | { kind: 'state'; state: StateGroup }
  /** The current time, between the last and the next departure. */
  | { kind: 'now' };

/** The order of otherwise equal kits: superseded ones last, then the newer first; never 0 for different kits. */
export function newest(a: LibraryEntry, b: LibraryEntry): number {
  const superseded = Number(a.kit.superseded_by !== null) - Number(b.kit.superseded_by !== null);
  if (superseded !== 0) return superseded;
  if (a.created !== b.created) return b.created - a.created;
  return a.kit.id === b.kit.id ? 0 : a.kit.id < b.kit.id ? -1 : 1;
}

/** The next departure at the top (compareDepartures). */
function byDeparture(today: number) {
  return (a: LibraryEntry, b: LibraryEntry): number => compareDepartures(a, b, today) || newest(a, b);
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The order of two kits. @param today the start of this day in UTC, ms since 1970 */
export function compareBy(order: LibraryOrder, today: number): (a: LibraryEntry, b: LibraryEntry) => number {
  const departure = byDeparture(today);
  switch (order) {
    case 'departure':
      return departure;
    case 'requested':
      return (a, b) => b.created - a.created || newest(a, b) || byText(a.kit.id, b.kit.id);
    case 'route':
      return (a, b) => byText(a.route, b.route) || departure(a, b);
    case 'state':
      return (a, b) =>
        stateRanks[stateGroups[a.kit.state]] - stateRanks[stateGroups[b.kit.state]] || departure(a, b);
  }
}

/** The key of a kit's group in an order: the start of a day or UNDATED_KEY, an origin ('' if not known), or a state. */
export function groupKey(order: LibraryOrder, entry: LibraryEntry, failedFirst = false): string | number {
  if (failedFirst && needsPerson(entry.kit)) return FAILED_KEY;
  switch (order) {
    case 'departure':
      return entry.departs ? utcDay(entry.at) : UNDATED_KEY;
    case 'requested':
      return utcDay(entry.created);
    case 'route':
      return entry.kit.trip?.origin ?? '';
    case 'state':
      return stateGroups[entry.kit.state];
  }
}

/** The group of a key. */
export function groupOf(order: LibraryOrder, key: string | number): LibraryGroup {
  if (key === FAILED_KEY) return { kind: 'state', state: 'attention' };
  if (typeof key === 'number') return { kind: 'day', day: key };
  if (key === UNDATED_KEY) return { kind: 'undated' };
  if (order === 'route') return { kind: 'origin', origin: key || null };
  return { kind: 'state', state: key as StateGroup };
}
