/**
 * `npm run bench:polling`: how soon a finished kit is noticed, and how many calls that takes, by simulation. The schedule
 * is the app's own (main/kits/poll-schedule.ts), learning online from a cold start; the others see the very same kits. Calls take
 * no time here, and the limiter that all kits share is left out. SEED and KITS (a distribution) come from the environment.
 */
import type { Clock } from '../../main/common/clock.ts';
import { silentLog } from '../../main/common/log.ts';
import { EARLIEST_POLL_MS } from '../../main/kits/learned-times.ts';
import { PollEstimator } from '../../main/kits/poll-schedule.ts';
import { MemoryGenerationTimes } from '../../main/store/generation-times.ts';
import { type Random, seeded } from '../demo-service/random.ts';
import { best, type Weighted } from './best-possible.ts';

const SEED = Number(process.env.SEED ?? 20261121);
const KITS = Number(process.env.KITS ?? 5_000);
const TARGET_LAG_MS = 600;
const FIXED_MS = 5_000;

/** A service: how long a kit takes that is requested at `at` ms, `through` of the way through the simulation. */
interface Service {
  name: string;
  draw: (random: Random, at: number, through: number) => number;
}

const SPIKE = { every_ms: 50 * 60_000, for_ms: 10 * 60_000, factor: 2.5 };
const services: Service[] = [
  { name: 'uniform 20-30 s', draw: uniform },
  { name: 'log-normal, median 25 s, σ 0.35', draw: (random) => 25_000 * Math.exp(0.35 * normal(random)) },
  {
    name: 'bimodal: 65 % 22 ± 1 s, 35 % 45 ± 2 s',
    draw: (random) =>
      random.chance(0.65) ? 22_000 + 1_000 * normal(random) : 45_000 + 2_000 * normal(random),
  },
  {
    name: 'load spikes: uniform, × 2.5 for 10 of 50 min',
    draw: (random, at) =>
      uniform(random) * (at % SPIKE.every_ms >= SPIKE.every_ms - SPIKE.for_ms ? SPIKE.factor : 1),
  },
  { name: 'constant 25 s', draw: () => 25_000 },
  { name: 'constant 27.3 s', draw: () => 27_300 },
  {
    name: 'drift: 20 s to 45 s, ± 8 %',
    draw: (random, _at, through) => (20_000 + 25_000 * through) * random.between(0.92, 1.08),
  },
  {
    name: 'faster at half time: 20-30 s, then 10-14 s',
    draw: (random, _at, through) => (through < 0.5 ? uniform(random) : random.between(10_000, 14_000)),
  },
  {
    name: 'outliers: uniform, 1 % 1 s, 1 % 10 min',
    draw: (random) => {
      const odd = random.next();
      return odd < 0.01 ? 1_000 : odd < 0.02 ? 600_000 : uniform(random);
    },
  },
];

function uniform(random: Random): number {
  return random.between(20_000, 30_000);
}

/** Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

interface SimulatedKit {
  id: string;
  /** When the service accepted the request, ms. */
  at: number;
  /** How long it takes. */
  ms: number;
}

/** People ask now and then for one kit, for a few, or for a day's flights at once, four requests in parallel. */
function kitsOf({ draw }: Service, random: Random): SimulatedKit[] {
  const kits: SimulatedKit[] = [];
  for (let at = 0; kits.length < KITS; ) {
    at -= Math.log(1 - random.next()) * 120_000;
    const size = random.chance(0.6) ? 1 : random.chance(0.85) ? random.integer(2, 6) : random.integer(20, 80);
    for (let k = 0; k < size && kits.length < KITS; k += 1) {
      const accepted = at + Math.floor(k / 4) * 700;
      const ms = Math.max(draw(random, accepted, kits.length / KITS), 500);
      kits.push({ id: `kit-${kits.length}`, at: accepted, ms });
    }
  }
  return kits.sort((a, b) => a.at - b.at);
}

interface Outcome {
  /** How long after it could be noticed each kit was noticed, ms. */
  lags: number[];
  calls: number[];
}

function lagOf(kit: SimulatedKit, noticed: number): number {
  return noticed - Math.max(kit.ms, EARLIEST_POLL_MS);
}

/** A schedule that learns nothing: `next` says when call n + 1 follows the call at `age`. */
function plain(kits: readonly SimulatedKit[], next: (age: number, n: number) => number): Outcome {
  const outcome: Outcome = { lags: [], calls: [] };
  for (const kit of kits) {
    let [age, n] = [EARLIEST_POLL_MS, 1];
    for (; age < kit.ms; n += 1) age = next(age, n);
    outcome.lags.push(lagOf(kit, age));
    outcome.calls.push(n);
  }
  return outcome;
}

