/** Trips of a table: a CSV text or a workbook. Each row gives a trip, or the reason why it is not taken. Pure. */

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
  meaningOfTitle,
  readRecords,
  type TableLimits,
  type TripTable,
  tableOf,
} from './trip-table.ts';
import { NO_RESULT, readWorkbook } from './workbook/read-workbook.ts';
import { UnreadableZip } from './workbook/zip.ts';
import { utcOfLocal, zoneClock } from './zone-time.ts';

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
const NO_RESULT_WHY =
  'A formula has no saved result, or an error. Open the workbook in Excel, correct it and save it again.';
/** Errors of formulas, as spreadsheets show them. */
const ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i;
/** Titles of columns that say whether a flight takes place: with a word, or with yes and no. */
const STATUS = /(?:status|sts|state)$/;
const CANCELLED = /^(?:cancel|canx|cnl|cnx)/;
/** Titles of remarks columns, in which a word may say that the flight is cancelled. */
const REMARKS = /^(?:remarks?|comments?|notes?|info)$/;
const CANCEL_WORD = /\b(?:CNL|CNLD|CNX|CANX|XLD|CANC|CANCELL?(?:ED|ATION))\b/i;
/** Words that mark a title as local times. */
const LOCAL_WORDS = new Set(['lt', 'l', 'lcl', 'lmt', 'loc', 'local']);

/** @param now ms since 1970 UTC; decides the year of dates without one */
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

/** Recognises airport codes in columns without titles: ICAO codes, and IATA codes of the list. */
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
  if ('problem' in table)
    return [
      notTaken(lineOf(Math.max(0, first)), shownRow(records[first] ?? []), TABLE_PROBLEMS[table.problem]),
    ];
  const { columns, isLocal, statuses } = columnsOf(table.columns);
  const events: TripFileEvent[] = table.others.map(({ record, cells, why }) =>
    notTaken(lineOf(record), shownRow(cells), why),
  );
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
    const why = (reason: string) => notTaken(line, shownRow(row), reason);
    const isUsed = (_cell: string, column: number) => columns[column]?.meaning != null;
    if (row.filter(isUsed).some((cell) => cell === NO_RESULT || ERROR.test(cell))) {
      events.push(why(NO_RESULT_WHY));
      continue;
    }
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
        if (saysCancelled(row, statuses)) event.state = 'cancelled';
        const unread = event.trip.departure === null ? unreadDeparture(row, columns) : null;
        if (unread !== null) event.notes = [unread];
        events.push(event);
      }
    }
  }
  return events.sort((a, b) => a.line - b.line);
}

/** The cells of a row on one line. */
export function shownRow(cells: readonly string[]): string {
  return cells.filter(Boolean).join(' · ');
}

/** A sentence if a trip has no departure, but its row has a date in an unused column. */
function unreadDeparture(row: readonly string[], columns: readonly Column[]): string | null {
  const at = columns.findIndex(
    ({ meaning }, column) =>
      meaning === null &&
      /^\d{4}-\d\d?-\d\d?|^\d\d?[./-]\d\d?[./-]\d{2}|^\d\d? ?[A-Z]{3} ?\d{2}/i.test(row[column] ?? ''),
  );
  if (at < 0) return null;
  const name = columns[at]?.title || `no. ${at + 1}`;
  return `The column “${name.slice(0, 60)}” has a date that isn't read. Call it “Departure” (UTC) or “Departure LT”.`;
}

/** Whether a table has departures in local time of the origin. */
export function hasLocalTimes(columns: readonly Column[]): boolean {
  return columnsOf(columns).isLocal;
}

/** Whether each row of a table says that its flight is cancelled. */
export function cancelledRows({ columns, rows }: Pick<TripTable, 'columns' | 'rows'>): boolean[] {
  const { statuses } = columnsOf(columns);
  return rows.map((row) => saysCancelled(row, statuses));
}

/** A column that may say that a flight is cancelled, and the value that means yes. */
interface StatusColumn {
  column: number;
  kind: 'word' | 'yes' | 'remark';
}

function saysCancelled(row: readonly string[], statuses: readonly StatusColumn[]): boolean {
  return statuses.some(({ column, kind }) => {
    const words = (row[column] ?? '').trim().slice(0, 200);
    const [found] = CANCEL_WORD.exec(words) ?? [];
    // A remark may mention a cancellation in any way; as the only word it means one.
    if (kind === 'remark') return found !== undefined && found.length >= words.length - 1;
    if (kind === 'yes' && /^(?:Y|YES|TRUE|1)$/i.test(words)) return true;
    return /^X$/i.test(words) || (found !== undefined && !/\b(?:NOT|NO|UN)\b/i.test(words));
  });
}

/** The columns, plus those with local times if no column has the same in UTC. */
function columnsOf(given: readonly Column[]): {
  columns: Column[];
  isLocal: boolean;
  statuses: StatusColumn[];
} {
  const statuses = given.flatMap(({ title, meaning }, column): StatusColumn[] => {
    const plain = title.toLowerCase().replace(/[^a-z0-9]/g, '');
    if (meaning !== null) return [];
    if (CANCELLED.test(plain)) return [{ column, kind: 'yes' }];
    if (STATUS.test(plain)) return [{ column, kind: 'word' }];
    return REMARKS.test(plain) ? [{ column, kind: 'remark' }] : [];
  });
  const has = (meaning: Meaning) => given.some((column) => column.meaning === meaning);
  if (has('time') || has('departure')) return { columns: [...given], isLocal: false, statuses };
  const taken = new Set<Meaning>();
  const columns = given.map((column) => {
    const meaning = column.meaning === null ? localMeaning(column.title) : null;
    if (meaning === null || has(meaning) || taken.has(meaning)) return column;
    taken.add(meaning);
    return { ...column, meaning };
  });
  return { columns, isLocal: taken.has('time') || taken.has('departure'), statuses };
}

/** The meaning of a title of local times: `STD (LT)`, `Local departure time`, `Date local`; null if it is none. */
function localMeaning(title: string): 'time' | 'departure' | 'date' | null {
  const words =
    title
      .toLowerCase()
      .slice(0, 100)
      .match(/[a-z0-9]+/g) ?? [];
  let rest = words.filter((word) => !LOCAL_WORDS.has(word)).join('');
  if (rest.length === words.join('').length) {
    const glued = /^(.{3,})(?:local|lcl|lt)$|^local(.{3,})$/.exec(rest);
    if (!glued) return null;
    rest = glued[1] ?? glued[2] ?? '';
  }
  if (rest === '') return words.join('') === 'lt' ? 'time' : null;
  // "Dep" alone is a place; with "local" it is a time.
  if (rest === 'dep') return 'departure';
  const meaning = meaningOfTitle(rest);
  return meaning === 'time' || meaning === 'departure' || meaning === 'date' ? meaning : null;
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
