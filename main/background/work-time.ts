/** Limits of time for work that a busy machine may not have had time for. */
import { cpus } from 'node:os';
import { type Clock, systemClock } from '../common/clock.ts';

/** Time of all processors since the machine's start, ms. */
interface ProcessorTimes {
  total: number;
  idle: number;
}

/** The processors' time is looked at so often, and the limit may be so much later, ms. */
const LOOK_MS = 1000;
/** Where a smaller share of it was idle, the work may have waited for a processor. */
const IDLE_SHARE = 0.05;
/** Such time counts by this share. */
const BUSY_SHARE = 1 / 4;

/**
 * Waits for `promise` until it had `ms` of time, then rejects with the error from `late`. The work continues. Time in which no
 * processor was idle counts by a quarter, so that a verdict on a document does not depend on what else the machine does.
 */
export async function inWorkTime<T>(
  promise: Promise<T>,
  ms: number,
  late: () => Error,
  clock: Pick<Clock, 'sleep'> = systemClock,
  times: () => ProcessorTimes = processorTimes,
): Promise<T> {
  const over = new AbortController();
  const limit = async (): Promise<never> => {
    const step = Math.min(LOOK_MS, ms);
    let before = times();
    for (let left = ms; left > 0; ) {
      await clock.sleep(step, over.signal);
      const now = times();
      const isBusy = now.idle - before.idle <= (now.total - before.total) * IDLE_SHARE;
      left -= isBusy ? step * BUSY_SHARE : step;
      before = now;
    }
    throw late();
  };
  try {
    return await Promise.race([promise, limit()]);
  } finally {
    over.abort();
  }
}

function processorTimes(): ProcessorTimes {
  const all = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    total: user + nice + sys + idle + irq,
    idle,
  }));
  const sum = (key: keyof ProcessorTimes) => all.reduce((so_far, one) => so_far + one[key], 0);
  return { total: sum('total'), idle: sum('idle') };
}
