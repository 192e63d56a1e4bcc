/** Trips of a table: a CSV text or a workbook. Each row is a trip, or is told with the reason why not. Pure. */
import { utcOfLocal, zoneClock } from './local-time.ts';
import {
  type AirportCodes,
  airportOf,
  airportsOf,
  alternatesOf,
  notTaken,
  type TripEvent,
  type TripFileEvent,
  utcText,
} from './trip-file.ts';
import { provenOrder, readRow } from './trip-rows.ts';
import {
  type Column,
  type Meaning,
  readRecords,
  type TableLimits,
  type TripTable,
  tableOf,
} from './trip-table.ts';
import { readWorkbook } from './workbook/read-workbook.ts';
import { UnreadableZip } from './workbook/zip.ts';

const LIMITS: TableLimits = { text: 8 * 1024 * 1024, lines: 20_000, rows: 20_000, columns: 100 };

const TABLE_PROBLEMS = {
  large: 'The table is too large. Split it.',
  quotes: 'Its quotation marks don’t match, so the columns can’t be told apart. Correct the file.',
  empty: 'There is no flight in it.',
};
const CELL_PROBLEMS = {
  date: 'The date isn’t valid. Write it as 2026-11-21 or 21NOV2026.',
  time: 'The time isn’t valid. Write it as 1045, in UTC.',
  dateMissing: 'There is a time without a date.',
  timeMissing: 'There is a date without a time.',
  dateOrder: 'Day and month could be swapped. Write the date as 2026-11-21 or 21NOV2026.',
};
/** Titles of columns that say whether a flight takes place, and of departures by the clocks at the origin. */
const STATUS = new Set(['status', 'state', 'flightstatus', 'cancelled', 'canceled']);
const LOCAL: Readonly<Record<string, Meaning>> = {
  stdlt: 'time',
  stdlocal: 'time',
  etdlt: 'time',
  etdlocal: 'time',
  timelt: 'time',
  timelocal: 'time',
  localtime: 'time',
  departurelt: 'departure',
  departurelocal: 'departure',
  datelt: 'date',
  datelocal: 'date',
  localdate: 'date',
};

/** @param now ms since 1970 UTC; places dates without their year */
export function readCsv(text: string, airports: AirportCodes, now: number): TripFileEvent[] {
  const records = readRecords(text, LIMITS);
  if ('problem' in records) return [notTaken(1, text.slice(0, 400), TABLE_PROBLEMS[records.problem])];
  return readRecordsOf(
    records.map(({ cells }) => cells),
    (record) => records[record]?.line ?? 1,
    airports,
    now,
  );
}

/** As {@link readCsv}; a line is a row of its sheet. */
export async function readXlsx(
  bytes: Uint8Array,
  airports: AirportCodes,
  now: number,
): Promise<TripFileEvent[]> {
  try {
    const sheets = (await readWorkbook(bytes, LIMITS)).filter(({ rows }) => rows.length > 0);
    if (sheets.length === 0) return [notTaken(1, '', TABLE_PROBLEMS.empty)];
    return sheets.flatMap(({ name, rows }) =>
      readRecordsOf(rows, (record) => record + 1, airports, now).map((event) =>
        sheets.length > 1 ? { ...event, sheet: name } : event,
      ),
    );
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error;
    return [notTaken(1, '', error.why)];
  }
}

/** What tells the columns of airports where none has a title: ICAO codes, and IATA codes that are known. */
export function isAirportOf(airports: AirportCodes): (code: string) => boolean {
  return (code) =>
    /^[A-Za-z]{3,4}$/.test(code) && (code.length === 4 || airports.icaoOf(code.toUpperCase()) !== null);
}

