import { setTimeout as delay } from 'node:timers/promises';

/** Time as the parts see it, handed in so that tests run hours in milliseconds. */
export interface Clock {
  /** Wall clock, ms since 1970 UTC: for records only, it may jump. */
  now(): number;
  /** Monotonic, ms: for waits and ages. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with an AbortError when `signal` aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal ? { signal } : {});
  },
};