/** The app's schedule, all kits of one profile on one time line. */
function learning(kits: readonly SimulatedKit[], random: Random): Outcome {
  let now = 0;
  const clock: Clock = { now: () => now, monotonic: () => now, sleep: async () => {} };
  const times = new MemoryGenerationTimes();
  const pace = new PollEstimator({ times, profile_id: 'p', clock, random: random.next, log: silentLog });
  const outcome: Outcome = { lags: [], calls: [] };
  const pending: { kit: SimulatedKit; due: number; calls: number }[] = [];
  for (let arrived = 0; arrived < kits.length || pending.length > 0; ) {
    const due = Math.min(...pending.map((one) => one.due));
    const kit = kits[arrived];
    if (kit && kit.at <= due) {
      now = kit.at;
      pending.push({ kit, due: now + pace.delay(kit.id, 0), calls: 0 });
      arrived += 1;
      continue;
    }
    const at = pending.findIndex((one) => one.due === due);
    const one = pending[at];
    if (!one) break;
    now = due;
    one.calls += 1;
    const age = now - one.kit.at;
    if (age >= one.kit.ms) {
      pace.came(one.kit.id, age);
      pace.left(one.kit.id);
      pending.splice(at, 1);
      outcome.lags.push(lagOf(one.kit, age));
      outcome.calls.push(one.calls);
    } else {
      pace.notThere(one.kit.id, age);
      one.due = now + pace.delay(one.kit.id, age);
    }
  }
  return outcome;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

print(`polling by simulation: ${KITS} kits a distribution, seed ${SEED}, learning from a cold start`);
print(`target: mean lag ≤ ${seconds(TARGET_LAG_MS)} s at no more calls than fixed 5 s makes`);
print('');
print('| generation times | schedule | mean lag, s | p95 lag, s | max lag, s | calls a kit | target |');
print('|---|---|---|---|---|---|---|');
const notes: string[] = [];
for (const [n, service] of services.entries()) {
  const random = seeded(SEED + n);
  const kits = kitsOf(service, random);
  const schedules: Record<string, Outcome> = {
    ours: learning(kits, seeded(SEED)),
    'fixed 5 s': plain(kits, (age) => age + FIXED_MS),
    'fixed 1 s': plain(kits, (age) => age + 1_000),
    'back-off 5 s · 1.5^n': plain(kits, (age, calls) => age + Math.min(5_000 * 1.5 ** calls, 60_000)),
  };
  const ours = schedules.ours;
  const fixed = schedules['fixed 5 s'];
  if (!ours || !fixed) continue;
  const [lag, calls, most] = [mean(ours.lags), mean(ours.calls), mean(fixed.calls)];
  const oracle = best(regimes(service), most);
  for (const [name, outcome] of Object.entries(schedules)) {
    const verdict = name !== 'ours' ? '' : lag <= TARGET_LAG_MS && calls <= most ? 'met' : 'not met';
    print(
      `| ${name === 'ours' ? service.name : ''} | ${name} | ${seconds(mean(outcome.lags))} | ${seconds(percentile(outcome.lags, 0.95))} | ${seconds(percentile(outcome.lags, 1))} | ${mean(outcome.calls).toFixed(2)} | ${verdict} |`,
    );
  }
  print(
    `| | least possible¹ | ${seconds(oracle.lag)} | | | ${oracle.calls.toFixed(2)} | ${oracle.lag <= TARGET_LAG_MS ? 'possible' : 'impossible'} |`,
  );
  if (calls > most) notes.push(`${service.name}: ${(calls - most).toFixed(2)} calls more than fixed 5 s.`);
  if (lag > TARGET_LAG_MS) notes.push(whyNot(service.name, lag, calls, oracle, most));
}
print('');
print(
  '¹ The best that any schedule can do with so many calls that knows the distribution in force exactly, and each change of it',
);
print(
  '  in advance, but not the single kit (dynamic programme over 0.1 s steps). It learns nothing and errs nowhere: a bound.',
);
for (const note of notes) print(`- ${note}`);

/** The distributions that are in force, each with the share of kits that come while it is. */
function regimes({ draw }: Service): Weighted[] {
  const random = seeded(1);
  const parts = 50;
  return Array.from({ length: parts }, (_, part) => {
    const through = (part + 0.5) / parts;
    const ms = Array.from({ length: 4_000 }, () => draw(random, through * SPIKE.every_ms, through));
    return { share: 1 / parts, ms };
  });
}

function whyNot(
  name: string,
  lag: number,
  calls: number,
  oracle: { lag: number; calls: number },
  most: number,
): string {
  if (oracle.lag > TARGET_LAG_MS) {
    return `${name}: impossible at ${most.toFixed(2)} calls. The kits' own spread is too wide: even full knowledge of the distribution leaves ${seconds(oracle.lag)} s. Achieved: ${seconds(lag)} s at ${calls.toFixed(2)} calls.`;
  }
  return `${name}: possible (${seconds(oracle.lag)} s) for one who is told the distribution and each of its changes; learning them from the kits alone brought ${seconds(lag)} s at ${calls.toFixed(2)} calls.`;
}
