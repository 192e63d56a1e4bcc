/** Which flights of a file are here already: examples, and an oracle of its own for flights with a number. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Kit, Trip } from '../../preload/contract.ts';
import { knownFlights, missingFlights, standingsOf } from '../../renderer/batch/known-flights.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const flight = (number: string, departure: string, more: Partial<Trip> = {}): Trip => ({
  origin: 'EHAM',
  destination: 'EGLL',
  flight: number,
  departure,
  ...more,
});
const kitOf = (trip: Trip, more: Partial<Kit> = {}) =>
  ({
    id: crypto.randomUUID(),
    profile_id: 'p',
    trip,
    state: 'ready',
    superseded_by: null,
    created_at: '2026-11-20T08:00:00Z',
    ...more,
  }) as Kit;
const said = (...states: ('new' | 'changed' | 'cancelled')[]) =>
  states.map((one) => ({ said: one, notes: [], sheet: null }));
const of = (trip: Trip, kits: Kit[], state: 'new' | 'changed' | 'cancelled' = 'new') =>
  standingsOf([trip], said(state), knownFlights(kits, 'p'))[0];

test('the same trip is the same, whatever the file leaves out', () => {
  const kit = kitOf(flight('KLM1007', '2026-11-24T08:00:00Z', { route: 'SULUT Y70', alternates: ['EGKK'] }));
  expect(of(flight('KLM1007', '2026-11-24T08:00Z'), [kit])?.standing).toBe('same');
  expect(of(flight('klm1007', '2026-11-24T08:00Z', { route: 'sulut  y70' }), [kit])?.standing).toBe('same');
  expect(of(flight('KLM1007', '2026-11-24T08:00Z', { alternates: ['EGSS'] }), [kit])).toMatchObject({
    standing: 'changed',
    differs: ['alternates'],
  });
});

test('an IATA flight number is the same flight where figures, airports and minute agree', () => {
  const kit = kitOf(flight('KLM1007', '2026-11-24T08:00:00Z'));
  expect(of(flight('KL1007', '2026-11-24T08:00Z'), [kit])?.standing).toBe('same');
  expect(of(flight('KL1007', '2026-11-24T08:05Z'), [kit])?.standing).toBe('new');
  expect(of(flight('KL1008', '2026-11-24T08:00Z'), [kit])?.standing).toBe('new');
});

test('kits that ended, of another profile, or that a newer one replaces, stand for nothing', () => {
  const trip = flight('KLM1007', '2026-11-24T08:00:00Z');
  for (const more of [
    { state: 'failed' },
    { state: 'cancelled' },
    { profile_id: 'q' },
    { superseded_by: 'x' },
  ] as Partial<Kit>[])
    expect(of(trip, [kitOf(trip, more)])?.standing).toBe('new');
  expect(of(trip, [kitOf(trip, { state: 'unconfirmed' })])?.standing).toBe('same');
  expect(of(trip, [kitOf(trip, { state: 'planned' })])?.standing).toBe('same');
});

test('a delay past midnight is the same flight where the file itself says that it changed', () => {
  const kit = kitOf(flight('KLM1007', '2026-11-24T23:30:00Z'));
  expect(of(flight('KLM1007', '2026-11-25T00:40Z'), [kit], 'changed')).toMatchObject({
    standing: 'changed',
    differs: ['departure'],
  });
  // The next day's flight of a daily number is another one.
  expect(of(flight('KLM1007', '2026-11-25T22:00Z'), [kit], 'new')?.standing).toBe('new');
  const both = standingsOf(
    [flight('KLM1007', '2026-11-24T23:30Z'), flight('KLM1007', '2026-11-25T10:00Z')],
    said('new', 'changed'),
    knownFlights([kit], 'p'),
  );
  expect(both.map(({ standing }) => standing)).toEqual(['same', 'new']);
});

test('a cancelled flight names the kits that are here, the planned one too', () => {
  const trip = flight('KLM1007', '2026-11-24T08:00:00Z');
  expect(of(trip, [kitOf(trip), kitOf(trip, { state: 'planned' })], 'cancelled')).toMatchObject({
    standing: 'cancelled',
    known: [{}, {}],
  });
  expect(of(trip, [], 'cancelled')).toMatchObject({ standing: 'cancelled', known: [] });
});

test('a trip without a departure names no flight', () => {
  const trip = { origin: 'EHAM', destination: 'EGLL' };
  expect(of(trip, [kitOf(trip)])?.standing).toBe('new');
});

test('missing are flights to come within the days of a file that knows another one', () => {
  const known = knownFlights(
    ['22', '23', '24', '28'].map((day) => kitOf(flight(`KLM${day}`, `2026-11-${day}T08:00:00Z`))),
    'p',
  );
  const trips = [flight('KLM22', '2026-11-22T08:00Z'), flight('KLM99', '2026-11-25T08:00Z')];
  const rows = standingsOf(trips, said('new', 'new'), known);
  const names = (all: typeof known) => all.map(({ trip }) => trip.flight);
  expect(names(missingFlights(trips, rows, known, now))).toEqual(['KLM23', 'KLM24']);
  // What has left already is not told, nor anything by the first file of its source.
  expect(names(missingFlights(trips, rows, known, Date.parse('2026-11-24T00:00:00Z')))).toEqual(['KLM24']);
  const others = [flight('KLM1', '2026-11-20T08:00Z'), flight('KLM2', '2026-11-29T08:00Z')];
  expect(missingFlights(others, standingsOf(others, said('new', 'new'), known), known, now)).toEqual([]);
});

test('numbered flights by an oracle: one a day and origin, the same where every named field is', () => {
  const trips = fc.record({
    flight: fc.constantFrom('KLM1', 'KLM2'),
    origin: fc.constantFrom('EHAM', 'EGLL'),
    destination: fc.constantFrom('KJFK', 'KBOS'),
    departure: fc
      .tuple(fc.integer({ min: 22, max: 24 }), fc.integer({ min: 0, max: 23 }))
      .map(([day, hour]) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00Z`),
  });
  fc.assert(
    fc.property(trips, fc.option(trips, { nil: null }), (trip, here) => {
      const row = of(trip, here ? [kitOf(here)] : []);
      const isFlight =
        here !== null &&
        here.flight === trip.flight &&
        here.origin === trip.origin &&
        here.departure.slice(0, 10) === trip.departure.slice(0, 10);
      const isSame = isFlight && JSON.stringify(here) === JSON.stringify(trip);
      expect(row?.standing).toBe(isSame ? 'same' : isFlight ? 'changed' : 'new');
    }),
  );
});
