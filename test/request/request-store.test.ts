import { expect, test, vi } from 'vitest';
import {
  createRequestStore,
  draftToTrip,
  emptyDraft,
  splitAlternates,
  tripToDraft,
} from '../../renderer/request/request-store.ts';
import { requestWords } from '../../renderer/request/words.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
function setUp() {
  const fake = createFakeBridge({
    scenario: 'empty',
    speed: 1,
    documents: [{ id: 'd', bytes: 1, pages: 1 }],
  });
  return { fake, store: createRequestStore(connect(fake.bridge), () => now) };
}

test('a draft becomes a trip; what is empty is absent', () => {
  expect(draftToTrip({ ...emptyDraft, origin: 'EGLL ', destination: 'KJFK' }, now)).toEqual({
    origin: 'EGLL',
    destination: 'KJFK',
  });
  const full = {
    ...emptyDraft,
    origin: 'EGLL',
    destination: 'KJFK',
    alternates: ['KBOS'],
    alternateText: 'kphl',
    route: 'A\n B',
    flight: 'BAW 117',
    departureDate: '22NOV',
    departureTime: '1045',
  };
  expect(draftToTrip(full, now)).toEqual({
    origin: 'EGLL',
    destination: 'KJFK',
    alternates: ['KBOS', 'KPHL'],
    route: 'A B',
    flight: 'BAW117',
    departure: '2026-11-22T10:45:00Z',
  });
});

test('a trip goes into the form and comes out the same', () => {
  const trip = {
    origin: 'EGLL',
    destination: 'KJFK',
    alternates: ['KBOS'],
    route: 'A B',
    flight: 'BAW117',
    departure: '2026-11-22T10:45:00Z',
  };
  expect(draftToTrip(tripToDraft(trip), now)).toEqual(trip);
});

