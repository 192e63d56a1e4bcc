import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trip } from '../../main/common/trip.ts';
import type { IntakeTrip } from '../../main/desk/intake-store.ts';
import { keyOf, planTrips, UNDATED_MS } from '../../main/desk/plan-trips.ts';
import type { FileLine } from '../../main/trips/read-trips.ts';

const KLM: Trip = {
  ...{ origin: 'EHAM', destination: 'EGLL', flight: 'KLM1007' },
  ...{ departure: '2027-03-28T02:30:00Z', route: 'N0450F350 DCT', alternates: ['EGKK'] },
};

/** A journal of its own: plans follow each other as files do. */
function journal() {
  const trips: IntakeTrip[] = [];
  let now = 1_000_000;
  let begun = (_trip: IntakeTrip) => false;
  return {
    trips,
    of: (state: IntakeTrip['state']) => trips.filter((trip) => trip.state === state),
    pass: (ms: number) => {
      now += ms;
    },
    begin: () => {
      begun = () => true;
    },
    file(...lines: FileLine[]) {
      const plan = planTrips(lines, {
        ...{ file_id: 'file', profile_id: 'p', now, hasBegun: (trip) => begun(trip) },
        newId: () => `kit-${trips.length + Math.random()}`,
        latest: (key) => trips.findLast((trip) => trip.flight_key === key) ?? null,
        open: () => trips.filter(({ state }) => state === 'waiting' || state === 'requested'),
      });
      for (const trip of plan.trips) {
        const at = trips.findIndex(({ id }) => id === trip.id);
        if (at < 0) trips.push(trip);
        else trips[at] = trip;
      }
      return plan.report;
    },
  };
}
const line = (trip: Trip, state: 'new' | 'changed' | 'cancelled' = 'new'): FileLine => ({
  ...{ line: 1, state, trip, notes: [] },
});

test('the same trip in a second file is known, also where that says less of it', () => {
  const { file, trips } = journal();
  const [first] = file(line(KLM));
  const { route: _route, alternates: _alternates, ...less } = KLM;
  expect(file(line(less))).toMatchObject([{ state: 'known', kit: first?.kit }]);
  expect(trips).toHaveLength(1);
});

test('a changed trip is a new request with what the file doesn’t say kept; the earlier one is cancelled if not begun', () => {
  const one = journal();
  const [first] = one.file(line(KLM));
  const later = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM1007', departure: '2027-03-28T04:00:00Z' };
  const [second] = one.file(line(later, 'changed'));
  expect(second).toMatchObject({ state: 'requested', replaces: first?.kit, trip: { ...KLM, ...later } });
  expect(one.trips).toMatchObject([
    { id: first?.kit, cancel: true, replaced_by: second?.kit },
    { id: second?.kit, cancel: false },
  ]);
  const two = journal();
  two.file(line(KLM));
  two.begin();
  expect(two.file(line(later))).toMatchObject([
    { state: 'requested', why: expect.stringContaining('requested already') },
  ]);
  expect(two.trips[0]).toMatchObject({ cancel: false });
});

test('a cancelled trip cancels what has not begun; filed again, it is requested again', () => {
  const { file, trips } = journal();
  expect(file(line(KLM, 'cancelled'))).toMatchObject([{ state: 'not_taken' }]);
  const [first] = file(line(KLM));
  expect(file(line(KLM, 'cancelled'))).toMatchObject([{ state: 'cancelled', kit: first?.kit }]);
  expect(trips).toMatchObject([{ cancel: true }]);
  expect(file(line(KLM))).toMatchObject([{ state: 'requested' }]);
});

test('a cancellation without its date means the only open flight of that name', () => {
  const { file } = journal();
  const { departure: _departure, ...undated } = KLM;
  const [first] = file(line(KLM));
  expect(file(line(undated, 'cancelled'))).toMatchObject([{ state: 'cancelled', kit: first?.kit }]);
  const several = journal();
  several.file(line(KLM), line({ ...KLM, departure: '2027-03-29T02:30:00Z' }));
  expect(several.file(line(undated, 'cancelled'))).toMatchObject([{ state: 'not_taken' }]);
});

test('an unconfirmed request is never made again; a failed one is', () => {
  const { file, trips } = journal();
  file(line(KLM));
  const [trip] = trips;
  if (!trip) throw new Error('no trip');
  trips[0] = { ...trip, state: 'unconfirmed' };
  expect(file(line(KLM))).toMatchObject([
    { state: 'known', why: expect.stringContaining('may have arrived') },
  ]);
  trips[0] = { ...trip, state: 'failed' };
  expect(file(line(KLM))).toMatchObject([{ state: 'requested' }]);
});

test('no flight that is over is requested, and one that has departed has a warning', () => {
  const { file, trips, pass } = journal();
  pass(Date.parse('2027-03-28T02:30:00Z') - 1_000_000);
  pass(60_000);
  expect(file(line(KLM))).toMatchObject([
    { state: 'requested', why: 'The departure is in the past. Check its date.' },
  ]);
  pass(24 * 3_600_000);
  const over = { state: 'not_taken', why: expect.stringContaining('more than 24 hours ago') };
  // What is known stays known, and what a file changes of it is over, too.
  const changed = { ...KLM, route: 'N0450F370 DCT' };
  expect(file(line(KLM), line(changed, 'changed'), line({ ...KLM, flight: 'KLM1009' }))).toMatchObject([
    { state: 'known' },
    over,
    over,
  ]);
  expect(trips).toHaveLength(1);
});

test('without a departure the same trip counts as the same for a day', () => {
  const { file, pass } = journal();
  const { departure: _departure, ...undated } = KLM;
  file(line(undated));
  expect(file(line(undated))).toMatchObject([{ state: 'known' }]);
  pass(UNDATED_MS);
  expect(file(line(undated))).toMatchObject([{ state: 'requested' }]);
});

test('however trips are spread over files, each flight is requested once', () => {
  const flights = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(flights), (files) => {
      const { file, trips } = journal();
      for (const numbers of files) file(...numbers.map((n) => line({ ...KLM, flight: `KLM${n}` })));
      const wanted = new Set(files.flat());
      expect(trips).toHaveLength(wanted.size);
      expect(new Set(trips.map(({ trip }) => keyOf('p', trip))).size).toBe(wanted.size);
    }),
  );
});
