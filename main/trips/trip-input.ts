/** Trips from the window: without empty keys, checked, and all of them or none. */
import type { TripProblem } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { type Trip, tripName } from '../common/trip.ts';

type TripInput = { [K in keyof Trip]: Trip[K] | undefined };

/** The result of the trip rules (main/trips/trip-rules.ts): the trip as it would be sent, and its problems. */
export type TripRules = (trip: Trip) => { trip: Trip; problems: readonly TripProblem[] };

/** The rules with a profile's limits. @throws TripKitError of kind `config` if there is no such profile */
export type RulesOf = (profile_id: string) => TripRules;

/** Drops keys that are present but undefined, which structured clone may bring. */
export function presentTrip(trip: TripInput): Trip {
  return Object.fromEntries(
    Object.entries(trip).filter(([, value]) => value !== undefined),
  ) as unknown as Trip;
}

/**
 * The trips as they would be sent.
 *
 * @param nothing the consequence of an error, as a sentence
 * @throws TripKitError of kind `config` that names the first trip with an error
 */
export function requireSound(rules: TripRules, trips: readonly TripInput[], nothing: string): Trip[] {
  return trips.map((given) => {
    const { trip, problems } = rules(presentTrip(given));
    const error = problems.find(({ severity }) => severity === 'error');
    if (!error) return trip;
    // The message names the trip: its index in this call is not its row in the person's sheet.
    const which = trips.length === 1 ? '' : `${tripName(trip)}: `;
    throw new TripKitError('config', `${which}${error.message} ${nothing}`);
  });
}
