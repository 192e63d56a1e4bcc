/**
 * A file or a pasted text for the window: a table of flights that a person checks and corrects, and what was not taken from
 * the file. Rows of a spreadsheet are left unchanged, with their mistakes; in every other format a row is a trip. Pure.
 */

import { hasContent, hiddenOf, isAirportOf, saysOfRows, shownRow } from './read-table-trips.ts';
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
  readTable,
  TABLE_LIMITS,
  type TableOfRecords,
  type TableProblem,
  type TripTable,
  tableOf,
} from './trip-table.ts';
import { readWorkbook } from './workbook/read-workbook.ts';
import { isZip, UnreadableZip } from './workbook/zip.ts';

/** Facts that the file gives about a row besides its cells. */
export interface RowFacts {
  /** The state of the flight, by this file alone. */
  said: TripEvent['state'];
  /** Sentences. */
  notes: readonly string[];
  /** The sheet of a workbook with several; null if there is only one, or none. */
  sheet: string | null;
}

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

/** What the first row is; for `unknown` its content decides. */
export type FirstRow = 'header' | 'flight' | 'unknown';

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
  try {
    const sheets = (await readWorkbook(content, TABLE_LIMITS)).filter(hasContent);
    const [only, second] = sheets;
    if (only && !second && only.rows.length > 0) {
      const table = tableOf(only.rows, first, TABLE_LIMITS, isAirportOf(airports));
      const read = ofTable(table, (record) => record + 1);
      return { ...read, notTaken: [...hiddenOf(only), ...read.notTaken] };
    }
    return ofEvents(await readTripFile(content, airports, now));
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error;
    return ofEvents([notTaken(1, '', error.why)]);
  }
}

function ofText(
  text: string,
  isFile: boolean,
  airports: AirportCodes,
  now: number,
  first: FirstRow,
): FlightsRead {
  const format = formatOf(text);
  if (typeof format !== 'string') return ofEvents([format]);
  if (format !== 'table') return ofEvents(readTripText(text, airports, now));
  const table = readTable(text, first, isAirportOf(airports));
  if (!isFile) return ofTable(table, null);
  const records = readRecords(text, TABLE_LIMITS);
  return ofTable(table, (record) => ('problem' in records ? record : (records[record]?.line ?? record)));
}

/** @param lineOf the line of a record, counted from 0; null: its row in the sheet */
function ofTable(
  table: TableOfRecords | { problem: TableProblem },
  lineOf: ((record: number) => number) | null,
): FlightsRead {
  const none = { table: null, facts: [], isSheet: true, firstIsHeader: true, notTaken: [], unsaid: null };
  if ('problem' in table) return { ...none, problem: table.problem };
  const { columns, rows, numbers, records, others, unsaid } = table;
  return {
    ...none,
    notTaken: others.map(({ record, cells, why }) =>
      notTaken(lineOf ? lineOf(record) : record + 1, shownRow(cells), why),
    ),
    table: rows.length === 0 ? null : { columns, rows, numbers: lineOf ? records.map(lineOf) : numbers },
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
