import { expect, test } from 'vitest';
import { kitAirac } from '../../../../renderer/kits/airac.ts';
import { aKit } from '../kits.ts';

const document = { bytes: 1, sha256: 'ab', pages: 1 };
const at = (text: string) => Date.parse(text);
const kit = (created_at: string, departure?: string) =>
  aKit({
    document,
    created_at,
    trip: { origin: 'EGLL', destination: 'KJFK', ...(departure === undefined ? {} : { departure }) },
  });

test('a kit of the cycle of its flight is current', () => {
  const airac = kitAirac(kit('2026-11-21T08:00:00.000Z', '2026-11-25T23:59:00Z'), at('2026-11-21T09:00:00Z'));
  expect(airac).toMatchObject({ state: 'current', cycle: { id: '2611' }, departure: true });
});

test('a cycle that takes effect before departure makes it outdated, in effect or not yet', () => {
  const old = kit('2026-11-21T08:00:00.000Z', '2026-11-26T00:00:00Z');
  expect(kitAirac(old, at('2026-11-21T09:00:00Z'))).toMatchObject({
    state: 'outdated',
    cycle: { id: '2611' },
    wanted: { id: '2612' },
    inEffect: false,
  });
  expect(kitAirac(old, at('2026-11-26T00:00:00Z'))).toMatchObject({ state: 'outdated', inEffect: true });
});

test('once the flight is over nothing is to be done about it', () => {
  const old = kit('2026-10-20T08:00:00.000Z', '2026-11-20T08:00:00Z');
  expect(kitAirac(old, at('2026-11-20T20:00:00Z'))?.state).toBe('outdated');
  expect(kitAirac(old, at('2026-11-21T09:00:00Z'))?.state).toBe('flown');
});

test('without a departure today counts; a kit that is requested for a flight before it is current', () => {
  const tracked = { ...kit('2026-11-21T08:00:00.000Z'), trip: null };
  expect(kitAirac(tracked, at('2026-11-25T00:00:00Z'))).toMatchObject({ state: 'current', departure: false });
  expect(kitAirac(tracked, at('2026-11-27T00:00:00Z'))).toMatchObject({ state: 'outdated', inEffect: true });
  const late = kit('2026-11-26T00:30:00.000Z', '2026-11-25T23:50:00Z');
  expect(kitAirac(late, at('2026-11-26T01:00:00Z'))?.state).toBe('current');
});

test('while there is no document there is nothing to be current', () => {
  expect(kitAirac(aKit(), at('2026-11-21T09:00:00Z'))).toBeNull();
});
