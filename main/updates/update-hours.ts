/** The hours of a day in which updates are looked for and downloaded without a person's word. Pure. */

/** Minutes of a day. */
const DAY = 24 * 60;

/**
 * Whether a minute of the day lies in the hours. The first minute belongs to them, the last one doesn't; where the second time is
 * the earlier one they go over midnight, and where both are the same they are the whole day.
 *
 * @param hours two times of day, `22:00-05:30`; null: all hours
 * @param minute whole minutes since midnight, 0 to 1439
 */
export function isWithinHours(hours: string | null, minute: number): boolean {
  if (hours === null) return true;
  const [from = 0, to = 0] = hours.split('-').map(minutesOf);
  const length = (to - from + DAY) % DAY || DAY;
  return (minute - from + DAY) % DAY < length;
}

/**
 * The minute of the day that the computer's own clock shows, in its own time zone. On a day on which the clock is put forward the
 * minutes that are left out never come, on one on which it is put back an hour of them comes twice: the hours are those of the clock.
 *
 * @param now ms since 1970 UTC
 */
export function minuteOfDay(now: number): number {
  const time = new Date(now);
  return time.getHours() * 60 + time.getMinutes();
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
