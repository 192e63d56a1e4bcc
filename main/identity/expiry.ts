/** When a client certificate expires, in words, early enough for an IT department to replace it. */
import { utcMinute } from '../common/text.ts';

/** How near a certificate is to its end, and the message for the person. */
export interface ExpiryNotice {
  level: 'none' | 'soon' | 'urgent' | 'expired';
  /** Whole days left, rounded down; negative from the moment of expiry on. */
  days: number;
  /** The due warning, in days before the end: each is shown once. 0: expired. */
  threshold: 30 | 7 | 1 | 0 | null;
  /** What happens when and what to do, with the date in UTC; null if there is no message. */
  message: string | null;
}

const DAY_MS = 86_400_000;
const REPLACE = {
  file: 'Ask your airline’s IT for a new certificate file (.p12 or .pfx) and import it; your kits stay where they are.',
  computer:
    'Ask your airline’s IT for a new certificate on this computer or card and choose it in set-up; your kits stay where they are.',
} as const;

/** When the notice for a certificate changes next, ms since 1970 UTC; null if it changes no more. */
export function nextExpiryChange(valid_to: number, now: number): number | null {
  const changes = [30, 7, 1].map((days) => valid_to - days * DAY_MS).concat(valid_to + 1);
  return changes.find((at) => at > now) ?? null;
}

/**
 * The notice for a certificate that is valid to `valid_to`, at `now`; both ms since 1970 UTC. As in checkValidity, the last
 * moment is still valid (RFC 5280 section 4.1.2.5).
 */
export function expiryNotice(
  valid_to: number,
  now: number,
  kind: keyof typeof REPLACE = 'file',
): ExpiryNotice {
  const replace = REPLACE[kind];
  const left = valid_to - now;
  // The import refuses unreadable dates; there is nothing to count here.
  if (!Number.isFinite(left)) return { level: 'none', days: 0, threshold: null, message: null };
  const days = Math.floor(left / DAY_MS);
  const end = utcMinute(valid_to);
  const ends = `Your client certificate expires ${days === 1 ? 'in 1 day' : `in ${days} days`}, on ${end}.`;
  const notice = (
    level: ExpiryNotice['level'],
    threshold: ExpiryNotice['threshold'],
    message: string | null,
  ) => ({ level, days, threshold, message });
  if (left < 0) {
    return notice(
      'expired',
      0,
      `Your client certificate expired on ${end}: no kit can be requested or downloaded with it. ${replace} Kits that are on this laptop can still be read.`,
    );
  }
  if (left <= DAY_MS) {
    return notice(
      'urgent',
      1,
      `Your client certificate expires within a day, on ${end}. From then on no kit can be requested or downloaded. ${replace}`,
    );
  }
  if (left <= 7 * DAY_MS) return notice('urgent', 7, `${ends} ${replace}`);
  if (left <= 30 * DAY_MS) return notice('soon', 30, `${ends} ${replace}`);
  return notice('none', null, null);
}
