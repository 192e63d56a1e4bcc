import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { Trip } from '../../main/common/trip.ts';
import { firstList } from '../../main/kits/first-list.ts';
import { kitCalls } from '../../main/kits/kit-calls.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import type { Plan } from '../../main/kits/planner.ts';
import { checkTrip } from '../../main/trips/trip-rules.ts';
import { type Kit, kit as kitSchema } from '../../preload/contract.ts';
import { engineOf, KIT_ID, liveKit, memoryFlags, memoryLog } from '../start/ipc-fixtures.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const limitsOf = (profile_id: string) => {
  if (profile_id !== 'p1') throw new TripKitError('config', 'No such profile.');
  return { max_alternates: 2 };
};

function setUp(under_way: LiveKit[] = []) {
  const requested: (readonly Trip[])[] = [];
  const planned: (readonly Plan[])[] = [];
  const tracked: (readonly string[])[] = [];
  const entered: Trip[] = [];
  const engine = engineOf({
    list: () => [liveKit(), liveKit({ id: 'damaged' }), ...under_way],
    request: (_profile, trips) => {
      requested.push(trips);
      return [liveKit({ state: 'requesting' })];
    },
    plan: (_profile, plans) => {
      planned.push(plans);
      return [liveKit({ state: 'planned', due_at: plans[0]?.due_at ?? null })];
    },
    track: (_profile, ids) => {
      tracked.push(ids);
      return [liveKit()];
    },
    enterDeparture: (_id, trip) => {
      entered.push(trip);
      return liveKit();
    },
    get: (id) => {
      if (id !== KIT_ID) throw new TripKitError('config', 'No such kit.');
      return liveKit();
    },
  });
  const flags = memoryFlags();
  const log = memoryLog();
  const expired = { is: false };
  const noted: [string, string[]][] = [];
  const calls = kitCalls({
    engine,
    flags,
    firstList: firstList(engine, flags, log, Date.now),
    rulesOf: (profile_id) => {
      const limits = limitsOf(profile_id);
      return (trip) => checkTrip(trip, limits);
    },
    requireValidIdentity: async () => {
      if (expired.is) throw new TripKitError('identity', 'The client certificate expired.');
    },
    activity: { record: (act, kits) => void noted.push([act, kits.map(({ id }) => id)]) },
    removeKit: async () => {},
    now: () => NOW,
  });
  return { calls, requested, planned, tracked, entered, flags, expired, noted };
}

test('kits are shown as the contract has them, times in ISO UTC; a damaged one is left out', async () => {
  const kits = JSON.parse(await setUp().calls.listText()) as Kit[];
  expect(kits.map((kit) => kit.id)).toEqual([KIT_ID]);
  expect(kitSchema.parse(kits[0]).state_since).toBe('2026-11-21T08:00:01.005Z');
});

test('a draft is checked against the profile’s limits', async () => {
  const { calls } = setUp();
  expect(await calls.check('p1', { origin: 'EHAM', destination: 'KJFK' })).toEqual([]);
  const problems = await calls.check('p1', {
    origin: 'E',
    destination: 'KJFK',
    alternates: ['KBOS', 'KEWR', 'KPHL'],
  });
  expect(problems.map((problem) => problem.field).sort()).toEqual(['alternates', 'origin']);
});

test('trips are requested in their normal form', async () => {
  const { calls, requested } = setUp();
  await calls.request('p1', [{ origin: ' eham ', destination: 'kjfk', route: undefined, flight: 'klm511' }]);
  expect(requested).toEqual([[{ origin: 'EHAM', destination: 'KJFK', flight: 'KLM511' }]]);
});

test('trips are planned in their normal form, so many hours before their departure; nobody is asked for a certificate', async () => {
  const { calls, planned, expired } = setUp();
  expired.is = true;
  const departure = new Date(NOW + 6 * 3_600_000).toISOString().replace('.000Z', 'Z');
  const trip = { origin: ' eham ', destination: 'kjfk', departure };
  const [kit] = await calls.plan('p1', [trip], 1.5);
  const due_at = NOW + 4.5 * 3_600_000;
  expect(planned).toEqual([[{ trip: { origin: 'EHAM', destination: 'KJFK', departure }, due_at }]]);
  expect(kit).toMatchObject({ state: 'planned', due_at: new Date(due_at).toISOString() });
  expect(() => calls.plan('p1', [{ ...trip, origin: 'E' }], 1)).toThrow(/Nothing was planned/);
  expect(() => calls.plan('p1', [{ origin: 'EHAM', destination: 'KJFK' }], 1)).toThrow(/no departure/);
});

