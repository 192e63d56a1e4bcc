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

/** Days in UTC, of the departure or, if not known, of the request. */
export type DateFilter =
  | { kind: 'any' }
  | { kind: 'today' | 'tomorrow' | 'week' | 'past' }
  /** Days as `2026-11-21`, both included; '' leaves that end open. */
  | { kind: 'range'; from: string; to: string };

export interface LibraryFilter {
  /** Every word of it must occur. */
  query: string;
  /** None: all. */
  states: readonly KitState[];
  profiles: readonly string[];
  /** As origin, destination or alternate. */
  airports: readonly string[];
  date: DateFilter;
  unread: boolean;
  warnings: boolean;
}

export const noFilter: LibraryFilter = {
  query: '',
  states: [],
  profiles: [],
  airports: [],
  date: { kind: 'any' },
  unread: false,
  warnings: false,
};

/** Whether the filter has anything other than words. */
export function hasFacts(filter: LibraryFilter): boolean {
  return (
    filter.states.length > 0 ||
    filter.profiles.length > 0 ||
    filter.airports.length > 0 ||
    filter.date.kind !== 'any' ||
    filter.unread ||
    filter.warnings
  );
}

/** Whether the filter has any condition. */
export function isNarrowed(filter: LibraryFilter): boolean {
  return filter.query.trim() !== '' || hasFacts(filter);
}

/** The days of a filter, ms since 1970 UTC, the end not included; a text that is not a day leaves that end open. */
function daysOf(date: DateFilter, today: number): { from: number; to: number } {
  if (date.kind === 'range') {
    const [from, to] = [Date.parse(date.from), Date.parse(date.to)];
    return {
      from: Number.isNaN(from) ? -Infinity : utcDay(from),
      to: Number.isNaN(to) ? Infinity : utcDay(to) + DAY_MS,
    };
  }
  return {
    any: { from: -Infinity, to: Infinity },
    today: { from: today, to: today + DAY_MS },
    tomorrow: { from: today + DAY_MS, to: today + 2 * DAY_MS },
    week: { from: today, to: today + 7 * DAY_MS },
    past: { from: -Infinity, to: today },
  }[date.kind];
}

/** The test of a filter, made once for many kits. @param today the start of this day in UTC, ms since 1970 */
export function matcher(filter: LibraryFilter, today: number): (entry: LibraryEntry) => boolean {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const states = filter.states.length > 0 ? new Set(filter.states) : null;
  const profiles = filter.profiles.length > 0 ? new Set(filter.profiles) : null;
  const airports = filter.airports.length > 0 ? new Set(filter.airports) : null;
  const { from, to } = daysOf(filter.date, today);
  const { unread, warnings } = filter;
  return (entry) => {
    if (unread && !entry.unread) return false;
    if (warnings && !entry.warnings) return false;
    if (states && !states.has(entry.kit.state)) return false;
    if (profiles && !profiles.has(entry.kit.profile_id)) return false;
    if (entry.at < from || entry.at >= to) return false;
    if (airports && !entry.airports.some((code) => airports.has(code))) return false;
    for (const word of words) if (!entry.text.includes(word)) return false;
    return true;
  };
}
