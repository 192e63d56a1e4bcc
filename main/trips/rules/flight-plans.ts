/**
 * Flight plan messages in one text (ICAO Doc 4444, appendix 3): FPL, and the CHG, DLA and CNL that change it. Pure.
 *
 * A message changes the earlier flight plan of the same flight, airports and date; without one, the next later one (a
 * mailbox that shows the newest first). Without either it is a separate trip. A flight plan that is filed again after its
 * cancellation is a new trip.
 */
import type { Trip } from '../../common/trip.ts';
import {
  type AirportCodes,
  airportsOf,
  alternatesOf,
  minutesOf,
  momentOf,
  NO_AIRPORTS,
  type NotTakenEvent,
  notTaken,
  type TripFileEvent,
  tripEvent,
  utcText,
} from './trip-file.ts';

type Kind = 'FPL' | 'CHG' | 'DLA' | 'CNL';

/** The content of a message; null for what it does not give. */
interface Message {
  kind: Kind;
  line: number;
  text: string;
  flight: string;
  origin: string;
  destination: string;
  /** HHMM; null if absent. */
  time: string | null;
  /** YYMMDD of DOF/. */
  date: string | null;
  alternates: readonly string[];
  route: string | null;
  /** For a CHG: the new values of the items in it. */
  changes: Partial<
    Pick<Message, 'flight' | 'origin' | 'destination' | 'time' | 'date' | 'alternates' | 'route'>
  >;
}

/** A flight with all the messages that concern it. */
interface Plan {
  now: Message;
  isFiled: boolean;
  isCancelled: boolean;
  lines: number[];
  /** Every date of flight (YYMMDD) in its messages: a message may still give the date before a delay or change. */
  dates: Set<string>;
  /** How many days the departure is after the date of flight: a delay past midnight. */
  days: number;
}

