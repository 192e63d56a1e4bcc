import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SupersessionKit, supersessions } from '../../main/kits/kit-flags.ts';
import { kitStates } from '../../main/kits/rules/kit-facts.ts';
import { byAge } from '../../main/kits/rules/same-flight.ts';

const flight = { origin: 'EHAM', destination: 'KLAX', flight: 'KLM601', departure: '2026-11-21T10:45:00Z' };

function aKit(id: string, changes: Partial<SupersessionKit> = {}): SupersessionKit {
  const created_at = id.charCodeAt(0);
  return {
    id,
    profile_id: 'p',
    tripkit_id: `TK-${id}`,
    trip: flight,
    state: 'ready',
    created_at,
    ...changes,
  };
}

const pairs = (...kits: SupersessionKit[]) => [...supersessions(kits)];

test('the newest ready kit of a flight supersedes all older ones, each directly', () => {
  expect(pairs(aKit('c'), aKit('a'), aKit('b'))).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ]);
});

test('a flight is told by its id and day, whatever became of its time, route and destination', () => {
  const changed = { ...flight, flight: ' klm601', departure: '2026-11-21T23:59:00Z', destination: 'KSFO' };
  expect(pairs(aKit('a'), aKit('b', { trip: changed }))).toEqual([['a', 'b']]);
});

test.each([
  ['another day', { trip: { ...flight, departure: '2026-11-22T00:00:00Z' } }],
  ['another flight', { trip: { ...flight, flight: 'KLM602' } }],
  ['another leg under the same flight id', { trip: { ...flight, origin: 'KLAX', destination: 'KSFO' } }],
  ['another airline', { profile_id: 'q' }],
  ['no departure', { trip: { origin: 'EHAM', destination: 'KLAX', flight: 'KLM601' } }],
  ['a departure that can’t be read', { trip: { ...flight, departure: 'tomorrow' } }],
  ['no flight id', { trip: { origin: 'EHAM', destination: 'KLAX', departure: flight.departure } }],
  ['tracked, of another tripkit_id', { trip: null }],
  ['nothing known of it', { trip: null, tripkit_id: null }],
  ...kitStates
    .filter((state) => state !== 'ready')
    .map((state) => [`newer but ${state}`, { state }] satisfies [string, Partial<SupersessionKit>]),
] satisfies [string, Partial<SupersessionKit>][])('%s supersedes nothing', (_, changes) => {
  expect(pairs(aKit('a'), aKit('b', changes))).toEqual([]);
});

test('without a flight id, the airports and the minute tell', () => {
  const trip = { origin: 'EHAM', destination: 'KLAX', departure: '2026-11-21T10:45:00Z' };
  const later = { ...trip, departure: '2026-11-21T11:45:00Z' };
  expect(pairs(aKit('a', { trip }), aKit('b', { trip }), aKit('c', { trip: later }))).toEqual([['a', 'b']]);
  expect(pairs(aKit('a', { trip }), aKit('b', { trip: { ...trip, destination: 'KSFO' } }))).toEqual([]);
});

test('tracked kits go by their tripkit_id, and with the flight that was requested under it', () => {
  const tracked = { trip: null, tripkit_id: 'X' };
  expect(pairs(aKit('a', tracked), aKit('b', tracked))).toEqual([['a', 'b']]);
  expect(pairs(aKit('a', { tripkit_id: 'X' }), aKit('b', tracked), aKit('c'))).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ]);
  expect(pairs(aKit('a', tracked), aKit('b', { ...tracked, profile_id: 'q' }))).toEqual([]);
});

test('an older kit that failed, or is still on its way, is superseded too; a newer one is not', () => {
  const kits = [aKit('a', { state: 'failed' }), aKit('b', { state: 'generating' }), aKit('c')];
  expect(pairs(...kits, aKit('d', { state: 'generating' }), aKit('e', { state: 'failed' }))).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ]);
});

test('a newer kit that its desk has withdrawn supersedes nothing; it is superseded itself by a newer one', () => {
  const shelf = { name: 'Demo Air', put_at: 1, recalled: { at: 2, why: 'Wrong aircraft.' } };
  expect(pairs(aKit('a'), aKit('b', { shelf }))).toEqual([]);
  expect(pairs(aKit('a'), aKit('b'), aKit('c', { shelf }))).toEqual([['a', 'b']]);
  expect(pairs(aKit('a'), aKit('b', { shelf }), aKit('c'))).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ]);
});

const trips = fc.oneof(
  fc.constant(null),
  fc.record(
    {
      origin: fc.constantFrom('EHAM', 'EGLL'),
      destination: fc.constantFrom('KLAX', 'KJFK'),
      flight: fc.constantFrom('KLM1', 'KLM2'),
      departure: fc.constantFrom('2026-11-21T10:45:00Z', '2026-11-21T11:45:00Z', '2026-11-22T10:45:00Z', 'x'),
    },
    { requiredKeys: ['origin', 'destination'] },
  ),
);
const libraries = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 999 }).map(String),
    profile_id: fc.constantFrom('p', 'q'),
    tripkit_id: fc.constantFrom(null, 'X', 'Y', 'Z'),
    trip: trips,
    state: fc.constantFrom(...kitStates),
    created_at: fc.integer({ min: 0, max: 5 }),
  }),
  { selector: (kit) => kit.id, maxLength: 30 },
);

test('age is a total order (property)', () => {
  fc.assert(
    fc.property(libraries, (kits) => {
      for (const a of kits) {
        for (const b of kits) {
          expect(Math.sign(byAge(a, b))).toBe(Math.sign(-byAge(b, a)) + 0);
          if (a !== b) expect(byAge(a, b)).not.toBe(0);
          for (const c of kits) if (byAge(a, b) < 0 && byAge(b, c) < 0) expect(byAge(a, c)).toBeLessThan(0);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('no chains, no circles, always towards a newer ready kit of the same profile, in any order (property)', () => {
  fc.assert(
    fc.property(libraries, (kits) => {
      const byId = new Map(kits.map((kit) => [kit.id, kit]));
      const superseded = supersessions(kits);
      for (const [older, newer] of superseded) {
        const [a, b] = [byId.get(older), byId.get(newer)];
        if (a === undefined || b === undefined) throw new Error('an id that is no kit’s');
        expect(superseded.has(newer)).toBe(false);
        expect(b.state).toBe('ready');
        expect(byAge(a, b)).toBeLessThan(0);
        expect(a.profile_id).toBe(b.profile_id);
      }
      const newest = kits
        .filter((kit) => kit.state === 'ready')
        .sort(byAge)
        .at(-1);
      if (newest !== undefined) expect(superseded.has(newest.id)).toBe(false);
      expect(supersessions([...kits].reverse())).toEqual(superseded);
    }),
  );
});

test('a kit that is not ready changes nothing for the others (property)', () => {
  fc.assert(
    fc.property(libraries, (kits) => {
      const ready = kits.filter((kit) => kit.state === 'ready' || kit.trip === null);
      const others = supersessions(ready);
      const all = supersessions(
        ready.concat(kits.filter((kit) => !ready.includes(kit) && kit.tripkit_id === null)),
      );
      for (const [older, newer] of others) expect(all.get(older)).toBe(newer);
    }),
  );
});
