import fc from 'fast-check';
import { expect, test } from 'vitest';
import { supersessions } from '../../main/kits/kit-flags.ts';
import { isUnfinished } from '../../main/kits/lifecycle.ts';
import { planRetention, type RetentionFacts, type RetentionKit } from '../../main/kits/retention.ts';
import { kitStates } from '../../main/kits/rules/kit-facts.ts';
import { departureMs } from '../../main/kits/rules/same-flight.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);
const at = (days: number) => new Date(now + days * day).toISOString();
const trip = (days: number) => ({ origin: 'EHAM', destination: 'KLAX', departure: at(days) });

function aKit(changes: Partial<RetentionKit> = {}): RetentionKit {
  return { id: 'k', trip: trip(-8), state: 'ready', state_since: now - 9 * day, ...changes };
}

function facts(changes: Partial<RetentionFacts> = {}): RetentionFacts {
  return {
    now,
    days: 7,
    pinned: new Set(),
    open: new Set(),
    superseded: new Map(),
    ...changes,
  };
}

function removed(kit: RetentionKit, changes: Partial<RetentionFacts> = {}): boolean {
  return planRetention([kit], facts(changes)).length === 1;
}

test('a kit goes N days after its departure, to the millisecond', () => {
  expect(removed(aKit())).toBe(true);
  expect(removed(aKit({ trip: trip(-7) }))).toBe(true);
  expect(removed(aKit({ trip: trip(-7 + 1 / day) }))).toBe(false);
  expect(removed(aKit({ trip: trip(30), state_since: now - 400 * day }))).toBe(false);
  expect(planRetention([aKit()], facts())[0]?.why).toBe(
    'Its departure was on 13 Nov 2026 12:00Z, more than 7 days ago.',
  );
});

test('without a departure it counts from when it was ready', () => {
  for (const tripless of [null, { origin: 'EHAM', destination: 'KLAX' }, { ...trip(0), departure: 'soon' }]) {
    expect(removed(aKit({ trip: tripless, state_since: now - 7 * day }))).toBe(true);
    expect(removed(aKit({ trip: tripless, state_since: now - 7 * day + 1 }))).toBe(false);
  }
});

test('a damaged document stays as long as a sound one: it may be the only one', () => {
  const document = { bytes: 1, sha256: 'ab', pages: 1 };
  for (const state of ['failed', 'cancelled'] as const) {
    expect(removed(aKit({ state, document, trip: trip(1) }))).toBe(false);
    expect(removed(aKit({ state, document }))).toBe(true);
    // Without it nothing is lost with the kit.
    expect(removed(aKit({ state, document: null, trip: trip(1) }))).toBe(true);
  }
});

test('a flight that may be under way keeps its kit, even where the policy is 0 days', () => {
  expect(removed(aKit({ trip: trip(-0.99) }), { days: 0 })).toBe(false);
  expect(removed(aKit({ trip: trip(-1) }), { days: 0 })).toBe(true);
});

test('pinned, open, unfinished and undecided kits stay', () => {
  const only = { has: (id: string) => id === 'k' };
  expect(removed(aKit(), { pinned: only })).toBe(false);
  expect(removed(aKit(), { open: only })).toBe(false);
  for (const state of ['requesting', 'generating', 'downloading', 'unconfirmed'] as const) {
    expect(removed(aKit({ state }))).toBe(false);
  }
});

test('failed and cancelled kits go N days after they ended, whatever their departure', () => {
  for (const state of ['failed', 'cancelled'] as const) {
    expect(removed(aKit({ state, trip: trip(20), state_since: now - 7 * day }))).toBe(true);
    expect(removed(aKit({ state, trip: trip(-20), state_since: now - 6 * day }))).toBe(false);
  }
});

test.each([null, -1, Number.NaN, Infinity])('a policy of %s days removes nothing', (days) => {
  expect(removed(aKit(), { days })).toBe(false);
});

test('a clock that tells no time removes nothing', () => {
  expect(removed(aKit(), { now: Number.NaN })).toBe(false);
});

