import fc from 'fast-check';
import { expect } from 'vitest';
import { faultsOfKit, faultsOfReady } from './oracle.ts';
import { appOf } from './oracle-app.tsx';
import { type World, worlds } from './oracle-world.ts';

/** What the app says on a laptop that is not so. @param tally counts how laptops and flights are shown */
async function faultsOn(world: World, tally: Map<string, number>): Promise<string[]> {
  const shown = await appOf(world);
  const { state, flights } = shown.ready;
  for (const one of [`laptop ${state}`, ...flights.map((flight) => `flight ${flight.state}`)])
    tally.set(one, (tally.get(one) ?? 0) + 1);
  const missing = world.kits.length + world.orders.length - shown.kits.length;
  return [
    ...(missing === 0 ? [] : [`${missing} kits are not in the list`]),
    ...faultsOfReady(world, shown),
    ...shown.kits.flatMap((kit) => faultsOfKit(world, kit)),
  ];
}

/**
 * Finds no fault on so many random laptops; a failure prints seed, path and the smallest laptop.
 *
 * @returns how many laptops and flights were shown in each colour
 */
export async function judge(laptops: number, seed: number): Promise<Map<string, number>> {
  const tally = new Map<string, number>();
  const property = fc.asyncProperty(fc.noBias(worlds), async (world) => {
    expect(await faultsOn(world, tally)).toEqual([]);
  });
  await fc.assert(property, { numRuns: laptops, seed });
  return tally;
}