function readRecordsOf(
  records: readonly (readonly string[])[],
  lineOf: (record: number) => number,
  airports: AirportCodes,
  now: number,
): TripFileEvent[] {
  const table = tableOf(records, 'unknown', LIMITS, isAirportOf(airports));
  const first = records.findIndex((record) => record.some((cell) => cell !== ''));
  const shown = (cells: readonly string[] | undefined) => (cells ?? []).filter(Boolean).join(' · ');
  if ('problem' in table)
    return [notTaken(lineOf(Math.max(0, first)), shown(records[first]), TABLE_PROBLEMS[table.problem])];
  const { columns, isLocal, status } = columnsOf(table.columns);
  const events: TripFileEvent[] = [];
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning);
  const missing = !has('origin') ? 'origin' : !has('destination') ? 'destination' : null;
  const isDate = columns.map(({ meaning }) => meaning === 'date' || meaning === 'departure');
  const order = provenOrder(
    table.rows.flatMap((row) =>
      row.filter((_cell, at) => isDate[at]).map((cell) => cell.split(/[T ]/)[0] ?? ''),
    ),
  );
  for (const [at, row] of table.rows.entries()) {
    const line = lineOf(table.records[at] ?? 0);
    const why = (reason: string) => notTaken(line, shown(row), reason);
    if (missing !== null) {
      events.push(
        why(
          `No column is the ${missing}. Give the columns their titles, for example origin, destination, date, time.`,
        ),
      );
      continue;
    }
    const read = readRow(row, columns, order, now);
    const [problem] = read.problems;
    const pair = airportsOf(read.trip.origin, read.trip.destination, airports);
    if ('why' in pair) events.push(why(pair.why));
    else if (problem) events.push(why(CELL_PROBLEMS[problem.problem]));
    else {
      const event = eventOf(read.trip, pair, line, isLocal, airports);
      if (typeof event === 'string') events.push(why(event));
      else {
        if (status !== null && saysCancelled(row, status)) event.state = 'cancelled';
        events.push(event);
      }
    }
  }
  return events;
}

/** Whether a table has departures by the clocks at the origin. */
export function hasLocalTimes(columns: readonly Column[]): boolean {
  return columnsOf(columns).isLocal;
}

/** Whether each row of a table says that its flight is cancelled. */
export function cancelledRows({ columns, rows }: Pick<TripTable, 'columns' | 'rows'>): boolean[] {
  const { status } = columnsOf(columns);
  return rows.map((row) => status !== null && saysCancelled(row, status));
}

function saysCancelled(row: readonly string[], status: { column: number; isYes: boolean }): boolean {
  const word = (row[status.column] ?? '').trim();
  return /^(?:CNL|CNX|CANX|CANC|X$)/i.test(word) || (status.isYes && /^(?:Y|YES|TRUE|1)$/i.test(word));
}

/** The columns with those that name local times, where no column names the same in UTC. */
function columnsOf(given: readonly Column[]): {
  columns: Column[];
  isLocal: boolean;
  status: { column: number; isYes: boolean } | null;
} {
  const plain = ({ title }: Column) => title.toLowerCase().replace(/[^a-z0-9]/g, '');
  const at = given.findIndex((column) => column.meaning === null && STATUS.has(plain(column)));
  const status = at < 0 ? null : { column: at, isYes: plain(given[at] as Column).startsWith('cance') };
  const has = (meaning: Meaning) => given.some((column) => column.meaning === meaning);
  if (has('time') || has('departure')) return { columns: [...given], isLocal: false, status };
  let isLocal = false;
  const columns = given.map((column) => {
    const meaning = column.meaning === null ? LOCAL[plain(column)] : undefined;
    if (meaning === undefined || has(meaning)) return column;
    if (meaning !== 'date') isLocal = true;
    return { ...column, meaning };
  });
  return { columns, isLocal, status };
}

function eventOf(
  trip: {
    alternates?: string[] | undefined;
    route?: string | undefined;
    flight?: string | undefined;
    departure?: string | undefined;
  },
  pair: { origin: string; destination: string },
  line: number,
  isLocal: boolean,
  airports: AirportCodes,
): TripEvent | string {
  for (const code of trip.alternates ?? []) {
    const alternate = airportOf(code, airports);
    if ('why' in alternate) return alternate.why;
  }
  const { alternates } = alternatesOf(trip.alternates ?? [], airports);
  let departure: string | null = null;
  if (trip.departure !== undefined) {
    const ms = Date.parse(trip.departure);
    const zone = isLocal ? airports.zoneOf(pair.origin) : null;
    const clock = zone === null ? null : zoneClock(zone);
    if (isLocal && clock === null)
      return `Its time is local, and the time zone of ${pair.origin} isn't known. Write it in UTC.`;
    const utc = clock ? utcOfLocal(ms, clock) : ms;
    departure = utc === null ? null : utcText(utc);
    if (departure === null) return CELL_PROBLEMS.date;
  }
  return {
    event: 'trip',
    line,
    state: 'new',
    trip: {
      ...pair,
      flight: trip.flight || null,
      departure,
      ...(alternates.length > 0 ? { alternates } : {}),
      ...(trip.route ? { route: trip.route } : {}),
    },
  };
}
