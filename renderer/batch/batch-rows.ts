/** The rows of a batch with all that is wrong with them. Pure. */
import type { Trip, TripProblem } from '../../preload/contract.ts';
import { type DateOrder, readRow } from '../../preload/trip-files/trip-rows.ts';
import type { Column, TripTable } from '../../preload/trip-files/trip-table.ts';
import type { Meaning } from '../strings/batch.ts';
import { strings } from '../strings/strings.ts';

interface CellNote {
  severity: 'error' | 'warning';
  message: string;
}

export interface BatchRow {
  /** Its number in the person's own sheet. */
  number: number;
  trip: Trip;
  /** Of the row as a whole, and of its cells by column. */
  notes: readonly (CellNote & { column: number | null })[];
  /** Whether its date can be read in two ways, and a person has not chosen one. */
  openDate: boolean;
  /** Whether it may be sent as it stands. */
  good: boolean;
}

const departureMeanings: readonly Meaning[] = ['departure', 'date', 'time'];

/** Reads every row; `rules` are the main process's answers about the trips, in their order, or null while it is asked. */
export function readRows(
  table: TripTable,
  order: DateOrder | null,
  now: number,
  rules: readonly (readonly TripProblem[])[] | null,
): BatchRow[] {
  const columnOf = (meanings: readonly Meaning[]) => {
    const column = table.columns.findIndex(({ meaning }) => meaning !== null && meanings.includes(meaning));
    return column < 0 ? null : column;
  };
  const seen = new Map<string, number>();
  const numberOf = (index: number) => table.numbers[index] ?? index + 1;
  return table.rows.map((cells, index) => {
    const { trip, problems } = readRow(cells, table.columns, order, now);
    const notes = problems.map(({ meaning, problem }) => ({
      severity: 'error' as const,
      message: strings.batch.cellProblems[problem],
      column: columnOf([meaning]) ?? columnOf(departureMeanings),
    }));
    const judged = (rules?.[index] ?? []).map(({ field, severity, message }) => ({
      severity,
      message,
      column: columnOf(field === 'departure' ? departureMeanings : [field]),
    }));
    const key = JSON.stringify(trip);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    const twice =
      first === undefined
        ? []
        : [{ severity: 'warning' as const, message: strings.batch.twice(numberOf(first)), column: null }];
    const all = [...notes, ...judged, ...twice];
    const openDate = problems.some(({ problem }) => problem === 'dateOrder');
    return {
      number: numberOf(index),
      trip,
      notes: all,
      openDate,
      good: rules !== null && all.every(({ severity }) => severity === 'warning'),
    };
  });
}

/** The airports' columns that no column is. */
export function missingColumns(columns: readonly Column[]): Meaning[] {
  return (['origin', 'destination'] as const).filter(
    (meaning) => !columns.some((column) => column.meaning === meaning),
  );
}
