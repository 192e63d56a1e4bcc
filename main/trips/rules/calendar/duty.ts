/** Decides whether an entry of a roster is a flight, and if not, why. Pure. */
import { type AirportCodes, airportsOf, CANCEL_WORD } from '../trip-file.ts';

type Duty =
  | {
      origin: string;
      destination: string;
      /** The origin as the entry writes it. */
      code: string;
      flight: string | null;
      isCancelled: boolean;
    }
  | { why: string };

/** Travel as a passenger. But `PAX 143` is a number of passengers, and `POS-MIA` begins in Port of Spain. */
const DEADHEAD =
  /\b(?:DH|D\/H|DHD|DHC|P\/S|DEAD-?\s?HEAD(?:ING|ED)?|COMMUT(?:E|ING)|AS (?:A )?(?:PAX|PASSENGER))\b|^\W*TVL\b|[([]\s?TVL\s?[)\]]|^\W*PAX\b(?!\W*\d)|[([]\s?PAX\s?[)\]]|(?<!\d\s?)\bPAX\W*$/i;
const POSITIONING =
  /\b(?:POSITIONING|POSN|PSN)\b|^\W*POS[\s:]+(?=(?:[A-Z]{2,3}|[A-Z]\d|\d[A-Z])[ -]?\d)|[([]\s?POS\s?[)\]]/i;
/** Travel by rail, which has flight numbers, too: `LH3653 FRA-CGN (ICE)`. */
const RAIL = /\b(?:RAIL(?:WAY)?|TRAIN|TGV|THALYS|EUROSTAR|BAHN)\b|^\W*ICE\b|[([]\s?ICE\s?[)\]]/i;
const RAIL_LINE = /^\W*(?:RAIL|TRAIN)(?:\s(?:TRANSPORT|TRAVEL|SERVICE))?\W*$/i;
/** A line of a description with only such a word: it concerns the whole duty, not another person on board. */
const DUTY_LINE =
  /^(?:(?:DUTY|POSITION|ROLE|TYPE|ACTIVITY|FUNCTION|CODE)(?: TYPE| CODE)?\s?[:=]\s?)?(?:DH|DHD|DHC|DEAD-?\s?HEAD(?:ING)?|PAX|PASSENGER)$/i;
/** What a line of a description says besides a cancellation that concerns the whole entry. */
const CANCELLED_WHAT =
  /\b(?:(?:THIS|THE|YOUR) )?(?:FLIGHT|FLT|LEG|DUTY|STATUS|REMARKS?)\b|\b(?:IS|WAS|HAS BEEN)\b/gi;
/** Words of entries that are never a flight. */
const FREE =
  /\b(?:(?:DAYS?|REQUESTED|WEEKLY|DUTY)[\s-]OFF|OFF[\s-](?:DAYS?|DUTY)|REST DAYS?|ANNUAL LEAVE|VACATION|STAND-?\s?BY|STBY|SBY|RESERVE|SICK)\b/i;
/** Duties of three letters, of which many are airports, too: `STB BRU`, `RES-BRU`, `TAX LGW-LTN`. */
const DUTY_CODES = new Set(
  'STB STY SBY HSB ASB RSB RES RSV OFF DAY DOF LVE VAC SIC TRG SIM TAX CAR BUS MOV HTL MTG OFC POS'.split(
    ' ',
  ),
);
/** Words of entries that are no flight unless they have a flight number. */
const GROUND =
  /\b(?:OFF|REST|LEAVE|HOLIDAY|TRAINING|SIM|SIMULATOR|HOTEL|REPORT|CHECK-?\s?(?:IN|OUT)|BRIEFING|OFFICE|MEDICAL|GROUND|MEETING|COURSE|LAYOVER|TAXI|BUS|COACH|TRAIN|RAIL|TRANSFER|TRANSPORT|TRANSPORTATION|SHUTTLE|LIMO|PICK-?\s?UP|(?:CREW|HIRE|RENTAL) CAR|TRAVEL|JUMP-?\s?SEAT)\b/i;

