/**
 * A table of flights from a spreadsheet: pasted cells (tabs), or a CSV file (commas, semicolons, tabs). Finds out what each
 * column means, from its title or its values; a person corrects it. Pure.
 */

import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** The possible meanings of a column. `date` and `time` are the departure in two columns. */
export const meanings = [
  'origin',
  'destination',
  'alternates',
  'route',
  'flight',
  'departure',
  'date',
  'time',
] as const;
export type Meaning = (typeof meanings)[number];

/** Why a text is not a table of flights: too large, unbalanced quotes, or empty. */
export type TableProblem = 'large' | 'quotes' | 'empty';

export interface Column {
  /** From the header; empty if there is none. */
  title: string;
  /** Null: not used. */
  meaning: Meaning | null;
}

export interface TripTable {
  columns: readonly Column[];
  /** Each as long as `columns`. */
  rows: readonly (readonly string[])[];
  /** The number of each row below the header, from 1, counting empty ones: its fixed place in the person's own sheet. */
  numbers: readonly number[];
}

/** A table with the place of each row among its source records, from 0. */
export interface TableOfRecords extends TripTable {
  records: readonly number[];
  /** The rows above the titles, repeated titles, and the rows after other titles. */
  others: readonly OtherRow[];
}

/** A row that is not a flight, or that can't be read. */
interface OtherRow {
  /** Its place among the records, from 0. */
  record: number;
  cells: readonly string[];
  why: string;
}

/** How many rows from the top may be the titles; empty rows don't count. */
const HEADER_ROWS = 20;
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

/** The titles of these columns in airlines' spreadsheets; lower case, letters and digits only. */
const titles: Readonly<Record<Meaning, readonly string[]>> = {
  origin: [
    'origin',
    'from',
    'dep',
    'adep',
    'departureairport',
    'departureaerodrome',
    'orig',
    'depairport',
    'depicao',
  ],
  destination: [
    'destination',
    'to',
    'dest',
    'arr',
    'ades',
    'arrivalairport',
    'arrival',
    'arrairport',
    'arricao',
  ],
  alternates: ['alternates', 'alternate', 'altn', 'alt', 'alternateairports', 'altns', 'destaltn'],
  route: ['route', 'rte', 'item15', 'atcroute'],
  flight: ['flight', 'flightnumber', 'flightno', 'flt', 'fltno', 'flightid', 'callsign', 'acid', 'number'],
  departure: ['departure', 'departureutc', 'stdutc', 'etdutc', 'departuredatetime', 'departuretime', 'off'],
  date: ['date', 'day', 'departuredate', 'dof', 'dateofflight', 'flightdate', 'dateutc', 'depdate'],
  time: ['time', 'std', 'etd', 'timeutc', 'eobt', 'deptime', 'stdz', 'etdz'],
};

/**
 * The table of a text. `first` says whether its first row is a header; found out if absent.
 * @param isAirport recognises airport codes in a column without a title
 */
export function readTable(
  text: string,
  first: 'header' | 'flight' | 'unknown' = 'unknown',
  isAirport?: (code: string) => boolean,
): TableOfRecords | { problem: TableProblem } {
  const records = readRecords(text, TABLE_LIMITS);
  if ('problem' in records) return { problem: records.problem };
  return tableOf(
    records.map(({ cells }) => cells),
    first,
    TABLE_LIMITS,
    isAirport,
  );
}

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
  isAirport: (code: string) => boolean = (code) => /^[A-Za-z]{4}$/.test(code),
): TableOfRecords | { problem: TableProblem } {
  const filled = [...records.keys()].filter((at) => records[at]?.some((cell) => cell !== ''));
  const cells = filled.map((at) => records[at] ?? []);
  const width = cells.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0);
  if (cells.length === 0 || width === 0) return { problem: 'empty' };
  if (cells.length > limits.rows + 1 || width > limits.columns) return { problem: 'large' };
  const square = cells.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
  const at = first === 'unknown' ? headerAt(square) : first === 'header' ? 0 : null;
  if (at !== null && at + 1 >= square.length) return { problem: 'empty' };
  if (at === null && square.length > limits.rows) return { problem: 'large' };
  if (at === null) {
    const guessed = guessMeanings(square, width, isAirport);
    // Below unknown titles the values don't show which airport is the origin.
    if (first === 'unknown' && hasUnknownTitles(square, guessed))
      return tableOf(records, 'header', limits, isAirport);
    const columns = guessed.map((meaning) => ({ title: '', meaning }));
    return { columns, rows: square, numbers: filled.map((place) => place + 1), records: filled, others: [] };
  }
  const head = square[at] ?? [];
  const named = head.map(meaningOfTitle);
  const columns = withoutRepeats(named).map((meaning, column) => ({ title: head[column] ?? '', meaning }));
  const kept: number[] = [];
  const others: OtherRow[] = [];
  let changed: number | null = null;
  for (const [row, record] of filled.entries()) {
    const cellsOfRow = square[row] ?? [];
    const isTitles = row > at && namesAirports(cellsOfRow);
    if (isTitles && changed === null && cellsOfRow.map(meaningOfTitle).join() !== named.join()) changed = row;
    if (row < at)
      others.push({ record, cells: cellsOfRow, why: 'This stands above the titles of the columns.' });
    else if (changed !== null)
      others.push({
        record,
        cells: cellsOfRow,
        why: 'The columns have other titles from here on. Put this table into a file of its own.',
      });
    else if (isTitles)
      others.push({ record, cells: cellsOfRow, why: 'These are the titles of the columns again.' });
    else if (row > at) kept.push(row);
  }
  if (kept.length === 0) return { problem: 'empty' };
  const places = kept.map((row) => filled[row] ?? 0);
  const top = filled[at] ?? 0;
  return {
    columns,
    rows: kept.map((row) => square[row] ?? []),
    numbers: places.map((record) => record - top),
    records: places,
    others,
  };
}

