/** The hours of a day in which updates are checked for and downloaded automatically. Pure. */

/** Minutes of a day. */
const DAY = 24 * 60;

/**
 * Whether a minute of the day is within the hours. The first minute belongs to them, the last one doesn't; if the second
 * time is earlier, the hours include midnight; if both are the same, they are the whole day.
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
 * The minute of the day by the computer's own clock and time zone. When the clock is put forward, the skipped minutes never
 * come; when it is put back, an hour comes twice: the hours follow the clock.
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
