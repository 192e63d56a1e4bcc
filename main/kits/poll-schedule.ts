/**
 * When to ask whether a kit is there. Pure: times in, times out, all ms.
 *
 * The next call is put where it costs least: E[lag + price · calls], over what is learned of the generation time T, given
 * that the kit was not there at age t. With F the distribution of T, the least cost V still to come at the end of each
 * step t of the grid follows from the later ones (Bellman), for all t at once and exactly:
 *
 *     V(t) = min over u in [t + least, t + most] of   price · (1 - F(t)) + ∫ from t to u of (u - x) dF(x) + V(u)
 *
 * Where the hazard h is even this is the known rule "interval = sqrt(2 · price / h)"; unlike that rule it also knows
 * what to do at the ends of a distribution and in the gap between two modes: nothing is asked where nothing is expected.
 *
 * The price of a call is 55 ms of lag, and more where the kits' times are spread so widely that this would lead to more
 * calls than a plain 5 s interval makes: it rises until the expected calls are fewer.
 */

import type { Clock } from '../common/clock.ts';
import { type Log, tryOrLog } from '../common/log.ts';
import type { GenerationTime, GenerationTimes } from '../store/generation-times.ts';
import {
  binOf,
  EARLIEST_POLL_MS,
  edge,
  edges,
  estimate,
  type Histogram,
  type Learned,
  learn,
  middle,
  shareUpTo,
  usualTime,
  withUnfinished,
} from './learned-times.ts';

const LEAST_PRICE_MS = 55;
const PRICE_STEP = 1.3;
const PRICE_STEPS = 30;
/** The fixed interval that must never be exceeded in calls, and the share of its calls that may be made. */
const COMPARED_MS = 5_000;
const BUDGET = 0.98;
/** Calls that fewer kits than this share reach are ignored. */
const NEARLY_NONE = 1e-4;

const SHORTEST_MS = 500;
const LONGEST_MS = 15_000;
/** A kit that is two minutes later than the latest is polled even less often. */
const VERY_LATE = { after_ms: 120_000, longest_ms: 30_000 };
/** Beyond what was learned, the wait grows with the lateness: that costs few calls and little extra time. */
const LATE_GROWTH = 0.25;
/** However slow the service was, the first call comes no later than this: it may have become faster. */
const FIRST_POLL_MS = 30_000;
/** How far calls are moved away from those of other kits, in intervals. */
const SPREAD = 0.2;
/** sqrt(2 · price / hazard) for a kit that may come at any time in the next half minute. */
const FOLLOWED_MS = 2_000;

/** What was learned, with the price that limits its calls. */
export interface Schedule extends Learned {
  price: number;
}

/** One kit's situation and that of the others, ms. */
interface Situation {
  /** Time since the service accepted the request. */
  age: number;
  /** The age at which the service last said "not yet"; 0 before it has said so. */
  not_at: number;
  /** From 0 up to 1, fixed for a kit: keeps kits that were requested together from polling in step. */
  spread: number;
  /** Ages at which other kits of the profile, still being generated, were not ready. */
  others: readonly number[];
}

/** Finds the price of a call for what was learned. Takes about 2 ms: keep the result until more is learned. */
export function scheduleOf(learned: Learned): Schedule {
  const budget =
    BUDGET * learned.usual.reduce((sum, share, i) => sum + share * Math.ceil(middle(i) / COMPARED_MS), 0);
  let price = LEAST_PRICE_MS;
  for (let k = 0; k < PRICE_STEPS && expectedCalls({ ...learned, price }) > budget; k += 1)
    price *= PRICE_STEP;
  return { ...learned, price };
}

/** How long to wait before the next call for a kit whose age is known. */
export function nextPollDelay(schedule: Schedule, situation: Situation): number {
  const age = Math.max(situation.age, 0);
  const not_at = Math.max(Math.min(situation.not_at, age), 0);
  const histogram =
    situation.others.length > 0 ? withUnfinished(schedule, situation.others) : schedule.possible;
  const plan = planFor(schedule, histogram);
  const asked = not_at > 0;
  const from = Math.max(age, EARLIEST_POLL_MS, asked ? not_at + shortest(schedule, not_at) : 0);
  const to = Math.max(from, asked ? not_at + longest(schedule, not_at) : FIRST_POLL_MS);
  const before = asked ? known(plan, histogram, not_at) : nothing;
  const { step } = cheapest(plan, schedule.price, before, { from, to });
  // Beyond the end of the grid, half an hour, the shortest permitted interval is also the longest.
  const at = Math.max(edge(step), from);
  const interval = Math.max(Math.min(at - not_at, edge(plan.next[step] ?? step) - at), 0);
  const moved = at + (situation.spread - 0.5) * SPREAD * interval;
  return Math.max(Math.min(moved, to), from) - age;
}

/**
 * How long to wait before the next call for a kit of unknown age: requested elsewhere, or resumed.
 *
 * @param followed how long it has been polled, ms
 * @param asked how many calls were made so far
 */
export function nextFollowDelay(learned: Learned, followed: number, asked: number): number {
  if (asked === 0) return 0;
  return Math.max(FOLLOWED_MS, shortest(learned, followed));
}

function shortest(learned: Learned, age: number): number {
  return Math.min(Math.max(SHORTEST_MS, LATE_GROWTH * (age - learned.late_from)), longest(learned, age));
}

function longest({ late_from }: Learned, age: number): number {
  return age > late_from + VERY_LATE.after_ms ? VERY_LATE.longest_ms : LONGEST_MS;
}

/** The least cost from each step of the grid on, and the step of the call that achieves it. */
interface Plan {
  first: number;
  next: Int32Array;
  cost: Float64Array;
  /** F: the share of kits that are there. */
  there: Float64Array;
  /** The integral of x dF(x). */
  moment: Float64Array;
}

