/** How the list is arranged: as cards in one of their orders, or as a table sorted by a column. Pure. */

import type { tableColumns } from '../../../main/settings/rules/choices.ts';
import type { Choices } from '../../../preload/contract.ts';
import type { LibraryEntry } from './library-entry.ts';
import { compareBy, type LibraryOrder, needsPerson, newest } from './library-order.ts';

export interface Arrangement {
  layout: Choices['library_layout'];
  /** The order of the cards. */
  order: LibraryOrder;
  /** The column that the table is sorted by, and whether its last value comes first. */
  column: TableColumn;
  down: boolean;
  /** Whether kits that need a person come above all others. */
  failedFirst: boolean;
}

/** The arrangement that the person chose last. */
export function chosenArrangement(choices: Choices): Arrangement {
  return {
    layout: choices.library_layout,
    order: choices.library_order,
    column: choices.table_sort,
    down: choices.table_down,
    failedFirst: choices.failed_first,
  };
}

/** Whether the list is sorted by departure, in either direction: then the current time has a place in it. */
export function isByDeparture({ layout, order, column }: Arrangement): boolean {
  return layout === 'cards' ? order === 'departure' : column === 'departure';
}

/** Whether the list begins with the next departures, so the first kits can be shown before all are loaded. */
export function showsNextFirst(arrangement: Arrangement): boolean {
  const { failedFirst, layout, down } = arrangement;
  return isByDeparture(arrangement) && !failedFirst && !(layout === 'table' && down);
}

/** The order of two kits. @param today the start of this day in UTC, ms since 1970 */
export function compareIn(
  { layout, order, column, down, failedFirst }: Arrangement,
  today: number,
): (a: LibraryEntry, b: LibraryEntry) => number {
  const compare = layout === 'cards' ? compareBy(order, today) : compareColumn(column, down);
  if (!failedFirst) return compare;
  return (a, b) => Number(needsPerson(b.kit)) - Number(needsPerson(a.kit)) || compare(a, b);
}

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
function compareColumn(column: TableColumn, down: boolean): (a: LibraryEntry, b: LibraryEntry) => number {
  const [key, sign] = [keys[column], down ? -1 : 1];
  const departure = keys.departure;
  return (a, b) =>
    compareKeys(key(a), key(b), sign) || compareKeys(departure(a), departure(b), 1) || newest(a, b);
}
