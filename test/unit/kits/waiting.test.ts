import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffDelay, Outage } from '../../../main/kits/backoff.ts';
import { RateLimit } from '../../../main/kits/rate-limit.ts';
import { Slots } from '../../../main/kits/slots.ts';
import { VirtualClock } from './virtual-clock.ts';

const never = new AbortController().signal;

describe('slots', () => {
  it('let so many in, the most urgent of those who wait first', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const work = (name: string) => async () => {
      order.push(name);
    };
    const runs = [
      slots.run(0, never, () => first.promise),
      slots.run(9, never, work('late')),
      slots.run(1, never, work('soon')),
      slots.run(1, never, work('soon, second')),
    ];
    first.resolve();
    await Promise.all(runs);
    expect(order).toEqual(['soon', 'soon, second', 'late']);
  });

  it('give a place back when work fails, and forget who gave up', async () => {
    const slots = new Slots(1);
    await expect(slots.run(0, never, () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    const first = Promise.withResolvers<void>();
    const running = slots.run(0, never, () => first.promise);
    const abort = new AbortController();
    const waiting = slots.run(0, abort.signal, async () => {});
    abort.abort();
    await expect(waiting).rejects.toThrow();
    expect(slots.waiting).toBe(0);
    first.resolve();
    await running;
    await slots.run(0, never, async () => {});
  });
});

describe('the rate limit', () => {
  it('lets a burst through and spaces the rest', async () => {
    const clock = new VirtualClock();
    const limit = new RateLimit({ clock, per_second: 10, burst: 3 });
    const times: number[] = [];
    const turns = Array.from({ length: 6 }, async () => {
      await limit.turn(never);
      times.push(clock.monotonic());
    });
    await clock.until(() => times.length === 6);
    await Promise.all(turns);
    expect(times).toEqual([0, 0, 0, 100, 200, 300]);
  });
});

describe('an outage', () => {
  const down = new Error('down');

  it('is waited out together: one tries while the others wait', async () => {
    const clock = new VirtualClock();
    const outage = new Outage({ clock, random: () => 0.5 });
    let calls = 0;
    let well = false;
    const call = async () => {
      calls += 1;
      await clock.sleep(10);
      if (!well) throw down;
    };
    await expect(Promise.all([outage.through(never, call, () => true), clock.advance(20)])).rejects.toThrow(
      'down',
    );
    calls = 0;
    const waiting = Array.from({ length: 5 }, () =>
      outage.through(never, call, () => true).catch(() => 'failed'),
    );
    await clock.advance(400);
    expect(calls).toBe(0);
    await clock.advance(105);
    expect(calls).toBe(1);
    well = true;
    await clock.until(() => calls >= 5);
    await clock.advance(100);
    expect(await Promise.all(waiting)).toEqual(new Array(5).fill(undefined));
  });

  it('obeys a pause that was asked for, and counts failures in flight as one', async () => {
    const clock = new VirtualClock();
    const outage = new Outage({ clock, random: () => 0.5 });
    const fail = () =>
      outage
        .through(
          never,
          () => Promise.reject(down),
          () => 7000,
        )
        .catch(() => clock.monotonic());
    await Promise.all([fail(), fail(), fail()]);
    let at = -1;
    const next = outage.through(
      never,
      async () => {
        at = clock.monotonic();
      },
      () => true,
    );
    await clock.until(() => at >= 0);
    await next;
    expect(at).toBe(7000);
    expect(outage.active).toBe(false);
  });

  it('grows its waits to a limit, with jitter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (n, r) => {
        const wait = backoffDelay(n, () => r);
        expect(wait).toBeGreaterThanOrEqual(375);
        expect(wait).toBeLessThanOrEqual(37_500);
      }),
    );
  });
});