/**
 * The row of the titles: the first one that has both airports and rows below it, otherwise the top one if it has any title.
 * Null if there is none.
 */
function headerAt(rows: readonly (readonly string[])[]): number | null {
  const at = rows.slice(0, Math.min(HEADER_ROWS, rows.length - 1)).findIndex(namesAirports);
  if (at >= 0) return at;
  return rows[0]?.some((cell) => meaningOfTitle(cell) !== null) ? 0 : null;
}

/** Whether the first row has words above both airports, and no digits, which flights, dates and times have. */
function hasUnknownTitles(
  rows: readonly (readonly string[])[],
  guessed: readonly (Meaning | null)[],
): boolean {
  const [top = [], ...rest] = rows;
  const isFilled = (meaning: Meaning) => (top[guessed.indexOf(meaning)] ?? '') !== '';
  const hasFigures = (row: readonly string[]) => row.some((cell) => /\d/.test(cell));
  return isFilled('origin') && isFilled('destination') && !hasFigures(top) && rest.some(hasFigures);
}

/** Whether cells are titles that include the origin and the destination. */
function namesAirports(cells: readonly string[]): boolean {
  const named = cells.map(meaningOfTitle);
  return named.includes('origin') && named.includes('destination');
}

/** Removes final line ends: a copied whole column ends in a million empty lines. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 1;
  for (const _end of text.matchAll(/\r\n?|\n/g)) {
    lines += 1;
    if (lines > most) return true;
  }
  return false;
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

/** The meaning of a column by its title; null if not known. */
export function meaningOfTitle(title: string): Meaning | null {
  const plain = title.toLowerCase().replace(/[^a-z0-9]/g, '');
  return meanings.find((meaning) => titles[meaning].includes(plain)) ?? null;
}

function withoutRepeats(found: readonly (Meaning | null)[]): (Meaning | null)[] {
  return found.map((meaning, column) => (found.indexOf(meaning) === column ? meaning : null));
}

const AIRPORTS = 'airports';
const shapes: readonly { meaning: Meaning; fits: RegExp | typeof AIRPORTS }[] = [
  { meaning: 'departure', fits: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:?\d{2}/ },
  {
    meaning: 'date',
    fits: /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}[\s-]?[A-Za-z]{3}([\s-]?\d{2,4})?)$/,
  },
  { meaning: 'time', fits: /^\d{1,2}:?\d{2}\s?Z?$/i },
  { meaning: 'origin', fits: AIRPORTS },
  { meaning: 'alternates', fits: /^[A-Za-z]{4}([ ,/]+[A-Za-z]{4})*$/ },
  { meaning: 'flight', fits: /^(?=.*\d)[A-Za-z0-9]{2,7}$/ },
  { meaning: 'route', fits: /^\S+(\s+\S+){2,}$/ },
];

/** Meanings of columns without titles, from the form of nearly all of their values. The second column of airports is the destination. */
function guessMeanings(
  rows: readonly (readonly string[])[],
  width: number,
  isAirport: (code: string) => boolean,
): (Meaning | null)[] {
  const taken = new Set<Meaning>();
  return Array.from({ length: width }, (_, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((value) => value !== '');
    if (values.length === 0) return null;
    for (const { meaning, fits } of shapes) {
      const isOne = fits === AIRPORTS ? isAirport : (value: string) => fits.test(value);
      if (values.filter(isOne).length < 0.8 * values.length) continue;
      const wanted = meaning === 'origin' && taken.has('origin') ? 'destination' : meaning;
      if (taken.has(wanted)) continue;
      taken.add(wanted);
      return wanted;
    }
    return null;
  });
}