const KINDS = ['FPL', 'CHG', 'DLA', 'CNL'] as const;
const START = /\(\s*([A-Z]{3})[A-Z0-9/]{0,20}\s*-/g;
const MAX_MESSAGE = 20_000;
const MAX_MESSAGES = 5_000;
const DAY_MS = 86_400_000;

/** Whether a text contains such a message. */
export function hasFlightPlans(text: string): boolean {
  return /\(\s*(?:FPL|CHG|DLA|CNL)[A-Z0-9/]{0,20}\s*-/i.test(text);
}

/** @param text with `\n` as line ends */
export function readFlightPlans(text: string, airports: AirportCodes): TripFileEvent[] {
  const events: TripFileEvent[] = [];
  const messages: Message[] = [];
  for (const piece of piecesOf(inCapitals(text), text)) {
    if ('event' in piece) events.push(piece);
    else {
      const message = messageOf(piece.kind, piece.line, piece.body);
      if ('why' in message) events.push(notTaken(piece.line, piece.body, message.why));
      else if (messages.length < MAX_MESSAGES) messages.push(message);
      else
        events.push(notTaken(piece.line, piece.body, `More than ${MAX_MESSAGES} messages: split the file.`));
    }
  }
  const { plans, repeated } = plansOf(messages);
  for (const { line, text: body } of repeated)
    events.push(notTaken(line, body, 'The message is there twice.'));
  for (const plan of plans) events.push(...eventsOf(plan, airports));
  return events;
}

/** The messages of a text, and the lines between them. */
function* piecesOf(
  text: string,
  shown: string,
): Iterable<NotTakenEvent | { kind: Kind; line: number; body: string }> {
  const starts = [...text.matchAll(START)];
  let from = 0;
  let line = 1;
  const linesTo = (end: number) => {
    for (let at = from; at < end; at += 1) if (text[at] === '\n') line += 1;
    from = end;
  };
  function* outside(end: number): Iterable<NotTakenEvent> {
    const between = shown.slice(from, end).split('\n');
    const first = between.findIndex((row) => row.trim() !== '');
    const rows = between.filter((row) => row.trim() !== '').length;
    const why = rows === 1 ? 'This stands' : `These ${rows} lines stand`;
    if (first >= 0)
      yield notTaken(line + first, between.join(' '), `${why} outside the flight plan messages.`);
    line += between.length - 1;
    from = end;
  }
  for (const [index, start] of starts.entries()) {
    yield* outside(start.index);
    const next = starts[index + 1]?.index ?? text.length;
    const length = text.slice(start.index, next).indexOf(')');
    const close = start.index + length;
    const kind = KINDS.find((one) => one === start[1]);
    if (length < 0) {
      const torn = shown.slice(from, next);
      yield notTaken(line, torn, 'The message has no closing bracket: it may be cut. Paste it whole.');
      linesTo(next);
      continue;
    }
    const body = text.slice(start.index + 1, close);
    if (!kind) yield notTaken(line, body, `A message of type ${start[1]} brings no new flight.`);
    else if (body.length > MAX_MESSAGE) yield notTaken(line, body, 'The message is too long.');
    else yield { kind, line, body };
    linesTo(close + 1);
  }
  yield* outside(text.length);
}

/** Text with Latin letters in capitals and the same length: `ß` in capitals would be two letters. */
function inCapitals(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The items of a message that make its trip; null for those that are missing or unreadable. */
interface Items {
  flight: string | null;
  origin: string | null;
  /** Four digits, perhaps not a valid time. */
  time: string | null;
  route: string | null;
  arrival: { destination: string; alternates: string[] } | null;
  /** The text after the destination. */
  rest: string[];
}

/** FPL: 3-7-8-9/10-13-15-16-18; others: 3-7-13-16-18 and of a CHG 22. An aerodrome with its time is item 13. */
function itemsOf(kind: Kind, body: string): Items {
  const items = body.split('-').map(spaced);
  const at = items.findIndex((item, index) => index > 1 && /^[A-Z]{4}(?:\d{4})?$/.test(item));
  const departure = /^([A-Z]{4})(\d{4})?$/.exec(items[at] ?? '');
  const aim = kind === 'FPL' ? at + 2 : at + 1;
  return {
    flight: flightOf(items[1] ?? ''),
    origin: departure?.[1] ?? null,
    time: departure?.[2] ?? null,
    route: (departure && kind === 'FPL' && items[at + 1]) || null,
    arrival: departure && arrivalOf(items[aim] ?? ''),
    rest: departure ? items.slice(aim + 1) : [],
  };
}

/** The content of a filed flight plan; missing fields are absent. Indicators for "no airport" are left out. */
export interface FiledPlan
  extends Partial<Pick<Trip, 'flight' | 'origin' | 'destination' | 'alternates' | 'route'>> {
  /** YYYY-MM-DD, UTC; only if the message has it (`DOF/`). */
  date?: string;
  /** HH:MM, UTC. */
  time?: string;
}

/** The readable parts of the first flight plan of a text, with or without its brackets; null if there is none. */
export function readFiledPlan(text: string): FiledPlan | null {
  const body = /\(?\s*(FPL\s*-[^)]*)/.exec(text.slice(0, MAX_MESSAGE).toUpperCase())?.[1];
  if (body === undefined) return null;
  const { flight, origin, time, route, arrival, rest } = itemsOf('FPL', body);
  if (origin === null) return null;
  const isAirport = (code: string) => !NO_AIRPORTS.has(code);
  const alternates = arrival?.alternates.filter(isAirport) ?? [];
  const date = dateOf(rest.join('-'));
  const day = date === null ? null : dayOf(date);
  return {
    ...(flight !== null ? { flight } : {}),
    ...(isAirport(origin) ? { origin } : {}),
    ...(time !== null && minutesOf(time) !== null ? { time: `${time.slice(0, 2)}:${time.slice(2)}` } : {}),
    ...(route !== null ? { route } : {}),
    ...(arrival && isAirport(arrival.destination) ? { destination: arrival.destination } : {}),
    ...(alternates.length > 0 ? { alternates } : {}),
    ...(day !== null ? { date: new Date(day).toISOString().slice(0, 10) } : {}),
  };
}

function messageOf(kind: Kind, line: number, body: string): Message | { why: string } {
  const { flight, origin, time, route, arrival, rest } = itemsOf(kind, body);
  if (flight === null) return { why: 'The flight (item 7) is missing or isn’t an aircraft identification.' };
  if (origin === null) return { why: 'The departure aerodrome and its time (item 13) are missing.' };
  if (time !== null && minutesOf(time) === null)
    return { why: `The time of departure “${time}” isn't a time.` };
  if (!arrival) return { why: 'The destination aerodrome (item 16) is missing.' };
  const amended = rest.findIndex((item) => /^\d{1,2}\//.test(item));
  const own = (amended < 0 ? rest : rest.slice(0, amended)).join('-');
  const message: Message = {
    kind,
    line,
    text: body,
    flight,
    origin,
    time,
    date: dateOf(own),
    destination: arrival.destination,
    alternates: arrival.alternates,
    route,
    changes: {},
  };
  if (kind !== 'CHG') return message;
  if (amended < 0) return { why: 'It names nothing that changes (item 22).' };
  const changes = changesOf(rest.slice(amended));
  return 'why' in changes ? changes : { ...message, changes };
}

/** What a CHG changes, by the number of the item; null if its text can't be read. */
const CHANGES: Readonly<Record<number, (text: string) => Message['changes'] | null>> = {
  7: (text) => {
    const flight = flightOf(text);
    return flight === null ? null : { flight };
  },
  13: (text) => {
    const [, origin, time] = /^([A-Z]{4})((?:[01]\d|2[0-3])[0-5]\d)?$/.exec(text) ?? [];
    return origin === undefined ? null : { origin, ...(time ? { time } : {}) };
  },
  15: (route) => (route === '' ? null : { route }),
  16: arrivalOf,
  18: (text) => {
    const date = dateOf(text);
    return date === null ? {} : { date };
  },
};

/** Item 22: `-15/N0450F350 …-16/EGLL0100 EGKK`; a dash within an item's text belongs to that item. */
function changesOf(items: readonly string[]): Message['changes'] | { why: string } {
  const joined: string[] = [];
  for (const item of items) {
    if (/^\d{1,2}\//.test(item)) joined.push(item);
    else joined.push(`${joined.pop() ?? ''}-${item}`);
  }
  const changes: Message['changes'] = {};
  for (const item of joined) {
    const slash = item.indexOf('/');
    const number = item.slice(0, slash);
    const change = CHANGES[Number(number)]?.(item.slice(slash + 1).trim());
    if (change === null) return { why: `The change of item ${number} can't be read.` };
    Object.assign(changes, change);
  }
  return changes;
}

function flightOf(text: string): string | null {
  return /^([A-Z0-9]{2,7})(?:\/A\d{4})?$/.exec(text)?.[1] ?? null;
}

function arrivalOf(text: string): { destination: string; alternates: string[] } | null {
  const parts = /^([A-Z]{4})(?:\d{4})?((?: [A-Z]{4})*)$/.exec(text);
  if (!parts?.[1]) return null;
  return { destination: parts[1], alternates: (parts[2] ?? '').split(' ').filter(Boolean) };
}

function dateOf(text: string): string | null {
  return /(?:^|\s)DOF\/(\d{6})(?!\d)/.exec(text)?.[1] ?? null;
}

/** Applies the messages to the flight plans. */
function plansOf(messages: readonly Message[]): { plans: Plan[]; repeated: Message[] } {
  const plans: Plan[] = [];
  const repeated: Message[] = [];
  const byName = new Map<string, Plan[]>();
  const early: Message[] = [];
  const add = (plan: Plan) => {
    plans.push(plan);
    const name = nameOf(plan.now);
    byName.set(name, [...(byName.get(name) ?? []), plan]);
  };
  const planOf = (message: Message) =>
    // The cancelled plans are over: later messages concern the plan that was filed again.
    meantBy(
      message,
      [...(byName.get(nameOf(message)) ?? [])]
        .reverse()
        .filter((plan) => !plan.isCancelled && mayBeOne(plan, message)),
    );
  const apply = (plan: Plan, message: Message) => {
    const before = nameOf(plan.now);
    applyTo(plan, message);
    const name = nameOf(plan.now);
    if (name !== before) byName.set(name, [...(byName.get(name) ?? []), plan]);
  };
  for (const message of messages) {
    if (message.kind !== 'FPL') {
      const plan = planOf(message);
      if (plan) apply(plan, message);
      else early.push(message);
      continue;
    }
    const filed = planOf(message);
    if (filed?.lines.length === 1 && spaced(filed.now.text) === spaced(message.text)) repeated.push(message);
    else if (filed) apply(filed, message);
    else add(newPlan(message, true));
  }
  const fitting = (message: Message) =>
    (byName.get(nameOf(message)) ?? []).filter((plan) => mayBeOne(plan, message));
  // Before its flight plan the oldest message comes last, so start at the end.
  const alone = early.reverse().filter((message) => {
    const plan = meantBy(
      message,
      fitting(message).filter(
        ({ isFiled, isCancelled, lines: [first = 0] }) => isFiled && !isCancelled && first > message.line,
      ),
    );
    if (plan) apply(plan, message);
    return !plan;
  });
  for (const message of alone.reverse()) {
    // Without its flight plan a cancelled flight stays cancelled, whatever other messages say.
    const plan = fitting(message).find(({ isFiled }) => !isFiled);
    if (plan) apply(plan, message);
    else {
      const own = newPlan(message, false);
      add(own);
      apply(own, message);
    }
  }
  return { plans, repeated };
}

const nameOf = ({ flight, origin, destination }: Message) => `${flight} ${origin} ${destination}`;

function newPlan(message: Message, isFiled: boolean): Plan {
  const dates = new Set(message.date === null ? [] : [message.date]);
  return { now: message, isFiled, isCancelled: false, lines: isFiled ? [message.line] : [], dates, days: 0 };
}

/** The plan that a message concerns: one of its date, and of the time that a CHG or CNL repeats; otherwise the first. */
function meantBy(message: Message, plans: readonly Plan[]): Plan | undefined {
  const { kind, date, time } = message;
  const ofDay = date === null ? [] : plans.filter(({ now }) => now.date === date);
  const near = ofDay.length > 0 ? ofDay : plans;
  const ofTime = kind === 'CHG' || kind === 'CNL' ? near.find(({ now }) => now.time === time) : undefined;
  return ofTime ?? near[0];
}

/** Whether a message with a plan's flight and airports may also be of its day: a delay may move the date to the next day. */
function mayBeOne(plan: Plan, message: Message): boolean {
  const { date } = plan.now;
  if (date === null || message.date === null || date === message.date) return true;
  if (message.kind !== 'FPL' && plan.dates.has(message.date)) return true;
  const [from, to] = [dayOf(date), dayOf(message.date)];
  return message.kind === 'DLA' && from !== null && to !== null && to - from === DAY_MS;
}

function applyTo(plan: Plan, message: Message): void {
  const { now } = plan;
  plan.lines.push(message.line);
  for (const date of [message.date, message.changes.date]) if (date) plan.dates.add(date);
  switch (message.kind) {
    case 'FPL':
      plan.now = message;
      plan.days = 0;
      return;
    case 'CNL':
      plan.isCancelled = true;
      plan.now = { ...now, date: now.date ?? message.date, time: now.time ?? message.time };
      return;
    case 'DLA': {
      // A delay never makes a flight earlier: an earlier time is on the next day, and an earlier date of flight is the
      // filed one.
      const isNextDate = message.date !== null && (now.date === null || message.date > now.date);
      if (isNextDate) plan.days = 0;
      else if (now.time !== null && message.time !== null && message.time < now.time) plan.days += 1;
      plan.now = { ...now, time: message.time ?? now.time, date: isNextDate ? message.date : now.date };
      return;
    }
    case 'CHG':
      if (message.changes.date !== undefined || message.changes.time !== undefined) plan.days = 0;
      plan.now = { ...now, date: now.date ?? message.date, ...message.changes };
  }
}

/** YYMMDD as ms since 1970; null if there is no such day. */
function dayOf(date: string): number | null {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2)));
  return momentOf(2000 + year, month, day);
}

function eventsOf(plan: Plan, airports: AirportCodes): TripFileEvent[] {
  const { now, lines } = plan;
  const line = lines[0] ?? now.line;
  const none = (why: string) => lines.map((one) => notTaken(one, now.text, why));
  const pair = airportsOf(now.origin, now.destination, airports);
  if ('why' in pair) return none(pair.why);
  const day = now.date === null ? null : dayOf(now.date);
  if (now.date !== null && day === null) return none(`The date DOF/${now.date} isn't a date.`);
  const { alternates, notes } = alternatesOf(now.alternates, airports);
  const minutes = minutesOf(now.time ?? '');
  let departure: string | null = null;
  if (minutes === null) notes.push('The messages name no time of departure.');
  else if (day === null)
    notes.push(`The time of departure is ${now.time}Z; its date is missing (DOF/ in item 18).`);
  else departure = utcText(day + plan.days * DAY_MS + minutes * 60_000);
  const state = plan.isCancelled ? 'cancelled' : plan.isFiled && lines.length === 1 ? 'new' : 'changed';
  const trip = { ...pair, flight: now.flight, departure, alternates, route: now.route };
  return [tripEvent(line, trip, { state, lines, notes })];
}
