import { expect, test, vi } from 'vitest';
import type { DocumentCheck, Kit, KitEvent, Result } from '../../../../../preload/contract.ts';
import { connect } from '../../../../../renderer/ipc/bridge.ts';
import { currencyOf, madeWhen } from '../../../../../renderer/kits/trust-facts.ts';
import { createTrustStore } from '../../../../../renderer/kits/trust-store.ts';
import { createFakeBridge } from '../../fake-bridge.ts';
import { aKit } from '../../kits.ts';

const document = { bytes: 9, sha256: 'a'.repeat(64), pages: 4 };
const ready = (more: Partial<Kit> = {}) =>
  aKit({ state: 'ready', document, state_since: '2026-11-21T08:00:40.000Z', ...more });
const event = (state: KitEvent['state'], at: string): KitEvent => ({ state, at, what: '' });
const life = [
  event('requesting', '2026-11-21T08:00:00.000Z'),
  event('generating', '2026-11-21T08:00:01.000Z'),
  event('downloading', '2026-11-21T08:00:30.000Z'),
  event('ready', '2026-11-21T08:00:40.000Z'),
];

test('a kit that was requested here was generated when the service was seen to be done', () => {
  expect(madeWhen(ready(), life)).toEqual({ kind: 'generated', at: '2026-11-21T08:00:30.000Z' });
});

test('nothing is claimed of a generation that nobody here saw', () => {
  const received = { kind: 'received', at: '2026-11-21T08:00:40.000Z' };
  expect(madeWhen(ready(), [])).toEqual(received);
  // Asleep for an hour: the service was done long before.
  expect(madeWhen(ready(), [...life.slice(0, 2), event('downloading', '2026-11-21T09:00:00.000Z')])).toEqual(
    received,
  );
  // Requested by somebody else.
  expect(madeWhen(ready({ trip: null }), life)).toEqual(received);
  expect(madeWhen(aKit(), life)).toBeNull();
});

test('a document that was downloaded again was still generated when it was', () => {
  const again = [...life, event('downloading', '2026-11-22T10:00:00.000Z')];
  expect(madeWhen(ready(), again)).toMatchObject({ at: '2026-11-21T08:00:30.000Z' });
});

test('the cycle is the one of the generation; the flight’s is told only where it is another', () => {
  const at = '2026-11-21T08:00:30.000Z';
  const trip = { origin: 'EGLL', destination: 'KJFK' };
  expect(currencyOf(ready(), at)).toMatchObject({ cycle: { id: '2611' }, flight: null });
  expect(currencyOf(ready({ trip: { ...trip, departure: '2026-11-25T23:59:00Z' } }), at).flight).toBeNull();
  expect(currencyOf(ready({ trip: { ...trip, departure: '2026-11-26T00:00:00Z' } }), at)).toMatchObject({
    cycle: { id: '2611' },
    flight: { id: '2612' },
  });
});

function setUp() {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const answers: PromiseWithResolvers<Result<DocumentCheck>>[] = [];
  fake.bridge.documents.check = () => {
    const answer = Promise.withResolvers<Result<DocumentCheck>>();
    answers.push(answer);
    return answer.promise;
  };
  let now = Date.parse('2026-11-21T10:00:00Z');
  const store = createTrustStore(connect(fake.bridge), () => now);
  const kit = ready();
  const answer = (ok: boolean, what = 'w') =>
    answers.at(-1)?.resolve({
      ok: true,
      value: { kit_id: kit.id, ok, checked_at: new Date(now).toISOString(), what },
    });
  const soundness = () => store.getState().known.get(kit.id)?.soundness;
  return { store, kit, answers, answer, soundness, later: (ms: number) => (now += ms) };
}

test('a document is being checked, and then sound; soon after it is not read again', async () => {
  const { store, kit, answer, soundness, answers, later } = setUp();
  const done = store.getState().check(kit);
  expect(soundness()).toEqual({ state: 'checking' });
  // A second view.
  await store.getState().check(kit);
  answer(true);
  await done;
  expect(soundness()).toMatchObject({ state: 'sound' });
  await store.getState().check(kit);
  expect(answers).toHaveLength(1);
  later(6 * 60_000);
  void store.getState().check(kit);
  expect(answers).toHaveLength(2);
});

test('a changed document is grave; it is read again at every opening', async () => {
  const { store, kit, answer, soundness, answers } = setUp();
  const done = store.getState().check(kit);
  answer(false, 'Do not fly by it.');
  await done;
  expect(soundness()).toMatchObject({ state: 'altered', what: 'Do not fly by it.' });
  void store.getState().check(kit);
  expect(answers).toHaveLength(2);
});

test('what could not be checked is told as that', async () => {
  const { store, kit, answers, soundness } = setUp();
  const done = store.getState().check(kit);
  answers[0]?.resolve({ ok: false, error: { kind: 'disk', message: 'The disk does not answer.' } });
  await done;
  expect(soundness()).toEqual({ state: 'unchecked', what: 'The disk does not answer.' });
});

test('the answer about an older document says nothing about the new one', async () => {
  const { store, kit, answers, soundness } = setUp();
  const first = store.getState().check(kit);
  const renewed = { ...kit, document: { ...document, sha256: 'b'.repeat(64) } };
  void store.getState().check(renewed);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.resolve({
    ok: true,
    value: { kit_id: kit.id, ok: false, checked_at: '2026-11-21T10:00:00Z', what: 'w' },
  });
  await first;
  expect(soundness()).toEqual({ state: 'checking' });
});
