import { expect, test, vi } from 'vitest';
import type { TripKitBridge } from '../../../preload/contract.ts';
import type { SetupBridge } from '../../../preload/setup-contract.ts';
import { failureWords } from '../../../renderer/design/words.ts';
import { connectSetup } from '../../../renderer/setup/state/bridge.ts';
import { asUiFailure, CALL_TIMEOUT_MS, connect, UiFailure } from '../../../renderer/shell/state/bridge.ts';
import { createFakeBridge } from '../../window/fake-bridge.ts';

function fake() {
  return createFakeBridge({ scenario: 'empty', speed: 1, documents: [{ id: 'd', bytes: 1, pages: 1 }] });
}

test('a good answer becomes its value', async () => {
  await expect(connect(fake().bridge).app.info()).resolves.toMatchObject({ version: '0.1.0' });
});

test('a failure is thrown with its kind, sentence and messages', async () => {
  const { bridge } = fake();
  const messages = [{ code: '201', type: 'Error', message: 'no' }];
  bridge.kits.list = async () => ({
    ok: false,
    error: { kind: 'disk', message: 'The disk is full.', messages },
  });
  await expect(connect(bridge).kits.list()).rejects.toMatchObject({
    name: 'UiFailure',
    kind: 'disk',
    message: 'The disk is full.',
    messages,
  });
});

test('an error of the bridge itself never shows its own text', async () => {
  const { bridge } = fake();
  bridge.kits.list = () => Promise.reject(new Error('passphrase=kerosene'));
  const error = await connect(bridge)
    .kits.list()
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UiFailure);
  expect((error as UiFailure).message).toBe(failureWords.unexpected);
  expect(asUiFailure('text').kind).toBe('app');
});

test('a call without an answer ends in a sentence; a file dialog may wait', async () => {
  vi.useFakeTimers();
  const { bridge } = fake();
  const never = () => new Promise<never>(() => {});
  bridge.kits.list = never;
  bridge.app.saveDiagnostics = never as TripKitBridge['app']['saveDiagnostics'];
  const bound = connect(bridge);
  const list = bound.kits.list().catch((caught: UiFailure) => caught.message);
  let chosen = false;
  void bound.app.saveDiagnostics('0b8f6f43-2f4e-4d61-9f4e-1d5a4a8f0c11', []).finally(() => {
    chosen = true;
  });
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS + 1);
  expect(await list).toBe(failureWords.noAnswer);
  await vi.advanceTimersByTimeAsync(10 * CALL_TIMEOUT_MS);
  expect(chosen).toBe(false);
});

test('so it is of set-up’s bridge', async () => {
  vi.useFakeTimers();
  const { setup } = fake();
  const never = () => new Promise<never>(() => {});
  setup.profiles.list = never;
  setup.identity.import = never as SetupBridge['identity']['import'];
  const bound = connectSetup(setup);
  const list = bound.profiles.list().catch((caught: UiFailure) => caught.message);
  let imported = false;
  void bound.identity
    .import({ profile_id: 'p', handle: crypto.randomUUID(), passphrase: 'x', store: true })
    .finally(() => {
      imported = true;
    });
  await vi.advanceTimersByTimeAsync(10 * CALL_TIMEOUT_MS);
  expect(await list).toBe(failureWords.noAnswer);
  expect(imported).toBe(false);
});
