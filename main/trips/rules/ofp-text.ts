/** Operational flight plans as plain text, as SimBrief and other planners print them. Pure. */
import { namedDay } from './departure.ts';
import { hasFlightPlans, readFlightPlans } from './flight-plans.ts';
import {
  type AirportCodes,
  airportsOf,
  alternatesOf,
  minutesOf,
  notTaken,
  type TripEvent,
  type TripFileEvent,
  tripEvent,
  utcText,
} from './trip-file.ts';

const DATE = '(\\d{1,2})[ /-]?(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*[ /-]?(\\d{4}|\\d{2})';
/** `KLM1007 28MAR2027 EHAM-EGLL …`, `KLM1007/28 MAR 27 EHAM EGLL`. */
const HEAD = new RegExp(
  `^\\W{0,9}(?:OFP\\W{1,3}(?:\\d{1,3}\\W{1,3})?)?([A-Z0-9]{2,7})[ /]{1,20}${DATE}[ /]{1,20}([A-Z]{3,4})(?:/[A-Z]{3,4})?\\s?[- >]\\s?([A-Z]{3,4})(?![A-Z0-9])`,
);
/** `22NOV2026 PHBXA 1045/1055 1155/1205`: the block times under "ATC C/S"; the first is off-blocks. */
const BLOCK = new RegExp(`^\\W{0,9}${DATE} {1,9}[A-Z0-9-]{2,9} {1,20}([0-2]\\d[0-5]\\d)/[0-2]\\d[0-5]\\d`);
/** Excludes local times and the taxi-out time. */
const STD =
  /(?:^|[^A-Z])(?<!TAXI[ -]?)(?:STD|ETD|SCHED(?:ULED)? (?:OUT|DEP)|OFF BLOCKS?|OUT)\s{0,9}[:=]?\s{0,9}([0-2]\d:?[0-5]\d)(?!\d)(?!\s?(?:\(?L(?:T|CL|MT|OC|OCAL)?\b|\/))/;
const ALTERNATES =
  /(?:^|[^A-Z])(?:ALTN|ALTERNATE|DEST ALTN)(?:[ -]?[1-6])?\s{0,9}[:/]?\s{0,9}([A-Z]{4})(?![A-Z])/g;
const ROUTE = /^\W{0,9}(?:ROUTE|RTE|ROUTING)\s{0,9}[:=]?\s{1,20}(\S.{3,})$/;
const MAX_LINE = 300;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Plan {
  line: number;
  text: string;
  flight: string;
  origin: string;
  destination: string;
  /** Ms since 1970; null if it is not a date. */
  day: number | null;
  /** Minutes of the day, and the word before them. */
  minutes: number | null;
  alternates: Set<string>;
  route: string | null;
  /** The text of this plan, for the flight plan message in it. */
  lines: string[];
}

/** Whether a text begins like such a plan. */
export function isOfp(text: string): boolean {
  return text
    .slice(0, 20_000)
    .split('\n')
    .some((line) => HEAD.test(line.slice(0, MAX_LINE).toUpperCase()));
}

/** @param text with `\n` as line ends */
export function readOfp(text: string, airports: AirportCodes): TripFileEvent[] {
  const events: TripFileEvent[] = [];
  const plans: Plan[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.slice(0, MAX_LINE).toUpperCase();
    const head = HEAD.exec(line);
    const last = plans.at(-1);
    if (head) {
      const [, flight = '', day = '', month = '', year = '', origin = '', destination = ''] = head;
      const isSame =
        last && last.flight === flight && last.origin === origin && last.destination === destination;
      // Planners print the head again on each page.
      if (!isSame) {
        plans.push({
          line: index + 1,
          text: raw,
          flight,
          origin,
          destination,
          day: namedDay(day, month, year),
          minutes: null,
          alternates: new Set(),
          route: null,
          lines: [],
        });
        continue;
      }
    }
    if (last) readLine(last, line, raw);
    else if (line.trim() !== '' && !/^\W*(?:\[?\s*OFP\s*\]?)?\W*$/.test(line))
      events.push(notTaken(index + 1, raw, 'This stands before the first flight plan.'));
  }
  for (const plan of plans) for (const event of eventsOf(plan, airports)) events.push(event);
  return events;
}

function readLine(plan: Plan, line: string, raw: string): void {
  plan.lines.push(raw);
  const block = BLOCK.exec(line);
  if (plan.minutes === null) {
    const [, day = '', month = '', year = '', time] = block ?? [];
    plan.minutes = minutesOf(time ?? STD.exec(line)?.[1] ?? '');
    plan.day = namedDay(day, month, year) ?? plan.day;
  }
  if (plan.alternates.size < 20) {
    for (const [, code = ''] of line.matchAll(ALTERNATES)) plan.alternates.add(code);
  }
  plan.route ??= ROUTE.exec(line)?.[1]?.replace(/\s+/g, ' ').trim() ?? null;
}

/** The trip of a plan, and the messages in its text that concern other flights. */
function eventsOf(plan: Plan, airports: AirportCodes): TripFileEvent[] {
  const messages = messagesOf(plan, airports);
  const pair = airportsOf(plan.origin, plan.destination, airports);
  if ('why' in pair) return [notTaken(plan.line, plan.text, pair.why), ...messages];
  if (plan.day === null) return [notTaken(plan.line, plan.text, 'Its date is not a date.'), ...messages];
  // The filed flight plan message is complete, so it is read first.
  const own = filedOf(plan, pair, plan.day, messages);
  const filed = own?.trip;
  const isKnown = (code: string) => airports.has(code) && code !== pair.destination;
  const { alternates } = alternatesOf([...plan.alternates].filter(isKnown), airports);
  const departure =
    filed?.departure ?? (plan.minutes === null ? null : utcText(plan.day + plan.minutes * 60_000));
  const listed = filed?.alternates ?? alternates;
  const route = filed?.route ?? plan.route;
  const day = utcText(plan.day)?.slice(0, 10);
  const event = tripEvent(
    plan.line,
    { ...pair, flight: filed?.flight ?? plan.flight, departure, alternates: listed, route },
    {
      state: own?.state,
      lines: own && own.state !== 'new' ? [plan.line, ...(own.lines ?? [own.line])] : [],
      notes: departure === null ? [`The flight is of ${day}; its time of departure isn't found.`] : [],
    },
  );
  return [event, ...messages.filter((message) => message !== own)];
}

/** The flight plan messages in the text of a plan; its other lines are pages of the plan. */
function messagesOf(plan: Plan, airports: AirportCodes): TripFileEvent[] {
  const text = plan.lines.join('\n');
  if (!hasFlightPlans(text)) return [];
  return readFlightPlans(text, airports)
    .filter((event) => event.event === 'trip' || /^\(?\s*(?:FPL|CHG|DLA|CNL)[A-Z0-9/]*\s*-/i.test(event.text))
    .map((event) => {
      const moved = { ...event, line: event.line + plan.line };
      if (moved.event === 'trip' && moved.lines) moved.lines = moved.lines.map((line) => line + plan.line);
      return moved;
    });
}

/** The filed plan for the flight of a plan, which may have another callsign. */
function filedOf(
  { flight, minutes }: Plan,
  { origin, destination }: { origin: string; destination: string },
  day: number,
  messages: readonly TripFileEvent[],
): TripEvent | undefined {
  const isWithin = ({ trip: { departure } }: TripEvent, time: number, span: number) =>
    departure === null || Math.abs(Date.parse(departure) - time) <= span;
  const fitting = messages
    .filter((event) => event.event === 'trip')
    .filter(({ trip }) => trip.origin === origin && trip.destination === destination)
    .filter((event) => isWithin(event, day + (minutes ?? 720) * 60_000, 1.5 * DAY_MS));
  return (
    fitting.find(({ trip }) => trip.flight === flight) ??
    fitting.find((event) => minutes === null || isWithin(event, day + minutes * 60_000, HOUR_MS))
  );
}
