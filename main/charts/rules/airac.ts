/** The common calendar of aeronautical publications (ICAO Doc 8126): a cycle every 28 days. */
import type { IsoDay } from './chart.ts';

const DAY_MS = 24 * 3600 * 1000;
const CYCLE_DAYS = 28;
/** 2016-10-13, the first day of cycle 1611. */
const KNOWN = dayNumber('2016-10-13');

/** Days since 1970 of a day that exists. */
export function dayNumber(day: IsoDay): number {
  return Date.parse(day) / DAY_MS;
}

/** Whether a cycle begins on this day. */
export function isAiracDay(day: IsoDay): boolean {
  return (dayNumber(day) - KNOWN) % CYCLE_DAYS === 0;
}

/** The number of the cycle that begins on this day, `YYNN`. */
export function airacNumber(day: IsoDay): string {
  const ordinal = dayNumber(day) - dayNumber(`${day.slice(0, 4)}-01-01`);
  return day.slice(2, 4) + String(Math.floor(ordinal / CYCLE_DAYS) + 1).padStart(2, '0');
}

/** Whether the time between both days is a whole number of cycles, at most `cycles`. */
export function isWholeCycles(from: IsoDay, to: IsoDay, cycles: number): boolean {
  const days = dayNumber(to) - dayNumber(from);
  return days > 0 && days % CYCLE_DAYS === 0 && days <= cycles * CYCLE_DAYS;
}
