/** Trips of a table: a CSV text or a workbook. Each row gives a trip, or the reason why it is not taken. Pure. */

import { isRemarks } from './remarks.ts';
import type { Column } from './table-columns.ts';
import { isWhen, type Meaning, titleOf } from './table-titles.ts';
import {
  type AirportCodes,
  airportOf,
  airportsOf,
  alternatesOf,
  CANCEL_WORD,
  type NotTakenEvent,
  notTaken,
  type TripEvent,
  type TripFileEvent,
  tripEvent,
  utcText,
} from './trip-file.ts';
import { type DateOrder, datesOf, provenOrder, readRow, timeOf } from './trip-rows.ts';
import {
  readRecords,
  type TableCells,
  type TableLimits,
  type TableOfRecords,
  tableOf,
} from './trip-table.ts';
import { readWorkbook } from './workbook/read-workbook.ts';
import { NO_RESULT, type Sheet, type SheetLimits } from './workbook/sheet.ts';
import { UnreadableZip } from './workbook/zip.ts';

const LIMITS: TableLimits = { text: 8 * 1024 * 1024, lines: 20_000, rows: 20_000, columns: 100 };

const TABLE_PROBLEMS = {
  large: 'The table is too large. Split it.',
  quotes: 'Its quotation marks don’t match, so the columns can’t be told apart. Correct the file.',
  empty: 'There is no flight in it.',
};
const CELL_PROBLEMS = {
  date: 'Not a valid date. Write it as 2026-11-21 or 21NOV2026.',
  time: 'Not a valid time. Write it as 1045Z in UTC, or 1045L in local time.',
  dateMissing: 'There is a time without a date.',
  timeMissing: 'There is a date without a time.',
  dateOrder: 'Day and month could be swapped. Write the date as 2026-11-21 or 21NOV2026.',
  zone: 'The time is local, and the time zone of the origin isn’t known. Write the time in UTC.',
};
const NO_RESULT_WHY =
  'A formula has no saved result, or an error. Open the workbook in Excel, correct it and save it again.';
/** Errors of formulas, as spreadsheets show them. */
const ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i;
/** Titles of columns that say whether a flight takes place: with a word, or with yes and no. */
const STATUS = /(?:status|sts|state)$|^(?:statut|estado|stato|stan)$/;
/** A status that may mean a cancellation, or something else. */
const MAYBE_CANCELLED = /^(?:C|CX|DEL|DELETED|SUSPENDED|SCRUBBED|NO-?OP|NOT? OP\w*)(?:\W|$)/i;
const CANCELLED = /^(?:cancel|canx|cnl|cnx|annul|storn)/;
/** Yes, in the languages of crews. */
const YES = /^(?:Y|YES|TRUE|1|J|JA|OUI|S[IÍ]|SIM|TAK|WAHR|VRAI|[✓✔☑])$/iu;

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
  const sheets = await readSheets(bytes, LIMITS);
  if ('event' in sheets) return [sheets];
  if (sheets.length === 0) return [notTaken(1, '', TABLE_PROBLEMS.empty)];
  return sheets.flatMap((sheet) => {
    const read =
      sheet.rows.length > 0 ? readRecordsOf(sheet.rows, (record) => record + 1, airports, now) : [];
    return [...hiddenOf(sheet), ...read].map((event) =>
      sheets.length > 1 ? { ...event, sheet: sheet.name } : event,
    );
  });
}

