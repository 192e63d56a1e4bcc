import { utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Trip } from '../common/trip.ts';
import type { DomainCalls } from '../host/call-map.ts';
import { checkTrip, presentTrip, type RulesOf, requireSound } from '../trips/trip-rules.ts';
import type { ActivityLog, ActKind } from './activity-log.ts';
import type { FirstList } from './first-list.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';
import type { KitFlags } from './kit-flags.ts';
import { viewKit } from './kit-view.ts';
import { isUnfinished } from './lifecycle.ts';
import { plansBefore } from './planner.ts';

/**
 * Maximum of unfinished kits, five of the largest requests: a compromised page can't fill the disk with them or keep the
 * service busy for days.
 */
const MAX_UNFINISHED = 5_000;
const HOUR_MS = 3_600_000;
const NOT_SAVED = 'Nothing was saved.';

interface KitCallsDeps {
  engine: KitEngine;
  flags: Pick<KitFlags, 'of' | 'setPinned' | 'acknowledge' | 'acknowledgements'>;
  firstList: FirstList;
  rulesOf: RulesOf;
  /** @throws TripKitError of kind `identity` if the profile's certificate is known to be expired or not yet valid */
  requireValidIdentity(profile_id: string): Promise<void>;
  /** Records what this computer's user does. */
  activity: Pick<ActivityLog, 'record'>;
  /** Ms since 1970 UTC. */
  now(): number;
  /** Removes a kit from this laptop because a person asked for it. @throws TripKitError as the engine's `remove` */
  removeKit(kit_id: string): Promise<void>;
}

/** Calls of the domain `kits`. */
export function kitCalls(deps: KitCallsDeps): DomainCalls<'kits'> {
  const { engine, flags, firstList, rulesOf, activity } = deps;
  const view = (kit: LiveKit) => viewKit(kit, flags);
  /** Returns kits for the page after recording what a person did with them. */
  const done = (act: ActKind, kits: readonly LiveKit[]) => {
    activity.record(act, kits);
    return kits.map(view);
  };
  /** @throws TripKitError of kind `config` if `count` more kits are too many */
  const requireRoom = (count: number) => {
    const unfinished = engine.list().filter(({ state }) => isUnfinished(state)).length;
    if (unfinished + count <= MAX_UNFINISHED) return;
    throw new TripKitError(
      'config',
      `${unfinished} kits are on their way, and ${count} more are too many at once. Wait until some are here, or cancel some.`,
    );
  };
  const changed = (act: ActKind, kit: LiveKit) => {
    activity.record(act, [kit]);
    return view(kit);
  };
  return {
    firstText: () => firstList.firstText(),
    listText: () => firstList.text(),
    check: (profile_id, trip) => [...rulesOf(profile_id)(presentTrip(trip)).problems],
    request: async (profile_id, given) => {
      const trips = requireSound(rulesOf(profile_id), given, 'Nothing was requested.');
      requireRoom(trips.length);
      await deps.requireValidIdentity(profile_id);
      return done('asked', engine.request(profile_id, trips));
    },
    plan: (profile_id, given, hours_before) => {
      const trips = requireSound(rulesOf(profile_id), given, 'Nothing was planned.');
      const planned = engine.list().filter(({ state, due_at }) => state === 'planned' && due_at !== null);
      const plans = plansBefore(trips, hours_before * HOUR_MS, planned.length, deps.now());
      return engine.plan(profile_id, plans).map(view);
    },
    track: async (profile_id, tripkit_ids) => {
      rulesOf(profile_id);
      const ids = uniqueIds(tripkit_ids);
      requireRoom(ids.length);
      await deps.requireValidIdentity(profile_id);
      return done('followed', engine.track(profile_id, ids));
    },
    cancel: (id) => changed('cancelled', engine.cancel(id)),
    tryNow: (id) => view(engine.tryNow(id)),
    retry: (id) => changed('retried', engine.retry(id)),
    requestAgain: (id) => changed('asked_again', engine.requestAgain(id)),
    enterDeparture: (id, given) => {
      // The alternates are those of the request, so no limit of the profile applies.
      const rules = (trip: Trip) => checkTrip(trip, { max_alternates: Infinity }, deps.now());
      const [sound] = requireSound(rules, [given], NOT_SAVED);
      if (sound?.departure === undefined)
        throw new TripKitError('config', `The departure is missing. Enter its date and time. ${NOT_SAVED}`);
      return changed('departure_entered', engine.enterDeparture(id, sound));
    },
    remove: (id) => deps.removeKit(id),
    setPinned: (id, pinned) => {
      engine.get(id);
      flags.setPinned(id, pinned);
      return view(engine.get(id));
    },
    acknowledge: (id) => {
      flags.acknowledge(engine.get(id));
      return view(engine.get(id));
    },
    acknowledgements: (id) => {
      engine.get(id);
      return flags.acknowledgements(id).map((given) => ({ ...given, at: utc(given.at) }));
    },
  };
}

/** The ids trimmed, without duplicates, in their order. @throws TripKitError of kind `config` for an empty one */
function uniqueIds(tripkit_ids: readonly string[]): string[] {
  const ids = tripkit_ids.map((id) => id.trim());
  if (ids.includes('')) {
    throw new TripKitError('config', 'A kit ID is empty. Enter the one that the service gave for the kit.');
  }
  return [...new Set(ids)];
}
