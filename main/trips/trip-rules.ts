/** The rules for a trip: an error stops the request, a warning does not. */

import type { TripField, TripProblem } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { quoted } from '../common/text.ts';
import { type Trip, tripName } from '../common/trip.ts';
import { NO_AIRPORTS } from './rules/trip-file.ts';

/** The rules' limits from the profile. */
export interface TripLimits {
  max_alternates: number;
}

const ICAO = /^[A-Z]{4}$/;
const FLIGHT = /^[A-Z0-9]{2,7}$/;
/** The contract's bound for a route, UTF-16 code units. */
const MAX_ROUTE = 10_000;

/**
 * The trip as it may be sent, and its problems by the rules. Texts are trimmed and in capitals, white space in the route is
 * folded, the departure is `2026-11-21T10:45:00Z`, and empty optional fields are absent.
 *
 * @param now ms since 1970 UTC; a departure before it is a warning.
 */
export function checkTrip(
  trip: Trip,
  limits: TripLimits,
  now: number = Date.now(),
): { trip: Trip; problems: TripProblem[] } {
  const problems: TripProblem[] = [];
  const error = (field: TripField, message: string) => problems.push({ field, severity: 'error', message });
  const warning = (field: TripField, message: string) =>
    problems.push({ field, severity: 'warning', message });

  const checked: Trip = { origin: capitals(trip.origin), destination: capitals(trip.destination) };
  for (const field of ['origin', 'destination'] as const) {
    const problem = airportProblem(checked[field], field === 'origin' ? 'The origin' : 'The destination');
    if (problem !== null) error(field, problem);
  }
  if (ICAO.test(checked.destination) && checked.origin === checked.destination)
    warning('destination', 'Origin and destination are the same airport. Check them.');

  const alternates = (trip.alternates ?? []).map(capitals).filter((code) => code !== '');
  if (alternates.length > 0) {
    checked.alternates = alternates;
    for (const message of alternatesProblems(alternates, checked.destination, limits.max_alternates)) {
      error('alternates', message);
    }
  }

  const route = capitals(trip.route ?? '').replace(/\s+/g, ' ');
  if (route !== '') {
    checked.route = route;
    const odd = oddRouteParts(route.slice(0, MAX_ROUTE));
    if (route.length > MAX_ROUTE)
      error('route', `The route is longer than ${MAX_ROUTE} characters. Shorten it.`);
    else if (odd.length > 0) {
      const listed = odd.slice(0, 5).map(inQuotes).join(', ');
      warning(
        'route',
        `The route holds ${listed}${odd.length > 5 ? ' and more' : ''}, which looks unusual. The service decides.`,
      );
    }
  }

  const flight = capitals(trip.flight ?? '');
  if (flight !== '') {
    checked.flight = flight;
    if (!FLIGHT.test(flight)) {
      error(
        'flight',
        `The flight ${inQuotes(flight)} isn't an aircraft identification: two to seven letters and digits, for example KLM511.`,
      );
    }
  }

  const departure = capitals(trip.departure ?? '');
  if (departure !== '') {
    const read = readDeparture(departure);
    checked.departure = 'problem' in read ? departure : read.text;
    if ('problem' in read) error('departure', read.problem);
    else if (Date.parse(read.text) < now)
      warning('departure', 'The departure is in the past. Check its date.');
  }
  const remarks = trip.remarks?.trim();
  if (remarks) checked.remarks = remarks;
  return { trip: checked, problems };
}

function airportProblem(code: string, what: string): string | null {
  if (code === '') return `${what} is missing. Give its ICAO code, for example EHAM.`;
  if (NO_AIRPORTS.has(code)) return `${what} ${inQuotes(code)} isn't an airport. Give an ICAO code.`;
  if (!ICAO.test(code)) {
    return `${what} ${inQuotes(code)} isn't an ICAO code: four letters, for example EHAM.`;
  }
  return null;
}

function alternatesProblems(alternates: readonly string[], destination: string, max: number): string[] {
  const problems = alternates.flatMap((code) => airportProblem(code, 'The alternate') ?? []);
  const twice = alternates.filter((code, index) => alternates.indexOf(code) !== index);
  for (const code of new Set(twice))
    problems.push(`The alternate ${inQuotes(code)} is there more than once. Remove one.`);
  if (destination !== '' && alternates.includes(destination)) {
    problems.push(`The alternate ${inQuotes(destination)} is the destination itself. Remove it.`);
  }
  if (alternates.length > max) {
    problems.push(
      `There are ${alternates.length} alternates; the airline’s profile allows ${max}. Remove some.`,
    );
  }
  return problems;
}

