/** The time in a time zone, by the rules of Chromium and Node (Intl). Never this laptop's own zone. Pure. */

export interface ZoneTime {
  /** The day there: 00:00 UTC of that date, ms since 1970. */
  day: number;
  /** Minutes since midnight by the clock there. */
  minutes: number;
  /** By how many days the date there differs from UTC: -1, 0, 1. */
  days: number;
}

const DAY_MS = 86_400_000;
/** The last moment of a Date, ms since 1970. */
const LAST_MS = 8.64e15;
const parts = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
} as const;

/** One per zone; null if Intl does not know the zone. Creating one costs more than everything else here. */
const clocks = new Map<string, Intl.DateTimeFormat | null>();

function clockOf(zone: string): Intl.DateTimeFormat | null {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    try {
      clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
        ...parts,
        hourCycle: 'h23',
        timeZone: zone,
      });
    } catch {
      clock = null;
    }
    clocks.set(zone, clock);
  }
  return clock;
}

/** What the clocks of an IANA zone show at `ms` (since 1970 UTC); null for an unknown zone or invalid moment. */
export function zoneTime(ms: number, zone: string): ZoneTime | null {
  const clock = clockOf(zone);
  if (clock === null || !(Math.abs(ms) <= LAST_MS)) return null;
  const shown: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(ms)) shown[type] = Number(value);
  const { year = Number.NaN, month = 1, day: date, hour = 0, minute = 0 } = shown;
  const day = Date.UTC(year, month - 1, date);
  return { day, minutes: hour * 60 + minute, days: Math.round(day / DAY_MS) - Math.floor(ms / DAY_MS) };
}

// Converts local times to UTC. Pure.

/** How far the clocks of a zone are ahead of UTC at `ms` (since 1970 UTC), ms; null if not known. */
export type OffsetAt = (ms: number) => number | null;

/** The clocks of an IANA zone; null if the zone is not known. */
export function zoneClock(zone: string): OffsetAt | null {
  const offsetAt: OffsetAt = (ms) => {
    const shown = zoneTime(ms, zone);
    return shown === null ? null : shown.day + shown.minutes * 60_000 - Math.floor(ms / 60_000) * 60_000;
  };
  return offsetAt(0) === null ? null : offsetAt;
}

/**
 * The moment of a local time (RFC 5545, 3.3.5): for a time that occurs twice, as in the night when summer time ends, the
 * first one; for a skipped time, the moment by the offset before the gap.
 *
 * @param local the local date and time as if it were UTC, ms since 1970
 */
export function utcOfLocal(local: number, offsetAt: OffsetAt): number | null {
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  if (before === null || after === null) return null;
  const fitting = [before, after].map((offset) => local - offset).filter((ms) => offsetAt(ms) === local - ms);
  return fitting.length > 0 ? Math.min(...fitting) : local - before;
}
