/** A taste of each fuzz target, and a find that is made small. */
import { expect, test } from 'vitest';
import { playBad, TASTE, testTargets } from './taste.ts';

testTargets(0, TASTE);

test('what is found is made small', { timeout: 600_000 }, async () => {
  const { finds } = await playBad('rejects');
  expect(finds.map(({ problem, input }) => [problem.kind, input.toString('utf16le')])).toEqual([
    ['crash', '"'],
  ]);
});