/** ISO 8601, extended or basic, in UTC; fractions of a second are dropped. */
function readDeparture(text: string): { text: string } | { problem: string } {
  const parts =
    /^(\d{4})(-?)(\d{2})\2(\d{2})[T ](\d{2})(:?)(\d{2})(?:\6(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
      text,
    );
  const example = 'for example 2026-11-21T10:45:00Z';
  if (parts === null) {
    return {
      problem: `The departure ${inQuotes(text)} is not a valid date and time. Write it in UTC, ${example}.`,
    };
  }
  const [, year, , month, day, hour, , minute, second = '00', zone] = parts;
  const canonical = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${canonical}Z`);
  // Date.parse turns 31 February into March, and accepts 24:00.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(canonical)) {
    return { problem: `The departure ${inQuotes(text)} is not a valid date and time. Correct it.` };
  }
  if (zone === undefined) {
    return {
      problem: `The departure ${inQuotes(text)} lacks its time zone. Give it in UTC with a Z at its end, ${example}.`,
    };
  }
  if (zone !== 'Z' && !/^\+00(?::?00)?$/.test(zone)) {
    return {
      problem: `The departure ${inQuotes(text)} is not in UTC. Convert it and put a Z at its end, ${example}.`,
    };
  }
  return { text: `${canonical}Z` };
}

function capitals(text: string): string {
  return text.trim().toUpperCase();
}

/** What was typed, for a message: shorter than a name. */
const inQuotes = (text: string) => quoted(text, 40);

const SPEED = '(?:[NK]\\d{4}|M\\d{3})';
const LEVEL = '(?:[FA]\\d{3}|[SM]\\d{4}|VFR)';
const SPEED_LEVEL = new RegExp(`^${SPEED}${LEVEL}$`);
/** Points (2-5), airways, SIDs and STARs (up to 7), DCT, VFR, IFR, and Lido's names for them. */
const NAME = /^[A-Z0-9]{1,7}$/;
/** 47N030W, 4730N03015W, also with bearing and distance; and a point with these. */
const POSITION = /^(?:\d{2}[NS]\d{3}[EW]|\d{4}[NS]\d{5}[EW]|[A-Z]{2,5})(?:\d{6})?$/;
const CRUISE_CLIMB_LEVELS = new RegExp(`^${SPEED}${LEVEL}(?:${LEVEL}|PLUS)$`);
const STAY = /^STAY\d\/\d{4}$/;

/**
 * The parts of a normalised route (ICAO item 15, Doc 4444, appendix 2, or dot notation, `A.J80.B..C`) that no route contains, in order,
 * each once. Only hints: the service decides.
 */
export function oddRouteParts(route: string): string[] {
  const words = route.split(' ').filter((word) => word !== '');
  return [...new Set(words.flatMap((word, index) => oddParts(word, index === 0)))];
}

function oddParts(word: string, first: boolean): string[] {
  const text = first ? word.replace(/^-/, '') : word;
  if (STAY.test(text)) return [];
  if (text.startsWith('C/')) {
    const [, point = '', levels = ''] = text.split('/');
    return isPoint(point) && CRUISE_CLIMB_LEVELS.test(levels) ? [] : [word];
  }
  // Two dots are a direct leg; a dot at either end, or three dots, is a mistake.
  if (/^\.|\.$|\.{3}/.test(text)) return [word];
  return text.split(/\.{1,2}/).filter((part) => !isPart(part, first));
}

function isPart(part: string, mayBeHead: boolean): boolean {
  if (mayBeHead && SPEED_LEVEL.test(part)) return true;
  const [point = '', change, ...more] = part.split('/');
  if (more.length > 0) return false;
  return change === undefined ? isPoint(point) : isPoint(point) && SPEED_LEVEL.test(change);
}

function isPoint(text: string): boolean {
  return NAME.test(text) || POSITION.test(text);
}

// Trips from the window: without empty keys, checked, and all of them or none.

type TripInput = { [K in keyof Trip]: Trip[K] | undefined };

/** The result of the trip rules (main/trips/trip-rules.ts): the trip as it would be sent, and its problems. */
type TripRules = (trip: Trip) => { trip: Trip; problems: readonly TripProblem[] };

/** The rules with a profile's limits. @throws TripKitError of kind `config` if there is no such profile */
export type RulesOf = (profile_id: string) => TripRules;

/** Drops keys that are present but undefined, which structured clone may bring. */
export function presentTrip(trip: TripInput): Trip {
  return Object.fromEntries(
    Object.entries(trip).filter(([, value]) => value !== undefined),
  ) as unknown as Trip;
}

/**
 * The trips as they would be sent.
 *
 * @param nothing the consequence of an error, as a sentence
 * @throws TripKitError of kind `config` that names the first trip with an error
 */
export function requireSound(rules: TripRules, trips: readonly TripInput[], nothing: string): Trip[] {
  return trips.map((given) => {
    const { trip, problems } = rules(presentTrip(given));
    const error = problems.find(({ severity }) => severity === 'error');
    if (!error) return trip;
    // The message names the trip: its index in this call is not its row in the person's sheet.
    const which = trips.length === 1 ? '' : `${tripName(trip)}: `;
    throw new TripKitError('config', `${which}${error.message} ${nothing}`);
  });
}
