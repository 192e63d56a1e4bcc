/** Limits of time for work that a busy machine may not have had time for. */
import { cpus } from 'node:os';
import { type Clock, systemClock } from '../common/clock.ts';
import { inTime } from '../common/wait.ts';

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
export function inWorkTime<T>(
  promise: Promise<T>,
  ms: number,
  late: () => Error,
  clock: Pick<Clock, 'sleep'> = systemClock,
  times: () => ProcessorTimes = processorTimes,
): Promise<T> {
  const sleep: Clock['sleep'] = async (limit_ms, signal) => {
    const step = Math.min(LOOK_MS, limit_ms);
    let before = times();
    for (let left = limit_ms; left > 0; ) {
      await clock.sleep(step, signal);
      const now = times();
      const isBusy = now.idle - before.idle <= (now.total - before.total) * IDLE_SHARE;
      left -= isBusy ? step * BUSY_SHARE : step;
      before = now;
    }
  };
  return inTime(promise, ms, late, { sleep });
}

function processorTimes(): ProcessorTimes {
  const all = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    total: user + nice + sys + idle + irq,
    idle,
  }));
  const sum = (key: keyof ProcessorTimes) => all.reduce((so_far, one) => so_far + one[key], 0);
  return { total: sum('total'), idle: sum('idle') };
}