test('a tracked kit that replaces a requested one has its departure', () => {
  const requested = aKit({ id: 'requested', trip: trip(5) });
  const tracked = aKit({ id: 'tracked', trip: null, state_since: now - 8 * day });
  const superseded = new Map([['requested', 'tracked']]);
  expect(planRetention([requested, tracked], facts({ superseded }))).toEqual([]);
  expect(planRetention([requested, tracked], facts()).map(({ id }) => id)).toEqual(['tracked']);
});

const ids = fc.integer({ min: 0, max: 99 }).map(String);
const kits = fc.uniqueArray(
  fc.record({
    id: ids,
    profile_id: fc.constant('p'),
    tripkit_id: fc.constantFrom(null, 'X', 'Y'),
    trip: fc.oneof(
      fc.constant(null),
      fc.record(
        {
          origin: fc.constant('EHAM'),
          destination: fc.constantFrom('KLAX', 'KJFK'),
          flight: fc.constantFrom('KLM1', 'KLM2'),
          departure: fc.integer({ min: -20, max: 20 }).map(at),
        },
        { requiredKeys: ['origin', 'destination'] },
      ),
    ),
    state: fc.constantFrom(...kitStates),
    created_at: fc.integer({ min: 0, max: 9 }),
    state_since: fc.integer({ min: -30, max: 0 }).map((days) => now + days * day),
  }),
  { selector: (kit) => kit.id, maxLength: 25 },
);
const days = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.double({ min: 0, max: 30, noNaN: true }));
const marks = fc.array(ids, { maxLength: 10 }).map((list) => new Set(list));
const cases = fc.record({ kits, days, pinned: marks, open: marks });

function plan({ kits, days, pinned, open }: typeof cases extends fc.Arbitrary<infer T> ? T : never) {
  const superseded = supersessions(kits);
  return { superseded, remove: planRetention(kits, facts({ days, pinned, open, superseded })) };
}

test('nothing that is open, pinned, unfinished or undecided goes (property)', () => {
  fc.assert(
    fc.property(cases, (library) => {
      for (const { id } of plan(library).remove) {
        const kit = library.kits.find((each) => each.id === id);
        if (kit === undefined) throw new Error('an id that is no kit’s');
        expect(library.pinned.has(id) || library.open.has(id)).toBe(false);
        expect(isUnfinished(kit.state) || kit.state === 'unconfirmed').toBe(false);
      }
    }),
  );
});

test('no ready kit of a flight that departs in the future goes, nor the one that replaces it (property)', () => {
  fc.assert(
    fc.property(cases, (library) => {
      const { remove, superseded } = plan(library);
      const gone = new Set(remove.map(({ id }) => id));
      for (const { id, trip, state } of library.kits) {
        if (state !== 'ready' || (departureMs(trip?.departure) ?? 0) <= now) continue;
        expect(gone.has(id)).toBe(false);
        const newer = library.kits.find((kit) => kit.id === superseded.get(id));
        if (newer !== undefined && departureMs(newer.trip?.departure) === null) {
          expect(gone.has(newer.id)).toBe(false);
        }
      }
    }),
  );
});

test('after it was carried out, there is nothing more to do (property)', () => {
  fc.assert(
    fc.property(cases, (library) => {
      const gone = new Set(plan(library).remove.map(({ id }) => id));
      const left = library.kits.filter(({ id }) => !gone.has(id));
      expect(plan({ ...library, kits: left }).remove).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('more days never remove more, a later time never less (property)', () => {
  fc.assert(
    fc.property(cases, days, (library, more) => {
      const [few, many] = [library.days, library.days + more];
      const removedFor = (n: number) => new Set(plan({ ...library, days: n }).remove.map(({ id }) => id));
      expect([...removedFor(few)]).toEqual(expect.arrayContaining([...removedFor(many)]));
      const superseded = supersessions(library.kits);
      const at = (time: number) =>
        planRetention(library.kits, facts({ now: time, days: few, superseded })).map(({ id }) => id);
      expect(at(now + more * day)).toEqual(expect.arrayContaining(at(now)));
    }),
  );
});
