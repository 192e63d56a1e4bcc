import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { TripkitIdPlace } from '../../main/profile/profile.ts';
import { readTripkitId } from '../../main/profile/tripkit-id.ts';

const read = (tripkit_id: TripkitIdPlace, json: unknown, headers: Record<string, string | string[]> = {}) =>
  readTripkitId({ request: { tripkit_id } }, { json, headers });

describe('by pointer', () => {
  const json = {
    tripkit_id: 'K1',
    'a/b': { '~': ['x', { id: 42 }] },
    '': 'empty key',
    big: 2 ** 53,
    half: 1.5,
    blank: ' ',
    none: null,
    yes: true,
  };
  it.each([
    ['/tripkit_id', 'K1'],
    ['/a~1b/~0/1/id', '42'],
    ['/a~1b/~0/0', 'x'],
    ['/', 'empty key'],
    ['/a~1b/~0/01', null],
    ['/a~1b/~0/-', null],
    ['/a~1b/~0/length', null],
    ['/tripkit_id/0', null],
    ['/toString', null],
    ['/__proto__', null],
    ['/big', null],
    ['/half', null],
    ['/blank', null],
    ['/none', null],
    ['/yes', null],
    ['/missing/x', null],
    ['', null],
  ])('%j is %j', (pointer, id) => {
    expect(read({ pointer }, json)).toBe(id);
  });

  it('may be the whole answer, or in none', () => {
    expect(read({ pointer: '' }, 'K9')).toBe('K9');
    expect(read({ pointer: '' }, 7)).toBe('7');
    expect(read({ pointer: '/x' }, undefined)).toBeNull();
    expect(read({ pointer: '' }, 'x'.repeat(2000))).toBeNull();
    expect(read({ pointer: '' }, '\ud800')).toBeNull();
  });

  it('finds every key and index that there is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.nat(5)), { maxLength: 6 }), (keys) => {
        const nested = keys.reduceRight<unknown>((inner, key) => {
          if (typeof key === 'string') return Object.fromEntries([[key, inner]]);
          return Array.from({ length: key + 1 }, (_, index) => (index === key ? inner : null));
        }, 'found');
        const pointer = keys
          .map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
          .join('');
        expect(read({ pointer }, nested)).toBe('found');
      }),
    );
  });
});

describe('by header', () => {
  const place = { header: 'location', pattern: '/tripkits/([^/?]+)' };
  it.each([
    [{ location: 'https://h/v1/tripkits/K1?x=1' }, 'K1'],
    [{ Location: '/tripkits/a%2Fb' }, 'a/b'],
    [{ location: '/tripkits/100%' }, '100%'],
    [{ location: ['/nothing', '/tripkits/K2'] }, 'K2'],
    [{ location: '/tripkits/' }, null],
    [{ other: '/tripkits/K1' }, null],
    [{ location: `/tripkits/K1${'x'.repeat(9000)}` }, null],
  ])('%j is %j', (headers, id) => {
    expect(read(place, undefined, headers as Record<string, string | string[]>)).toBe(id);
  });

  it('takes the group that takes part', () => {
    expect(read({ header: 'x', pattern: 'a=(\\d+)|b=(\\d+)' }, null, { x: 'b=5' })).toBe('5');
  });

  it('stops a pattern that never ends', () => {
    const slow = { header: 'x', pattern: '((a+)+)$' };
    expect(() => read(slow, null, { x: `${'a'.repeat(60)}!` })).toThrow(TripKitError);
  });

  it('throws nothing, whatever the header', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const id = read(place, null, { location: value });
        expect(id === null || id.length > 0).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
