/** Limits of time for work, on machines that have time for it and on those that have none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inWorkTime } from '../../main/background/work-time.ts';

/** How long work that never ends is waited for, ms. @param idle the share of the processors that is idle in each second; the last goes on */
async function waitedFor(ms: number, idle: readonly number[]): Promise<number> {
  let waited = 0;
  const times = { total: 0, idle: 0 };
  const sleep = async (step: number) => {
    const share = idle[Math.min(Math.floor(waited / 1000), idle.length - 1)] ?? 0;
    waited += step;
    times.total += 2 * step;
    times.idle += 2 * step * share;
  };
  const late = () => new Error('late');
  const work = inWorkTime(new Promise(() => {}), ms, late, { sleep }, () => ({ ...times }));
  await expect(work).rejects.toThrow('late');
  return waited;
}

test('with a processor to spare the limit is the clock’s; without, it is four times as long', async () => {
  expect(await waitedFor(20_000, [0.5])).toBe(20_000);
  expect(await waitedFor(20_000, [0])).toBe(80_000);
  // Busy for 8 of the seconds that it took.
  expect(await waitedFor(20_000, [0, 0, 0, 0, 0, 0, 0, 0, 1])).toBe(26_000);
});

test('a processor whose time does not go on is a busy one', async () => {
  const looks: number[] = [];
  const sleep = async (step: number) => void looks.push(step);
  const still = () => ({ total: 5, idle: 5 });
  const work = inWorkTime(new Promise(() => {}), 1_000, () => new Error('late'), { sleep }, still);
  await expect(work).rejects.toThrow('late');
  expect(looks.length).toBeGreaterThan(1);
});

test('whatever else the machine does, the wait is between the limit and four times it', async () => {
  const seconds = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30_000 }), seconds, async (ms, idle) => {
      const waited = await waitedFor(ms, idle);
      expect(waited).toBeGreaterThanOrEqual(ms);
      expect(waited).toBeLessThanOrEqual(4 * ms + 1_000);
    }),
  );
});

test('what comes in time, or fails, is given on, and the limit ends', async () => {
  const late = () => new Error('late');
  expect(await inWorkTime(Promise.resolve('here'), 60_000, late)).toBe('here');
  await expect(inWorkTime(Promise.reject(new Error('failed')), 60_000, late)).rejects.toThrow('failed');
});
