import { expect, test, vi } from 'vitest';
import { calls, type TripKitBridge } from '../../../preload/contract.ts';
import { setupCalls } from '../../../preload/setup-contract.ts';
import { failureWords } from '../../../renderer/design/words.ts';
import { connectSetup } from '../../../renderer/setup/state/bridge.ts';
import { asUiFailure, CALL_TIMEOUT_MS, connect, UiFailure } from '../../../renderer/shell/state/bridge.ts';
import { type Allowances, libraryAllowances, setupAllowances } from '../../attack/allowances.ts';
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

test.each([
  ['the library', connect, calls, libraryAllowances],
  ['set-up', connectSetup, setupCalls, setupAllowances],
] as const)('%s: a call that may ask the person in a system dialog has no time-out', async (...row) => {
  const [, bind, contract, allowances] = row;
  vi.useFakeTimers();
  const ended: string[] = [];
  const names = Object.entries(contract).flatMap(([domain, of]) =>
    Object.keys(of).map((name) => [domain, name] as const),
  );
  const never = () => new Promise<never>(() => {});
  const raw: Record<string, Record<string, unknown>> = {};
  for (const [domain, name] of names) raw[domain] = { ...raw[domain], [name]: never };
  const bound = bind(raw as never) as unknown as Record<string, Record<string, () => Promise<unknown>>>;
  for (const [domain, name] of names)
    void bound[domain]?.[name]?.().catch(() => void ended.push(`${domain}.${name}`));
  await vi.advanceTimersByTimeAsync(10 * CALL_TIMEOUT_MS);
  const asking = Object.entries(allowances as Allowances)
    .filter(([, { gives, effects }]) => gives === 'asks' || effects?.test('asks'))
    .map(([call]) => call);
  expect(asking.length).toBeGreaterThan(5);
  // The keychain and a card ask in their own ways.
  const waiting = [...asking, 'identity.import', 'identity.listComputer'];
  expect(waiting.filter((call) => ended.includes(call))).toEqual([]);
  expect(ended).toContain('profiles.list');
});
