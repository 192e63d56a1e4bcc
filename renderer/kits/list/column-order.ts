/** The orders of the table: by one column, and for equal values by departure. Pure. */
import type { tableColumns } from '../../../main/settings/rules/choices.ts';
import type { LibraryEntry } from './library-entry.ts';
import { newest } from './library-order.ts';

export type TableColumn = (typeof tableColumns)[number];

/** The order of states: those that need a person first. */
const stateRanks = {
  failed: 0,
  unconfirmed: 1,
  requesting: 2,
  generating: 3,
  downloading: 4,
  planned: 5,
  ready: 6,
  cancelled: 7,
} as const satisfies Record<LibraryEntry['kit']['state'], number>;

/** What a column is sorted by; null if there is no value: such kits come last in both directions. */
const keys: Record<TableColumn, (entry: LibraryEntry) => string | number | null> = {
  departure: ({ at, departs }) => (departs ? at : null),
  flight: ({ kit }) => kit.trip?.flight || null,
  route: ({ kit }) => (kit.trip ? `${kit.trip.origin} ${kit.trip.destination}` : null),
  state: ({ kit }) => stateRanks[kit.state],
  reason: ({ reason }) => reason || null,
  profile: ({ profileName }) => profileName || null,
  requested: ({ created }) => created,
};

function compareKeys(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -sign : sign;
}

/** The order of two kits by a column; equal ones are ordered by departure, the earlier first, then the newer kit. */
export function compareColumn(
  column: TableColumn,
  down: boolean,
): (a: LibraryEntry, b: LibraryEntry) => number {
  const [key, sign] = [keys[column], down ? -1 : 1];
  const departure = keys.departure;
  return (a, b) =>
    compareKeys(key(a), key(b), sign) || compareKeys(departure(a), departure(b), 1) || newest(a, b);
}
