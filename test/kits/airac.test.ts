import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cycleAt } from '../../renderer/kits/airac.ts';

const at = (text: string) => cycleAt(Date.parse(text)).id;

test('the cycles of the field’s own table', () => {
  expect(at('2026-10-29T00:00:00Z')).toBe('2611');
  expect(at('2026-11-25T23:59:59Z')).toBe('2611');
  expect(at('2026-11-26T00:00:00Z')).toBe('2612');
  expect(at('2026-12-24T00:00:00Z')).toBe('2613');
  expect(at('2027-01-20T23:59:59Z')).toBe('2613');
  expect(at('2027-01-21T00:00:00Z')).toBe('2701');
});

test('years of fourteen cycles have a fourteenth', () => {
  for (const year of [1998, 2020, 2043])
    expect(at(`${year}-12-31T12:00:00Z`)).toBe(`${String(year).slice(2)}14`);
});

test('the hour moves both ends', () => {
  const hour = 9 * 3_600_000 + 60_000;
  expect(cycleAt(Date.parse('2026-11-26T09:00:59Z'), hour).id).toBe('2611');
  expect(cycleAt(Date.parse('2026-11-26T09:01:00Z'), hour)).toEqual({
    id: '2612',
    from: Date.parse('2026-11-26T09:01:00Z'),
    to: Date.parse('2026-12-24T09:01:00Z'),
  });
});

test('every time is in exactly the cycle that says so, and the next one follows it', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2099, 11, 31) }), (ms) => {
      const cycle = cycleAt(ms);
      expect(cycle.from <= ms && ms < cycle.to).toBe(true);
      expect(cycleAt(cycle.from)).toEqual(cycle);
      expect(cycleAt(cycle.to).from).toBe(cycle.to);
      expect(cycle.id).toMatch(/^\d{2}(0[1-9]|1[0-4])$/);
    }),
  );
});
