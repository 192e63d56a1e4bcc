/**
 * A table of flights from a spreadsheet: pasted cells (tabs), or a CSV file (commas, semicolons, tabs). Finds out what each
 * column means, from its title or its values; a person corrects it. Pure.
 */

import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { AS_PASSENGER, dutyInCell, isDeadheadCell } from './calendar/duty.ts';
import { parseDate, withoutWeekday } from './departure.ts';
import {
  airportsIn,
  type Beside,
  type Column,
  clockBeside,
  columnsOf,
  guessMeanings,
  HEADER_ROWS,
  type Header,
  headerOf,
  namesAirports,
} from './table-columns.ts';
import { titleOf } from './table-titles.ts';
import { hasMoreLines } from './trip-file.ts';

/** Why a text is not a table of flights: too large, unbalanced quotes, or empty. */
export type TableProblem = 'large' | 'quotes' | 'empty';

export interface TripTable {
  columns: readonly Column[];
  /** Each as long as `columns`. */
  rows: readonly (readonly string[])[];
  /** The number of each row in the person's own sheet, from 1, counting its titles and empty rows. */
  numbers: readonly number[];
}

export type TableCells = Pick<TripTable, 'columns' | 'rows'>;

export interface TableOfRecords extends TableCells {
  /** The place of each row among its source records, from 0. */
  records: readonly number[];
  /** The rows above the titles, repeated titles, dates above their flights, and the rows after other titles. */
  others: readonly OtherRow[];
  /** The clock that words beside the table name for all of its times; null: none. */
  beside: Beside;
  /** The title of times of departure that are not used because nothing names their clock; null if there are none. */
  unsaid: string | null;
}

/** A row that is not a flight, or that can't be read. */
interface OtherRow {
  /** Its place among the records, from 0. */
  record: number;
  cells: readonly string[];
  why: string;
}

/** A line with more separators than this for each allowed column is not part of a table. */
const SEPARATORS_PER_COLUMN = 20;
const MARKS = ['\t', ';', ','];

/** The limits of a table: UTF-16 code units, lines including empty ones, rows and columns. */
export interface TableLimits {
  text: number;
  lines: number;
  rows: number;
  columns: number;
}

/** The limits of a table that a person checks and corrects. Lines of unequal length cost csv-parse some 20 µs each. */
export const TABLE_LIMITS: TableLimits = { text: 8 * 1024 * 1024, lines: 6000, rows: 5000, columns: 60 };

/** The records of a text, including empty ones, each with the number of its first line, from 1; or the line of the error. */
export function readRecords(
  text: string,
  limits: TableLimits,
): { cells: string[]; line: number }[] | { problem: TableProblem; line: number } {
  const body = withoutLastLineEnds(text);
  if (body.length > limits.text || hasMoreLines(body, limits.lines)) return { problem: 'large', line: 1 };
  const most = limits.columns * SEPARATORS_PER_COLUMN;
  for (const [line] of body.matchAll(/[^\r\n]+/g)) {
    if (line.length > most && (line.match(/[\t;,]/g)?.length ?? 0) > most)
      return { problem: 'large', line: 1 };
  }
  return readCells(body);
}

/** The table of records. @param isAirport recognises airport codes in a column without a title */
export function tableOf(
  records: readonly (readonly string[])[],
  first: 'header' | 'flight' | 'unknown',
  limits: TableLimits,
  isAirport: (code: string) => boolean,
): TableOfRecords | { problem: TableProblem } {
  const filled = [...records.keys()].filter((at) => records[at]?.some((cell) => cell !== ''));
  const cells = filled.map((at) => records[at] ?? []);
  const width = cells.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0);
  if (cells.length === 0 || width === 0) return { problem: 'empty' };
  if (cells.length > limits.rows + 1 || width > limits.columns) return { problem: 'large' };
  const square = cells.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
  const header =
    first === 'unknown'
      ? headerOf(square, isAirport)
      : first === 'header'
        ? { at: 0, titles: square[0] ?? [] }
        : null;
  if (header !== null && header.at + 1 >= square.length) return { problem: 'empty' };
  if (header !== null) return tableBelow(header, square, filled);
  if (square.length > limits.rows) return { problem: 'large' };
  const beside = clockBeside(square, 0);
  return {
    columns: guessMeanings(square, isAirport, beside).map((meaning) => ({ title: '', meaning })),
    rows: square,
    records: filled,
    others: [],
    beside,
    unsaid: null,
  };
}

/** The table below its titles. @param filled the place of each row among the records */
function tableBelow(
  header: Header,
  rows: readonly string[][],
  filled: readonly number[],
): TableOfRecords | { problem: TableProblem } {
  const beside = clockBeside(rows, header.at);
  const { columns, pair, unsaid } = columnsOf(header, rows, beside);
  const { kept, others, dates } = sortRows(header.at, rows, columns);
  if (kept.length === 0 && others.every(({ row }) => row < header.at)) return { problem: 'empty' };
  const table = {
    columns,
    rows: kept.map((row) => rows[row] ?? []),
    records: kept.map((row) => filled[row] ?? 0),
    others: others.map(({ row, why }) => ({ record: filled[row] ?? 0, cells: rows[row] ?? [], why })),
    beside,
    unsaid,
  };
  return withPair(withDates(table, dates), pair);
}

