import { describe, expect, test } from 'vitest';
import { attackedOrigins } from './origins.ts';
import { channelsOf } from './plan.ts';

describe.each(attackedOrigins)('$name', ({ contract, may }) => {
  test('the list of what a page may get has every call of its contract, and no other', () => {
    const calls = channelsOf(contract).map(([call]) => call);
    expect(calls.filter((call) => !Object.hasOwn(may, call))).toEqual([]);
    expect(Object.keys(may).filter((call) => !calls.includes(call))).toEqual([]);
  });
});
