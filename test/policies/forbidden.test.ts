import { expect, test } from 'vitest';
import { forbiddenBy } from '../../main/policies/forbidden.ts';
import { initialPolicies, strictestPolicies } from '../../main/policies/policies.ts';
import { forbiddable } from '../../preload/contract.ts';

test('nothing is switched off where nothing is decided, and copies are where nobody knows what is', () => {
  expect(forbiddenBy({ ...initialPolicies })).toEqual([]);
  expect(forbiddenBy({ ...initialPolicies, print: false })).toEqual(['print']);
  expect(forbiddenBy({ ...strictestPolicies })).toEqual(['export']);
});

test('what a page is told is switched off has a policy of the same name, all of them', () => {
  const off = { ...initialPolicies, ...Object.fromEntries(forbiddable.options.map((name) => [name, false])) };
  expect(forbiddenBy(off)).toEqual([...forbiddable.options]);
});