/** The rows below the titles that may be flights, with the date that stands above each in a row of its own, and the other rows. */
function sortRows(header: number, rows: readonly string[][], columns: readonly Column[]) {
  const kinds = (cells: readonly string[]) => cells.map((cell) => titleOf(cell)?.kind ?? '').join();
  const titles = kinds(rows[header] ?? []);
  const kept: number[] = [];
  const dates: string[] = [];
  const others: { row: number; why: string }[] = [];
  let changed = false;
  let date = '';
  for (const [row, cells] of rows.entries()) {
    const isTitles = row > header && namesAirports(cells);
    changed ||= isTitles && kinds(cells) !== titles;
    const own = row > header && !isTitles ? dateAlone(cells, columns) : null;
    const duty = row > header ? dutyOf(cells, columns) : null;
    if (row < header) others.push({ row, why: 'This stands above the titles of the columns.' });
    else if (changed)
      others.push({
        row,
        why: 'The columns have other titles from here on. Put this table into a file of its own.',
      });
    else if (isTitles) others.push({ row, why: 'These are the titles of the columns again.' });
    else if (own !== null) {
      others.push({ row, why: 'This is the date of the flights below it.' });
      date = own;
    } else if (duty !== null) others.push({ row, why: duty });
    else if (row > header) {
      // Words in a row of their own may be a date that is not understood.
      if (cells.filter((cell) => cell !== '').length === 1) date = '';
      kept.push(row);
      dates.push(date);
    }
  }
  return { kept, others, dates };
}

/** Titles of what a duty is, and of what kind a flight is. */
const DUTY = /^(?:duty|activity|dienst)\W?(?:code|type)?$/i;
const KIND = /^(?:(?:flight|flt|leg)\W?)?(?:type|function|role|position)$/i;

/** Why a row is a duty and no flight, by its columns of flights and duties; null if it may be a flight. */
function dutyOf(cells: readonly string[], columns: readonly Column[]): string | null {
  for (const [column, { title, meaning }] of columns.entries()) {
    const cell = cells[column] ?? '';
    const why = meaning === 'flight' || DUTY.test(title) ? dutyInCell(cell) : null;
    if (why !== null) return why;
    if (KIND.test(title) && isDeadheadCell(cell)) return AS_PASSENGER;
  }
  return null;
}

/** The date of a row that holds nothing else, `Sunday 28MAR2027`; null if it is no such row. */
function dateAlone(cells: readonly string[], columns: readonly Column[]): string | null {
  const [only = '', second] = cells.filter((cell) => cell !== '');
  if (second !== undefined || columns.length < 3) return null;
  const date = withoutWeekday(only);
  const isDate = parseDate(date, 0) !== null || /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(date);
  return isDate ? date : null;
}

/** The table with the dates that stand above its rows, in the column of dates or in one more. */
function withDates(table: TableOfRecords, dates: readonly string[]): TableOfRecords {
  if (dates.every((date) => date === '')) return table;
  const { columns } = table;
  const found = columns.findIndex(({ meaning }) => meaning === 'date');
  const at = found < 0 ? columns.length : found;
  return {
    ...table,
    columns: found < 0 ? [...columns, { title: '', meaning: 'date' }] : columns,
    rows: table.rows.map((row, index) =>
      row[at] ? row : [...row.slice(0, at), dates[index] ?? '', ...row.slice(at + 1)],
    ),
  };
}

/** The table with the airports of one column, `AMS-LHR`, in two. */
function withPair(table: TableOfRecords, pair: number | null): TableOfRecords {
  if (pair === null) return table;
  const title = table.columns[pair]?.title ?? '';
  return {
    ...table,
    columns: table.columns.toSpliced(
      pair,
      1,
      { title, meaning: 'origin' },
      { title, meaning: 'destination' },
    ),
    rows: table.rows.map((row) =>
      row.toSpliced(pair, 1, ...(airportsIn(row[pair] ?? '') ?? [row[pair] ?? '', ''])),
    ),
  };
}

/** Removes final line ends: a copied whole column ends in a million empty lines. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}

/** The cells, trimmed, row by row, including empty ones; or the line near which quotes are unbalanced. */
function readCells(text: string): { cells: string[]; line: number }[] | { problem: 'quotes'; line: number } {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const hint = /^sep=([,;\t])\n/i.exec(lines);
  const body = hint ? lines.slice(hint[0].length) : lines;
  const skipped = hint ? 1 : 0;
  try {
    const records = parse(body, {
      delimiter: hint?.[1] ?? separatorOf(body),
      info: true,
      relax_column_count: true,
      // A record of another length costs csv-parse an error with its stack, some 20 µs: empty lines are added again below.
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const all: { cells: string[]; line: number }[] = [];
    let next = 1 + skipped;
    for (const { record, info } of records) {
      const breaks = record.join('').match(/\n/g)?.length ?? 0;
      const line = info.lines - breaks + skipped;
      for (; next < line; next += 1) all.push({ cells: [], line: next });
      all.push({ cells: record, line });
      next = line + breaks + 1;
    }
    return all;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problem: 'quotes', line: Number(error.lines ?? 1) + skipped };
  }
}

/** The separator of cells: that of the line of titles, which may follow lines of words, otherwise that of the first line. */
function separatorOf(body: string): string {
  const lines = body
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, HEADER_ROWS);
  const titles = (mark: string) => (line: string) =>
    namesAirports(line.split(mark).map((cell) => cell.replaceAll('"', '')));
  return (
    MARKS.find((mark) => lines.some(titles(mark))) ?? MARKS.find((mark) => lines[0]?.includes(mark)) ?? ','
  );
}
