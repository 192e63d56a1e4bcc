/** Waits that can end early: all aborts and time-outs of the main process that Node's own API does not provide. */

import { type Clock, systemClock } from './clock.ts';
import { isAbort } from './errors.ts';

/**
 * Waits for a promise that others may wait for too: `signal` ends only this wait, not the work.
 *
 * @throws what the promise rejects with; the signal's reason
 */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([aborted.promise, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** What the signals of `anySignal` follow. */
const followed = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * AbortSignal.any, whose result keeps the signals that it follows. From Node 24.18 (nodejs/node pull request 62367) on, a result
 * without a listener holds them weakly: it never aborts where an aborted one is collected before somebody looks, and a time limit is lost.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((one) => one !== undefined);
  const any = AbortSignal.any(given);
  followed.set(any, given);
  return any;
}

/** Whether `error` is the reason of an AbortSignal.timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Waits at most `ms` for `promise`, then rejects with the error from `late`. The work continues. */
export async function inTime<T>(
  promise: Promise<T>,
  ms: number,
  late: () => Error,
  clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<T> {
  const over = new AbortController();
  const limit = clock.sleep(ms, over.signal).then(() => {
    throw late();
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    over.abort();
  }
}

/**
 * Runs `work` with a signal that aborts after `ms`, or when `signal` does.
 *
 * @throws what `work` throws; the error from `late` if the time limit aborted the work. Another failure of the work at
 * that moment is kept, because it may say more.
 */
export async function withTimeLimit<T>(
  ms: number,
  late: () => Error,
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const either = anySignal(signal, limit.signal);
  const timer = clock.sleep(ms, either).then(
    () => limit.abort(late()),
    () => {},
  );
  try {
    return await work(either);
  } catch (error) {
    throw isAbort(error) && limit.signal.aborted && !signal.aborted ? limit.signal.reason : error;
  } finally {
    limit.abort();
    await timer;
  }
}

/** Sleeps `ms`, or until `woken` resolves. @throws an AbortError when `signal` aborts first */
export async function sleepUntil(
  woken: (signal: AbortSignal) => Promise<void>,
  ms: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const ended = anySignal(signal, over.signal);
  try {
    await Promise.race([clock.sleep(ms, ended), woken(ended)]);
  } finally {
    over.abort();
  }
}

/** A repeating event: wakes everything that is waiting at that moment. */
export class Wakeup {
  #next = Promise.withResolvers<void>();

  wake(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }

  /** Resolves at the next {@link wake}. @throws the signal's reason */
  readonly wait = (signal: AbortSignal): Promise<void> => this.fromNow()(signal);

  /** A {@link wait} that may begin later: it ends at the first wake after this call. */
  fromNow(): (signal: AbortSignal) => Promise<void> {
    const { promise } = this.#next;
    return (signal) => abortable(promise, signal);
  }
}

/** A timer: calls `run` once after `ms`. Returns a function that cancels the call. */
export type Schedule = (run: () => void, ms: number) => () => void;

/** Node's timer. It does not keep the process alive. */
export const nodeTimer: Schedule = (run, ms) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

/** Runs `work` once for all calls of `soon` within `ms`. */
export function coalesced(schedule: Schedule, ms: number, work: () => void) {
  let cancel: (() => void) | null = null;
  return {
    soon: (): void => {
      cancel ??= schedule(() => {
        cancel = null;
        work();
      }, ms);
    },
    /** Cancels the scheduled run. */
    cancel: (): void => cancel?.(),
  };
}
