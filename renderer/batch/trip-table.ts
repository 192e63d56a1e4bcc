/**
 * A table of flights as it comes out of a spreadsheet: pasted cells (tabs), or a CSV file (commas, semicolons, tabs). Finds
 * out what each column means, from its title or from its values; a person corrects it. Pure.
 */

import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import type { Meaning, TableProblem } from '../strings/batch.ts';

/** What a column can mean. `date` and `time` are the departure in two columns. */
export const meanings = [
  'origin',
  'destination',
  'alternates',
  'route',
  'flight',
  'departure',
  'date',
  'time',
] as const satisfies readonly Meaning[];

export interface Column {
  /** As the header has it; empty where there is no header. */
  title: string;
  /** Null: not used. */
  meaning: Meaning | null;
}

export interface TripTable {
  columns: readonly Column[];
  /** Each as long as `columns`. */
  rows: readonly (readonly string[])[];
  /** The number of each row, from 1 below the header, empty ones counted: its place in the person's own sheet, for good. */
  numbers: readonly number[];
}

/**
 * Far beyond any schedule; UTF-16 code units, lines with the empty ones, rows and columns. `rows` is what one request call takes.
 * Lines of unequal length cost csv-parse some 20 µs each, in the page's own thread.
 */
const LIMITS = { text: 4 * 1024 * 1024, lines: 4000, rows: 1000, columns: 60 };

/** The titles that airlines' spreadsheets give these columns; lower case, letters and digits only. */
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

/** The table of a text. `first` says whether its first row is a header; found out if absent. */
export function readTable(
  text: string,
  first: 'header' | 'flight' | 'unknown' = 'unknown',
): TripTable | { problem: TableProblem } {
  const body = withoutLastLineEnds(text);
  if (body.length > LIMITS.text || hasMoreLines(body, LIMITS.lines)) return { problem: 'large' };
  const records = readCells(body);
  if (records === null) return { problem: 'quotes' };
  const filled = [...records.keys()].filter((at) => records[at]?.some((cell) => cell !== ''));
  const cells = filled.map((at) => records[at] ?? []);
  const width = Math.max(0, ...cells.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  if (cells.length === 0 || width === 0) return { problem: 'empty' };
  if (cells.length > LIMITS.rows + 1 || width > LIMITS.columns) return { problem: 'large' };
  const square = cells.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
  const [head = [], ...rest] = square;
  const named = head.map(meaningOfTitle);
  const isHeader = first === 'header' || (first === 'unknown' && named.some((meaning) => meaning !== null));
  if (isHeader && rest.length === 0) return { problem: 'empty' };
  if (!isHeader && square.length > LIMITS.rows) return { problem: 'large' };
  const rows = isHeader ? rest : square;
  const [top = 0, ...below] = filled;
  const numbers = isHeader ? below.map((at) => at - top) : filled.map((at) => at + 1);
  const columns = isHeader
    ? withoutRepeats(named).map((meaning, column) => ({ title: head[column] ?? '', meaning }))
    : guessMeanings(rows, width).map((meaning) => ({ title: '', meaning }));
  return { columns, rows, numbers };
}

/** A whole column that was copied ends in a million empty lines. */
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

/** The cells, trimmed, row by row, with the empty ones; null where quotes do not fit together. */
function readCells(text: string): string[][] | null {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const hint = /^sep=([,;\t])\n/i.exec(lines);
  const body = hint ? lines.slice(hint[0].length) : lines;
  const line = /^\s*([^\n]*)/.exec(body)?.[1] ?? '';
  const delimiter = hint?.[1] ?? ['\t', ';', ','].find((mark) => line.includes(mark)) ?? ',';
  try {
    const records: string[][] = parse(body, {
      delimiter,
      relax_column_count: true,
      trim: true,
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

function meaningOfTitle(title: string): Meaning | null {
  const plain = title.toLowerCase().replace(/[^a-z0-9]/g, '');
  return meanings.find((meaning) => titles[meaning].includes(plain)) ?? null;
}

function withoutRepeats(found: readonly (Meaning | null)[]): (Meaning | null)[] {
  return found.map((meaning, column) => (found.indexOf(meaning) === column ? meaning : null));
}

const shapes: readonly { meaning: Meaning; fits: RegExp }[] = [
  { meaning: 'departure', fits: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:?\d{2}/ },
  {
    meaning: 'date',
    fits: /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\s?[A-Za-z]{3}(\s?\d{2,4})?)$/,
  },
  { meaning: 'time', fits: /^\d{1,2}:?\d{2}\s?Z?$/i },
  { meaning: 'origin', fits: /^[A-Za-z]{4}$/ },
  { meaning: 'alternates', fits: /^[A-Za-z]{4}([ ,/]+[A-Za-z]{4})*$/ },
  { meaning: 'flight', fits: /^(?=.*\d)[A-Za-z0-9]{2,7}$/ },
  { meaning: 'route', fits: /^\S+(\s+\S+){2,}$/ },
];

/** Columns without titles: by what nearly all of their values look like. The second column of airports is the destination. */
function guessMeanings(rows: readonly (readonly string[])[], width: number): (Meaning | null)[] {
  const taken = new Set<Meaning>();
  return Array.from({ length: width }, (_, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((value) => value !== '');
    if (values.length === 0) return null;
    for (const { meaning, fits } of shapes) {
      if (values.filter((value) => fits.test(value)).length < 0.8 * values.length) continue;
      const wanted = meaning === 'origin' && taken.has('origin') ? 'destination' : meaning;
      if (taken.has(wanted)) continue;
      taken.add(wanted);
      return wanted;
    }
    return null;
  });
}
