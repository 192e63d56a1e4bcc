/** Rosters as iCalendar (RFC 5545): each event gives a trip, or the reason why it is not taken. Pure. */

import { tripLine } from '../../../common/trip.ts';
import {
  type AirportCodes,
  minutesOf,
  type NotTakenEvent,
  notTaken,
  type TripEvent,
  type TripFileEvent,
  tripEvent,
  utcText,
} from '../trip-file.ts';
import { type OffsetAt, utcOfLocal, zoneClock, zoneTime } from '../zone-time.ts';
import { type Component, type Property, propertyNamed, readComponents, textOf } from './components.ts';
import { otherFlights, readDuty } from './duty.ts';
import { calendarZones, localOf } from './time-zones.ts';

const DAY_MS = 86_400_000;
const ALL_DAY = 'It lasts all day: the time of departure is missing.';

/** How an event relates to others. */
interface Version {
  /** UID and occurrence; null if the event has no UID. */
  id: string | null;
  sequence: number;
}

/** A trip and the identity of its event. */
interface Entry extends Version {
  trip: TripEvent;
}

/** An event without a trip, which may replace or cancel one without repeating its words (RFC 5546, 3.2.5). */
interface OtherEntry extends Version {
  event: NotTakenEvent;
  isCancelled: boolean;
  isNamed: boolean;
}

/** @param text with `\n` as line ends */
export function readCalendar(text: string, airports: AirportCodes): TripFileEvent[] {
  const { components, problems } = readComponents(text);
  const events: TripFileEvent[] = [...problems];
  const calendars = components.filter(({ name }) => name === 'VCALENDAR');
  const zoneOf = calendarZones(calendars);
  const entries: Entry[] = [];
  const others: OtherEntry[] = [];
  const take = (component: Component, calendar: Component | null, method: string) => {
    const zones = (tzid: string) => zoneOf(tzid, calendar);
    const read = component.name === 'VEVENT' ? entryOf(component, method, zones, airports) : null;
    if (read && 'trip' in read) entries.push(read);
    else {
      const summary = textOf(component, 'SUMMARY') ?? `BEGIN:${component.name}`;
      const event = notTaken(component.line, summary, read?.why ?? 'This is no event of a roster.');
      if (read === null) events.push(event);
      else
        others.push({
          ...versionOf(component),
          event,
          isCancelled: isCancelled(component, method),
          isNamed: propertyNamed(component, 'SUMMARY') !== undefined,
        });
    }
  };
  for (const component of components) {
    if (component.name !== 'VCALENDAR') take(component, null, '');
    else {
      const method = textOf(component, 'METHOD')?.trim().toUpperCase() ?? '';
      for (const part of component.components) if (part.name !== 'VTIMEZONE') take(part, component, method);
    }
  }
  return [...events, ...latestOf(entries, others)];
}