test('the remarks of a trip stay with its flight, at any time of its day, and with no other one', () => {
  const trip = { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', remarks: 'Reg G-VIIA' };
  const departure = '2026-11-22T10:45:00Z';
  const draft = tripToDraft({ ...trip, departure });
  expect(draftToTrip(draft, now)).toEqual({ ...trip, departure });
  expect(draftToTrip({ ...draft, departureTime: '1315', origin: 'egll' }, now)).toHaveProperty('remarks');
  expect(draftToTrip({ ...tripToDraft(trip), departureDate: '22NOV', departureTime: '1045' }, now)).toEqual({
    ...trip,
    departure,
  });
  for (const other of [{ departureDate: '23NOV' }, { flight: 'BAW115' }, { destination: 'KBOS' }])
    expect(draftToTrip({ ...draft, ...other }, now)).not.toHaveProperty('remarks');
});

test('alternates are split at what people put between them', () => {
  expect(splitAlternates(' kbos, KPHL;ewr/x\n')).toEqual(['KBOS', 'KPHL', 'EWR', 'X']);
});

test('errors wait until the field was left; warnings do not', async () => {
  const { store } = setUp();
  store.getState().edit({ origin: 'QXYZ', destination: 'X' });
  store.getState().checkSoon('demo');
  await vi.waitFor(() => expect(store.getState().problems.length).toBeGreaterThan(0));
  expect(store.getState().problemsOf('origin')).toMatchObject([{ severity: 'warning' }]);
  expect(store.getState().problemsOf('destination')).toEqual([]);
  store.getState().touch('destination');
  expect(store.getState().problemsOf('destination')).toMatchObject([{ severity: 'error' }]);
});

test('an error blocks: nothing is sent, everything typed stays', async () => {
  const { fake, store } = setUp();
  store.getState().edit({ origin: 'EGL', destination: 'KJFK', route: 'DCT' });
  expect(await store.getState().submit('demo')).toBeNull();
  expect(fake.calls).not.toContain('kits.request');
  expect(store.getState().firstError()).toBe('origin');
  expect(store.getState().draft.route).toBe('DCT');
});

test('a date or time that can’t be read blocks, and half a departure too', async () => {
  const { fake, store } = setUp();
  store.getState().edit({ origin: 'EGLL', destination: 'KJFK', departureTime: '2561' });
  expect(await store.getState().submit('demo')).toBeNull();
  expect(store.getState().problemsOf('departureTime')).toEqual([
    { severity: 'error', message: requestWords.badTime },
  ]);
  store.getState().edit({ departureTime: '1045' });
  expect(await store.getState().submit('demo')).toBeNull();
  expect(store.getState().problemsOf('departureDate')).toEqual([
    { severity: 'error', message: requestWords.dateMissing },
  ]);
  expect(fake.calls).not.toContain('kits.request');
});

test('a warning does not block; a sent form is empty again', async () => {
  const { fake, store } = setUp();
  store.getState().edit({ origin: 'QXYZ', destination: 'KJFK' });
  expect(await store.getState().submit('demo')).toMatchObject({ trip: { origin: 'QXYZ' } });
  expect(fake.calls).toContain('kits.request');
  expect(store.getState().draft).toEqual(emptyDraft);
});

test('a refusal keeps what was typed and says why', async () => {
  const { fake, store } = setUp();
  store.getState().edit({ origin: 'EGLL', destination: 'KJFK' });
  fake.failNext('kits.request', 'The library is full.');
  expect(await store.getState().submit('demo')).toBeNull();
  expect(store.getState().failure?.message).toBe('The library is full.');
  expect(store.getState().draft.origin).toBe('EGLL');
  expect(store.getState().busy).toBe(false);
});

test('the answer to an older draft is dropped', async () => {
  const { fake, store } = setUp();
  const old = Promise.withResolvers<void>();
  const check = fake.bridge.kits.check;
  let first = true;
  fake.bridge.kits.check = async (profile, trip) => {
    if (first) {
      first = false;
      await old.promise;
    }
    return check(profile, trip);
  };
  const held = createRequestStore(connect(fake.bridge), () => now);
  held.getState().edit({ origin: 'E', destination: 'KJFK' });
  held.getState().checkSoon('demo');
  await vi.waitFor(() => expect(first).toBe(false));
  held.getState().edit({ origin: 'EGLL' });
  await held.getState().submit('demo');
  old.resolve();
  await old.promise;
  expect(held.getState().problems).toEqual([]);
  expect(store.getState().problems).toEqual([]);
});

test('a pasted flight plan fills the draft, and can be taken back', () => {
  const { store } = setUp();
  store.getState().edit({ origin: 'EGLL', flight: 'BAW117' });
  const before = store.getState().draft;
  store.getState().paste({
    kind: 'message',
    flight: 'KLM511',
    origin: 'EHAM',
    destination: 'KJFK',
    alternates: ['KBOS'],
    route: 'DCT',
    date: '2026-11-21',
    time: '10:45',
  });
  expect(draftToTrip(store.getState().draft, now)).toEqual({
    origin: 'EHAM',
    destination: 'KJFK',
    alternates: ['KBOS'],
    route: 'DCT',
    flight: 'KLM511',
    departure: '2026-11-21T10:45:00Z',
  });
  expect(store.getState().pasted?.fields).toEqual([
    'origin',
    'destination',
    'alternates',
    'flight',
    'date',
    'time',
    'route',
  ]);
  store.getState().undoPaste();
  expect(store.getState()).toMatchObject({ draft: before, pasted: null });
});

test('a pasted route leaves airports that were typed', () => {
  const { store } = setUp();
  store.getState().edit({ origin: 'EGLL' });
  store.getState().paste({ kind: 'route', origin: 'EHAM', destination: 'KJFK', route: 'DCT' });
  expect(store.getState().draft).toMatchObject({ origin: 'EGLL', destination: 'KJFK', route: 'DCT' });
  expect(store.getState().pasted?.fields).toEqual(['destination', 'route']);
});

test('what the rules said of another value is not said of the new one', async () => {
  const { store } = setUp();
  store.getState().edit({ origin: 'EHAM', destination: 'KENNEDY' });
  store.getState().touch('destination');
  await store.getState().submit('p');
  expect(store.getState().problemsOf('destination')).toHaveLength(1);
  store.getState().edit({ destination: 'KJFK' });
  expect(store.getState().problemsOf('destination')).toEqual([]);
});
