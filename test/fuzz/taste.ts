/** What both suites try of the fuzz targets: `npm run fuzz` continues for as long as it is told. */
import { expect, test } from 'vitest';
import { targets as badTargets } from './bad-targets.ts';
import { type FuzzResult, fuzzTarget } from './run-target.ts';
import { targets } from './targets/index.ts';

const SEED = 1;
/** Inputs of each target that `npm test` tries, at a cost of 1: dearer targets try fewer. */
export const TASTE = 150;
/** Inputs that come to the fault of each bad target. */
const UNTIL_FAULT = 150;
/** Without progress for so long, an input hangs, ms: far longer than a busy machine stands still. */
const HANG_MS = 120_000;

const moduleOf = (path: string) => new URL(path, import.meta.url).href;

/** A test for each target, of its inputs from `from` to `to`, at a cost of 1. */
export function testTargets(from: number, to: number): void {
  test.each(targets.map((target) => [target.name, target] as const))(
    '%s: no crash, no stall, no memory over its limit',
    { timeout: 600_000 },
    async (name, target) => {
      const range = { from: Math.ceil(from / target.cost), to: Math.ceil(to / target.cost) };
      const module = moduleOf('./targets/index.ts');
      const { finds, tried } = await fuzzTarget({ module, target, seed: SEED, hang_ms: HANG_MS, ...range });
      expect(
        finds.map(({ n, problem }) => `--target ${name} --seed ${SEED} --only ${n}: ${problem.detail}`),
      ).toEqual([]);
      expect(tried).toBe(range.to - range.from);
    },
  );
}

/** Fuzzes a target that has a fault. */
export function playBad(name: string, hang_ms = HANG_MS): Promise<FuzzResult> {
  const target = badTargets.find((one) => one.name === name) ?? expect.fail(name);
  const module = moduleOf('./bad-targets.ts');
  return fuzzTarget({ module, target, seed: SEED, from: 0, to: UNTIL_FAULT, hang_ms });
}
