/** A taste of each fuzz target, in the process of the tests. What an input does to the process itself is fuzz.long.test.ts's. */
import { expect, test } from 'vitest';
import { judge } from './oracle.ts';
import { targets } from './targets/index.ts';

const SEED = 1;
/** Of each target, at a cost of 1: dearer ones try fewer. */
const INPUTS = 150;

test.each(targets.map((target) => [target.name, target] as const))(
  '%s: no crash, no stall',
  async (name, { cost, limits, open }) => {
    const target = await open();
    // What is loaded and compiled once is no input's.
    await judge(target, target.input(SEED, 0), limits);
    for (let n = 0; n < INPUTS / cost; n += 1) {
      const problem = await judge(target, target.input(SEED, n), limits);
      expect(problem && `--target ${name} --seed ${SEED} --only ${n}: ${problem.detail}`).toBeNull();
    }
  },
);
