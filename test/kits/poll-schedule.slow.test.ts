import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binOf,
  EARLIEST_POLL_MS,
  EXPECTED_MS,
  edge,
  estimate,
  learn,
  shareUpTo,
  usualTime,
  withUnfinished,
} from '../../main/kits/learned-times.ts';
import { nextFollowDelay, nextPollDelay, type Schedule, scheduleOf } from '../../main/kits/poll-schedule.ts';
import type { GenerationTime } from '../../main/store/generation-times.ts';

const now = Date.UTC(2026, 10, 21);
const LATEST_FIRST_MS = 30_000;
const HOUR = 3_600_000;

/** Times a minute apart, newest first. */
const past = (times: readonly number[]): GenerationTime[] =>
  times.map((ms, k) => ({ ms, at: now - k * 60_000 }));
const learned = (times: readonly number[]): Schedule => scheduleOf(learn(past(times), now));
const evenly = (from: number, to: number, n: number) =>
  Array.from({ length: n }, (_, k) => from + ((to - from) * ((k * 7919) % n)) / n);

/** The ages at which a kit that takes `ms` is asked for. */
function callsFor(schedule: Schedule, ms: number, spread = 0.5): number[] {
  const calls: number[] = [];
  for (let age = 0; age < ms; ) {
    age += nextPollDelay(schedule, { age, not_at: calls.at(-1) ?? 0, spread, others: [] });
    calls.push(age);
  }
  return calls;
}

/** Whatever a damaged or strange history may hold. */
const anyTime = fc.oneof(
  fc.double(),
  fc.integer({ min: 1, max: 3_600_000 }),
  fc.constantFrom(0, -1, Number.NaN, Infinity, -Infinity, 1, 600_000, Number.MAX_VALUE, Number.MIN_VALUE),
);
const anyHistory = fc.array(
  fc.record({ ms: anyTime, at: fc.oneof(fc.double(), fc.integer({ min: 0, max: 2 * now })) }),
  { maxLength: 30 },
);
const anySpread = fc.double({ min: 0, max: 0.999, noNaN: true });

