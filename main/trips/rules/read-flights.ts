/**
 * A file or a pasted text for the window: a table of flights that a person checks and corrects, and what was not taken from
 * the file. Rows of a spreadsheet are left unchanged, with their mistakes; in every other format a row is a trip. Pure.
 */

import { hiddenOf, isAirportOf, readSheets, saysOfRows, shownRow } from './read-table-trips.ts';
import { decodeText, formatOf, readTripFile, readTripText, refusalOf } from './read-trip-file.ts';
import type { Column } from './table-columns.ts';
import {
  type AirportCodes,
  type NotTakenEvent,
  notTaken,
  type TripEvent,
  type TripFileEvent,
} from './trip-file.ts';
import {
  readRecords,
  TABLE_LIMITS,
  type TableOfRecords,
  type TableProblem,
  type TripTable,
  tableOf,
} from './trip-table.ts';
import { isZip } from './workbook/zip.ts';

/** Facts that the file gives about a row besides its cells. */
export interface RowFacts {
  /** The state of the flight, by this file alone. */
  said: TripEvent['state'];
  /** Sentences. */
  notes: readonly string[];
  /** The sheet of a workbook with several; null if there is only one, or none. */
  sheet: string | null;
}

/** What the first row is; for `unknown` its content decides. */
export type FirstRow = 'header' | 'flight' | 'unknown';

export interface FlightsRead {
  /** Null if there is no flight in the file. */
  table: TripTable | null;
  /** For each row of the table. */
  facts: readonly RowFacts[];
  /** Whether the rows are those of a spreadsheet: the first one may be a header or a flight. */
  isSheet: boolean;
  firstIsHeader: boolean;
  notTaken: readonly NotTakenEvent[];
  /** Why a spreadsheet is not a table of flights; null if it is one, or the file is not a spreadsheet. */
  problem: TableProblem | null;
  /** The title of times of departure that are not used because nothing names their clock; null if there are none. */
  unsaid: string | null;
}

/** The cells of a trip from a file that is not a spreadsheet. `isOptional`: left out where no trip fills the column. */
const CELLS: readonly (Column & { of: (event: TripEvent) => string; isOptional?: true })[] = [
  { title: '', meaning: 'flight', of: ({ trip }) => trip.flight ?? '' },
  { title: '', meaning: 'departure', of: ({ trip }) => trip.departure ?? '' },
  { title: '', meaning: 'origin', of: ({ trip }) => trip.origin },
  { title: '', meaning: 'destination', of: ({ trip }) => trip.destination },
  { title: '', meaning: 'alternates', of: ({ trip }) => trip.alternates?.join(' ') ?? '', isOptional: true },
  { title: '', meaning: 'route', of: ({ trip }) => trip.route ?? '', isOptional: true },
  { title: 'Remarks', meaning: null, of: ({ remarks }) => remarks ?? '', isOptional: true },
];

/**
 * Never rejects because of the content.
 *
 * @param content bytes of a file, whose rows are numbered by its lines, or pasted cells, numbered below their header
 * @param now ms since 1970 UTC; decides the year of dates without one
 */
export async function readFlights(
  content: Uint8Array | string,
  airports: AirportCodes,
  now: number,
  first: FirstRow = 'unknown',
): Promise<FlightsRead> {
  if (typeof content === 'string')
    return ofText(content.replace(/\r\n?/g, '\n'), false, airports, now, first);
  const refused = refusalOf(content);
  if (refused) return ofEvents([refused]);
  if (!isZip(content)) return ofText(decodeText(content), true, airports, now, first);
  const sheets = await readSheets(content, TABLE_LIMITS);
  if ('event' in sheets) return ofEvents([sheets]);
  const [only, second] = sheets;
  if (!only || second || only.rows.length === 0) return ofEvents(await readTripFile(content, airports, now));
  const read = ofTable(tableOf(only.rows, first, TABLE_LIMITS, isAirportOf(airports)), rowOf);
  return { ...read, notTaken: [...hiddenOf(only), ...read.notTaken] };
}

function ofText(
  text: string,
  isFile: boolean,
  airports: AirportCodes,
  now: number,
  first: FirstRow,
): FlightsRead {
  const format = formatOf(text);
  if (format !== 'table') return ofEvents(readTripText(text, airports, now, format));
  const records = readRecords(text, TABLE_LIMITS);
  if ('problem' in records) return ofTable(records, rowOf);
  const cells = records.map((record) => record.cells);
  const table = tableOf(cells, first, TABLE_LIMITS, isAirportOf(airports));
  return ofTable(table, isFile ? (record) => records[record]?.line ?? rowOf(record) : rowOf);
}

/** The row in the sheet of a record, counted from 0. */
const rowOf = (record: number) => record + 1;

/** @param numberOf the line or the row of a record, counted from 0 */
function ofTable(
  table: TableOfRecords | { problem: TableProblem },
  numberOf: (record: number) => number,
): FlightsRead {
  const none = { table: null, facts: [], isSheet: true, firstIsHeader: true, notTaken: [], unsaid: null };
  if ('problem' in table) return { ...none, problem: table.problem };
  const { columns, rows, records, others, unsaid } = table;
  return {
    ...none,
    notTaken: others.map(({ record, cells, why }) => notTaken(numberOf(record), shownRow(cells), why)),
    table: rows.length === 0 ? null : { columns, rows, numbers: records.map(numberOf) },
    facts: saysOfRows(table).map(({ isCancelled, notes }) => ({
      said: isCancelled ? 'cancelled' : 'new',
      notes,
      sheet: null,
    })),
    unsaid,
    firstIsHeader: columns.some(({ title }) => title !== ''),
    problem: null,
  };
}

function ofEvents(events: readonly TripFileEvent[]): FlightsRead {
  const trips = events.filter((event) => event.event === 'trip');
  const used = CELLS.filter(({ isOptional, of }) => !isOptional || trips.some((trip) => of(trip) !== ''));
  return {
    table:
      trips.length === 0
        ? null
        : {
            columns: used.map(({ title, meaning }) => ({ title, meaning })),
            rows: trips.map((trip) => used.map(({ of }) => of(trip))),
            numbers: trips.map(({ line }) => line),
          },
    facts: trips.map(({ state, notes = [], sheet = null }) => ({ said: state, notes, sheet })),
    isSheet: false,
    firstIsHeader: false,
    notTaken: events.filter((event) => event.event === 'not_taken'),
    problem: null,
    unsaid: null,
  };
}
