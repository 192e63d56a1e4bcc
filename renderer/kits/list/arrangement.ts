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
  /** Whether kits that need a person stand above all others. */
  failedFirst: boolean;
}

/** What the person chose last. */
export function chosenArrangement(choices: Choices): Arrangement {
  return {
    layout: choices.library_layout,
    order: choices.library_order,
    column: choices.table_sort,
    down: choices.table_down,
    failedFirst: choices.failed_first,
  };
}

/** Whether the list goes by departure, upwards or downwards: then the time now has a place in it. */
export function isByDeparture({ layout, order, column }: Arrangement): boolean {
  return layout === 'cards' ? order === 'departure' : column === 'departure';
}

/** Whether what is seen first are the next departures: the first kits may be shown before all are there. */
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
