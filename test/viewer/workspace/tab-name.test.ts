import { expect, test } from 'vitest';
import { tabName } from '../../../renderer/viewer/workspace/tab-bar.tsx';
import { aKit } from '../../kits.ts';

const now = Date.parse('2026-11-23T21:00:00Z');
const newer = aKit({ id: 'newer', created_at: '2026-11-23T20:24:05Z' });
const older = aKit({ id: 'older', created_at: '2026-11-22T18:10:00Z', superseded_by: 'newer' });

test('a kit alone has no time in its tab; beside another one of the same words it has', () => {
  expect(tabName(newer, [newer], now)).toMatchObject({ time: null, isOlder: false });
  expect(tabName(newer, [newer, older], now)).toMatchObject({ time: '20:24Z', isOlder: false });
  expect(
    tabName(newer, [newer, aKit({ id: 'x', trip: { origin: 'LSZH', destination: 'LEMD' } })], now).time,
  ).toBeNull();
});

test('an older kit says so even alone, with the day if it is not today', () => {
  const name = tabName(older, [older], now);
  expect(name).toMatchObject({ time: '22 Nov 18:10Z', isOlder: true });
  expect(name.whole).toMatch(/, older kit of 22 Nov 18:10Z$/);
});

test('kits of one minute are told apart by the second', () => {
  const twin = aKit({ id: 'twin', created_at: '2026-11-23T20:24:40Z' });
  expect([tabName(newer, [newer, twin], now).time, tabName(twin, [newer, twin], now).time]).toEqual([
    '20:24:05Z',
    '20:24:40Z',
  ]);
});