function entryOf(
  event: Component,
  method: string,
  zoneOf: (tzid: string) => OffsetAt | null,
  airports: AirportCodes,
): Entry | { why: string } {
  const summary = textOf(event, 'SUMMARY')?.trim() ?? '';
  const texts = [summary, textOf(event, 'LOCATION') ?? '', textOf(event, 'DESCRIPTION') ?? ''];
  const duty = readDuty(texts, textOf(event, 'CATEGORIES') ?? '', airports);
  if ('why' in duty) return duty;
  if (propertyNamed(event, 'RRULE') || propertyNamed(event, 'RDATE'))
    return { why: 'It repeats. Export the roster with each flight as an event of its own.' };
  if (textOf(event, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.trim().toUpperCase() === 'TRUE') return { why: ALL_DAY };
  const start = departureOf(propertyNamed(event, 'DTSTART'), duty.origin, zoneOf, airports);
  if (typeof start !== 'string') return start;
  const version = versionOf(event);
  const { origin, destination, flight } = duty;
  const stated = statedDeparture(texts, start, flight, duty.code);
  if (stated === null && beginsWithReport(summary, start, airports.zoneOf(origin)))
    return {
      why: 'It begins with the report for duty, and names no departure in UTC. Add it, for example STD 1045Z.',
    };
  const departure = stated ?? start;
  const note =
    stated === null
      ? otherDeparture(texts, start, airports.zoneOf(origin))
      : stated === start
        ? null
        : `It begins at ${start.slice(11)}; the STD ${stated.slice(11)} of its text was taken.`;
  const notes = note === null ? [] : [note];
  const others = otherFlights(texts.slice(1), duty, airports);
  if (others.length > 0)
    notes.push(
      `Its text names other flights, too: ${others.slice(0, 9).join(' ')}. Enter them by themselves.`,
    );
  const changed = version.sequence > 0 ? 'changed' : 'new';
  const state = duty.isCancelled || isCancelled(event, method) ? 'cancelled' : changed;
  const trip = tripEvent(event.line, { origin, destination, flight, departure }, { state, notes });
  return { trip, ...version };
}

function versionOf(event: Component): Version {
  const uid = textOf(event, 'UID')?.trim();
  return {
    id: uid ? JSON.stringify([uid, textOf(event, 'RECURRENCE-ID')?.trim() ?? '']) : null,
    sequence: Number(/^\d{1,9}$/.exec(textOf(event, 'SEQUENCE')?.trim() ?? '')?.[0] ?? 0),
  };
}

function isCancelled(event: Component, method: string): boolean {
  return method === 'CANCEL' || textOf(event, 'STATUS')?.trim().toUpperCase() === 'CANCELLED';
}

const TIME = '(?:[01]\\d|2[0-3]):?[0-5]\\d';
const REPORT = new RegExp(`\\b(?:C/I|CHECK-?\\s?IN|REPORT(?:ING)?|RPT)\\b\\W*(${TIME})(?!\\d)`, 'i');
const DEPARTURE = new RegExp(`\\b[SE]TD\\s?[:=]?\\s?(${TIME})(?!\\d)`, 'i');
/** How much earlier or later than the start of its event a departure may be that the event's words name in UTC, ms. */
const BEFORE_MS = 2 * 3_600_000;
const AFTER_MS = 6 * 3_600_000;

/**
 * The departure that an event's words name in UTC, `STD 2045Z` or `AMS 2045Z`, the first one behind the flight: some rosters begin an event with the
 * report for duty. Null if they name none near its start.
 */
function statedDeparture(
  texts: readonly string[],
  start: string,
  flight: string | null,
  code: string,
): string | null {
  const words = texts.slice(1).join('\n').slice(0, 4000);
  const [, airline = '', number = ''] = /^(\D{2,3}|\D\d|\d\D)(\d.*)$/.exec(flight ?? '') ?? [];
  const at = airline === '' ? -1 : words.search(new RegExp(`${airline}[ -]?0*${number}(?!\\d)`, 'i'));
  const named = new RegExp(`\\b(?:STD|${code})\\s?[:=]?\\s?(${TIME})\\s?(?:Z|UTC)\\b`, 'i');
  const minutes = minutesOf(named.exec(words.slice(Math.max(0, at)))?.[1] ?? '');
  if (minutes === null) return null;
  const from = Date.parse(start);
  const sameDay = from - (from % DAY_MS) + minutes * 60_000;
  const near = [sameDay - DAY_MS, sameDay, sameDay + DAY_MS].find(
    (ms) => ms >= from - BEFORE_MS && ms <= from + AFTER_MS,
  );
  return near === undefined ? null : utcText(near);
}

/** Whether a summary says that the event begins with the report for duty: `C/I 0515 KL1007 AMS-LHR`. */
function beginsWithReport(summary: string, start: string, zone: string | null): boolean {
  const said = minutesOf(REPORT.exec(summary)?.[1] ?? '');
  return said !== null && isClock(said, start, zone);
}

/** Whether clocks show these minutes of the day at a moment, in UTC or in a zone. */
function isClock(minutes: number, moment: string, zone: string | null): boolean {
  const ms = Date.parse(moment);
  return (
    minutes === Math.floor(ms / 60_000) % 1440 || (zone !== null && minutes === zoneTime(ms, zone)?.minutes)
  );
}

/**
 * A sentence if an event's words give a departure time other than its start, in UTC and at the origin: some rosters begin
 * an event with the report for duty. Null if they do not.
 */
function otherDeparture(texts: readonly string[], departure: string, zone: string | null): string | null {
  const time = DEPARTURE.exec(texts.join(' ').slice(0, 4000))?.[1] ?? '';
  const said = minutesOf(time);
  if (said === null || isClock(said, departure, zone)) return null;
  return `Its text names a departure at ${time.slice(0, 2)}:${time.slice(-2)}; its start was taken. Check the time.`;
}

/** The start of an event in UTC, or why it is not known. */
function departureOf(
  start: Property | undefined,
  origin: string,
  zoneOf: (tzid: string) => OffsetAt | null,
  airports: AirportCodes,
): string | { why: string } {
  if (!start) return { why: 'It has no start (DTSTART).' };
  const value = start.value.trim();
  if (/^\d{8}$/.test(value)) return { why: ALL_DAY };
  const local = localOf(value);
  if (local === null) return { why: `Its start “${value.slice(0, 40)}” isn't a valid date and time.` };
  if (value.endsWith('Z')) return utcText(local) ?? { why: 'Its start is out of range.' };
  const tzid = start.parameters.get('TZID');
  const zone = tzid === undefined ? airports.zoneOf(origin) : null;
  const clock = tzid === undefined ? zone && zoneClock(zone) : zoneOf(tzid);
  const utc = clock ? utcOfLocal(local, clock) : null;
  const text = utc === null ? null : utcText(utc);
  if (text !== null) return text;
  return {
    why:
      tzid === undefined
        ? `Its start is a local time, and the time zone of ${origin} isn't known. Export the roster in UTC.`
        : `Its time zone “${tzid.slice(0, 60)}” isn't known. Export the roster in UTC.`,
  };
}

/** The event of a UID that counts: the highest SEQUENCE, or of equal ones the later. */
function latestOf(entries: readonly Entry[], others: readonly OtherEntry[]): TripFileEvent[] {
  const groups = new Map<string, Entry[]>();
  for (const [at, entry] of entries.entries()) {
    const key = entry.id ?? `line ${at}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  const last = new Map<string, OtherEntry>();
  for (const other of others)
    if (other.id !== null && other.sequence >= (last.get(other.id)?.sequence ?? 0)) last.set(other.id, other);
  const applied = new Set<OtherEntry>();
  const trips = [...groups].flatMap(([key, group]): TripFileEvent[] => {
    const events = tripsOf(group);
    const other = last.get(key);
    if (!other) return events;
    const isLater = group.every(({ sequence }) => sequence < other.sequence);
    const [only, second] = events;
    if (other.isCancelled && (isLater || !other.isNamed) && only?.event === 'trip' && !second) {
      applied.add(other);
      const lines = [...(only.lines ?? [only.line]), other.event.line];
      return [{ ...only, state: 'cancelled', lines }];
    }
    if (!isLater) return events;
    const why = `Line ${other.event.line} takes its place, and is no flight.`;
    return group.map(({ trip }) => notTaken(trip.line, tripLine(trip.trip), why));
  });
  return [...others.filter((other) => !applied.has(other)).map(({ event }) => event), ...trips];
}

/** The trips of the events of one UID. */
function tripsOf(group: readonly Entry[]): TripEvent[] {
  const [only, second] = group;
  if (!only || !second) return group.map(({ trip }) => trip);
  if (!isOneFlight(group)) return group.map(({ trip }) => trip);
  const ordered = [...group].sort((a, b) => a.sequence - b.sequence || a.trip.line - b.trip.line);
  const last = ordered.at(-1) ?? only;
  const state = last.trip.state === 'cancelled' ? ('cancelled' as const) : ('changed' as const);
  const same = ordered.every(({ trip }) => JSON.stringify(trip.trip) === JSON.stringify(last.trip.trip));
  // The rule for repeated trips handles an unchanged event.
  if (same && ordered.every(({ trip }) => trip.state === last.trip.state))
    return group.map(({ trip }) => trip);
  return [{ ...last.trip, state, lines: ordered.map(({ trip }) => trip.line) }];
}

/** Some rosters give all events the same UID: then they are separate flights. */
function isOneFlight(group: readonly Entry[]): boolean {
  if (new Set(group.map(({ sequence }) => sequence)).size === group.length) return true;
  const names = group.map(({ trip: { trip } }) => [trip.flight, trip.origin, trip.destination].join());
  const isOneName = new Set(names).size === 1;
  if (isOneName && group.length === 2 && group.some(({ trip }) => trip.state === 'cancelled')) return true;
  const times = group.map(({ trip }) => Date.parse(trip.trip.departure ?? ''));
  const spread = times.reduce((most, time) => Math.max(most, Math.abs(time - (times[0] ?? 0))), 0);
  return isOneName && spread < DAY_MS;
}
