/** How the list is arranged: as cards in one of their orders, or as a table sorted by a column. Pure. */
import type { Choices } from '../../../preload/contract.ts';
import { compareColumn, type TableColumn } from './column-order.ts';
import type { LibraryEntry } from './library-entry.ts';
import { compareBy, type LibraryOrder, needsPerson } from './library-order.ts';

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
