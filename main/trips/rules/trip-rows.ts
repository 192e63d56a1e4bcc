/** Makes the trip for a request from a row of the table. Pure. */
import type { Trip } from '../../common/trip.ts';
import { parseDate, parseTime } from './departure.ts';
import type { Column, Meaning } from './trip-table.ts';

/** The meaning of `03/04/2026`; the spreadsheet's country decides, so a person may have to. */
export type DateOrder = 'day-first' | 'month-first';

const NUMBERS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/;

/** A problem of a cell. */
type CellProblem = 'date' | 'time' | 'dateOrder' | 'timeMissing' | 'dateMissing';

interface TripRow {
  trip: Trip;
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

/** The value of a row's cell with this meaning, trimmed; empty if there is no such column. */
function cellOf(row: readonly string[], columns: readonly Column[], meaning: Meaning): string {
  const column = columns.findIndex((one) => one.meaning === meaning);
  return (row[column] ?? '').trim();
}

/**
 * The trip of a row. The rules check texts; dates and times are read here.
 * @param order of numeric dates; null if undecided: then such a date is a problem
 * @param now ms since 1970 UTC; decides the year of a date without one
 */
export function readRow(
  row: readonly string[],
  columns: readonly Column[],
  order: DateOrder | null,
  now: number,
): TripRow {
  const cell = (meaning: Meaning) => cellOf(row, columns, meaning);
  const trip: Trip = { origin: cell('origin').toUpperCase(), destination: cell('destination').toUpperCase() };
  const alternates = cell('alternates')
    .toUpperCase()
    .split(/[\s,;/]+/)
    .filter(Boolean);
  if (alternates.length > 0) trip.alternates = alternates;
  const route = cell('route').toUpperCase().replace(/\s+/g, ' ');
  if (route) trip.route = route;
  const flight = cell('flight').toUpperCase().replace(/\s+/g, '');
  if (flight) trip.flight = flight;

  const whole = splitDeparture(cell('departure').slice(0, 100));
  const dateFrom: Meaning = whole.date ? 'departure' : 'date';
  const timeFrom: Meaning = whole.time ? 'departure' : 'time';
  const dateText = whole.date || cell('date');
  const timeText = whole.time || cell('time');
  const problems: { meaning: Meaning; problem: CellProblem }[] = [];
  const date = dateText ? readDate(dateText, order, now) : null;
  const time = timeText ? parseTime(timeText.replace(/^(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?/, '$1')) : null;
  if (date === 'open') problems.push({ meaning: dateFrom, problem: 'dateOrder' });
  else if (dateText && date === null) problems.push({ meaning: dateFrom, problem: 'date' });
  if (timeText && time === null) problems.push({ meaning: timeFrom, problem: 'time' });
  if (dateText && !timeText) problems.push({ meaning: timeFrom, problem: 'timeMissing' });
  if (timeText && !dateText) problems.push({ meaning: dateFrom, problem: 'dateMissing' });
  if (date !== null && date !== 'open' && time !== null) trip.departure = `${date}T${time}:00Z`;
  return { trip, problems };
}

/** `2026-11-21T10:45:00Z`, `21/11/2026 10:45`, `21NOV 1045`: date and time in one cell. */
function splitDeparture(text: string): { date: string; time: string } {
  const parts = /^(.*?\d|.*?[A-Za-z]{3})(?:T|\s+)(\d{1,2}:?\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|UTC)?)$/i.exec(
    text,
  );
  if (parts) return { date: parts[1] ?? '', time: parts[2] ?? '' };
  // A column called "Departure" may contain only the time, or only the date.
  return parseTime(text) === null ? { date: text, time: '' } : { date: '', time: text };
}

function readDate(text: string, order: DateOrder | null, now: number): string | 'open' | null {
  const parts = NUMBERS.exec(text);
  if (!parts) return parseDate(text, now);
  const [first = '', second = '', year = ''] = parts.slice(1);
  const full = year.length === 2 ? `20${year}` : year;
  const proven = provenOrder([text]) ?? (first === second ? 'day-first' : order);
  if (proven === null) return 'open';
  const [day, month] = proven === 'day-first' ? [first, second] : [second, first];
  return parseDate(`${full}-${month}-${day}`, now);
}
