import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffDelay, CircuitBreaker } from '../../main/kits/circuit-breaker.ts';
import { RateLimit, Semaphore } from '../../main/kits/rate-limit.ts';
import { CallFailure } from '../../main/service/answer.ts';
import { VirtualClock } from '../virtual-clock.ts';

const never = new AbortController().signal;

describe('a semaphore', () => {
  it('lets so many in, the most urgent of those who wait first', async () => {
    const semaphore = new Semaphore(1);
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const work = (name: string) => async () => {
      order.push(name);
    };
    const runs = [
      semaphore.run(0, never, () => first.promise),
      semaphore.run(9, never, work('late')),
      semaphore.run(1, never, work('soon')),
      semaphore.run(1, never, work('soon, second')),
    ];
    first.resolve();
    await Promise.all(runs);
    expect(order).toEqual(['soon', 'soon, second', 'late']);
  });

  it('gives a place back when work fails, and forgets who gave up', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.run(0, never, () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    const first = Promise.withResolvers<void>();
    const running = semaphore.run(0, never, () => first.promise);
    const abort = new AbortController();
    const waiting = semaphore.run(0, abort.signal, async () => {});
    abort.abort();
    await expect(waiting).rejects.toThrow();
    expect(semaphore.waiting).toBe(0);
    first.resolve();
    await running;
    await semaphore.run(0, never, async () => {});
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

describe('a circuit breaker', () => {
  const down = new CallFailure('network', 'Gone. Try again.', { remedy: 'wait', maybe_received: true });
  const away = () => ({ pause_ms: null, asks_for_patience: false });
  const setUp = (max_failures = Infinity) => {
    const clock = new VirtualClock();
    return { clock, breaker: new CircuitBreaker({ clock, random: () => 0.5, max_failures }) };
  };
  /** Moves time on until the promise is settled. */
  const settled = async <T>(clock: VirtualClock, promise: Promise<T>): Promise<T> => {
    let done = false;
    const mark = () => {
      done = true;
    };
    promise.then(mark, mark);
    await clock.until(() => done);
    return promise;
  };

  it('waits an outage out together: one tries while the others wait', async () => {
    const { clock, breaker } = setUp();
    let calls = 0;
    let well = false;
    const call = async () => {
      calls += 1;
      await clock.sleep(10);
      if (!well) throw down;
    };
    await expect(settled(clock, breaker.run(never, call, away))).rejects.toThrow('Gone');
    calls = 0;
    const waiting = Array.from({ length: 5 }, () => breaker.run(never, call, away));
    await clock.advance(400);
    expect(calls).toBe(0);
    await clock.advance(105);
    expect(calls).toBe(1);
    well = true;
    await settled(clock, Promise.all(waiting));
    expect(calls).toBe(5);
    expect(breaker.open).toBe(false);
    expect(breaker.down_ms).toBeGreaterThanOrEqual(500);
  });

  it('obeys a pause that was asked for, and counts failures in flight as one', async () => {
    const { clock, breaker } = setUp();
    const fail = () =>
      breaker
        .run(
          never,
          () => Promise.reject(down),
          () => ({ pause_ms: 7000, asks_for_patience: true }),
        )
        .catch(() => null);
    await Promise.all([fail(), fail(), fail()]);
    let at = -1;
    await settled(
      clock,
      breaker.run(
        never,
        async () => {
          at = clock.monotonic();
        },
        away,
      ),
    );
    expect(at).toBe(7000);
  });

  it('gives up together when an outage lasts, and no call is made then', async () => {
    const { clock, breaker } = setUp(3);
    let calls = 0;
    const fail = async () => {
      calls += 1;
      throw down;
    };
    for (let n = 0; n < 3; n += 1) {
      await expect(settled(clock, breaker.run(never, fail, away))).rejects.toBe(down);
    }
    const others = Array.from({ length: 20 }, () =>
      breaker.run(never, fail, away).catch((error: unknown) => error),
    );
    for (const error of await settled(clock, Promise.all(others))) {
      expect(error).toMatchObject({ kind: 'network', remedy: 'none', maybe_received: false });
    }
    expect(calls).toBe(3);
    breaker.reset();
    await expect(breaker.run(never, async () => 'well', away)).resolves.toBe('well');
  });

  it('holds nobody back any longer once it is reset; patience that was asked for is', async () => {
    const { clock, breaker } = setUp(Infinity);
    for (const asks_for_patience of [false, true]) {
      const state = () => ({ pause_ms: 3_600_000, asks_for_patience });
      await expect(breaker.run(never, () => Promise.reject(down), state)).rejects.toBe(down);
      let called = false;
      const call = async () => {
        called = true;
      };
      const waiting = breaker.run(never, call, away);
      await clock.advance(1000);
      expect(called).toBe(false);
      breaker.reset();
      await clock.advance(1000);
      expect(called).toBe(!asks_for_patience);
      await settled(clock, waiting);
    }
  });

  it('never gives up on a server that asks for patience, and is over when one says it is well', async () => {
    const { clock, breaker } = setUp(2);
    const busy = () =>
      breaker
        .run(
          never,
          () => Promise.reject(down),
          () => ({ pause_ms: 1000, asks_for_patience: true }),
        )
        .catch(() => null);
    for (let n = 0; n < 5; n += 1) await settled(clock, busy());
    const gone = breaker.run(
      never,
      () => Promise.reject(new Error('this kit only')),
      () => 'well' as const,
    );
    await expect(settled(clock, gone)).rejects.toThrow('this kit only');
    expect(breaker.open).toBe(false);
  });

  it('lets the others go as soon as the one that tries is answered, though its call goes on', async () => {
    const { clock, breaker } = setUp();
    await expect(breaker.run(never, () => Promise.reject(down), away)).rejects.toBe(down);
    expect(breaker.hold).toMatchObject({ error: down, since: clock.now(), asked: false });
    const download = Promise.withResolvers<string>();
    const first = breaker.run(never, () => download.promise, away);
    let called = false;
    const second = breaker.run(
      never,
      async () => {
        called = true;
      },
      away,
    );
    await clock.advance(5_000);
    expect(called).toBe(false);
    breaker.answered();
    await clock.settle();
    expect(called).toBe(true);
    expect(breaker.hold).toBeNull();
    download.resolve('whole');
    await Promise.all([first, second]);
  });

  it('grows its waits to a limit, with jitter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (n, r) => {
        const wait = backoffDelay(n, () => r);
        expect(wait).toBeGreaterThanOrEqual(375);
        expect(wait).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
