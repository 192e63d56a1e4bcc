/** The rows of a batch with all that is wrong with them. Pure. */
import type { RowFacts } from '../../main/trips/rules/read-flights.ts';
import type { Column } from '../../main/trips/rules/table-columns.ts';
import { type AirportClocks, type DateOrder, readRow } from '../../main/trips/rules/trip-rows.ts';
import type { TripTable } from '../../main/trips/rules/trip-table.ts';
import type { Trip, TripProblem } from '../../preload/contract.ts';
import type { Airport, AirportIndex } from '../airports/airport-index.ts';
import { airportWords } from '../airports/words.ts';
import { appWords } from '../design/words.ts';
import { type KnownFlight, type RowStanding, standingsOf } from './known-flights.ts';
import { batchWords, type Meaning } from './words.ts';

interface CellNote {
  /** Errors and hints keep a row from being sent; a hint says what the app makes of the cell. */
  severity: 'error' | 'hint' | 'warning';
  message: string;
}

export interface BatchRow {
  /** Its number in the person's own sheet. */
  number: number;
  trip: Trip;
  /** Of the row as a whole, and of its cells by column. */
  notes: readonly (CellNote & { column: number | null; fix?: AirportFix })[];
  /** Whether its date can be read in two ways, and a person has not chosen one. */
  openDate: boolean;
  /** Whether it may be sent unchanged. */
  good: boolean;
  /** Against the kits and orders that are here. */
  standing: RowStanding;
}

/** The flights that are looked through, with what their file says of each row. */
export interface BatchTable extends TripTable {
  facts: readonly RowFacts[];
}

/** What the rows are judged by. */
interface RowJudges {
  /** Of dates in figures; null while it is open. */
  order: DateOrder | null;
  /** Ms since 1970 UTC. */
  now: number;
  /** The main process's answers about the trips, in their order; null while it is asked. */
  rules: readonly (readonly TripProblem[])[] | null;
  /** Null where the list is not there. */
  airports: AirportIndex | null;
  known: readonly KnownFlight[];
}

const DAY_MS = 86_400_000;
const departureMeanings: readonly Meaning[] = ['departure', 'localDeparture', 'date', 'time', 'localTime'];

/** The clocks of the airports that the page knows. */
const clocksOf = (airports: AirportIndex | null): AirportClocks => ({
  icaoOf: (iata) => airports?.resolve(iata)?.airport.icao ?? null,
  zoneOf: (icao) => airports?.get(icao)?.zone ?? null,
});

/** Reads every row. */
export function readRows(table: BatchTable, judges: RowJudges): BatchRow[] {
  const { order, now, rules, airports, known } = judges;
  const columnOf = (meanings: readonly Meaning[]) => {
    const column = table.columns.findIndex(({ meaning }) => meaning !== null && meanings.includes(meaning));
    return column < 0 ? null : column;
  };
  const seen = new Map<string, number>();
  const numberOf = (index: number) => table.numbers[index] ?? index + 1;
  const reading = { columns: table.columns, order, airports, day: Math.floor(now / DAY_MS) };
  const read = table.rows.map((cells) => readCells(cells, reading, now, columnOf));
  const standings = standingsOf(
    read.map(({ converted }) => converted),
    table.facts,
    known,
  );
  return table.rows.map((_, index) => {
    const { trip, problems, notes: airportsSay } = read[index] as CellsRead;
    const notes = problems.map(({ meaning, problem }) => ({
      severity: 'error' as const,
      message: batchWords.cellProblems[problem],
      column: columnOf([meaning]) ?? columnOf(departureMeanings),
    }));
    const fixed = new Set(airportsSay.flatMap(({ fix }) => (fix ? [fix.column] : [])));
    const judged = (rules?.[index] ?? [])
      .map(({ field, severity, message }) => ({
        severity,
        message,
        column: columnOf(field === 'departure' ? departureMeanings : [field]),
      }))
      // The conversion says it better.
      .filter(({ column }) => column === null || !fixed.has(column));
    const key = JSON.stringify(trip);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    const twice =
      first === undefined
        ? []
        : [{ severity: 'warning' as const, message: batchWords.twice(numberOf(first)), column: null }];
    const said = (table.facts[index]?.notes ?? []).map((message) => ({
      severity: 'warning' as const,
      message,
      column: null,
    }));
    const all = [...notes, ...airportsSay, ...judged, ...twice, ...said];
    return {
      number: numberOf(index),
      trip,
      notes: all,
      openDate: problems.some(({ problem }) => problem === 'dateOrder'),
      good: rules !== null && all.every(({ severity }) => severity === 'warning'),
      standing: standings[index] ?? { standing: 'new', known: [], differs: [] },
    };
  });
}

/** What the cells of a row are read by. */
interface Reading {
  columns: readonly Column[];
  order: DateOrder | null;
  airports: AirportIndex | null;
  /** Days since 1970 UTC: dates without a year go by it. */
  day: number;
}

/** What the cells of a row say, without other rows. */
type CellsRead = ReturnType<typeof readRow> & {
  notes: BatchRow['notes'];
  /** The trip as it will be once its codes are converted: `AMS` is no other flight than `EHAM`. */
  converted: Trip;
};

/** An edit changes one row of thousands: the others are as they were read. */
const readings = new WeakMap<readonly string[], Reading & { read: CellsRead }>();

