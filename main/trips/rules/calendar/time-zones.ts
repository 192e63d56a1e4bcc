/** The time zones that a calendar defines itself (RFC 5545, VTIMEZONE). Pure. */

import { momentOf } from '../trip-file.ts';
import { type OffsetAt, zoneClock } from '../zone-time.ts';
import { type Component, propertyNamed, textOf } from './components.ts';
import { windowsZone } from './windows-zones.ts';

/** A change of the clocks. */
interface Onset {
  /** Ms since 1970 UTC. */
  at: number;
  from: number;
  to: number;
}

/** Clock changes that happen each year by one rule, or on given days. */
interface Observance {
  from: number;
  to: number;
  /** Local times of the first change and of other given ones, as if they were UTC. */
  starts: readonly number[];
  yearly: YearlyRule | null;
}

interface YearlyRule {
  month: number;
  /** 0 is Sunday; null: any. */
  weekday: number | null;
  /** Which of these weekdays of the month, from 1, or from its end, from -1; null: any. */
  nth: number | null;
  /** Permitted days of the month; empty: any. */
  days: readonly number[];
  /** Ms since 1970 UTC. */
  until: number;
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * Three-letter zones of IANA. Others (`BST`, `IST`, `CST`) mean several zones, and the one that Intl chooses may be on
 * another continent.
 */
const SHORT_ZONES = /^(?:CET|EET|MET|WET|EST|MST|HST|GMT|UTC|UCT|PRC|ROC|ROK)$/i;

/**
 * The clocks of the zones in a file: by the VTIMEZONE of the same calendar, or of another one, or by the IANA zone of that
 * name. Null if none can be read.
 */
export function calendarZones(
  calendars: readonly Component[],
): (tzid: string, calendar: Component | null) => OffsetAt | null {
  const own = new Map<Component | null, Map<string, Component>>([[null, new Map()]]);
  for (const calendar of calendars) {
    const zones = new Map<string, Component>();
    for (const zone of calendar.components) {
      const tzid = zone.name === 'VTIMEZONE' ? textOf(zone, 'TZID')?.trim() : null;
      if (tzid) zones.set(tzid, zone);
    }
    own.set(calendar, zones);
    for (const [tzid, zone] of zones) own.get(null)?.set(tzid, zone);
  }
  const defined = new Map<Component, OffsetAt | null>();
  const known = new Map<string, OffsetAt | null>();
  return (tzid, calendar) => {
    const name = tzid.trim().slice(0, 200);
    const zone = own.get(calendar)?.get(name) ?? own.get(null)?.get(name);
    if (zone && !defined.has(zone)) defined.set(zone, clockOf(zone));
    if (!known.has(name)) known.set(name, ianaClock(name));
    return (zone && defined.get(zone)) ?? known.get(name) ?? null;
  };
}

/** `Europe/Amsterdam`, also with the prefix of a registry, `/mozilla.org/20050126_1/Europe/Amsterdam`, or by Windows' name. */
function ianaClock(name: string): OffsetAt | null {
  const zone = windowsZone(name);
  if (zone !== null) return zoneClock(zone);
  const parts = name.split('/').filter(Boolean);
  for (const length of [3, 2, 1]) {
    const tail = parts.slice(-length).join('/');
    const isZone = parts.length >= length && tail !== '' && (tail.length > 3 || SHORT_ZONES.test(tail));
    const clock = isZone ? zoneClock(tail) : null;
    if (clock) return clock;
  }
  return null;
}

function clockOf(zone: Component): OffsetAt | null {
  const read = zone.components.map(observanceOf);
  const observances = read.filter((one) => one !== null);
  if (observances.length === 0 || observances.length < read.length || read.length > 400) return null;
  const byYear = new Map<number, Onset[]>();
  const fixed = observances
    .flatMap(({ starts, from, to }) => starts.map((start) => ({ at: start - from, from, to })))
    .sort((a, b) => a.at - b.at);
  const onsetsOf = (year: number): Onset[] => {
    let onsets = byYear.get(year);
    if (!onsets) {
      onsets = observances.flatMap((one) => yearlyOnset(one, year));
      byYear.set(year, onsets);
    }
    return onsets;
  };
  return (ms) => {
    const year = new Date(ms).getUTCFullYear();
    const onsets = [...fixed, ...onsetsOf(year - 1), ...onsetsOf(year), ...onsetsOf(year + 1)];
    let last: Onset | null = null;
    let first: Onset | null = null;
    for (const onset of onsets) {
      if (onset.at <= ms && (last === null || onset.at >= last.at)) last = onset;
      if (first === null || onset.at < first.at) first = onset;
    }
    return last?.to ?? first?.from ?? null;
  };
}

function observanceOf(component: Component): Observance | null {
  const from = offsetOf(textOf(component, 'TZOFFSETFROM'));
  const to = offsetOf(textOf(component, 'TZOFFSETTO'));
  const start = localOf(textOf(component, 'DTSTART'));
  if (from === null || to === null || start === null) return null;
  const given = component.properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(','))
    .map(localOf);
  const starts = [start, ...given.filter((date) => date !== null)];
  if (starts.length <= given.length) return null;
  const rule = propertyNamed(component, 'RRULE')?.value;
  if (rule === undefined) return { from, to, starts, yearly: null };
  const yearly = yearlyOf(rule, start);
  return yearly && { from, to, starts, yearly };
}

