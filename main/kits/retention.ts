/** Decides which kits are removed automatically. One pure function serves both the preview and the removal. */

import { utcMinute } from '../common/text.ts';
import type { KitRecord } from '../store/kit-record.ts';
import { isUnfinished } from './lifecycle.ts';
import { FLIGHT_MS } from './rules/kit-facts.ts';
import { departureMs } from './rules/same-flight.ts';

export interface RetentionPolicy {
  /** Days after the departure; null keeps everything. */
  keep_days_after_departure: number | null;
}

/** The facts of a kit that retention needs. */
export type RetentionKit = Pick<KitRecord, 'id' | 'trip' | 'state' | 'state_since'> &
  Partial<Pick<KitRecord, 'document'>>;

/** Facts besides the kits themselves. Sets of our own kit ids. */
export interface RetentionFacts {
  /** ms since 1970 UTC. */
  now: number;
  policy: RetentionPolicy;
  pinned: Pick<ReadonlySet<string>, 'has'>;
  /** Open in a viewer at this moment. */
  open: Pick<ReadonlySet<string>, 'has'>;
  /** Older id → newer ready id (supersession.ts). */
  superseded: ReadonlyMap<string, string>;
}

/** A kit and a sentence that says why it is removed or kept. */
export interface RetentionDecision {
  id: string;
  why: string;
}

/** Used for a time that no calendar has. */
const FOREVER = 'the end of time';
const day_ms = 24 * 60 * 60_000;

/**
 * Decides for every kit, in the order given, whether the policy removes it.
 *
 * - pinned, open and unfinished kits stay, and those that wait for a person's decision
 * - a readable kit, even a damaged one, is removed N days after its departure, but never within the day after it; without a
 *   known departure, N days after it became ready. A tracked kit that replaces a requested one has its departure
 * - a failed or cancelled kit without a document is removed after N days
 * - a policy that is not a number of days from 0 up removes nothing
 *
 * So a readable kit of a future flight always stays.
 */
export function planRetention(
  kits: readonly RetentionKit[],
  facts: RetentionFacts,
): { remove: RetentionDecision[]; keep: RetentionDecision[] } {
  const plan: { remove: RetentionDecision[]; keep: RetentionDecision[] } = { remove: [], keep: [] };
  const departures = knownDepartures(kits, facts.superseded);
  for (const kit of kits) {
    const { id } = kit;
    const stays = protection(kit, facts);
    if (stays !== null) {
      plan.keep.push({ id, why: stays });
      continue;
    }
    const departure = isReadable(kit) ? (departures.get(id) ?? null) : null;
    const { due, because } = endOf(kit, departure, facts.policy.keep_days_after_departure ?? Infinity);
    if (due <= facts.now) plan.remove.push({ id, why: because });
    else plan.keep.push({ id, why: `It stays until ${utcMinute(due, FOREVER)}.` });
  }
  return plan;
}

function protection(
  { id, state }: RetentionKit,
  { policy, pinned, open, now }: RetentionFacts,
): string | null {
  const days = policy.keep_days_after_departure;
  if (pinned.has(id)) return 'It is kept.';
  if (open.has(id)) return 'It is open.';
  if (isUnfinished(state)) return 'It is still on its way.';
  if (state === 'planned') return 'It is planned.';
  if (state === 'unconfirmed') return 'It waits for your decision.';
  if (days === null) return 'Kits are kept until you remove them.';
  if (!(days >= 0 && days < Infinity) || !Number.isFinite(now)) {
    return 'The number of days to keep kits is not valid. Correct it in the settings.';
  }
  return null;
}

/** A damaged document may be the only one that a person has: it is kept as long as a sound one. */
function isReadable({ state, document }: RetentionKit): boolean {
  return state === 'ready' || (document !== undefined && document !== null);
}

function endOf(kit: RetentionKit, departure: number | null, days: number): { due: number; because: string } {
  const { state, state_since } = kit;
  const kept = `${days} ${days === 1 ? 'day' : 'days'}`;
  if (!isReadable(kit)) {
    return { due: state_since + days * day_ms, because: `It ${endings[state]} more than ${kept} ago.` };
  }
  if (departure === null) {
    return {
      due: state_since + days * day_ms,
      because: `It has been ready for more than ${kept}, and its departure is not known.`,
    };
  }
  const due = departure + Math.max(days * day_ms, FLIGHT_MS);
  return { due, because: `Its departure was on ${utcMinute(departure)}, more than ${kept} ago.` };
}

const endings: Partial<Record<KitRecord['state'], string>> = {
  failed: 'failed',
  cancelled: 'was cancelled',
};

/** Departures of ready kits, ms since 1970 UTC. */
function knownDepartures(
  kits: readonly RetentionKit[],
  superseded: ReadonlyMap<string, string>,
): Map<string, number> {
  const known = new Map<string, number>();
  const inherited = new Map<string, number>();
  for (const kit of kits) {
    const { id, trip } = kit;
    const departure = departureMs(trip?.departure);
    if (departure === null || !isReadable(kit)) continue;
    known.set(id, departure);
    const newer = superseded.get(id);
    if (newer !== undefined) inherited.set(newer, Math.max(departure, inherited.get(newer) ?? -Infinity));
  }
  for (const [id, departure] of inherited) if (!known.has(id)) known.set(id, departure);
  return known;
}