test('a departure is entered in its normal form, and recorded as the act of a person', () => {
  const { calls, entered, noted } = setUp();
  const trip = { origin: 'eham', destination: 'kjfk', departure: '2026-11-26T10:45Z' };
  calls.enterDeparture(KIT_ID, trip);
  expect(entered).toEqual([{ origin: 'EHAM', destination: 'KJFK', departure: '2026-11-26T10:45:00Z' }]);
  expect(noted).toEqual([['departure_entered', [KIT_ID]]]);
  expect(() => calls.enterDeparture(KIT_ID, { ...trip, departure: '26NOV' })).toThrow(/Nothing was saved/);
  expect(() => calls.enterDeparture(KIT_ID, { origin: 'EHAM', destination: 'KJFK' })).toThrow(
    /The departure is missing/,
  );
  expect(entered).toHaveLength(1);
});

test('one trip with an error refuses all, and says which', async () => {
  const { calls, requested } = setUp();
  const request = async () =>
    calls.request('p1', [
      { origin: 'EHAM', destination: 'KJFK' },
      { origin: 'EHAM', destination: 'ZZZZ' },
    ]);
  await expect(request()).rejects.toMatchObject({
    kind: 'config',
    message: expect.stringMatching(/^EHAM to ZZZZ: /),
  });
  expect(requested).toEqual([]);
});

test('a warning does not stop a request', async () => {
  const { calls, requested } = setUp();
  await calls.request('p1', [{ origin: 'EHAM', destination: 'KJFK', departure: '2001-01-01T00:00:00Z' }]);
  expect(requested).toHaveLength(1);
});

test('tracked ids are trimmed and taken once; an empty one is refused', async () => {
  const { calls, tracked } = setUp();
  await calls.track('p1', [' a ', 'a', 'b/../c']);
  expect(tracked).toEqual([['a', 'b/../c']]);
  await expect(async () => calls.track('p1', [' '])).rejects.toMatchObject({ kind: 'config' });
});

test('an unknown profile is told', async () => {
  const { calls } = setUp();
  await expect(async () => calls.track('p2', ['a'])).rejects.toMatchObject({ kind: 'config' });
  await expect(async () => calls.check('p2', { origin: 'EHAM', destination: 'KJFK' })).rejects.toThrow();
});

test('an expired certificate is told before anything is requested', async () => {
  const { calls, requested, tracked, expired } = setUp();
  expired.is = true;
  await expect(async () =>
    calls.request('p1', [{ origin: 'EHAM', destination: 'KJFK' }]),
  ).rejects.toMatchObject({ kind: 'identity' });
  await expect(async () => calls.track('p1', ['a'])).rejects.toMatchObject({ kind: 'identity' });
  expect([requested, tracked]).toEqual([[], []]);
});

test('a kit is pinned and acknowledged, and shown so; an unknown one is not', async () => {
  const { calls, flags } = setUp();
  expect(await calls.setPinned(KIT_ID, true)).toMatchObject({ id: KIT_ID, pinned: true });
  expect(await calls.setPinned(KIT_ID, false)).toMatchObject({ pinned: false });
  expect(await calls.acknowledge(KIT_ID)).toMatchObject({ acknowledged: true });
  expect(await calls.acknowledgements(KIT_ID)).toEqual([
    {
      at: '1970-01-01T00:00:00.000Z',
      by: 'pilot',
      kit_id: KIT_ID,
      message: { code: '205', type: 'Warning', message: 'm' },
      document_sha256: null,
    },
  ]);
  const other = '9b2f7f52-0c1f-4b3e-8a37-6a1e6f0c9d11';
  await expect(async () => calls.setPinned(other, true)).rejects.toMatchObject({ kind: 'config' });
  await expect(async () => calls.acknowledge(other)).rejects.toMatchObject({ kind: 'config' });
  expect(flags.pinned.has(other) || flags.read.has(other)).toBe(false);
});

test('who asks, follows, or decides is written down for the audit', async () => {
  const { calls, noted } = setUp();
  await calls.request('p1', [{ origin: 'EHAM', destination: 'KJFK' }]);
  await calls.track('p1', ['TK-1']);
  expect(noted).toEqual([
    ['asked', [KIT_ID]],
    ['followed', [KIT_ID]],
  ]);
});

test('no more kits are asked for than can be on their way at once', async () => {
  const under_way = Array.from({ length: 4_997 }, () => liveKit({ state: 'generating' }));
  const { calls, tracked, requested } = setUp(under_way);
  await calls.track('p1', ['a']);
  expect(tracked).toEqual([['a']]);
  await expect(async () => calls.track('p1', ['a', 'b'])).rejects.toMatchObject({ kind: 'config' });
  const trip = { origin: 'EHAM', destination: 'KJFK' };
  await expect(async () => calls.request('p1', [trip, trip])).rejects.toThrow(/^4999 kits are on their way/);
  expect([tracked.length, requested]).toEqual([1, []]);
});
