/** The fake's batch checks. */
import type { Trip, TripProblem } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, ok } from './fake-setup.ts';

export function createFakeBatch(named: Named, check: (trip: Trip) => TripProblem[]): FakeBridge['batch'] {
  return {
    check: named('batch.check', (_profile, trips) => ok(trips.map(check))),
    save: named('batch.save', () => ok('Trip kits.csv')),
  };
}
