import { formatUtcDate } from '../design/format.ts';
import { DAY_MS } from '../kits/list/library-order.ts';
import { strings } from '../strings/strings.ts';

/** What a day is called: its date, and its name where it is near. @param day, @param today starts of days in UTC, ms */
export function dayWords(day: number, today: number): { name: string | null; date: string } {
  const date = strings.library.day(new Date(day).getUTCDay(), formatUtcDate(new Date(day).toISOString()));
  const name =
    day === today
      ? strings.library.today
      : day === today + DAY_MS
        ? strings.library.tomorrow
        : day === today - DAY_MS
          ? strings.library.yesterday
          : null;
  return { name, date };
}
