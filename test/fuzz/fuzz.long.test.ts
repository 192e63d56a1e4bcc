/** Thousands of inputs for each fuzz target, and readers with each kind of fault, which are found. */
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import type { OpenTarget } from './target.ts';
import { targets } from './targets/index.ts';
import { playBad, TASTE, testTargets } from './taste.ts';

testTargets(TASTE, 2_000);

test.each([
  ['crashes', 'crash'],
  ['rejects', 'crash'],
  ['forgets', 'crash'],
  ['stalls', 'stall'],
  ['hangs', 'hangs'],
  ['grows', 'memory'],
  ['ends', 'gone'],
] as const)('a reader that %s is found, with its input', { timeout: 600_000 }, async (name, kind) => {
  const { finds } = await playBad(name, kind === 'hangs' ? 4_000 : 60_000);
  expect(finds.map(({ problem }) => problem.kind)).toContain(kind);
  for (const { input } of finds) expect(input.toString('utf16le')).toContain('"');
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
