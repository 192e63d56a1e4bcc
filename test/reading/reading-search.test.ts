import { expect, test } from 'vitest';
import { searchableKits } from '../../main/reading/page-search.ts';
import { liveKit } from '../start/ipc-fixtures.ts';
import { kitId, SHA } from './stores.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const kit = (n: number, departs: number | null, created: number) =>
  liveKit({
    id: kitId(n),
    state: 'ready',
    created_at: NOW + created * HOUR,
    document: { bytes: 1, sha256: SHA, pages: 2 },
    trip: {
      origin: 'EHAM',
      destination: 'EGLL',
      ...(departs === null ? {} : { departure: new Date(NOW + departs * HOUR).toISOString() }),
    },
  });

test('flights to come and in the air first, the next one first; then the newest kits', () => {
  const kits = [
    kit(1, -100, -200),
    kit(2, 30, -1),
    kit(3, -2, -20),
    kit(4, 5, -3),
    kit(5, -90, -100),
    kit(6, null, -400),
  ];
  const order = [...searchableKits(kits, new Map([[kitId(4), kitId(2)]]), NOW).values()];
  expect(order.map(({ id }) => Number(id.slice(-3)))).toEqual([3, 4, 2, 5, 1, 6]);
  expect(order.map((one) => one.order)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(order.find(({ id }) => id === kitId(4))?.superseded).toBe(true);
  expect(order[0]?.words).toBe('EHAM EGLL TK-1');
});
