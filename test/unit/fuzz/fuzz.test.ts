import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import { fuzzTarget } from '../../fuzz/run-target.ts';
import type { AnyTarget, OpenTarget } from '../../fuzz/target.ts';
import { targets } from '../../fuzz/targets/index.ts';
import { targets as badTargets } from './bad-targets.ts';

/** A taste, at a cost of 1: `npm run fuzz` goes on for as long as it is let. */
const INPUTS = 2_000;
const SEED = 1;

const moduleOf = (path: string) => new URL(path, import.meta.url).href;

function play(target: AnyTarget, module: string, to: number, hang_ms = 60_000) {
  return fuzzTarget({ module: moduleOf(module), target, seed: SEED, from: 0, to, hang_ms });
}

test.each(targets.map((target) => [target.name, target] as const))(
  '%s: no crash, no stall, no memory over its limit',
  { timeout: 240_000 },
  async (_name, target) => {
    const { finds, tried } = await play(
      target,
      '../../fuzz/targets/index.ts',
      Math.ceil(INPUTS / target.cost),
    );
    expect(
      finds.map(({ n, problem }) => `--target ${target.name} --seed ${SEED} --only ${n}: ${problem.detail}`),
    ).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  },
);

const badTarget = (name: string) => badTargets.find((target) => target.name === name) ?? expect.fail(name);

test.each([
  ['crashes', 'crash'],
  ['rejects', 'crash'],
  ['forgets', 'crash'],
  ['stalls', 'stall'],
  ['hangs', 'hangs'],
  ['grows', 'memory'],
  ['ends', 'gone'],
] as const)('a reader that %s is found, with its input', { timeout: 240_000 }, async (name, kind) => {
  const { finds } = await play(badTarget(name), './bad-targets.ts', 150, kind === 'hangs' ? 4_000 : 60_000);
  expect(finds.map(({ problem }) => problem.kind)).toContain(kind);
  for (const { input } of finds) expect(input.toString('utf16le')).toContain('"');
});

test('what is found is made small', { timeout: 240_000 }, async () => {
  const { finds } = await play(badTarget('rejects'), './bad-targets.ts', 150);
  expect(finds.map(({ input }) => input.toString('utf16le'))).toEqual(['"']);
});

/** Structured clones may write one value in several ways. */
function shown(input: Buffer): string {
  const isClone = input[0] === 0xff && input[1] === 0x0f;
  return isClone
    ? inspect(deserialize(input), { depth: 20, maxArrayLength: null })
    : input.toString('base64');
}

test('an input is the same for the same seed and number, and another for others', {
  timeout: 120_000,
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
