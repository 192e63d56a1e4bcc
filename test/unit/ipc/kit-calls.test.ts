import { expect, test } from 'vitest';
import { TripKitError } from '../../../main/common/errors.ts';
import type { Trip } from '../../../main/common/trip.ts';
import { kitCalls } from '../../../main/ipc/kit-calls.ts';
import { checkTrip } from '../../../main/kits/trip-rules.ts';
import { kit as kitSchema } from '../../../preload/contract.ts';
import { engineOf, KIT_ID, liveKit, memoryLog } from './fixtures.ts';

const limitsOf = (profile_id: string) => {
  if (profile_id !== 'p1') throw new TripKitError('config', 'No such profile.');
  return { max_alternates: 2 };
};

function setUp() {
  const requested: (readonly Trip[])[] = [];
  const tracked: (readonly string[])[] = [];
  const engine = engineOf({
    list: () => [liveKit(), liveKit({ id: 'damaged' })],
    history: () => [{ kit_id: KIT_ID, at: 0, state: 'requesting', what: 'Asked for.' }],
    request: (_profile, trips) => {
      requested.push(trips);
      return [liveKit({ state: 'requesting' })];
    },
    track: (_profile, ids) => {
      tracked.push(ids);
      return [liveKit()];
    },
    remove: async () => {},
  });
  return { calls: kitCalls({ engine, limitsOf, checkTrip, log: memoryLog() }), requested, tracked };
}

test('kits are shown as the contract has them, times in ISO UTC; a damaged one is left out', async () => {
  const kits = await setUp().calls.list();
  expect(kits.map((kit) => kit.id)).toEqual([KIT_ID]);
  expect(kitSchema.parse(kits[0]).state_since).toBe('2026-11-21T08:00:01.005Z');
});

test('the history is shown without the kit’s id', async () => {
  expect(await setUp().calls.history(KIT_ID)).toEqual([
    { at: '1970-01-01T00:00:00.000Z', state: 'requesting', what: 'Asked for.' },
  ]);
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

test('one trip with an error refuses all, and says which', async () => {
  const { calls, requested } = setUp();
  const request = async () =>
    calls.request('p1', [
      { origin: 'EHAM', destination: 'KJFK' },
      { origin: 'EHAM', destination: 'ZZZZ' },
    ]);
  await expect(request()).rejects.toMatchObject({
    kind: 'config',
    message: expect.stringMatching(/^Trip 2: /),
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

test('remove answers null', async () => {
  expect(await setUp().calls.remove(KIT_ID)).toBeNull();
});
