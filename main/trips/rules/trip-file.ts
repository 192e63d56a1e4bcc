/** The content of a file of flights: trips, and what was not taken with the reason. Pure. */
import type { Trip } from '../../common/trip.ts';

/** A flight from a file. Codes are ICAO's, times are UTC; missing values are null or absent. */
export interface FileTrip extends Pick<Trip, 'origin' | 'destination' | 'alternates' | 'route'> {
  /** As in the file, but in capitals and without spaces: `KLM1007`, `KL1007`. */
  flight: string | null;
  /** `2027-03-28T02:30Z`. */
  departure: string | null;
}

export interface TripEvent {
  event: 'trip';
  /** Where the trip begins: the line of a text or the row of a sheet, from 1. */
  line: number;
  state: 'new' | 'changed' | 'cancelled';
  trip: FileTrip;
  /** For a workbook with several sheets: the sheet's name. */
  sheet?: string;
  /** If several messages make the trip: the lines of all of them, in the order in which they apply. */
  lines?: number[];
  /** What the file says about the trip beyond its fields, in sentences. */
  notes?: string[];
  /** Of a table: registration, crew and remarks, on one line. */
  remarks?: string;
}

export interface NotTakenEvent {
  event: 'not_taken';
  line: number;
  /** The text there, on one line, cut if it is long. */
  text: string;
  why: string;
  sheet?: string;
}

export type TripFileEvent = TripEvent | NotTakenEvent;

/** Facts about airports: their codes and their clocks. */
export interface AirportCodes {
  /** The ICAO location indicator of an IATA code; null if not known. */
  icaoOf(iata: string): string | null;
  has(icao: string): boolean;
  /** The IANA time zone of an ICAO location indicator; null if not known, or ambiguous. */
  zoneOf(icao: string): string | null;
}

/** Far beyond any schedule: bytes, lines, trips of one file. */
export const LIMITS = { bytes: 32 * 1024 * 1024, lines: 300_000, trips: 50_000 } as const;

/** Whether a text has more lines than `most`, with any line ends. */
export function hasMoreLines(text: string, most: number): boolean {
  let lines = 1;
  for (const _end of text.matchAll(/\r\n?|\n/g)) {
    lines += 1;
    if (lines > most) return true;
  }
  return false;
}

/** A cancellation, in the languages of crews. */
export const CANCEL_WORD =
  /\b(?:(?:CNL|CNLD|CNX|CXL|CXLD|CANX|XLD|CANC|CANCELL?(?:ED|ATION)|GESTRICHEN|AUSFALL|AUSGEFALLEN|ENTF[ÄA]LLT|F[ÄA]LLT AUS|GEANNULEERD|VERVALLEN|INNSTILT|AFLYST)\b|(?:ANNUL|STORNIER|STORNO\b|CANCELAD|CANCELLAT|INST[ÄA]LL|ODWO[ŁL]AN|SUPPRIM)\p{L}*)/iu;

/** Indicators for "no location indicator" and "filed in the air" (ICAO Doc 4444, appendix 3). */
export const NO_AIRPORTS = new Set(['ZZZZ', 'AFIL']);
const MAX_SHOWN = 200;

/** A trip of a file. Alternates, route, notes and remarks that are empty are left out, and lines of one message. */
export function tripEvent(
  line: number,
  { alternates = [], route, ...trip }: Omit<FileTrip, 'route'> & { route?: string | null | undefined },
  {
    state = 'new',
    lines = [],
    notes = [],
    remarks,
  }: { [K in 'state' | 'lines' | 'notes' | 'remarks']?: TripEvent[K] | undefined } = {},
): TripEvent {
  return {
    event: 'trip',
    line,
    state,
    trip: { ...trip, ...(alternates.length > 0 ? { alternates } : {}), ...(route ? { route } : {}) },
    ...(lines.length > 1 ? { lines } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    ...(remarks ? { remarks } : {}),
  };
}

export function notTaken(line: number, text: string, why: string): NotTakenEvent {
  const shown = text
    .slice(0, 4 * MAX_SHOWN)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim();
  return {
    event: 'not_taken',
    line,
    text: shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown,
    why,
  };
}

/** The ICAO location indicator for a code of three or four letters, or why there is none. */
export function airportOf(code: string, airports: AirportCodes): { icao: string } | { why: string } {
  const clean = code.trim().toUpperCase();
  if (clean === '') return { why: 'An airport is missing.' };
  if (NO_AIRPORTS.has(clean)) return { why: `“${clean}” isn't an airport. Request this trip by hand.` };
  if (/^[A-Z]{4}$/.test(clean)) return { icao: clean };
  const icao = /^[A-Z]{3}$/.test(clean) ? airports.icaoOf(clean) : null;
  if (icao !== null) return { icao };
  return { why: `“${clean.slice(0, 40)}” isn't an airport code that the app knows. Use its ICAO code.` };
}

/** Both airports of a trip, or why it lacks one. */
export function airportsOf(
  origin: string,
  destination: string,
  airports: AirportCodes,
): { origin: string; destination: string } | { why: string } {
  const from = airportOf(origin, airports);
  if ('why' in from) return from;
  const to = airportOf(destination, airports);
  return 'why' in to ? to : { origin: from.icao, destination: to.icao };
}

/** Alternates as ICAO codes, and a note for each invalid one. */
export function alternatesOf(
  codes: readonly string[],
  airports: AirportCodes,
): { alternates: string[]; notes: string[] } {
  const alternates = new Set<string>();
  const notes: string[] = [];
  for (const code of codes.slice(0, 50)) {
    const found = airportOf(code, airports);
    if ('icao' in found) alternates.add(found.icao);
    else notes.push(`Alternate left out: ${found.why}`);
  }
  return { alternates: [...alternates], notes };
}

/** `2027-03-28T02:30Z` for ms since 1970 UTC; null outside the years 1970 to 9999. */
export function utcText(ms: number): string | null {
  if (!(ms >= 0 && ms < 253_402_300_800_000)) return null;
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

/** Ms since 1970 for a numeric day and time of day; null if there is no such day or time. */
export function momentOf(year: number, month: number, day: number, hour = 0, minute = 0): number | null {
  if (!(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59)) return null;
  const at = new Date(Date.UTC(year, month - 1, day));
  // Date.UTC turns 31 February into March, and year 27 into 1927.
  if (at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  return at.getTime() + (hour * 60 + minute) * 60_000;
}

/** Minutes of the day for `1045` or `10:45`; null if it is no such time. */
export function minutesOf(time: string): number | null {
  const parts = /^([01]\d|2[0-3]):?([0-5]\d)$/.exec(time);
  return parts && Number(parts[1]) * 60 + Number(parts[2]);
}

/**
 * The codes and time zones of the app's list of airports.
 * @param text renderer/airports/airports.txt; other lines are ignored
 */
export function readAirportCodes(text: string): AirportCodes {
  const [head = '', ...lines] = text.split('\n');
  const zones = head.split(' ');
  const zoneOf = new Map<string, string | null>();
  const icaoOf = new Map<string, string>();
  for (const line of lines) {
    const [icao, iata, , , , , zone = ''] = line.split('\t');
    if (!icao || iata === undefined) continue;
    zoneOf.set(icao, zones[Number.parseInt(zone, 36)] || null);
    if (iata !== '') icaoOf.set(iata, icao);
  }
  return {
    icaoOf: (iata) => icaoOf.get(iata) ?? null,
    has: (icao) => zoneOf.has(icao),
    zoneOf: (icao) => zoneOf.get(icao) ?? null,
  };
}
