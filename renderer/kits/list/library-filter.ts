/** The filter of the list: words and facts, all of which must match. Pure. */
import type { KitState } from '../../../preload/contract.ts';
import type { LibraryEntry } from './library-entry.ts';
import { DAY_MS, utcDay } from './library-order.ts';

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
