/** Thousands of inputs for each fuzz target, and readers with each kind of fault, which are found. */
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import { targets as badTargets } from './bad-targets.ts';
import { fuzzTarget } from './run-target.ts';
import type { AnyTarget, OpenTarget } from './target.ts';
import { targets } from './targets/index.ts';

const SEED = 1;
/** Of each target, at a cost of 1: dearer ones try fewer. `npm run fuzz` continues for as long as it is told. */
const INPUTS = 2_000;
const BAD_TARGETS = new URL('./bad-targets.ts', import.meta.url).href;
/** Inputs that come to the fault of each bad target. */
const UNTIL_FAULT = 10;
/** Some that have it, where each costs little: they are one finding. */
const SEVERAL_FAULTS = 40;
/** Without progress for so long, an input hangs, ms: far longer than a busy machine stands still. */
const HANG_MS = 120_000;

const play = (module: string, target: AnyTarget, to: number, hang_ms = HANG_MS) =>
  fuzzTarget({ module, target, seed: SEED, from: 0, to, hang_ms });

test.each(targets.map((target) => [target.name, target] as const))(
  '%s: no crash, no stall, no memory over its limit',
  { timeout: 600_000 },
  async (name, target) => {
    const inputs = Math.ceil(INPUTS / target.cost);
    const { finds, tried } = await play(target.module, target, inputs);
    expect(
      finds.map(({ n, problem }) => `--target ${name} --seed ${SEED} --only ${n}: ${problem.detail}`),
    ).toEqual([]);
    expect(tried).toBe(inputs);
  },
);

test.each([
  ['crashes', 'crash'],
  ['rejects', 'crash'],
  ['forgets', 'crash'],
  ['stalls', 'stall'],
  ['hangs', 'hangs'],
  ['grows', 'memory'],
  ['ends', 'gone'],
] as const)('a reader that %s is found, with its input', { timeout: 600_000 }, async (name, kind) => {
  const target = badTargets.find((one) => one.name === name) ?? expect.fail(name);
  const count = kind === 'crash' ? SEVERAL_FAULTS : UNTIL_FAULT;
  const { finds } = await play(BAD_TARGETS, target, count, kind === 'hangs' ? 4_000 : 60_000);
  expect(finds.map(({ problem }) => problem.kind)).toContain(kind);
  const inputs = finds.map(({ input }) => input.toString('utf16le'));
  for (const input of inputs) expect(input).toContain('"');
  // It was made small.
  if (kind === 'crash') expect(inputs).toEqual(['"']);
});

/** Structured clones may write one value in several ways. */
function shown(input: Buffer): string {
  const isClone = input[0] === 0xff && input[1] === 0x0f;
  return isClone
    ? inspect(deserialize(input), { depth: 20, maxArrayLength: null })
    : input.toString('base64');
}

test('an input is the same for the same seed and number, and another for others', {
  timeout: 600_000,
}, async () => {
  for (const target of targets) {
    const [one, same] = await Promise.all([target.open(), target.open()]);
    const inputs = (of: OpenTarget, seed: number) =>
      [600, 601, 602, 603, 604, 605].map((n) =>
        createHash('sha256')
          .update(shown(of.input(seed, n)))
          .digest('hex'),
      );
    expect(inputs(same, 5), target.name).toEqual(inputs(one, 5));
    expect(inputs(one, 6), target.name).not.toEqual(inputs(one, 5));
  }
});
