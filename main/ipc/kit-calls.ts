import type { ServiceMessage, TripProblem } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import type { Trip } from '../common/trip.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { DomainCalls } from './call-map.ts';
import { type KitMarks, utc, viewKit, viewKits } from './kit-view.ts';
import { presentTrip } from './present-trip.ts';
import { refuseErrors } from './refuse-errors.ts';

/** Pins and acknowledgements; main/app/kit-marks.ts has the real one. */
export interface KitMarkKeeper extends KitMarks {
  /** @throws TripKitError of kind `disk` */
  setPinned(id: string, pinned: boolean): void;
  /** Acknowledges every present message of the kit, for its present document. @throws TripKitError of kind `disk` */
  acknowledge(kit: LiveKit): void;
  /** Oldest first. */
  acknowledgements(
    id: string,
  ): { at: number; by: string; message: ServiceMessage; document_sha256: string | null }[];
}

/** What a person does with a kit, for its audit. */
export type KitAct = 'asked' | 'followed' | 'cancelled' | 'retried' | 'asked_again';

export interface KitCallsDeps {
  engine: KitEngine;
  marks: KitMarkKeeper;
  /** All kits as they are shown, prepared ahead (first-list.ts). */
  all?: { text(): string; firstText(): string };
  /** What the profile allows. @throws TripKitError of kind `config` where there is no such profile */
  limitsOf(profile_id: string): { max_alternates: number };
  /**
   * Refuses where the profile's certificate is known to be out of its time, so that this is told before any call.
   *
   * @throws TripKitError of kind `identity`
   */
  requireValidIdentity(profile_id: string): Promise<void>;
  /** Writes down what this computer's user does (main/app/activity-log.ts). */
  acts: { record(act: KitAct, kits: readonly LiveKit[]): void };
  /** The trip rules (main/kits/trip-rules.ts): the trip as it would be sent, and what is wrong with it. */
  checkTrip(trip: Trip, limits: { max_alternates: number }): { trip: Trip; problems: readonly TripProblem[] };
  log: Log;
}

/** Calls of the domain `kits`. */
export function kitCalls(deps: KitCallsDeps): DomainCalls<'kits'> {
  const { engine, marks, limitsOf, checkTrip, log } = deps;
  const view = (kit: LiveKit) => viewKit(kit, marks);
  const noted = (act: KitAct, ...kits: LiveKit[]) => {
    deps.acts.record(act, kits);
    return kits;
  };
  const one = (act: KitAct, kit: LiveKit) => {
    noted(act, kit);
    return view(kit);
  };
  return {
    list: () => viewKits(engine.list(), marks, log),
    firstText: () => deps.all?.firstText() ?? '[]',
    listText: () => deps.all?.text() ?? JSON.stringify(viewKits(engine.list(), marks, log)),
    history: (id) => engine.history(id).map(({ at, state, what }) => ({ at: utc(at), state, what })),
    check: (profile_id, trip) => [...checkTrip(presentTrip(trip), limitsOf(profile_id)).problems],
    request: async (profile_id, trips) => {
      const limits = limitsOf(profile_id);
      const checked = trips.map((trip) => checkTrip(presentTrip(trip), limits));
      refuseErrors(checked, 'Nothing was requested.');
      await deps.requireValidIdentity(profile_id);
      const kits = engine.request(
        profile_id,
        checked.map(({ trip }) => trip),
      );
      return noted('asked', ...kits).map(view);
    },
    track: async (profile_id, tripkit_ids) => {
      limitsOf(profile_id);
      const ids = uniqueIds(tripkit_ids);
      await deps.requireValidIdentity(profile_id);
      return noted('followed', ...engine.track(profile_id, ids)).map(view);
    },
    cancel: (id) => one('cancelled', engine.cancel(id)),
    retry: (id) => one('retried', engine.retry(id)),
    requestAgain: (id) => one('asked_again', engine.requestAgain(id)),
    remove: async (id) => {
      await engine.remove(id);
      return null;
    },
    setPinned: (id, pinned) => {
      engine.get(id);
      marks.setPinned(id, pinned);
      return view(engine.get(id));
    },
    acknowledge: (id) => {
      marks.acknowledge(engine.get(id));
      return view(engine.get(id));
    },
    acknowledgements: (id) => {
      engine.get(id);
      return marks.acknowledgements(id).map((given) => ({ ...given, at: utc(given.at) }));
    },
  };
}

/** Ids without white space around them, each once, in their order. @throws TripKitError of kind `config` for an empty one */
function uniqueIds(tripkit_ids: readonly string[]): string[] {
  const ids = tripkit_ids.map((id) => id.trim());
  if (ids.includes('')) {
    throw new TripKitError(
      'config',
      'A tripkit_id is empty. Enter the id that the service gave for the kit.',
    );
  }
  return [...new Set(ids)];
}
