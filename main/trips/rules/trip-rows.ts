/** Makes the trip for a request from a row of the table. Pure. */
import type { Trip } from '../../common/trip.ts';
import { parseDate, parseTime, withoutWeekday } from './departure.ts';
import { remarksOf } from './remarks.ts';
import type { Column } from './table-columns.ts';
import type { Clock, Meaning } from './table-titles.ts';
import type { AirportCodes } from './trip-file.ts';
import type { TableCells } from './trip-table.ts';
import { utcOfLocal, zoneClock } from './zone-time.ts';

/** The meaning of `03/04/2026`; the spreadsheet's country decides, so a person may have to. */
export type DateOrder = 'day-first' | 'month-first';

const NUMBERS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/;

/** A problem of a cell. */
type CellProblem = 'date' | 'time' | 'dateOrder' | 'timeMissing' | 'dateMissing' | 'zone';

interface TripRow {
  trip: Trip;
  /** The clock that the cell of the time itself names, `1045Z`; null if it names none. */
  clock: Clock | null;
  problems: readonly { meaning: Meaning; problem: CellProblem }[];
}

/** The order that a day above 12 proves for the dates of a column; null if none does, or if they contradict each other. */
export function provenOrder(dates: readonly string[]): DateOrder | null {
  let order: DateOrder | null = null;
  for (const text of dates) {
    const parts = NUMBERS.exec(text.trim());
    if (!parts) continue;
    const proves = Number(parts[1]) > 12 ? 'day-first' : Number(parts[2]) > 12 ? 'month-first' : null;
    if (proves === null) continue;
    if (order !== null && order !== proves) return null;
    order = proves;
  }
  return order;
}

/** The dates of a table, without their times. */
export function datesOf({ columns, rows }: TableCells): string[] {
  const isDate = columns.map(({ meaning }) => meaning === 'date' || /departure$/i.test(meaning ?? ''));
  return rows.flatMap((row) =>
    row.filter((_cell, at) => isDate[at]).map((cell) => withoutWeekday(cell).split(/[T\s]/)[0] ?? ''),
  );
}

/** The value of a row's cell with this meaning, trimmed; empty if there is no such column. */
function cellOf(row: readonly string[], columns: readonly Column[], meaning: Meaning): string {
  const column = columns.findIndex((one) => one.meaning === meaning);
  return (row[column] ?? '').trim();
}

/**
 * The trip of a row. The rules check texts; dates and times are read here.
 * @param order of numeric dates; null if undecided: then such a date is a problem
 * @param now ms since 1970 UTC; decides the year of a date without one
 * @param airports whose clocks local times go by
 */
export function readRow(
  row: readonly string[],
  columns: readonly Column[],
  order: DateOrder | null,
  now: number,
  airports: AirportClocks,
): TripRow {
  const cell = (meaning: Meaning) => cellOf(row, columns, meaning);
  const place = (meaning: Meaning) => codeOf(cell(meaning).toUpperCase(), airports);
  const trip: Trip = { origin: place('origin'), destination: place('destination') };
  const alternates = cell('alternates')
    .toUpperCase()
    .split(/[\s,;/]+/)
    .filter(Boolean);
  if (alternates.length > 0) trip.alternates = alternates;
  const route = cell('route').toUpperCase().replace(/\s+/g, ' ');
  if (route) trip.route = route;
  const flight = cell('flight').toUpperCase().replace(/\s+/g, '');
  if (flight) trip.flight = flight;
  const remarks = remarksOf(row, columns);
  if (remarks) trip.remarks = remarks;

  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning);
  const whole: Meaning = has('departure') ? 'departure' : 'localDeparture';
  const parts = splitDeparture(cell(whole).slice(0, 100), now);
  const dateFrom = parts.date ? whole : 'date';
  const timeFrom = parts.time ? whole : has('localTime') && !has('time') ? 'localTime' : 'time';
  const dateText = parts.date || cell('date');
  const timeText = parts.time || cell(timeFrom);
  const problems: { meaning: Meaning; problem: CellProblem }[] = [];
  const isDof = columns.some(({ meaning, title }) => meaning === dateFrom && /^(?:dof|eobd)$/i.test(title));
  const date = dateText ? readDate(dateText, order, now, isDof) : null;
  const time = timeText ? readTime(timeText) : null;
  if (date === 'open') problems.push({ meaning: dateFrom, problem: 'dateOrder' });
  else if (dateText && date === null) problems.push({ meaning: dateFrom, problem: 'date' });
  if (timeText && time === null) problems.push({ meaning: timeFrom, problem: 'time' });
  if (dateText && !timeText) problems.push({ meaning: timeFrom, problem: 'timeMissing' });
  if (timeText && !dateText) problems.push({ meaning: dateFrom, problem: 'dateMissing' });
  if (date !== null && date !== 'open' && time !== null) {
    const ms = Date.parse(`${date}T${time.text}:00Z`) + time.days * DAY_MS;
    const isLocal = (time.clock ?? (timeFrom.startsWith('local') ? 'local' : 'utc')) === 'local';
    const utc = isLocal ? utcOf(ms, trip.origin, airports) : ms;
    const text = utc === null ? '' : new Date(utc).toISOString();
    if (utc === null) problems.push({ meaning: timeFrom, problem: 'zone' });
    // Beyond the year 9999 it has more figures.
    else if (text.length !== 24) problems.push({ meaning: dateFrom, problem: 'date' });
    else trip.departure = text.replace('.000Z', 'Z');
  }
  return { trip, clock: time?.clock ?? null, problems };
}

