/** Own flights of a roster: which kits of a shelf are for them, and what a laptop reads to find them. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isForFlight, KEPT_MS, withOwnFlights } from '../../main/shelf/rules/own-flights.ts';
import { ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import { HEAD, newShelfKey, readShelfKey } from '../../main/shelf/shelf-index.ts';
import { ShelfReader } from '../../main/shelf/shelf-reader.ts';
import type { OwnFlight } from '../../preload/contract.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { aPublication, MemoryShelf, testFolder } from './a-shelf.ts';

const { signal } = new AbortController();
const HOUR_MS = 3_600_000;
const own: OwnFlight = {
  origin: 'EHAM',
  destination: 'EGLL',
  flight: 'KL1001',
  departure: '2027-03-28T10:30:00Z',
};
const kit = (trip: Partial<OwnFlight>, requested_at = '2027-03-27T08:00:00.000Z') => ({
  trip: { ...own, ...trip },
  requested_at,
});
const iso = (ms: number) => new Date(ms).toISOString();

describe('a kit is for an own flight', () => {
  test.each([
    ['by the other kind of designator', { flight: 'KLM1001' }],
    ['with zeros before its number', { flight: 'KLM01001' }],
    ['without an airline', { flight: '1001' }],
    ['with spaces', { flight: 'KLM 1001' }],
    ['later on its day', { departure: '2027-03-28T23:55:00Z' }],
    ['with another destination, as a flight that is planned anew', { destination: 'EGKK' }],
    ['with a call sign, at its minute', { flight: 'KLM73K' }],
    ['of another airline, which flies for it, at its minute', { flight: 'WA1001' }],
  ])('%s', (_, trip) => {
    expect(isForFlight(kit(trip), own)).toBe(true);
  });

  test.each([
    ['another number', { flight: 'KLM1003', departure: '2027-03-28T12:30:00Z' }],
    ['another suffix', { flight: 'KLM1001A', departure: '2027-03-28T12:30:00Z' }],
    ['another airline', { flight: 'BA1001', departure: '2027-03-28T12:30:00Z' }],
    ['another origin: another leg', { origin: 'EGLL', destination: 'EHAM' }],
    ['the day before', { departure: '2027-03-27T10:30:00Z' }],
    ['the day after', { departure: '2027-03-29T10:30:00Z' }],
  ])('but not %s', (_, trip) => {
    expect(isForFlight(kit(trip), own)).toBe(false);
  });

  it('late over midnight', () => {
    const late = { ...own, departure: '2027-03-28T23:30:00Z' };
    expect(isForFlight(kit({ departure: '2027-03-29T09:00:00Z' }), late)).toBe(true);
    expect(isForFlight(kit({ departure: '2027-03-29T23:30:00Z' }), late)).toBe(false);
  });

  it('by airports and time where one of them has no number', () => {
    const { flight: _, ...nameless } = own;
    expect(isForFlight(kit({ flight: 'KLM1001' }), nameless)).toBe(true);
    expect(isForFlight({ ...kit({}), trip: nameless }, own)).toBe(true);
    expect(isForFlight({ ...kit({}), trip: { ...nameless, destination: 'EGKK' } }, own)).toBe(false);
  });

  it('where the kit has no departure, if it was requested in the days before', () => {
    const { departure: _, ...timeless } = own;
    const asked = (requested_at: string) => isForFlight({ trip: timeless, requested_at }, own);
    expect(asked('2027-03-25T08:00:00.000Z')).toBe(true);
    expect(asked('2027-03-20T08:00:00.000Z')).toBe(false);
  });
});

/** Airlines by IATA and ICAO, among them those whose IATA code has a figure. */
const airline = fc.constantFrom(['KL', 'KLM'], ['U2', 'EZY'], ['3V', 'TAY'], ['9W', 'JAI'], ['B6', 'JBU']);
const flightOf = fc.record({
  airline,
  number: fc.integer({ min: 1, max: 9_999 }),
  suffix: fc.constantFrom('', 'A', 'P'),
});
const written = fc.record({ kind: fc.integer({ min: 0, max: 2 }), zeros: fc.constantFrom('', '0', '00') });

function nameOf(
  { airline, number, suffix }: { airline: readonly string[]; number: number; suffix: string },
  { kind, zeros }: { kind: number; zeros: string },
): string {
  return `${airline[kind] ?? ''}${zeros}${number}${suffix}`;
}

test('no kit of an own flight is missed, however roster and desk write its number, and whenever on its day it leaves', () => {
  fc.assert(
    fc.property(
      flightOf,
      written,
      written,
      fc.integer({ min: 0, max: 24 * 60 - 1 }),
      fc.integer({ min: -12 * 60, max: 12 * 60 }),
      (flight, inRoster, onShelf, minute, moved) => {
        const departs = Date.parse('2027-03-28T00:00:00Z') + minute * 60_000;
        const roster = { ...own, flight: nameOf(flight, inRoster), departure: iso(departs) };
        const there = kit({ flight: nameOf(flight, onShelf), departure: iso(departs + moved * 60_000) });
        expect(isForFlight(there, roster)).toBe(true);
        expect(isForFlight(kit({ ...there.trip, departure: iso(departs + 36 * HOUR_MS) }), roster)).toBe(
          false,
        );
      },
    ),
  );
});

test('own flights come to what is wanted, each once; those that are over go, and what else is wanted stays', () => {
  const now = Date.parse('2027-03-20T00:00:00Z');
  const over = { ...own, departure: iso(now - KEPT_MS) };
  const moved = { ...own, departure: '2027-03-28T11:00:00Z' };
  const first = { ...own, flight: 'KL1003', departure: '2027-03-21T08:00:00Z' };
  expect(withOwnFlights(['EGLL', over, own], [moved, first], now)).toEqual(['EGLL', first, moved]);
  expect(withOwnFlights('all', [own], now)).toEqual([own]);
});

test('a laptop finds its own flights by any name, and reads no list of other days for them', async () => {
  const key = newShelfKey();
  const place = new MemoryShelf();
  const clock = new VirtualClock();
  clock.epoch = Date.parse('2027-03-27T09:00:00Z');
  const keys = [key.key];
  const desk = new ShelfDesk({
    ...{ place, key: readShelfKey(key.pem), keys, name: 'Demo Air', clock, random: () => 0 },
  });
  const folder = testFolder();
  const others = Array.from({ length: 40 }, (_, at) =>
    aPublication(folder, `TK-${at}`, { flight: `KLM${2000 + at}`, departure: '2027-04-02T10:30:00Z' }),
  );
  const mine = aPublication(folder, 'TK-MINE', { flight: 'KLM1001', departure: own.departure });
  await desk.publish([...others, mine], signal);
  place.calls.length = 0;
  const look = await new ShelfReader({ place, keys, seen: null }).look([own], signal);
  expect(look?.kits.map(({ tripkit_id }) => tripkit_id)).toEqual(['TK-MINE']);
  expect(place.calls).toEqual([`read ${HEAD}`, expect.stringMatching(/^read lists/)]);
});