/** A rule with one change per year; null if it says more than we support. */
function yearlyOf(rule: string, start: number): YearlyRule | null {
  const first = new Date(start);
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.split('=');
        return [name.trim(), value.trim()];
      }),
  );
  const known = ['FREQ', 'BYMONTH', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'INTERVAL', 'WKST'];
  if ([...parts.keys()].some((name) => name !== '' && !known.includes(name))) return null;
  if (parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return null;
  const month = Number(parts.get('BYMONTH') ?? first.getUTCMonth() + 1);
  const days = (parts.get('BYMONTHDAY') ?? '').split(',').filter(Boolean).map(Number);
  const byDay = parts.get('BYDAY');
  const weekday = byDay === undefined ? null : /^([+-]?[1-5])?(SU|MO|TU|WE|TH|FR|SA)$/.exec(byDay);
  if (byDay !== undefined && weekday === null) return null;
  if (!(month >= 1 && month <= 12) || days.some((day) => !(day >= 1 && day <= 31))) return null;
  const until = parts.has('UNTIL') ? localOf(parts.get('UNTIL') ?? '') : Number.POSITIVE_INFINITY;
  if (until === null) return null;
  return {
    month,
    weekday: weekday ? WEEKDAYS.indexOf(weekday[2] ?? '') : null,
    nth: weekday?.[1] ? Number(weekday[1]) : null,
    days: byDay === undefined && days.length === 0 ? [first.getUTCDate()] : days,
    until,
  };
}

function yearlyOnset({ yearly, starts, from, to }: Observance, year: number): Onset[] {
  const [first = 0] = starts;
  if (yearly === null || year < new Date(first).getUTCFullYear()) return [];
  const { month, weekday, nth, days, until } = yearly;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const fitting = Array.from({ length }, (_, at) => at + 1).filter((day) => {
    const isDay = weekday === null || new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday;
    return isDay && (days.length === 0 || days.includes(day));
  });
  const day = nth === null ? fitting[0] : fitting.at(nth > 0 ? nth - 1 : nth);
  if (day === undefined) return [];
  const local = Date.UTC(year, month - 1, day) + (((first % DAY_MS) + DAY_MS) % DAY_MS);
  const at = local - from;
  return at > until || local < first ? [] : [{ at, from, to }];
}

/** `+0100`, `-033000`, in ms. */
function offsetOf(text: string | null): number | null {
  const parts = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text?.trim() ?? '');
  if (!parts) return null;
  const [, sign, hours, minutes, seconds = '0'] = parts;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** `20270328T020000`, as if it were UTC. */
export function localOf(text: string | null): number | null {
  const parts = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?Z?)?$/.exec(text?.trim() ?? '');
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return momentOf(year, month, day, hour, minute);
}
