/** What the fault campaign is made of; its runs are a part of `npm run test:full` (test/run-all.ts). */
import { describe, expect, it } from 'vitest';
import { killSteps } from './kill-points.ts';
import { seedOfRun } from './run-campaign.ts';
import { ScaledClock } from './scaled-clock.ts';
import { drawScenario } from './scenario.ts';

describe('a scenario', () => {
  const drawn = Array.from({ length: 1_500 }, (_, n) => drawScenario(seedOfRun(1, n)));

  it('is the same for the same seed', () => {
    expect(drawScenario(seedOfRun(1, 7))).toEqual(drawn[7]);
    expect(drawScenario(seedOfRun(1, 8))).not.toEqual(drawn[7]);
  });

  it('comes to every step, every end and every act sooner or later', () => {
    const lives = drawn.flatMap(({ lives }) => lives);
    const steps = new Set(lives.flatMap(({ end }) => (end.by === 'step' ? [end.kill.step] : [])));
    expect([...killSteps].filter((step) => !steps.has(step))).toEqual([]);
    expect(new Set(lives.map(({ end }) => end.by)).size).toBe(5);
    expect(new Set(lives.flatMap(({ acts }) => acts.map(({ act }) => act.what))).size).toBe(11);
    expect(new Set(lives.flatMap(({ faults }) => faults.map((fault) => fault.do.action))).size).toBe(11);
    expect(drawn.some(({ kits }) => kits.length === 50)).toBe(true);
  });
});

describe('the scaled clock', () => {
  const setup = { factor: 1_000, real_base: Date.now(), wall_base: 0 };

  it('runs so many times faster, and its waits with it', async () => {
    const clock = new ScaledClock(setup);
    const before = clock.monotonic();
    await clock.sleep(5_000);
    expect(clock.monotonic() - before).toBeGreaterThanOrEqual(5_000);
  });

  it('ends waits that a sleep of the machine has passed, and gives them up on a signal', async () => {
    const clock = new ScaledClock({ ...setup, factor: 1 });
    const long = clock.sleep(3_600_000);
    const before = clock.now();
    clock.leap(3_600_000);
    await long;
    expect(clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
    const abort = new AbortController();
    const given_up = clock.sleep(3_600_000, abort.signal);
    abort.abort();
    await expect(given_up).rejects.toMatchObject({ name: 'AbortError' });
  });
});
