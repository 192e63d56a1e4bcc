import { expect, test } from 'vitest';
import { comparedKits } from '../../main/comparison/kit-pairs.ts';
import { liveKit } from '../start/ipc-fixtures.ts';

const trip = { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure: '2026-11-23T10:00:00.000Z' };
const kit = (n: number, more: Partial<ReturnType<typeof liveKit>> = {}) =>
  liveKit({ id: String(n), created_at: n, state: 'ready', trip, ...more });

test('the newest ready kit of a flight is compared with the latest older one that was opened, else the latest', () => {
  const kits = [kit(1), kit(2), kit(3), kit(4, { state: 'downloading' })];
  const of = (opened: string[]) => [...comparedKits(kits, (id) => opened.includes(id))];
  expect(of([])).toEqual([['3', '2']]);
  expect(of(['1'])).toEqual([['3', '1']]);
  expect(of(['1', '2'])).toEqual([['3', '2']]);
  expect(of(['3', '4'])).toEqual([['3', '2']]);
});

test('kits of other flights, and those that are not ready, are compared with none', () => {
  const other = { ...trip, departure: '2026-11-24T10:00:00.000Z' };
  expect(comparedKits([kit(1), kit(2, { trip: other })], () => true).size).toBe(0);
  expect(comparedKits([kit(1, { state: 'failed' }), kit(2)], () => true).size).toBe(0);
  expect(comparedKits([kit(1)], () => true).size).toBe(0);
});
