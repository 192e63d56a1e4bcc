/**
 * Decides what may be done about updates now, or says why not. Pure. An update is applied only when a person asks for it,
 * and never while a kit is open or being fetched.
 */

import { isDue } from '../kits/rules/kit-facts.ts';
import { compareVersions as rankOf, versionParts } from './rules/versions.ts';

/** The state of an update. */
export type UpdateStatus = 'off' | 'unavailable' | 'idle' | 'checking' | 'downloading' | 'ready' | 'failed';

/** A planned kit that comes due within this time delays an installation, ms: the app must be running for it. */
export const PLANNED_AHEAD_MS = 15 * 60_000;

/** The app's other activities. Whole numbers, none negative. */
export interface Circumstances {
  /** Documents open in views. */
  open_documents: number;
  /** Kits being requested, generated or downloaded. */
  unfinished_kits: number;
  /** Planned kits that come due within PLANNED_AHEAD_MS. */
  planned_soon: number;
  /** Whether cockpit mode is on: then no update is checked for, downloaded or installed. */
  cockpit: boolean;
}

/** Counts the app's other activities. @param now ms since 1970 UTC */
export function circumstancesOf(
  open: { readonly size: number },
  unfinished_kits: number,
  kits: readonly { state: string; due_at: number | null }[],
  now: number,
  cockpit: boolean,
): Circumstances {
  return {
    cockpit,
    open_documents: open.size,
    unfinished_kits,
    planned_soon: kits.filter((kit) => isDue(kit, now + PLANNED_AHEAD_MS)).length,
  };
}

export interface UpdateFacts extends Circumstances {
  status: UpdateStatus;
  /** The administrators' decision: with `off` the app neither checks for updates nor installs them. */
  managed: 'on' | 'off';
  /** Whether it is within the administrators' hours, or a person asked. */
  hours_open: boolean;
  /** Why this build has no updates, or why the last one was refused, in a sentence. */
  reason: string | null;
}

interface UpdateVerdict {
  /** Whether the feed may be checked. */
  may_check: boolean;
  /** Whether a version may be downloaded: kits have priority on the network. */
  may_download: boolean;
  may_install: boolean;
  /** Why nothing can be installed now and what to do; null if and only if `may_install`. */
  why_not: string | null;
}

export const MANAGED = 'Updates are managed by your administrators.';

/** Decides from the facts. */
export function decideUpdate(facts: UpdateFacts): UpdateVerdict {
  const { status, managed, reason } = facts;
  const nothing = { may_check: false, may_download: false, may_install: false };
  if (managed === 'off' || status === 'off') return { ...nothing, why_not: MANAGED };
  if (status === 'unavailable') {
    return { ...nothing, why_not: reason ?? 'Updates are not available in this build.' };
  }
  const may_check = status !== 'checking' && status !== 'downloading';
  const may_download = facts.unfinished_kits === 0 && !facts.cockpit && facts.hours_open;
  const why_not = whyNotInstall(facts);
  return { may_check, may_download, may_install: why_not === null, why_not };
}

function whyNotInstall(facts: UpdateFacts): string | null {
  const { status, reason } = facts;
  if (status === 'failed') return reason ?? 'The update was refused. The app goes on as it is.';
  if (status !== 'ready') return 'No update is ready.';
  if (facts.cockpit) return 'Cockpit mode is on. Leave it, then install.';
  for (const { count, one, many } of hindrances) {
    if (facts[count] > 0) return facts[count] === 1 ? one : `${facts[count]} ${many}`;
  }
  return null;
}

/** The reasons that delay an installation, in the order in which they are shown. */
const hindrances: readonly { count: Exclude<keyof Circumstances, 'cockpit'>; one: string; many: string }[] = [
  {
    count: 'open_documents',
    one: 'A kit is open. Close it, then install.',
    many: 'kits are open. Close them, then install.',
  },
  {
    count: 'unfinished_kits',
    one: 'A kit is being fetched. Install when it is on this laptop.',
    many: 'kits are being fetched. Install when they are on this laptop.',
  },
  {
    count: 'planned_soon',
    one: 'A planned kit comes due within minutes. Install after it.',
    many: 'planned kits come due within minutes. Install after them.',
  },
];

/** Earliest time of the first check after a start, ms. */
export const FIRST_CHECK_MS = 3 * 60_000;
/** Shortest time between two checks, ms. */
export const CHECK_EVERY_MS = 4 * 3_600_000;
/** Shortest time after a check or download that failed because of the network, ms. */
export const RETRY_MS = 30 * 60_000;

/**
 * Time until the next check, ms: 3-8 minutes after the start, 30-60 minutes after a failure, otherwise 4-6 hours. Random,
 * so the laptops of a fleet, which start together, don't check together.
 *
 * @param random from 0 to 1
 */
export function nextCheckIn(after: 'start' | 'success' | 'failure', random: number): number {
  if (after === 'start') return FIRST_CHECK_MS + random * 5 * 60_000;
  if (after === 'failure') return RETRY_MS + random * RETRY_MS;
  return CHECK_EVERY_MS + random * 2 * 3_600_000;
}

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

// Decides which releases are offered on this computer. Pure.

/** `stable`: final releases only. `beta`: prereleases, too. */
export type UpdateChannel = 'stable' | 'beta';

/** The names of the feed's files for each channel, in the order in which they are checked (docs/release.md). */
export const feedNames: Readonly<Record<UpdateChannel, readonly string[]>> = {
  stable: ['latest'],
  beta: ['latest', 'beta'],
};

/**
 * Whether a version is offered: it must be newer, and on the channel `stable` final, whatever is running. So a computer
 * that returns from `beta` keeps its version until there is a newer final one.
 *
 * @param facts `running`: the running version
 */
export function isOffered(
  version: string,
  { running, channel }: { running: string; channel: UpdateChannel },
): boolean {
  return compareVersions(version, running) > 0 && (channel === 'beta' || !isPrerelease(version));
}

/** Whether a version is a prerelease (Semantic Versioning 2.0.0, item 9). */
export function isPrerelease(version: string): boolean {
  return versionParts(version)?.pre.length !== 0;
}

/** The order of two versions: below 0 if `a` is older. A text that is not a version is older than every version. */
export function compareVersions(a: string, b: string): number {
  return rankOf(a, b) ?? Number(versionParts(a) !== null) - Number(versionParts(b) !== null);
}
