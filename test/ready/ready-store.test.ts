import { expect, test, vi } from 'vitest';
import type { Kit, Result } from '../../preload/contract.ts';
import { isDue, readySlice } from '../../renderer/ready/ready-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { navigationSlice } from '../../renderer/shell/state/navigation-store.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { sessionSlice } from '../../renderer/shell/state/session-store.ts';
import { verifiedAt } from '../kits.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';
import { kitIn, NOW, soundNow } from './facts.ts';

type Answer = PromiseWithResolvers<Result<Kit>>;

/** A main process whose checks of documents wait for the test. */
function setUp() {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const asked: { id: string; answer: Answer }[] = [];
  fake.bridge.documents.check = (id) => {
    const answer: Answer = Promise.withResolvers();
    asked.push({ id, answer });
    return answer.promise;
  };
  const stores = createRegistry(connect(fake.bridge));
  const ready = stores.get(readySlice);
  const done = (at: number, ok = true) => {
    const one = asked[at];
    const soundness = { ...verifiedAt('2026-11-21T08:00:00.000Z'), what: 'Looked at.' };
    const state = ok ? 'verified' : 'damaged';
    const value = { ...kitIn(1), id: one?.id ?? '', soundness: { ...soundness, state } as const };
    one?.answer.resolve({ ok: true, value });
  };
  return { fake, stores, ready, asked, done };
}

const answerOf = (ready: ReturnType<typeof setUp>['ready'], kit: Kit) =>
  ready.getState().checks.get(kit.id)?.answer;

test('documents are read two at a time, and each is told when it was', async () => {
  const { ready, asked, done } = setUp();
  const kits = [kitIn(1), kitIn(2), kitIn(3)] as const;
  ready.getState().begin();
  const all = ready.getState().checkDocuments(kits);
  expect(asked).toHaveLength(2);
  expect(answerOf(ready, kits[2])).toBeNull();
  done(0);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(answerOf(ready, kits[0])).toMatchObject({ ok: true, at: Date.parse('2026-11-21T08:00:00Z') });
  done(1, false);
  asked[2]?.answer.resolve({ ok: false, error: { kind: 'disk', message: 'The disk did not answer.' } });
  await all;
  expect(answerOf(ready, kits[1])).toMatchObject({ ok: false, what: 'Looked at.' });
  expect(answerOf(ready, kits[2])).toEqual({ failure: 'The disk did not answer.' });
});

test('what was found before a person asks again does not count, however late it comes', async () => {
  const { ready, asked, done } = setUp();
  const kit = kitIn(1);
  ready.getState().begin();
  const first = ready.getState().checkDocuments([kit]);
  ready.getState().begin();
  const second = ready.getState().checkDocuments([kit]);
  expect(asked).toHaveLength(2);
  done(0);
  await first;
  expect(answerOf(ready, kit)).toBeNull();
  done(1);
  await second;
  expect(answerOf(ready, kit)).toMatchObject({ ok: true });
});

test('a document is not read twice at a time; what was found stays until it is found again', async () => {
  const { ready, asked, done } = setUp();
  const kit = kitIn(1);
  ready.getState().begin();
  const first = ready.getState().checkDocuments([kit]);
  await ready.getState().checkDocuments([kit]);
  expect(asked).toHaveLength(1);
  done(0);
  await first;
  const again = ready.getState().checkDocuments([kit]);
  expect(answerOf(ready, kit)).toMatchObject({ ok: true });
  done(1, false);
  await again;
  expect(answerOf(ready, kit)).toMatchObject({ ok: false });
});

test('a document is due at first, when it was replaced, and every five minutes', () => {
  const kit = kitIn(1);
  const [, asked] = soundNow(kit);
  expect(isDue(kit, undefined, NOW)).toBe(true);
  expect(isDue({ ...kit, document: null }, undefined, NOW)).toBe(false);
  expect(isDue(kit, asked, NOW)).toBe(false);
  expect(isDue(kit, { ...asked, sha256: 'b' }, NOW)).toBe(true);
  expect(isDue(kit, asked, NOW + 5 * 60_000)).toBe(true);
  expect(isDue(kit, { ...asked, answer: null }, NOW + 60 * 60_000)).toBe(false);
});

test('the certificates of all profiles that need one are asked for', async () => {
  const { ready, stores, fake } = setUp();
  ready.getState().begin();
  fake.failNext('app.freeSpace', 'It does not say.');
  await ready.getState().checkLaptop(['demo', 'other']);
  const { identities } = stores.get(sessionSlice).getState();
  expect([...identities.keys()].sort()).toEqual(['demo', 'other']);
  expect(ready.getState().machine).toEqual({ free_bytes: null, battery: null });
});

test('who goes to a kit comes back to their place once; who goes elsewhere does not', () => {
  const { ready, stores } = setUp();
  const navigation = stores.get(navigationSlice).getState();
  navigation.show('ready');
  ready.getState().leave({ key: 'a|open', scroll: 40 });
  navigation.visit('a');
  navigation.goBack();
  expect(ready.getState().comeBack()).toEqual({ key: 'a|open', scroll: 40 });
  expect(ready.getState().comeBack()).toBeNull();
  ready.getState().leave({ key: 'a|open', scroll: 40 });
  navigation.visit('a');
  navigation.select('b');
  expect(ready.getState().comeBack()).toBeNull();
});
