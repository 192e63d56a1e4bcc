import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls, kitId, profileId } from '../../preload/contract.ts';
import { setupCalls } from '../../preload/setup-contract.ts';
import { encode } from '../host/structured-clone-codec.ts';
import { validOf } from './contract-arguments.ts';
import { channelsOf, planAttack } from './plan.ts';
import { wrongOf } from './wrong-arguments.ts';

const KIT = '3f2b6a8e-17d1-4c84-b0c9-a4e5d3f2b6a8';
const known = new Map<z.ZodType, unknown[]>([
  [kitId, [KIT]],
  [profileId, ['own-profile']],
]);

describe.each([...channelsOf(calls), ...channelsOf(setupCalls)])('%s', (_call, { args }) => {
  test('every argument is spoiled, and their number', () => {
    const [good] = fc.sample(validOf(args, known), { numRuns: 1, seed: 1 }) as [unknown[]];
    const whats = wrongOf(args, good).map(({ what }) => what);
    expect(whats).toContain('extra at top');
    for (const index of good.keys()) expect(whats).toContainEqual(expect.stringMatching(` at ${index}`));
  });
});

test('a plan has each call, with good and wrong arguments; the same at every run, and others for another seed', () => {
  const { windows, kits } = calls;
  const contract = { windows, kits };
  const [plan, again, other] = [7, 7, 8].map((seed) => planAttack(contract, known, seed));
  expect(plan?.map(({ call }) => call)).toEqual(channelsOf(contract).map(([call]) => call));
  for (const { call, good, wrong } of plan ?? []) {
    expect(good.length, call).toBeGreaterThan(0);
    expect(wrong.length, call).toBeGreaterThan(0);
  }
  expect(encode(again) === encode(plan)).toBe(true);
  expect(encode(other) === encode(plan)).toBe(false);
});

test('ids that are there are tried, and such that are not', () => {
  const ids = fc.sample(validOf(kitId, known), { numRuns: 100, seed: 3 });
  expect(ids).toContain(KIT);
  expect(new Set(ids).size).toBeGreaterThan(5);
});

test('limits are tried to the full, and gone beyond', () => {
  const schema = z.tuple([z.string().max(50), z.number().int().min(1).max(9), z.array(z.boolean()).max(4)]);
  const good = fc.sample(validOf(schema), { numRuns: 200, seed: 5 }) as [string, number, boolean[]][];
  expect(Math.max(...good.map(([text]) => text.length))).toBe(50);
  expect(new Set(good.map(([, number]) => number))).toContain(1);
  expect(new Set(good.map(([, number]) => number))).toContain(9);
  expect(Math.max(...good.map(([, , list]) => list.length))).toBe(4);
  const wrong = wrongOf(schema, ['a', 3, [true]]).map(({ args }) => args);
  expect(wrong).toContainEqual(['x'.repeat(51), 3, [true]]);
  expect(wrong).toContainEqual(['a', 3, [true, true, true, true, true]]);
  expect(wrong).toContainEqual(['a', 0.5, [true]]);
  expect(wrong).toContainEqual(['a', 3]);
});

test('fields of a prototype are tried as fields', () => {
  const wrong = wrongOf(z.tuple([z.strictObject({ a: z.string() })]), [{ a: 'x' }]);
  const own = wrong.filter(({ args: [object] }) => Object.hasOwn(object ?? {}, '__proto__'));
  expect(own).toHaveLength(1);
});

test('a schema that nobody taught it is an error that names it', () => {
  expect(() => validOf(z.tuple([z.map(z.string(), z.string())]))).toThrow(/of type map/);
});
