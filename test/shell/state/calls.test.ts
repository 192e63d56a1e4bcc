import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { UiFailure } from '../../../renderer/shell/state/bridge.ts';
import { follow, latestOnly, oneAtATime } from '../../../renderer/shell/state/calls.ts';

const refused = new UiFailure({ kind: 'app', message: 'Refused.' });

function aStore() {
  return createStore<{ busy: 'read' | null; failure: UiFailure | null }>()(() => ({
    busy: null,
    failure: refused,
  }));
}

test('one call at a time: busy while it runs, and the failure before it is cleared', async () => {
  const { getState, setState } = aStore();
  const run = oneAtATime(setState, getState);
  const { promise, resolve } = Promise.withResolvers<number>();
  const first = run('read', () => promise);
  expect(getState()).toEqual({ busy: 'read', failure: null });
  expect(await run('read', async () => 2)).toBeNull();
  resolve(1);
  expect(await first).toBe(1);
  expect(getState().busy).toBeNull();
});

test('a call that fails leaves its failure, and the next one may run', async () => {
  const { getState, setState } = aStore();
  const run = oneAtATime(setState, getState);
  expect(await run('read', () => Promise.reject(refused))).toBeNull();
  expect(getState()).toEqual({ busy: null, failure: refused });
  expect(await run('read', async () => 3)).toBe(3);
});

test('an earlier question is not the latest any more once another one has begun', () => {
  const begin = latestOnly();
  const isFirst = begin();
  expect(isFirst()).toBe(true);
  const isSecond = begin();
  expect([isFirst(), isSecond()]).toEqual([false, true]);
});

test('what was heard before the answer is newer than it; without one the answer is taken', async () => {
  const taken: string[] = [];
  const listeners = new Set<(value: string) => void>();
  const listen = (listener: (value: string) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const early = Promise.withResolvers<string>();
  const stop = follow(
    listen,
    () => early.promise,
    (value) => taken.push(value),
  );
  for (const listener of listeners) listener('heard');
  early.resolve('answer');
  await early.promise;
  expect(taken).toEqual(['heard']);
  stop();
  expect(listeners.size).toBe(0);
  const failures: UiFailure[] = [];
  follow(
    listen,
    async () => 'answer',
    (value) => taken.push(value),
  );
  follow(
    listen,
    () => Promise.reject(refused),
    () => {},
    (failure) => failures.push(failure),
  );
  await Promise.resolve();
  await Promise.resolve();
  expect(taken).toEqual(['heard', 'answer']);
  expect(failures).toEqual([refused]);
});
