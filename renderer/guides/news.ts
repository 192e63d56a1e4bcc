/** What is shown after an update, and when. Pure; times are ms since 1970 UTC. */

import { FLIGHT_MS } from '../../main/kits/rules/kit-facts.ts';
import { compareVersions } from '../../main/updates/rules/versions.ts';
import type { Kit } from '../../preload/contract.ts';
import type { Guide, GuideSection, Release } from './guide.ts';

/** How long before a departure nothing is shown, ms: report time, the way to the aircraft and flight preparation. */
export const QUIET_MS = 6 * 3_600_000;

/** What runs, and what is known of the person. */
interface Versions {
  /** The version that runs. */
  current: string;
  /** The version before it; null if there was none. */
  before: string | null;
  /** The version whose news was seen or put away; null for none. */
  seen: string | null;
}

/** The versions after `since` up to `current`, as the changelog has them: the last one first. Empty where that is no way ahead. */
export function releasesSince(
  releases: readonly Release[],
  since: string,
  current: string,
): readonly Release[] {
  return releases.filter(({ version }) => {
    if (version === null) return false;
    const [after, upTo] = [compareVersions(version, since), compareVersions(version, current)];
    return after !== null && upTo !== null && after > 0 && upTo <= 0;
  });
}

/** The versions to tell of once; empty at a first installation, after a way back, and when it was seen. */
export function newsToTell(
  releases: readonly Release[],
  { current, before, seen }: Versions,
): readonly Release[] {
  if (before === null) return [];
  const toSeen = seen === null ? null : compareVersions(current, seen);
  if (toSeen !== null && toSeen <= 0) return [];
  return releasesSince(releases, before, current);
}

/** What goes on at a moment. */
interface Moment {
  now: number;
  cockpit: boolean;
  /** Whether all kits are known. */
  complete: boolean;
  kits: readonly Pick<Kit, 'trip' | 'created_at'>[];
}

/**
 * Whether something that can wait may be told: not in cockpit mode, and not from `QUIET_MS` before the departure of a flight of
 * this laptop until it is over. A kit whose flight is not known counts as one of the hours after its request.
 */
export function isCalm({ now, cockpit, complete, kits }: Moment): boolean {
  if (cockpit || !complete) return false;
  const near = (departure: string | undefined, otherwise: boolean) => {
    const at = Date.parse(departure ?? '');
    return Number.isNaN(at) ? otherwise : at - QUIET_MS <= now && now < at + FLIGHT_MS;
  };
  return !kits.some(({ trip, created_at }) => near(trip?.departure, now - Date.parse(created_at) < QUIET_MS));
}

/** The sections of the changelog that tell of these versions. */
export function sectionsOf({ sections }: Guide, releases: readonly Release[]): readonly GuideSection[] {
  const wanted = new Set(releases.map(({ heading }) => heading));
  let within = false;
  return sections.filter(({ heading, level }) => {
    if (heading !== null && level === 2) within = wanted.has(heading);
    return within;
  });
}