/** The sheets of a workbook that have cells, or hide some; or why it can't be read. */
export async function readSheets(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet[] | NotTakenEvent> {
  try {
    const sheets = await readWorkbook(bytes, limits);
    return sheets.filter(({ rows, hidden }) => rows.length > 0 || hidden !== null);
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error;
    return notTaken(1, '', error.why);
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
  const events: TripFileEvent[] = table.others.map(({ record, cells, why }) =>
    notTaken(lineOf(record), shownRow(cells), why),
  );
  if (table.rows.length === 0) return events;
  const unread = unreadTable(table);
  if (unread !== null) {
    const rows =
      table.rows.length === 1 ? 'Its row is not read' : `None of its ${table.rows.length} rows is read`;
    const at = table.records[0] ?? 0;
    events.push(notTaken(lineOf(at), shownRow(table.rows[0] ?? []), `${rows}: ${unread}`));
    return events.sort((a, b) => a.line - b.line);
  }
  const reading: Reading = { table, order: provenOrder(datesOf(table)), airports, now };
  for (const [at, says] of saysOfRows(table).entries()) {
    const row = table.rows[at] ?? [];
    const line = lineOf(table.records[at] ?? 0);
    const event = eventOf(row, says, reading, line);
    events.push(typeof event === 'string' ? notTaken(line, shownRow(row), event) : event);
  }
  return events.sort((a, b) => a.line - b.line);
}

/** Why no row of a table can be read, for the sentence that counts them; null if rows can. */
function unreadTable({ columns, rows, unsaid }: TableOfRecords): string | null {
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning);
  const missing = !has('origin') ? 'origin' : !has('destination') ? 'destination' : null;
  if (missing !== null)
    return `no column is the ${missing}. Give the columns their titles, for example origin, destination, date, STD UTC.`;
  const isFull = (meaning: Meaning) => {
    const at = columns.findIndex((column) => column.meaning === meaning);
    return at >= 0 && rows.every((row) => row[at] !== '');
  };
  if (unsaid === null) {
    const times = columns.filter(({ meaning }) => meaning !== null && /time$|departure$/i.test(meaning));
    if (times.length === 0 && isFull('date'))
      return 'there are dates, but no column is the time of departure. Call it STD UTC or STD LT.';
    const isTime = times.length === 1 && !has('date') && (isFull('time') || isFull('localTime'));
    return isTime ? 'there are times, but no column is their date by the same clock. Call it Date.' : null;
  }
  const title = unsaid.slice(0, 60);
  return `nothing says whether the times of “${title}” are UTC or local. Call the column “${title} UTC” or “${title} LT”.`;
}

/** What is left out of a sheet because a person who opens the workbook doesn't see it. */
export function hiddenOf({ hidden }: Pick<Sheet, 'hidden'>): NotTakenEvent[] {
  return hidden === null ? [] : [notTaken(1, '', hidden)];
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

/** What a row says of its flight beyond its trip. */
interface RowSays {
  isCancelled: boolean;
  /** Sentences. */
  notes: string[];
}

/** Whether each row of a table says that its flight is cancelled, and notes on it. */
export function saysOfRows({ columns, rows }: TableCells): RowSays[] {
  const statuses = statusesOf(columns);
  const times = timesOf(columns);
  return rows.map((row) => saysOf(row, columns, statuses, times));
}

/** A column that may say that a flight is cancelled, and the value that means yes. */
interface StatusColumn {
  column: number;
  kind: 'word' | 'yes' | 'remark' | 'other';
}

function statusesOf(columns: readonly Column[]): StatusColumn[] {
  return columns.flatMap(({ title, meaning }, column): StatusColumn[] => {
    const plain = title.toLowerCase().replace(/[^a-z0-9]/g, '');
    if (meaning !== null) return [];
    if (CANCELLED.test(plain)) return [{ column, kind: 'yes' }];
    if (STATUS.test(plain)) return [{ column, kind: 'word' }];
    return [{ column, kind: isRemarks(title) ? 'remark' : 'other' }];
  });
}

/** The column of the time of departure in UTC (-1 if there is none), and the unused ones that may have another. */
function timesOf(columns: readonly Column[]) {
  const used = columns.findIndex(({ meaning }) => meaning === 'time' || meaning === 'departure');
  const others = columns.flatMap(({ title, meaning }, column) => {
    const other = meaning === null ? titleOf(title) : null;
    return other !== null && isWhen(other.kind) && other.clock !== 'local' ? [column] : [];
  });
  return { used, others };
}

function saysOf(
  row: readonly string[],
  columns: readonly Column[],
  statuses: readonly StatusColumn[],
  { used, others }: ReturnType<typeof timesOf>,
): RowSays {
  const says: RowSays = { isCancelled: false, notes: [] };
  for (const { column, kind } of statuses) {
    const words = (row[column] ?? '').trim().slice(0, 200);
    const [found] = CANCEL_WORD.exec(words) ?? [];
    const isNot = /\b(?:NOT|NO|UN)\b/i.test(words);
    // A remark may mention a cancellation in any way; as the only word it means one.
    const isAlone = found !== undefined && found.length >= words.length - 1;
    const isOne =
      kind === 'remark'
        ? isAlone
        : kind !== 'other' && (/^X$/i.test(words) || (found !== undefined && !isNot));
    if (isOne || (kind === 'yes' && YES.test(words))) says.isCancelled = true;
    else if (
      (kind === 'remark' && found !== undefined) ||
      (kind === 'word' && MAYBE_CANCELLED.test(words)) ||
      // Chiang Mai is CNX.
      (kind === 'other' && isAlone && words !== 'CNX')
    )
      says.notes.push(
        `It may be cancelled: its ${columns[column]?.title.slice(0, 60) || 'row'} says “${words}”.`,
      );
  }
  const time = timeOf(row[used] ?? '');
  if (time === null) return says;
  for (const column of others) {
    const unused = timeOf(row[column] ?? '');
    if (unused !== null && unused !== time)
      says.notes.push(
        `Its ${columns[column]?.title} is ${unused}; its ${columns[used]?.title} ${time} was taken.`,
      );
  }
  return says;
}

/** What rows of a table are read by. */
interface Reading {
  table: TableOfRecords;
  order: DateOrder | null;
  airports: AirportCodes;
  now: number;
}

/** The trip of a row, or why it is not taken. */
function eventOf(row: readonly string[], says: RowSays, reading: Reading, line: number): TripEvent | string {
  const { table, order, airports, now } = reading;
  const { columns, beside } = table;
  const isUsed = (_cell: string, column: number) => columns[column]?.meaning != null;
  if (row.filter(isUsed).some((cell) => cell === NO_RESULT || ERROR.test(cell))) return NO_RESULT_WHY;
  const { trip, clock, problems } = readRow(row, columns, order, now, airports);
  const pair = airportsOf(trip.origin, trip.destination, airports);
  if ('why' in pair) return pair.why;
  const [problem] = problems;
  if (problem) return CELL_PROBLEMS[problem.problem];
  const isTitled = columns.some(({ title }) => title !== '');
  if (trip.departure !== undefined && clock === null && (beside ?? 'both') === 'both' && !isTitled)
    return 'Nothing says whether its time is UTC or local. Write 1045Z or 1045L, or put titles above the columns, for example STD UTC.';
  for (const code of trip.alternates ?? []) {
    const alternate = airportOf(code, airports);
    if ('why' in alternate) return alternate.why;
  }
  const { alternates } = alternatesOf(trip.alternates ?? [], airports);
  const departure = trip.departure === undefined ? null : utcText(Date.parse(trip.departure));
  if (trip.departure !== undefined && departure === null) return CELL_PROBLEMS.date;
  const unread = departure === null ? unreadDeparture(row, columns) : null;
  const notes = [...says.notes, ...(unread === null ? [] : [unread])];
  const state = says.isCancelled ? 'cancelled' : 'new';
  const { flight = null, route, remarks } = trip;
  return tripEvent(line, { ...pair, flight, departure, alternates, route }, { state, notes, remarks });
}
