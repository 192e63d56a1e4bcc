/**
 * Schedules in IATA's SSIM format, chapter 7: records of 200 characters, of type 1 header, 2 carrier, 3 flight leg, 4
 * segment data, 5 trailer. Each leg is a trip on each of its days, if its own airline operates it. Pure.
 */
import { namedDay } from './departure.ts';
import {
  type AirportCodes,
  airportsOf,
  LIMITS,
  minutesOf,
  notTaken,
  type TripFileEvent,
  tripEvent,
  utcText,
} from './trip-file.ts';

interface Carrier {
  /** Whether times are local (then their offset is beside them). */
  isLocal: boolean;
  /** The last day of its schedule, ms since 1970; null: open. */
  until: number | null;
}

const DAY_MS = 86_400_000;
/** Longest period of one leg, days: a season and a half. */
const MAX_DAYS = 550;
/** Types of "aircraft" that drive or swim. */
const SURFACE = new Set(['BUS', 'TRN', 'TRS', 'RFS', 'LCH', 'LMO', 'ICE']);
const LEG =
  /^3.[A-Z0-9]{2}[A-Z0-9 ][0-9 ]{4}.{5}\d{2}[A-Z]{3}\d{2}\d{2}[A-Z]{3}\d{2}[1-7 ]{7}.[A-Z]{3}[0-9 ]{8}/;

/** Whether a text is such a schedule. */
export function isSsim(text: string): boolean {
  const lines = text.slice(0, 20_000).split('\n');
  return lines.some((line) => /^1AIRLINE STANDARD SCHEDULE DATA SET/i.test(line) || LEG.test(line));
}

/** @param text with `\n` as line ends */
export function readSsim(text: string, airports: AirportCodes): TripFileEvent[] {
  const events: TripFileEvent[] = [];
  let carrier: Carrier | null = null;
  let hasEnd = false;
  let trips = 0;
  let number = 0;
  /** The last leg, and the place of its events. */
  let leg: { record: string; line: number; start: number; count: number } | null = null;
  for (const record of text.split('\n')) {
    number += 1;
    // Records of zeros fill a block.
    if (record.trim() === '' || /^0+\s*$/.test(record)) continue;
    switch (record[0]) {
      case '1':
        break;
      case '2': {
        hasEnd = false;
        leg = null;
        const mode = record[1]?.toUpperCase();
        carrier = { isLocal: mode === 'L', until: dayOf(record.slice(21, 28)) };
        if (mode !== 'L' && mode !== 'U') {
          carrier = null;
          events.push(
            notTaken(number, record, 'The carrier record doesn’t say whether times are UTC or local.'),
          );
        }
        break;
      }
      case '3': {
        const legs = legOf(record, number, carrier, airports, LIMITS.trips - trips);
        trips += legs.filter(({ event }) => event === 'trip').length;
        leg = { record, line: number, start: events.length, count: legs.length };
        for (const one of legs) events.push(one);
        break;
      }
      case '4': {
        if (carrier === null)
          events.push(notTaken(number, record, 'No carrier record (type 2) stands before it.'));
        const other = operatedAs(record);
        if (!leg?.count || !other || events[leg.start]?.event !== 'trip') break;
        trips -= events.splice(leg.start, leg.count).length;
        leg.count = 0;
        events.push(
          notTaken(leg.line, leg.record, `It is operated as ${other}, so it is no flight of its own.`),
        );
        break;
      }
      case '5':
        carrier = null;
        leg = null;
        hasEnd = true;
        break;
      default:
        events.push(notTaken(number, record, 'This is no record of SSIM chapter 7.'));
    }
  }
  if (!hasEnd)
    events.push(notTaken(number, '', 'The file ends without its trailer record (type 5): it may be cut.'));
  return events;
}

