import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kit, Result } from '../../../preload/contract.ts';
import { kitsSlice } from '../../../renderer/kits/kits-store.ts';
import { connect } from '../../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../../renderer/shell/state/registry.tsx';
import { aKit, verifiedAt } from '../../kits.ts';
import { createFakeBridge } from '../../window/fake-bridge.ts';

const document = { bytes: 9, sha256: 'a'.repeat(64), pages: 4 };
const ready = (more: Partial<Kit> = {}) =>
  aKit({ state: 'ready', document, state_since: '2026-11-21T08:00:40.000Z', ...more });

function setUp(soundness = verifiedAt('2026-11-20T10:00:00.000Z')) {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const answers: PromiseWithResolvers<Result<Kit>>[] = [];
  fake.bridge.documents.check = () => {
    const answer = Promise.withResolvers<Result<Kit>>();
    answers.push(answer);
    return answer.promise;
  };
  const store = createRegistry(connect(fake.bridge)).get(kitsSlice);
  const kit = ready({ soundness });
  store.getState().merge([kit]);
  return { store, kit, answers, found: () => store.getState().kits };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('what a check finds is the kit’s own', async () => {
  const { store, kit, answers, found } = setUp();
  const done = store.getState().checkDocument(kit);
  const checked = { ...kit, soundness: verifiedAt('2026-11-21T10:00:00.000Z') };
  answers[0]?.resolve({ ok: true, value: checked });
  await done;
  expect(found()).toEqual([checked]);
});

test('what was found sound minutes ago is not read again; what was damaged, or had its seal unchecked, is', async () => {
  const fresh = verifiedAt('2026-11-21T09:56:00.000Z');
  for (const [soundness, asked] of [
    [fresh, 0],
    [{ ...fresh, state: 'checking' as const }, 0],
    [{ ...fresh, state: 'damaged' as const }, 1],
    [{ ...fresh, seal: 'not_checked' as const }, 1],
    [verifiedAt('2026-11-21T09:54:00.000Z'), 1],
  ] as const) {
    const { store, kit, answers } = setUp(soundness);
    void store.getState().checkDocument(kit);
    expect(answers, JSON.stringify(soundness)).toHaveLength(asked);
    void store.getState().checkDocument(kit, { again: true });
    expect(answers).toHaveLength(asked + 1);
  }
});

test('a kit that became ready a minute ago is read all the same: nobody has looked at its file since', () => {
  const at = '2026-11-21T09:59:00.000Z';
  const { store, kit, answers } = setUp(verifiedAt(at));
  void store.getState().checkDocument({ ...kit, state_since: at });
  expect(answers).toHaveLength(1);
});

test('a check that can’t be asked for changes nothing', async () => {
  const { store, kit, answers, found } = setUp();
  const done = store.getState().checkDocument(kit);
  answers[0]?.resolve({ ok: false, error: { kind: 'disk', message: 'The disk does not answer.' } });
  await done;
  expect(found()).toEqual([kit]);
});
