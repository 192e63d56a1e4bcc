/** Converts local times to UTC. Pure. */
import { zoneTime } from './zone-time.ts';

/** How far the clocks of a zone are ahead of UTC at `ms` (since 1970 UTC), ms; null if not known. */
export type OffsetAt = (ms: number) => number | null;

const DAY_MS = 86_400_000;

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