/** The codes and clocks of airports. */
export type AirportClocks = Pick<AirportCodes, 'icaoOf' | 'zoneOf'>;

const DAY_MS = 86_400_000;

/** The moment of a local time at an airport, by its ICAO or IATA code; null if its clocks are not known. */
function utcOf(local: number, code: string, airports: AirportClocks): number | null {
  const icao = code.length === 3 ? airports.icaoOf(code) : code;
  const zone = icao === null ? null : airports.zoneOf(icao);
  const clock = zone === null ? null : zoneClock(zone);
  return clock && utcOfLocal(local, clock);
}

/** An airport's ICAO code where a cell has both codes, `EHAM/AMS`; else the cell as it is. */
function codeOf(cell: string, airports: AirportClocks): string {
  const parts = /^([A-Z]{3,4})\s*[/(]\s*([A-Z]{3,4})\)?$/.exec(cell);
  const [icao, iata] = [parts?.[1] ?? '', parts?.[2] ?? ''].sort((a, b) => b.length - a.length);
  if (icao?.length !== 4 || iata?.length !== 3) return cell;
  const known = airports.icaoOf(iata);
  return known === null || known === icao ? icao : cell;
}

/** `1045`, `10:45`, `10.45`, `1045Z`, `1045L`, `0045 (+1)`: the text is `10:45`. Null if it is no time. */
function readTime(text: string): { text: string; clock: Clock | null; days: number } | null {
  const parts =
    /^(\d{1,2})[:.h]?(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?:(Z|UTC|GMT)|(LT?|LCL))?(?:\s*\(?([+-][12])\)?)?$/i.exec(
      text,
    );
  const time = parts && parseTime(`${parts[1]}${parts[2]}`);
  if (!time) return null;
  return { text: time, clock: parts[3] ? 'utc' : parts[4] ? 'local' : null, days: Number(parts[5] ?? 0) };
}

/** The time of day of a cell of times, or of dates with times, as `10:45`; null if it has none. */
export function timeOf(cell: string): string | null {
  const last =
    cell
      .trim()
      .split(/[T\s]+/)
      .at(-1) ?? '';
  return readTime(last)?.text ?? null;
}

/** `2026-11-21T10:45:00Z`, `21/11/2026 10:45`, `21NOV 1045`: date and time in one cell. */
function splitDeparture(text: string, now: number): { date: string; time: string } {
  // "21 NOV 2026" is a date, "21NOV 1045" a date and a time.
  const years = Number(parseDate(text, now)?.slice(0, 4)) - new Date(now).getUTCFullYear();
  if (Math.abs(years) <= 2) return { date: text, time: '' };
  const parts =
    /^(.*?\d|.*?[A-Za-z]{3})(?:T|\s+)(\d{1,2}[:.h]?\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|UTC|GMT|LT?|LCL)?(?:\s*\(?[+-]\d\)?)?)$/i.exec(
      text,
    );
  if (parts) return { date: parts[1] ?? '', time: parts[2] ?? '' };
  // A column called "Departure" may contain only the time, or only the date.
  const isTime = /^\d{1,2}[:.h]?\d{2}(?:[^-/.\d].*)?$/i.test(text);
  return isTime ? { date: '', time: text } : { date: text, time: '' };
}

/** @param isDof whether six figures are the form of a flight plan's DOF/, YYMMDD */
function readDate(
  text: string,
  order: DateOrder | null,
  now: number,
  isDof: boolean,
): string | 'open' | null {
  const day = withoutWeekday(text);
  const parts = NUMBERS.exec(day);
  const figures = isDof ? /^(\d{2})(\d{2})(\d{2})$/.exec(text) : null;
  if (figures) return parseDate(`20${figures.slice(1).join('-')}`, now);
  if (!parts) return parseDate(day, now);
  const [first = '', second = '', year = ''] = parts.slice(1);
  const full = year.length === 2 ? `20${year}` : year;
  const proven = provenOrder([day]) ?? (first === second ? 'day-first' : order);
  if (proven === null) return 'open';
  const [date, month] = proven === 'day-first' ? [first, second] : [second, first];
  return parseDate(`${full}-${month}-${date}`, now);
}