function legOf(
  record: string,
  line: number,
  carrier: Carrier | null,
  airports: AirportCodes,
  room: number,
): TripFileEvent[] {
  const refuse = (why: string) => [notTaken(line, record, why)];
  // Columns in the manual's numbering, from 1.
  const field = (first: number, last: number) => record.slice(first - 1, last).toUpperCase();
  if (carrier === null) return refuse('No carrier record (type 2) says whether its times are UTC or local.');
  if (record.trimEnd().length < 75) return refuse('The record is too short.');
  const tooMany = `More than ${LIMITS.trips} flights: split the file.`;
  if (room <= 0) return refuse(tooMany);
  const service = field(14, 14);
  if (service === 'U' || service === 'V' || SURFACE.has(field(73, 75)))
    return refuse('This is a bus, train or boat, not a flight.');
  if (field(149, 149).trim() !== '')
    return refuse(`Another airline operates it (operating airline disclosure ${field(149, 149)}).`);
  const pair = airportsOf(field(37, 39), field(55, 57), airports);
  if ('why' in pair) return refuse(pair.why);
  const from = dayOf(field(15, 21));
  const to = field(22, 28) === '00XXX00' ? carrier.until : dayOf(field(22, 28));
  if (from === null || to === null) return refuse('Its period of operation has no valid dates.');
  if (to < from) return refuse('Its period of operation ends before it begins.');
  if (to - from > MAX_DAYS * DAY_MS)
    return refuse(`Its period of operation is longer than ${MAX_DAYS} days.`);
  const days = field(29, 35);
  if (!/^(?=.*[1-7])[ 0]*1?[ 0]*2?[ 0]*3?[ 0]*4?[ 0]*5?[ 0]*6?[ 0]*7?[ 0]*$/.test(days))
    return refuse('Its days of operation are not valid.');
  const frequency = field(36, 36);
  if (!/^[ 012]$/.test(frequency)) return refuse('Its frequency rate is not valid.');
  const minutes = minutesOf(/^\d{4}$/.test(field(44, 47)) ? field(44, 47) : field(40, 43));
  const shift = shiftOf(field(193, 193));
  const offset = carrier.isLocal ? offsetOf(field(48, 52)) : 0;
  if (offset === null) return refuse('The offset of its local time from UTC is not valid.');
  if (shift === null) return refuse('Its date variation is not valid.');
  const number = field(6, 9)
    .trim()
    .replace(/^0+(?=\d)/, '');
  const airline = field(3, 5).trim();
  if (!/^\d{1,4}$/.test(number) || !/^[A-Z0-9]{2,3}$/.test(airline))
    return refuse('Its flight number is not valid.');
  const flight = `${airline}${number}${field(2, 2).trim()}`;
  const dates: string[] = [];
  const monday = from - (weekdayOf(from) - 1) * DAY_MS;
  for (let day = from; day <= to && dates.length <= room; day += DAY_MS) {
    if (!days.includes(String(weekdayOf(day)))) continue;
    // A frequency of 2 means every other week, counted from the week in which the period begins.
    if (frequency === '2' && Math.floor((day - monday) / (7 * DAY_MS)) % 2 === 1) continue;
    const departure = minutes === null ? null : utcText(day + shift * DAY_MS + minutes * 60_000 - offset);
    if (departure === null) return refuse('Its time of departure is not valid.');
    dates.push(departure);
  }
  if (dates.length === 0) return refuse('None of its days of operation lies in its period.');
  if (dates.length > room) return refuse(tooMany);
  return dates.map((departure) => tripEvent(line, { ...pair, flight, departure }));
}

/** The flight of which a leg is only another number, by data element 050 of its segment data; null if it has none. */
function operatedAs(record: string): string | null {
  if (record.slice(30, 33) !== '050') return null;
  return record.slice(39, 60).trim().replace(/\s+/g, ' ') || null;
}

/** 1 is Monday, 7 is Sunday. */
function weekdayOf(day: number): number {
  return new Date(day).getUTCDay() || 7;
}

/** `28MAR27`, ms since 1970. */
function dayOf(text: string): number | null {
  const [, date = '', month = '', year = ''] = /^(\d{2})([A-Z]{3})(\d{2})$/.exec(text.toUpperCase()) ?? [];
  return namedDay(date, month, year);
}

/** `+0200`, in ms. */
function offsetOf(text: string): number | null {
  const minutes = minutesOf(text.slice(1));
  if (minutes === null || !/^[+-][01]/.test(text)) return null;
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

/** By how many days a departure is later than the day on which the flight begins. */
function shiftOf(text: string): number | null {
  if (text === '' || text === ' ') return 0;
  if (text === 'A' || text === 'J') return -1;
  return /^\d$/.test(text) ? Number(text) : null;
}