/** F and the moment at the last "not yet". */
interface Known {
  there: number;
  moment: number;
}
const nothing: Known = { there: 0, moment: 0 };

function known({ there, moment }: Plan, histogram: Histogram, age: number): Known {
  const step = binOf(age);
  const share = shareUpTo(histogram, age);
  return { there: share, moment: (moment[step] ?? 0) - ((there[step] ?? 0) - share) * middle(step) };
}

function planFor(schedule: Schedule, histogram: Histogram): Plan {
  const size = edges.length;
  const [cost, there, moment] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const plan: Plan = { first: 0, next: new Int32Array(size), cost, there, moment };
  let sum: Known = nothing;
  histogram.forEach((share, i) => {
    sum = { there: sum.there + share, moment: sum.moment + share * middle(i) };
    there[i] = sum.there;
    moment[i] = sum.moment;
  });
  for (let i = size - 1; i >= 0; i -= 1) {
    const age = edge(i);
    const best = cheapest(
      plan,
      schedule.price,
      { there: there[i] ?? 1, moment: moment[i] ?? 0 },
      { from: age + shortest(schedule, age), to: age + longest(schedule, age) },
      i + 1,
    );
    plan.next[i] = best.step;
    cost[i] = best.cost;
  }
  plan.first = cheapest(plan, schedule.price, nothing, { from: EARLIEST_POLL_MS, to: FIRST_POLL_MS }).step;
  return plan;
}

/** The step of the grid within these ages at which the next call costs least; the first one if none is within. */
function cheapest(
  { cost, there, moment }: Plan,
  price: number,
  before: Known,
  { from, to }: { from: number; to: number },
  atLeast = 0,
): { step: number; cost: number } {
  const first = Math.max(binOf(from), atLeast);
  let best = { step: Math.min(first, edges.length - 1), cost: first < edges.length ? Infinity : 0 };
  for (let step = first; step < edges.length; step += 1) {
    const at = edge(step);
    if (at > to && step > first) break;
    const lag = at * ((there[step] ?? 1) - before.there) - ((moment[step] ?? 0) - before.moment);
    const whole = price * (1 - before.there) + lag + (cost[step] ?? 0);
    if (whole < best.cost) best = { step, cost: whole };
  }
  return best;
}

function expectedCalls(schedule: Schedule): number {
  const { first, next } = planFor(schedule, schedule.possible);
  let there = 0;
  let counted = -1;
  let calls = 0;
  for (
    let step = first;
    1 - there > NEARLY_NONE && step < edges.length - 1;
    step = next[step] ?? edges.length
  ) {
    calls += 1 - there;
    for (; counted < step; counted += 1) there += schedule.usual[counted + 1] ?? 0;
  }
  return calls;
}

/** How long a result of `learn` is used, ms: recent times grow old. */
const GOOD_FOR_MS = 60_000;
/** A kit that was not polled for this long (asleep, offline) is not learned from, ms. */
const BLIND_MS = 60_000;

/** The sources of one profile's estimator. */
interface PollEstimatorDeps {
  times: GenerationTimes;
  profile_id: string;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** Estimates how fast one profile's service is now: learns from each kit, and says when to poll for the next. */
export class PollEstimator {
  readonly #deps: PollEstimatorDeps;
  /** Ages at which unfinished kits were not available yet, ms. */
  readonly #notThere = new Map<string, number>();
  #known: { schedule: Schedule; usual: { from: number; to: number }; until: number } | null = null;

  constructor(deps: PollEstimatorDeps) {
    this.#deps = deps;
  }

  /** The usual range of generation times, ms since the request was accepted. */
  get usual(): { from: number; to: number } {
    return this.#learned().usual;
  }

  /** How long to wait before the next call for a kit of this age, ms. */
  delay(kit_id: string, age: number): number {
    const others = [...this.#notThere].filter(([id]) => id !== kit_id).map(([, not_at]) => not_at);
    const not_at = this.#notThere.get(kit_id) ?? 0;
    return nextPollDelay(this.#learned().schedule, { age, not_at, spread: spreadOf(kit_id), others });
  }

  /** The same for a kit whose age is not known, ms. */
  followDelay(followed: number, asked: number): number {
    return nextFollowDelay(this.#learned().schedule, followed, asked);
  }

  /** The service said that a kit of this age is not available yet. */
  notThere(kit_id: string, age: number): void {
    this.#notThere.set(kit_id, age);
  }

  /** A kit was available when polled at this age. */
  came(kit_id: string, age: number): void {
    const { times, profile_id, clock, random, log } = this.#deps;
    const not_at = this.#notThere.get(kit_id) ?? 0;
    if (age - not_at > BLIND_MS) return;
    const ms = Math.round(estimate(this.#learned().schedule, not_at, age, random()));
    // A full disk is no reason to fail a kit; disk errors are reported where they matter.
    tryOrLog(log, 'A generation time could not be written down.', () =>
      times.add(profile_id, { ms, at: clock.now() }),
    );
    this.#known = null;
  }

  /** The kit is no longer waited for. */
  left(kit_id: string): void {
    this.#notThere.delete(kit_id);
  }

  #learned() {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    if (this.#known === null || now >= this.#known.until) {
      const learned = learn(this.#past(), clock.now());
      this.#known = { schedule: scheduleOf(learned), usual: usualTime(learned), until: now + GOOD_FOR_MS };
    }
    return this.#known;
  }

  #past(): readonly GenerationTime[] {
    const { times, profile_id, log } = this.#deps;
    return tryOrLog(log, 'The generation times could not be read.', () => times.past(profile_id)) ?? [];
  }
}

/** A number from 0 up to 1, always the same for an id (FNV-1a, 32 bit). */
function spreadOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}
