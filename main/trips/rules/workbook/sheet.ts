/** A sheet of a workbook as texts: what a person who opens the workbook sees of it. Pure. */
import { count } from '../../../common/text.ts';
import { UnreadableZip } from './zip.ts';

export interface Sheet {
  name: string;
  /** The records by their row, from row 1; rows without cells, and those that are hidden, are empty. */
  rows: string[][];
  /** What of the sheet is left out because a person who opens the workbook doesn't see it, as a sentence; null if all is seen. */
  hidden: string | null;
}

export interface SheetLimits {
  rows: number;
  columns: number;
}

/** What a cell's format shows of a moment. */
export interface DateFormat {
  date: boolean;
  time: boolean;
  /** Whether hours go beyond a day, `25:30`. */
  isElapsed?: boolean;
}

/** Cells that are merged into one; rows and columns from 0, the last ones included. */
interface Merged {
  column: number;
  first: number;
  last: number;
}

/** The value of a cell whose formula was saved without a result, as programs other than Excel do. */
export const NO_RESULT = '(formula without a result)';

export const MAX_SHEETS = 50;
/** For all cells of a sheet, UTF-16 code units and cells. */
const MAX_TEXT = 8 * 1024 * 1024;
const MAX_CELLS = 400_000;
const MAX_MERGED = 10_000;

/** A row as it is in its sheet. */
interface SheetRow {
  cells: string[];
  isHidden: boolean;
  /** Whether every cell is struck through, as cancelled flights are. */
  isStruck: boolean;
}

/** Collects the cells of a sheet; rows and columns count from 0. */
export function createSheet(limits: SheetLimits) {
  const rows: SheetRow[] = [];
  const merged: Merged[] = [];
  const hiddenColumns: [from: number, to: number][] = [];
  let cells = 0;
  let length = 0;
  return {
    /** Empty texts are left out. @throws UnreadableZip beyond the limits */
    put: (row: number, column: number, text: string, isHidden: boolean, isStruck: boolean): void => {
      const shown = text.trim();
      if (shown === '') return;
      cells += 1;
      length += shown.length;
      if (row >= limits.rows || column >= limits.columns || cells > MAX_CELLS || length > MAX_TEXT)
        throw new UnreadableZip('A sheet is too large. Save only the flights.');
      while (rows.length < row) rows.push({ cells: [], isHidden: false, isStruck: false });
      const current = rows[row] ?? { cells: [], isHidden, isStruck };
      current.isStruck &&= isStruck;
      while (current.cells.length < column) current.cells.push('');
      current.cells[column] = shown;
      rows[row] = current;
    },
    merge: (one: Merged): void => {
      if (one.last > one.first && merged.length < MAX_MERGED) merged.push(one);
    },
    /** Hides columns, the last one included. */
    hide: (from: number, to: number): void => {
      if (hiddenColumns.length < limits.columns) hiddenColumns.push([from, to]);
    },
    finish: (name: string): Sheet => {
      fillMerged(rows, merged);
      return { name, ...withoutHidden(rows, hiddenColumns) };
    },
  };
}

/** A sheet that a person doesn't see. */
export function hiddenSheet(name: string): Sheet {
  const hidden = 'This sheet is hidden, so it is not read. Unhide it in the workbook if its flights count.';
  return { name, rows: [], hidden };
}

/** Repeats the value of merged cells, which is in their first row, in their other rows. */
function fillMerged(rows: readonly SheetRow[], merged: readonly Merged[]): void {
  for (const { column, first, last } of merged) {
    const value = rows[first]?.cells[column] ?? '';
    if (value === '') continue;
    for (const { cells } of rows.slice(first + 1, last + 1)) {
      // A row without cells of its own holds no flight.
      if (cells.length === 0) continue;
      while (cells.length <= column) cells.push('');
      cells[column] ||= value;
    }
  }
}

/** What a person sees of the rows, and what is left out, in a sentence. */
function withoutHidden(
  rows: readonly SheetRow[],
  columns: readonly (readonly [from: number, to: number])[],
): Omit<Sheet, 'name'> {
  const isSeen = (column: number) => !columns.some(([from, to]) => column >= from && column <= to);
  const hiddenRows = rows.filter(({ isHidden }) => isHidden).length;
  const struckRows = rows.filter(({ isHidden, isStruck }) => isStruck && !isHidden).length;
  const seen = rows.map(({ cells, isHidden, isStruck }) =>
    isHidden || isStruck ? [] : cells.map((cell, column) => (isSeen(column) ? cell : '')),
  );
  const used = new Set(rows.flatMap(({ cells }) => [...cells.keys()].filter((at) => cells[at] !== '')));
  const hiddenColumns = [...used].filter((column) => !isSeen(column)).length;
  const parts = [
    ...(hiddenRows > 0 ? [count(hiddenRows, 'hidden or filtered row')] : []),
    ...(hiddenColumns > 0 ? [count(hiddenColumns, 'hidden column')] : []),
    ...(struckRows > 0 ? [count(struckRows, 'struck-out row')] : []),
  ];
  const change = struckRows > 0 ? 'Change that' : 'Unhide them';
  const hidden = `Not read: ${new Intl.ListFormat('en-GB').format(parts)}. ${change} in the workbook if they count.`;
  return { rows: seen, hidden: parts.length === 0 ? null : hidden };
}

const MINUTES = 24 * 60;

/** A moment as its format shows it, `2027-03-28T02:30`, to the nearest minute; null without a date of four figures. @param days since 1970 */
export function momentText(days: number, { date, time }: DateFormat): string | null {
  const minutes = Math.round(days * MINUTES);
  const day = Math.floor(minutes / MINUTES);
  const ofDay = minutes - day * MINUTES;
  const clock = `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
  if (!date) return clock;
  const at = new Date(day * 86_400_000);
  if (!(at.getTime() < 253_402_300_800_000)) return null;
  const text = at.toISOString().slice(0, 10);
  return time ? `${text}T${clock}` : text;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
