import { getEventListeners } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { abortable, anySignal, inTime, sleepUntil, Wakeup, withTimeLimit } from '../../main/common/wait.ts';
import { VirtualClock } from '../virtual-clock.ts';

const late = () => new Error('late');
const never = new Promise<never>(() => {});

it('ends a wait at its signal, not the work, whose later failure is nobody’s crash', async () => {
  const work = Promise.withResolvers<string>();
  await expect(abortable(work.promise, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  const abort = new AbortController();
  const waiting = abortable(work.promise, abort.signal);
  const other = abortable(work.promise, new AbortController().signal);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  work.resolve('done');
  await expect(other).resolves.toBe('done');
  const failing = Promise.withResolvers<void>();
  await expect(abortable(failing.promise, AbortSignal.abort())).rejects.toThrow();
  failing.reject(new Error('unheard'));
});

it('aborts with one of several signals that was let go before anybody looked', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const both = (() => {
    const over = new AbortController();
    const signal = anySignal(new AbortController().signal, undefined, over.signal);
    over.abort();
    return signal;
  })();
  for (let turn = 0; turn < 3; turn += 1) {
    await setImmediate();
    collect();
  }
  expect(both.aborted).toBe(true);
});

it('is what all of main waits for several signals with', () => {
  const users = globSync('main/**/*.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('AbortSignal.any('),
  );
  expect(users).toEqual(['main/common/wait.ts']);
});

it('gives up a wait in time', async () => {
  const clock = new VirtualClock();
  await expect(inTime(Promise.resolve(1), 100, late, clock)).resolves.toBe(1);
  await expect(inTime(Promise.reject(new Error('own')), 100, late, clock)).rejects.toThrow('own');
  const waiting = expect(inTime(never, 100, late, clock)).rejects.toThrow('late');
  await clock.advance(100);
  await waiting;
});

it('limits work by its signal, and never hides what the work says', async () => {
  const clock = new VirtualClock();
  const { signal } = new AbortController();
  const sleeping = expect(
    withTimeLimit(100, late, clock, signal, (limited) => clock.sleep(1000, limited)),
  ).rejects.toThrow('late');
  const own = expect(
    withTimeLimit(100, late, clock, signal, async (limited) => {
      await clock.sleep(1000, limited).catch(() => {});
      throw new TypeError('own');
    }),
  ).rejects.toThrow('own');
  await clock.advance(100);
  await Promise.all([sleeping, own]);
  const aborted = AbortSignal.abort();
  await expect(
    withTimeLimit(100, late, clock, aborted, (limited) => clock.sleep(1, limited)),
  ).rejects.toMatchObject({ name: 'AbortError' });
});

it('sleeps until it is woken', async () => {
  const clock = new VirtualClock();
  const wakeup = new Wakeup();
  const { signal } = new AbortController();
  const sleeping = sleepUntil(wakeup.wait, 1000, clock, signal);
  wakeup.wake();
  await sleeping;
  expect(clock.monotonic()).toBe(0);
  const again = sleepUntil(wakeup.wait, 1000, clock, signal);
  await clock.advance(1000);
  await again;
});

it('a wait that begins later ends at the first wake after it was asked for, and leaves no listener', async () => {
  const [clock, wakeup, over] = [new VirtualClock(), new Wakeup(), new AbortController()];
  const early = wakeup.fromNow();
  wakeup.wake();
  await sleepUntil(early, 1000, clock, over.signal);
  expect(clock.monotonic()).toBe(0);

  const slept = sleepUntil(wakeup.fromNow(), 1000, clock, over.signal);
  await clock.advance(1000);
  await slept;
  await setImmediate();
  expect(getEventListeners(over.signal, 'abort')).toEqual([]);
});
