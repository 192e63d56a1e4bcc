/** How numbers and times are written for people. Times are UTC, 24 hours; those of an airport as the person wants them. */
import { appearanceStore } from './appearance.ts';

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in decimal units, at most three digits: `0 B`, `14.2 MB`, `260 MB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // 999.5 would be rounded to "1000".
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const text = unit > 0 && value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
  return `${text} ${UNITS[unit]}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** `21 Nov 2026 10:45Z`, with seconds on demand; the text itself where it is no date. */
export function formatUtc(iso: string, options: { seconds?: boolean } = {}): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${formatUtcDate(iso)} ${date.toISOString().slice(11, options.seconds ? 19 : 16)}Z`;
}

/** `21 Nov 2026`. */
export function formatUtcDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `10:45Z` of today, else `21 Nov 10:45Z`. @param now ms since 1970 UTC */
export function formatUtcShort(iso: string, now: number, options: { seconds?: boolean } = {}): string {
  const time = formatUtc(iso, options);
  return time.startsWith(`${formatUtcDate(new Date(now).toISOString())} `)
    ? (time.split(' ').at(-1) ?? time)
    : time.replace(/ \d{4} /, ' ');
}

/** A span of time: `18 s`, `2 min 05 s`, `1 h 04 min`, `3 d 2 h`. Negative spans are nought. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${pad(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A span to the minute, as people say it: `1 min`, `30 min`, `1 h 04 min`. */
export function formatMinutes(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 60 ? `${minutes} min` : formatSpan(minutes * 60_000);
}

/** Whole seconds of a range, `20–30 s`; one number where both are the same. */
export function formatRange(range: { from: number; to: number }): string {
  const from = Math.round(range.from / 1000);
  const to = Math.round(range.to / 1000);
  return from === to ? `${from} s` : `${from}–${to} s`;
}

/** How much of `total` is there, 0 to 1; null where the total is unknown. */
export function fraction(progress: { received: number; total: number | null }): number | null {
  if (progress.total === null || progress.total <= 0) return null;
  return Math.min(1, Math.max(0, progress.received / progress.total));
}

/** A percentage that says 100 only when all of it is there. */
export function formatPercent(share: number): string {
  return `${share >= 1 ? 100 : Math.min(99, Math.floor(share * 100))} %`;
}

/** `15:10`, in UTC. */
export function formatUtcTime(ms: number): string {
  const date = new Date(ms);
  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
}

/** Minutes of a day as `15:10`, or `3:10 pm` where the person wants local times so. */
export function formatLocalTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (appearanceStore.getState().local_hours === '24') return `${pad(hours)}:${pad(minutes % 60)}`;
  return `${hours % 12 || 12}:${pad(minutes % 60)} ${hours < 12 ? 'am' : 'pm'}`;
}