function readCells(
  cells: readonly string[],
  reading: Reading,
  now: number,
  columnOf: (meanings: readonly Meaning[]) => number | null,
): CellsRead {
  const { columns, order, airports, day } = reading;
  const before = readings.get(cells);
  if (
    before?.columns === columns &&
    before.order === order &&
    before.airports === airports &&
    before.day === day
  )
    return before.read;
  const clocks = clocksOf(airports);
  const row = readRow(cells, columns, order, now, clocks);
  const notes = airports ? airportNotes(airports, cells, row.trip, columnOf) : [];
  let next = cells;
  for (const { fix } of notes) if (fix?.isSure) next = next.with(fix.column, fix.to);
  const converted = next === cells ? row.trip : readRow(next, columns, order, now, clocks).trip;
  const read = { ...row, notes, converted };
  readings.set(cells, { ...reading, read });
  return read;
}

/** Conversions, and the same word about codes that are not known as in the form. */
function airportNotes(
  airports: AirportIndex,
  cells: readonly string[],
  trip: Trip,
  columnOf: (meanings: readonly Meaning[]) => number | null,
): BatchRow['notes'][number][] {
  const notes: BatchRow['notes'][number][] = [];
  for (const meaning of ['origin', 'destination', 'alternates'] as const) {
    const column = columnOf([meaning]);
    const cell = column === null ? '' : (cells[column] ?? '').trim();
    if (column === null || cell === '') continue;
    const fix = (meaning === 'alternates' ? alternatesFix : airportFix)(airports, column, cell);
    if (fix) notes.push({ severity: 'hint', message: fix.text, column, fix });
    const codes = meaning === 'alternates' ? (trip.alternates ?? []) : [trip[meaning]];
    const unknown = fix && meaning !== 'alternates' ? [] : unknownCodes(airports, codes);
    for (const code of unknown)
      notes.push({ severity: 'warning', message: airportWords.unknown(code), column });
  }
  return notes;
}

/** Whether the row is not sent before this is corrected. */
export const stops = ({ severity }: BatchRow['notes'][number]): boolean => severity !== 'warning';

/** The airports' columns that no column is. */
export function missingColumns(columns: readonly Column[]): Meaning[] {
  return (['origin', 'destination'] as const).filter(
    (meaning) => !columns.some((column) => column.meaning === meaning),
  );
}

/** Whether a column has the time of departure. */
export function hasTime(columns: readonly Column[]): boolean {
  return columns.some(
    ({ meaning }) => meaning !== null && meaning !== 'date' && departureMeanings.includes(meaning),
  );
}

/** Another text for a cell, in ICAO codes. */
interface AirportFix {
  column: number;
  /** As the cell has it. */
  from: string;
  /** What the cell becomes. */
  to: string;
  /** What is said of it: `AMS → EHAM, Amsterdam Airport Schiphol (NL)`. */
  text: string;
  /** Whether it can mean nothing else, so that all such are converted at once. */
  isSure: boolean;
}

const nameOf = ({ name, city, country }: Airport) => airportWords.known(name, city, country);
const isCode = (text: string) => /^[A-Z]{4}$/.test(text);

/** The conversion of a cell that holds one airport; null where there is none. */
function airportFix(airports: AirportIndex, column: number, cell: string): AirportFix | null {
  const found = airports.resolve(cell);
  if (!found) return null;
  const { airport, isSure } = found;
  const text = batchWords.fix(cell, airport.icao, nameOf(airport));
  return { column, from: cell, to: airport.icao, text, isSure };
}

/** The conversion of a cell of alternates, of which each IATA code is known; null where there is none. */
function alternatesFix(airports: AirportIndex, column: number, cell: string): AirportFix | null {
  const codes = cell.trim().split(/[\s,;/]+/);
  const found = codes.map((code) => (code.length === 3 ? airports.resolve(code) : null));
  if (found.every((one) => one === null)) return null;
  const to = codes.map((code, at) => found[at]?.airport.icao ?? code).join(' ');
  const names = found.flatMap((one) => (one ? [nameOf(one.airport)] : []));
  return { column, from: cell, to, text: batchWords.fix(cell, to, names.join('; ')), isSure: true };
}

/** The ICAO codes among these that the list does not know, each once. */
function unknownCodes(airports: AirportIndex, codes: readonly string[]): string[] {
  return [...new Set(codes.filter((code) => isCode(code) && airports.get(code) === null))];
}

/** What is shown beside the codes of a cell: the city of one airport, `Boston, Philadelphia` of alternates; '' where none is known. */
export function placesOf(airports: AirportIndex, codes: readonly string[]): string {
  return codes
    .flatMap((code) => {
      const airport = airports.get(code);
      return airport ? [airport.city.replace(/\s*\(.*$/, '') || airport.name] : [];
    })
    .join(', ');
}

/** What a row of a file is called: `Row 12`, `Line 12`, `Summer, Row 12`. */
export function placeOf(number: number, sheet: string | null, isSheet: boolean): string {
  const words = batchWords;
  // A workbook's rows are rows, whichever of its sheets they stand in.
  const place = isSheet || sheet !== null ? words.rowNumber(number) : words.lineNumber(number);
  return sheet === null ? place : words.inSheet(sheet, place);
}

/** `KLM511 EHAM → KJFK`. */
export function tripName({
  flight,
  origin,
  destination,
}: Pick<Trip, 'flight' | 'origin' | 'destination'>): string {
  return [flight, `${origin} ${appWords.arrow} ${destination}`].filter(Boolean).join(' ');
}
