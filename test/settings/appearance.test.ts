import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { readHour, writeHour } from '../../main/settings/rules/settings-table.ts';
import { appearanceStore, takeAppearance } from '../../renderer/design/appearance.ts';
import { formatLocalTime } from '../../renderer/design/format.ts';
import { kitAirac } from '../../renderer/kits/airac.ts';
import { baseKit } from '../window/fake-data.ts';

const plain = { contrast: 'system', local_hours: '24', airac_minutes: 0 } as const;
afterEach(() => takeAppearance(plain));

test('an hour is read as it is written, and as people write it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => readHour(writeHour(minutes)) === minutes),
  );
  expect(['9:01', '0901', ' 09:01Z ', '09:01 z'].map(readHour)).toEqual([541, 541, 541, 541]);
  for (const text of ['', '24:00', '09:60', '9', '9:1', '-1:00', '09:01 am', '1e3:00'])
    expect(readHour(text)).toBeUndefined();
});

test('local times are written in 24 or in 12 hours', () => {
  const times = () => [5, 190, 720, 910].map(formatLocalTime);
  expect(times()).toEqual(['00:05', '03:10', '12:00', '15:10']);
  takeAppearance({ ...plain, local_hours: '12' });
  expect(times()).toEqual(['12:05 am', '3:10 am', '12:00 pm', '3:10 pm']);
});

test('a cycle takes effect at the hour that was chosen: a departure before it still flies with the old one', () => {
  const trip = { origin: 'KDEN', destination: 'KLAX', departure: '2026-11-26T08:00:00.000Z' };
  const document = { bytes: 1, sha256: 'ab', pages: 1 };
  const kit = baseKit(Date.UTC(2026, 10, 20), trip, { state: 'ready', document });
  const now = Date.UTC(2026, 10, 20);
  expect(kitAirac(kit, now)?.state).toBe('outdated');
  takeAppearance({ ...plain, airac_minutes: 541 });
  expect(kitAirac(kit, now)?.state).toBe('current');
});

test('taking the same appearance once more wakes nobody', () => {
  let woken = 0;
  const stop = appearanceStore.subscribe(() => {
    woken += 1;
  });
  takeAppearance(plain);
  expect(woken).toBe(0);
  takeAppearance({ ...plain, contrast: 'more' });
  expect(woken).toBe(1);
  stop();
});