describe('the poll schedule', () => {
  it('is never before 5 s, never negative, and bounded, whatever was seen before', () => {
    const situation = fc.record({
      age: fc.oneof(
        fc.double({ min: 0, max: 60_000, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
      ),
      before: fc.double({ min: 0, max: 1, noNaN: true }),
      spread: anySpread,
      others: fc.array(fc.oneof(anyTime, fc.integer({ min: 0, max: 100_000 })), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(anyHistory, situation, (history, { age, before, spread, others }) => {
        const schedule = scheduleOf(learn(history, now));
        const not_at = age * before < EARLIEST_POLL_MS ? 0 : age * before;
        const wait = nextPollDelay(schedule, { age, not_at, spread, others });
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(age + wait).toBeGreaterThanOrEqual(EARLIEST_POLL_MS);
        const longest = age > schedule.late_from + 120_000 ? 30_000 : 15_000;
        expect(age + wait).toBeLessThanOrEqual(
          Math.max(age, not_at === 0 ? LATEST_FIRST_MS : not_at + longest) + 1_500,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('moves on with every call, for kits that never come', () => {
    fc.assert(
      fc.property(anyHistory, anySpread, (history, spread) => {
        const schedule = scheduleOf(learn(history, now));
        let [age, calls] = [0, 0];
        while (age < HOUR && calls < 2_000) {
          const wait = nextPollDelay(schedule, { age, not_at: calls === 0 ? 0 : age, spread, others: [] });
          expect(wait).toBeGreaterThanOrEqual(calls === 0 ? 0 : 499);
          age += wait;
          calls += 1;
        }
        expect(age).toBeGreaterThanOrEqual(HOUR);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('knows only "20 to 30 seconds" at first: dense there, no dearer than every 5 s, and one early look', () => {
    const schedule = learned([]);
    const calls = callsFor(schedule, 30_000);
    expect(calls[0]).toBeLessThan(8_000);
    expect(calls.filter((age) => age > 8_000 && age < 18_000).length).toBeLessThanOrEqual(1);
    expect(calls.filter((age) => age >= 20_000 && age <= 30_500).length).toBeGreaterThanOrEqual(5);
    expect(usualTime(schedule)).toEqual({ from: 21_000, to: 29_000 });
  });

  it('asks where kits come, and not in the gap between two modes', () => {
    const schedule = learned(
      [...evenly(21_000, 23_000, 60), ...evenly(44_000, 46_000, 60)].sort((a, b) => (a % 97) - (b % 97)),
    );
    const calls = callsFor(schedule, 46_000);
    expect(calls[0]).toBeGreaterThan(20_500);
    expect(calls.filter((age) => age > 25_500 && age < 42_500).length).toBeLessThanOrEqual(2);
    expect(calls.filter((age) => age > 43_000).length).toBeGreaterThanOrEqual(2);
  });

  it('needs two or three calls for a service that always takes as long', () => {
    const calls = callsFor(learned(new Array(100).fill(25_000)), 25_000);
    expect(calls.length).toBeLessThanOrEqual(3);
    expect((calls.at(-1) ?? 0) - 25_000).toBeLessThan(1_000);
  });

  it('asks less and less often for a kit that is later than all before, in proportion to its lateness', () => {
    const schedule = learned(evenly(20_000, 30_000, 100));
    const calls = callsFor(schedule, 600_000);
    const waits = calls.map((age, k) => age - (calls[k - 1] ?? 0));
    const waitBeyond = (age: number) => waits[calls.findIndex((call) => call > age)] ?? 0;
    expect(waitBeyond(60_000)).toBeGreaterThan(5_000);
    expect(waitBeyond(60_000)).toBeLessThan(12_000);
    expect(waitBeyond(120_000)).toBeGreaterThan(waitBeyond(60_000));
    expect(waitBeyond(400_000)).toBeGreaterThan(20_000);
    expect(calls.length).toBeLessThan(60);
  });

  it('is hardly moved by one outlier', () => {
    const usual = evenly(20_000, 30_000, 60);
    const without = usualTime(learned(usual));
    for (const outlier of [1_000, 600_000]) {
      const schedule = learned([outlier, ...usual]);
      const { from, to } = usualTime(schedule);
      expect(Math.abs(from - without.from)).toBeLessThan(1_500);
      expect(Math.abs(to - without.to)).toBeLessThan(1_500);
      expect(callsFor(schedule, 25_000).length).toBeLessThanOrEqual(
        callsFor(learned(usual), 25_000).length + 2,
      );
    }
  });

  it('follows what kits do now rather than what they did', () => {
    const slower = [...evenly(50_000, 60_000, 12), ...evenly(20_000, 30_000, 188)];
    const justNow = slower.map((ms, k) => ({ ms, at: k < 12 ? now - k * 5_000 : now - HOUR - k * 60_000 }));
    const longAgo = slower.map((ms, k) => ({ ms, at: now - HOUR - k * 60_000 }));
    const share = (times: GenerationTime[]) => 1 - shareUpTo(learn(times, now).usual, 45_000);
    expect(share(justNow)).toBeGreaterThan(2 * share(longAgo));
    const reversed = [...slower].reverse();
    expect(share(longAgo)).toBeGreaterThan(2 * share(past(reversed)));
  });

  it('takes kits that are overdue beside it as a sign of load, and young ones as none', () => {
    const schedule = learned(evenly(20_000, 30_000, 100));
    const late = (others: number[]) => 1 - shareUpTo(withUnfinished(schedule, others), 32_000);
    expect(late(new Array(40).fill(35_000))).toBeGreaterThan(10 * late([]));
    expect(late(new Array(40).fill(10_000))).toBeCloseTo(late([]), 3);
  });

  it('spreads kits that were requested together, and moves none by much', () => {
    const schedule = learned(evenly(20_000, 30_000, 100));
    const at = (spread: number) =>
      nextPollDelay(schedule, { age: 22_000, not_at: 22_000, spread, others: [] });
    const waits = Array.from({ length: 80 }, (_, k) => at(k / 80));
    expect(new Set(waits).size).toBe(80);
    expect(at(0.99) - at(0)).toBeGreaterThan(100);
    expect(at(0.99) - at(0)).toBeLessThan(1_000);
  });

  it('asks for a kit of unknown age at once, then every 2 s, then in proportion', () => {
    const schedule = learned([]);
    expect(nextFollowDelay(schedule, 0, 0)).toBe(0);
    expect(nextFollowDelay(schedule, 10_000, 3)).toBe(2_000);
    expect(nextFollowDelay(schedule, 60_000, 20)).toBeGreaterThan(5_000);
    expect(nextFollowDelay(schedule, 1e9, 99)).toBe(30_000);
  });
});

describe('what is learned', () => {
  it('is a distribution, whatever the history', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { usual, possible, weight, late_from } = learn(history, now);
        for (const histogram of [usual, possible]) {
          expect(histogram.every((share) => share >= 0)).toBe(true);
          expect(histogram.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        }
        expect(possible.every((share) => share > 0)).toBe(true);
        expect(Number.isFinite(weight) && Number.isFinite(late_from)).toBe(true);
        const { from, to } = usualTime({ usual, possible, weight, late_from });
        expect(to - from).toBeGreaterThanOrEqual(999);
      }),
      { numRuns: 200 },
    );
  });

  it('passes over what is no time', () => {
    const nonsense = [Number.NaN, -5, 0, Infinity].map((ms) => ({ ms, at: now }));
    expect(learn(nonsense, now)).toEqual(learn([], now));
  });

  it('blends the expectation out as kits come', () => {
    const expected = (n: number) => {
      const { usual } = learn(past(new Array(n).fill(60_000)), now);
      return shareUpTo(usual, EXPECTED_MS.to) - shareUpTo(usual, EXPECTED_MS.from - 1);
    };
    expect(expected(0)).toBeGreaterThan(0.95);
    expect(expected(1)).toBeGreaterThan(0.2);
    expect(expected(5)).toBeLessThan(expected(1));
    expect(expected(100)).toBeLessThan(0.01);
  });

  it('puts a time into the interval in which it is known to lie', () => {
    const any = fc.double({ min: 0, max: 2e6, noNaN: true });
    fc.assert(
      fc.property(anyHistory, any, any, anySpread, (history, a, b, draw) => {
        const [after, upTo] = [Math.min(a, b), Math.max(a, b)];
        const ms = estimate(learn(history, now), after, upTo, draw);
        expect(ms).toBeGreaterThanOrEqual(after);
        expect(ms).toBeLessThanOrEqual(upTo);
      }),
      { numRuns: 200 },
    );
  });

  it('fills a long interval as what is known would, not evenly', () => {
    const schedule = learned(evenly(20_000, 30_000, 100));
    const early = [0.2, 0.5, 0.8].map((draw) => estimate(schedule, 0, 22_000, draw));
    expect(early.filter((ms) => ms >= 19_500).length).toBeGreaterThanOrEqual(2);
    expect(estimate(schedule, 24_000, 25_000, 0.5)).toBe(24_500);
  });
});

it('the grid holds every time in the bin that ends at it or after it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_799_000, noNaN: true }), (ms) => {
      const bin = binOf(ms);
      expect(edge(bin)).toBeGreaterThanOrEqual(ms - 1e-3);
      if (bin > 0) expect(edge(bin - 1)).toBeLessThan(ms + 1e-3);
    }),
  );
});