const FLIGHT = /(?<![A-Z0-9])([A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z])[ -]?([0-9]{1,4}[A-Z]{0,2})(?![A-Z0-9])/g;
/** A roster's name for the duty that contains a flight: `Trip H1234A: UA123 SFO-EWR`. */
const PAIRING = /\b(?:TRIP|PAIRING|SEQUENCE|SEQ|ROTATION|LINE|DUTY)\s?[#:]?\s?(?=[A-Z]*[0-9])[A-Z0-9]+\s?:/g;
/** `8001 LGW-AMS`: a number without its airline, right before the airports. */
const BARE = /^[^A-Z0-9]*([0-9]{3,4})\s(?=[A-Z]{3,4}\s?[-/>])/;
const NUMBER = /\bFLIGHT ([0-9]{1,4}[A-Z]?)\b/;
/** Words before a flight number without its airline. */
const NUMBER_TITLE = /\b(?:FLIGHT|FLT)\.?\s?(?:NO|NR|NUMBER)?[.:#\s]{0,3}(?=\d)/g;
/** Types of aircraft, times, dates and places that look like flights: `A320`, `B738`, `STD 0710`, `28 MAR 27`, `DAY 1`. */
const NO_FLIGHT =
  /^(?:A[23]\d\d|A[23]\d[A-Z]|B7\d[0-9A-Z]|B3[789]M|B3XM|BCS[13]|DH8[A-D]|DHC\d|E[1-9]\d{1,2}[A-Z]?|E7\d[A-Z]|CRJ\d.*|MD\d\d|(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MON|TUE|WED|THU|FRI|SAT|SUN)[ -](?:\d\d?|20\d\d)|(?:DAY|LEG|SEC|SEG|FLT|TOD|BLK)[ -]?\d+[A-Z]*|(?:STD|STA|ETD|ETA|DEP|ARR|UTC|GMT|CI|CO|RPT|LT|OUT|OFF|IN|ON|RWY|T|AT|TO|BLH|FDP)[ -]?\d+[A-Z]*)$/;
const TIME = '(?:\\s?[0-2][0-9]:?[0-5][0-9][ZL]?)?';
const CODE = '[A-Z]{3,4}';
/** `AMS-LHR`, `EHAM - EGLL`, `AMS 0710 > LHR`, `AMS TO LHR`. */
const ROUTE = new RegExp(
  `(?<![A-Z0-9])${CODE}${TIME}(?:\\s?[-/>]\\s?${CODE}${TIME}|\\sTO\\s${CODE}${TIME})+(?![A-Z0-9])`,
  'g',
);
const FROM = /\b(?:FROM|DEP(?:ARTURE)?|ORIG(?:IN)?)\s?[:=]?\s?([A-Z]{3,4})\b/;
const TO = /\b(?:TO|ARR(?:IVAL)?|DEST(?:INATION)?)\s?[:=]?\s?([A-Z]{3,4})\b/;
const MAX_TEXT = 2_000;
export const AS_PASSENGER = 'Deadhead: you fly as a passenger and need no trip kit.';
const NO_FLIGHT_WHY = 'This is no flight.';

/**
 * @param texts summary, place and description, the likeliest first: the first one with two airports counts
 * @param categories as the event lists them
 */
export function readDuty(texts: readonly string[], categories: string, airports: AirportCodes): Duty {
  const [summary = '', ...others] = texts.map(clean);
  const lines = [
    ...texts.slice(1).flatMap((text) => text.slice(0, MAX_TEXT).split('\n')),
    ...categories.slice(0, MAX_TEXT).split(','),
  ];
  if (DEADHEAD.test(summary) || lines.some((line) => DUTY_LINE.test(line.trim())))
    return { why: AS_PASSENGER };
  if (POSITIONING.test(summary))
    return {
      why: 'Positioning: as a passenger you need no trip kit. Request it by hand if you operate the flight.',
    };
  const words = summary.replace(new RegExp(ROUTE, 'gi'), ' ');
  if (RAIL.test(words) || lines.some((line) => RAIL_LINE.test(line)))
    return { why: 'This is travel by rail, not a flight.' };
  if (FREE.test(summary)) return { why: NO_FLIGHT_WHY };
  const isKnown = knownBy(airports);
  const flight =
    flightOf(summary, isKnown) ?? others.map((text) => flightOf(text, isKnown)).find(Boolean) ?? null;
  if (GROUND.test(words) && flightOf(summary, isKnown) === null) return { why: NO_FLIGHT_WHY };
  if (hasTwoFlights(summary, isKnown))
    return { why: 'It names more than one flight. Enter each flight by itself.' };
  let unknown: Duty | null = null;
  for (const [at, text] of [summary, ...others].entries()) {
    const found = codesOf(text, isKnown, flight !== null);
    if (found === null) continue;
    if (found.length > 2) return { why: 'It names more than two airports. Enter each flight by itself.' };
    const [from = '', to = ''] = found;
    const pair = airportsOf(from, to, airports);
    if ('why' in pair || !isKnown(from) || !isKnown(to)) {
      // In a summary with a flight number this is still a flight; elsewhere any two words may have a dash between them.
      if (at === 0 && flight !== null) {
        const code = isKnown(from) ? to : from;
        unknown ??= { why: `“${code}” isn't an airport code that the app knows. Use its ICAO code.` };
      }
      continue;
    }
    if (pair.origin === pair.destination && flight === null) continue;
    const codes = [/[A-Z]+/.exec(text)?.[0] ?? '', from, to];
    const duty = flight === null ? codes.find((code) => DUTY_CODES.has(code)) : undefined;
    if (duty !== undefined) return { why: mayBeDuty(duty) };
    // Chiang Mai is CNX.
    const said = words === summary && found.includes('CNX') ? words.replace(/\bCNX\b/i, '') : words;
    const isCancelled = CANCEL_WORD.test(said) || lines.some(isCancellation);
    return { ...pair, code: from, flight, isCancelled };
  }
  if (unknown) return unknown;
  return {
    why: flight === null ? 'This names no flight.' : `It doesn't name the airports of ${flight}. Add them.`,
  };
}

/** The flight as a passenger in a cell, alone or beside the flight: `DH`, `DH KL2`, `KL2 (DHD)`. `DH 123` may be an airline's. */
const DEADHEAD_CELL =
  /^(?:DH|D\/H|DHD|DHC|P\/S|TVL|DEAD-?\s?HEAD(?:ING|ED)?)(?:$|\W+(?=(?:[A-Z]{2,3}|[A-Z]\d|\d[A-Z])\s?\d))|\d\W+(?:DH|D\/H|DHD|P\/S)\W*$/i;

/** Why what a table names as a flight or a duty needs no trip kit, `SBY 1`; null if it may be a flight. */
export function dutyInCell(text: string): string | null {
  const cell = clean(text).toUpperCase();
  if (isDeadheadCell(cell)) return AS_PASSENGER;
  if (FREE.test(cell)) return NO_FLIGHT_WHY;
  const word = /^([A-Z]+)(?:\s?\d)?$/.exec(cell)?.[1] ?? '';
  // In a plan of operations a positioning flight is flown by its crew.
  const isDuty = (DUTY_CODES.has(word) && word !== 'POS') || (!/\d/.test(cell) && GROUND.test(cell));
  return isDuty ? mayBeDuty(cell.slice(0, 40)) : null;
}

function mayBeDuty(word: string): string {
  return `“${word}” may be a duty, and no flight number is beside it. Add the number if it is a flight.`;
}

/** Whether a cell says that the crew fly as passengers. */
export function isDeadheadCell(cell: string): boolean {
  return DEADHEAD_CELL.test(cell.trim());
}

/** Whether a line of a description says nothing but that the flight is cancelled. */
function isCancellation(line: string): boolean {
  const words = line
    .replace(CANCELLED_WHAT, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  return words !== '' && CANCEL_WORD.exec(words)?.[0] === words;
}

/** The flights in the other texts of an event with other airports than the duty: only one flight of an event is taken. */
export function otherFlights(
  texts: readonly string[],
  { flight, origin, destination }: { flight: string | null; origin: string; destination: string },
  airports: AirportCodes,
): string[] {
  const isKnown = knownBy(airports);
  const found = new Set<string>();
  for (const line of texts.flatMap((text) => text.slice(0, MAX_TEXT).split('\n'))) {
    const text = clean(line);
    const named = flightOf(text, isKnown);
    const [from = '', to = '', third] = codesOf(text, isKnown, named !== null) ?? [];
    if (named === null || named === flight || third !== undefined || !isKnown(from) || !isKnown(to)) continue;
    const pair = airportsOf(from, to, airports);
    if (!('why' in pair) && (pair.origin !== origin || pair.destination !== destination)) found.add(named);
  }
  return [...found];
}

function knownBy(airports: AirportCodes): (code: string) => boolean {
  return (code) => (code.length === 4 ? airports.has(code) : airports.icaoOf(code) !== null);
}

function clean(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(/[\u2010-\u2015\u2192\u2708\u27a1\u21d2]\uFE0F?/gu, '-')
    .replace(/->|=>/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a text names the same route twice, each with its own flight. */
function hasTwoFlights(text: string, isKnown: (code: string) => boolean): boolean {
  const capitals = text.toUpperCase();
  const [first, second] = [...capitals.matchAll(ROUTE)].filter(([route]) => codesIn(route).every(isKnown));
  if (!first || !second || codesIn(first[0]).join() !== codesIn(second[0]).join()) return false;
  const parts = [
    capitals.slice(0, first.index),
    capitals.slice(first.index + first[0].length, second.index),
    capitals.slice(second.index + second[0].length),
  ];
  return new Set(parts.map((part) => flightOf(part, isKnown)).filter(Boolean)).size > 1;
}

function flightOf(text: string, isKnown: (code: string) => boolean): string | null {
  const capitals = text.toUpperCase().replace(PAIRING, '').replace(NUMBER_TITLE, 'FLIGHT ');
  // If a route is known without it, a code is not a place: `EZS 1234 (LGW-GVA)`.
  const routes = [...capitals.matchAll(ROUTE)].map(([route]) => codesIn(route));
  const isElsewhere = (code: string) =>
    routes.some((codes) => codes.every(isKnown) && !codes.includes(code)) &&
    !routes.some((codes) => codes.includes(code));
  for (const [whole, airline = '', number = ''] of capitals.matchAll(FLIGHT)) {
    // "AMS 0710" is a place and a time.
    const isPlace = isKnown(airline) && /^\d{4}[ZL]?$/.test(number) && !isElsewhere(airline);
    if (!NO_FLIGHT.test(whole) && !isPlace) return `${airline}${number}`;
  }
  const bare = BARE.exec(capitals)?.[1];
  // Four digits before a place may be a time.
  if (bare !== undefined && !/^(?:[01]\d|2[0-3])[0-5]\d$/.test(bare)) return bare;
  return NUMBER.exec(capitals)?.[1] ?? null;
}

/** The codes of a match of {@link ROUTE}. */
function codesIn(route: string): string[] {
  return route
    .split(/\s?[-/>]\s?|\sTO\s/)
    .map((part) => /^[A-Z]{3,4}/.exec(part)?.[0] ?? '')
    .filter(Boolean);
}

/** The airports of a text in order, two or more; null if it has no route. */
function codesOf(text: string, isKnown: (code: string) => boolean, hasFlight: boolean): string[] | null {
  // Codes are in capitals; a text without lower-case letters, or with a flight, may have any case.
  const capitals = hasFlight ? text.toUpperCase() : text;
  const routes = [...capitals.matchAll(ROUTE)].map(([route]) => codesIn(route));
  const known = routes.filter((codes) => codes.every(isKnown));
  if (known.length > 1 && new Set(known.map((codes) => codes.join())).size > 1) return known.flat();
  const [route] = known.length > 0 ? known : routes;
  if (known.length > 0 && route) return route;
  const bracketed = [...capitals.matchAll(/\(([A-Z]{3,4})\)/g)].map(([, code = '']) => code).filter(isKnown);
  if (bracketed.length >= 2) return bracketed;
  const from = FROM.exec(capitals)?.[1];
  const to = TO.exec(capitals)?.[1];
  if (from && to && isKnown(from) && isKnown(to)) return [from, to];
  // "AMS LHR": without a dash only if nothing but a flight and its times is beside them.
  const words = capitals.split(' ');
  const codes = words.filter((word) => /^[A-Z]{3,4}$/.test(word) && isKnown(word));
  const rest = words.filter((word) => !codes.includes(word));
  const isPlain = rest.every(
    (word) => /\d/.test(word) || /^(?:[A-Z]{2,3}|FLIGHT|FLT|UTC|LT|-|:)$/.test(word),
  );
  if (codes.length >= 2 && isPlain) return codes;
  return route ?? null;
}
