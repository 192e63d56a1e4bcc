/**
 * A file or a pasted text as the window shows it: a table of flights that a person looks through and corrects, and what of the file
 * was not taken. Rows of a spreadsheet stay as they are, with their mistakes; of every other format a row is a trip. Pure.
 */
import { decodeText } from './decode-text.ts';
import { cancelledRows, hasLocalTimes, isAirportOf, shownRow } from './read-table-trips.ts';
import { formatOf, readTripFile, readTripText, refusalOf } from './read-trip-file.ts';
import {
  type AirportCodes,
  type NotTakenEvent,
  notTaken,
  type TripEvent,
  type TripFileEvent,
} from './trip-file.ts';
import {
  type Meaning,
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

/** What the file itself says of a row beyond its cells. */
export interface RowFacts {
  /** Of the flight, as this file alone says. */
  said: TripEvent['state'];
  /** Sentences. */
  notes: readonly string[];
  /** The sheet of a workbook with several; null where there is one, or none. */
  sheet: string | null;
}

export interface FlightsRead {
  /** Null where there is no flight in it. */
  table: TripTable | null;
  /** Of each row of the table. */
  facts: readonly RowFacts[];
  /** Whether the rows are those of a spreadsheet: the first one may be a header or a flight. */
  isSheet: boolean;
  firstIsHeader: boolean;
  notTaken: readonly NotTakenEvent[];
  /** Why a spreadsheet is no table of flights; null where it is, or is none. */
  problem: TableProblem | null;
}

/** What the first row is; found out by what stands in it where it is `unknown`. */
export type FirstRow = 'header' | 'flight' | 'unknown';

/** A trip of another file than a spreadsheet has these cells; those that no trip fills are left out. */
const CELLS: readonly { meaning: Meaning; of: (trip: TripEvent['trip']) => string }[] = [
  { meaning: 'flight', of: ({ flight }) => flight ?? '' },
  { meaning: 'departure', of: ({ departure }) => departure ?? '' },
  { meaning: 'origin', of: ({ origin }) => origin },
  { meaning: 'destination', of: ({ destination }) => destination },
  { meaning: 'alternates', of: ({ alternates }) => alternates?.join(' ') ?? '' },
  { meaning: 'route', of: ({ route }) => route ?? '' },
];

/**
 * Never rejects for what the content is.
 *
 * @param content bytes of a file, whose rows are counted as its own lines, or cells that were pasted, counted below their header
 * @param now ms since 1970 UTC; places dates without their year
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
    const sheets = (await readWorkbook(content, TABLE_LIMITS)).filter(({ rows }) => rows.length > 0);
    const [only, second] = sheets;
    if (only && !second) {
      const table = tableOf(only.rows, first, TABLE_LIMITS, isAirportOf(airports));
      if (isShown(table)) return ofTable(table, (record) => record + 1);
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
  if (!isShown(table)) return ofEvents(readTripText(text, airports, now));
  if (!isFile) return ofTable(table, null);
  const records = readRecords(text, TABLE_LIMITS);
  return ofTable(table, (record) => ('problem' in records ? record : (records[record]?.line ?? record)));
}

/** Whether a spreadsheet is shown as it is. Local times have to become UTC first, which its cells don't show. */
function isShown(table: TableOfRecords | { problem: TableProblem }): boolean {
  return 'problem' in table || !hasLocalTimes(table.columns);
}

/** @param lineOf the line of a record, counted from 0; null: counted below the header */
function ofTable(
  table: TableOfRecords | { problem: TableProblem },
  lineOf: ((record: number) => number) | null,
): FlightsRead {
  const none = { table: null, facts: [], isSheet: true, firstIsHeader: true, notTaken: [] };
  if ('problem' in table) return { ...none, problem: table.problem };
  const { columns, rows, numbers, records, others } = table;
  return {
    ...none,
    notTaken: others.map(({ record, cells, why }) =>
      notTaken(lineOf ? lineOf(record) : record + 1, shownRow(cells), why),
    ),
    table: { columns, rows, numbers: lineOf ? records.map(lineOf) : numbers },
    facts: cancelledRows(table).map((isCancelled) => ({
      said: isCancelled ? 'cancelled' : 'new',
      notes: [],
      sheet: null,
    })),
    firstIsHeader: columns.some(({ title }) => title !== ''),
    problem: null,
  };
}

function ofEvents(events: readonly TripFileEvent[]): FlightsRead {
  const trips = events.filter((event) => event.event === 'trip');
  const used = CELLS.filter(({ meaning, of }) => {
    const isAlways = meaning !== 'alternates' && meaning !== 'route';
    return isAlways || trips.some(({ trip }) => of(trip) !== '');
  });
  return {
    table:
      trips.length === 0
        ? null
        : {
            columns: used.map(({ meaning }) => ({ title: '', meaning })),
            rows: trips.map(({ trip }) => used.map(({ of }) => of(trip))),
            numbers: trips.map(({ line }) => line),
          },
    facts: trips.map(({ state, notes = [], sheet = null }) => ({ said: state, notes, sheet })),
    isSheet: false,
    firstIsHeader: false,
    notTaken: events.filter((event) => event.event === 'not_taken'),
    problem: null,
  };
}
