import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedOfRun } from '../campaign/run-campaign.ts';
import { type Random, seeded } from '../demo-service/random.ts';
import { type AnyTarget, DEFAULT_LIMITS, type Target } from './target.ts';

/** Changes of one input: mostly few, so that it comes far, now and then many. */
const FEW = 4;
const MANY = 30;

/** A folder for one input's files. */
export const inputFolder = () => mkdtempDisposableSync(join(tmpdir(), 'tripkit-fuzz-'));

/** Makes a target that the runner can drive without knowing what its inputs are. */
export function defineTarget<T>(target: Target<T>): AnyTarget {
  const { name, domain, run } = target;
  return {
    name,
    cost: target.cost ?? 1,
    limits: { ...DEFAULT_LIMITS, ...target.limits },
    async open() {
      const seeds = await target.seeds();
      if (seeds.length === 0) throw new Error(`The target ${name} has no seeds.`);
      return {
        input: (seed, n) => domain.encode(seeds[n] ?? mutated(seeds, seedOfRun(seed, n))),
        run: (input) => run(domain.decode(input)),
        *smaller(input) {
          for (const one of domain.smaller(domain.decode(input))) yield domain.encode(one);
        },
      };
    },
  };

  function mutated(seeds: readonly T[], seed: number): T {
    const random = seeded(seed);
    let input = pickOf(random, seeds);
    const changes = random.chance(0.1) ? random.integer(FEW, MANY) : random.integer(1, FEW);
    for (let i = 0; i < changes; i += 1) input = domain.mutate(random, input, seeds);
    return input;
  }
}

function pickOf<T>(random: Random, items: readonly T[]): T {
  return items[random.integer(0, items.length - 1)] as T;
}
