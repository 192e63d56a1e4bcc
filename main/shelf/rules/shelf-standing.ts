/** Whether a laptop would know of a withdrawal: one rule for Ready to fly and `tripkit health`. Pure. */

const HOUR_MS = 3_600_000;

/** Times are ISO 8601, UTC. */
interface ShelfFacts {
  /** When this laptop last read the shelf; null: never. */
  heard_at: string | null;
  /** Until when a desk has promised to renew it. */
  valid_until: string | null;
  /** How old the last reading may be, by the profile. */
  heard_within_hours: number;
}

/**
 * `unheard`: not read for longer than the profile allows; `overdue`: read, but no desk has renewed it in time.
 *
 * @param now ms since 1970 UTC
 */
export function shelfStanding(
  { heard_at, valid_until, heard_within_hours }: ShelfFacts,
  now: number,
): 'heard' | 'unheard' | 'overdue' {
  const isRecent = heard_at !== null && Math.abs(now - Date.parse(heard_at)) <= heard_within_hours * HOUR_MS;
  if (!isRecent) return 'unheard';
  return valid_until !== null && Date.parse(valid_until) < now ? 'overdue' : 'heard';
}
