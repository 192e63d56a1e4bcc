import { setTimeout as delay } from 'node:timers/promises';

/** The clock that rooms use. It is a parameter, so tests can run hours in milliseconds. */
export interface Clock {
  /** Wall clock, ms since 1970 UTC. Only for records: it may jump. */
  now(): number;
  /** Monotonic clock, ms. For waits and ages. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with an AbortError when `signal` aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal ? { signal } : {});
  },
};

/** Ms since 1970 UTC as ISO 8601 in UTC, to the millisecond. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** Ms since 1970 UTC as part of a file's name: `20261125T223000Z`. */
export function fileStamp(ms: number): string {
  return utc(ms).replace(/[-:]|\.\d+/g, '');
}
