/**
 * Estimates the next generation time from past ones. Pure: times in, a distribution out, all ms. A mixture of (1) each past time,
 * smoothed as far as its neighbours, so two modes stay two; (2) the interface document's "20 to 30 seconds", which counts as three
 * kits and fades as real ones come; (3) a small share for everything else, even on the logarithm of time, so no time is impossible.
 */

import { type GenerationTime, KEPT_TIMES } from '../store/generation-times.ts';

/**
 * Generation times as a histogram over a fixed grid whose steps grow with time (1.2 %: 0.3 s at 25 s), from the first
 * permitted call. Everything earlier is one bin: it can't be noticed sooner.
 */

/** Usage rule 1 of the interface document: no call of get-PDF earlier than this after the request, ms. */
export const EARLIEST_POLL_MS = 5_000;
const LAST_MS = 1_800_000;
const STEP = 1.012;
const logStep = Math.log(STEP);

/** Upper ends of the bins, ms. Bin i holds the times in (edges[i - 1], edges[i]]. */
export const edges: readonly number[] = Array.from(
  { length: Math.ceil(Math.log(LAST_MS / EARLIEST_POLL_MS) / logStep) + 1 },
  (_, i) => EARLIEST_POLL_MS * STEP ** i,
);
const bins = edges.length;

/** A share for each bin. */
export type Histogram = Float64Array;

/** An empty histogram. */
function emptyHistogram(): Histogram {
  return new Float64Array(bins);
}

/** The upper end of bin `i`, ms; that of the last bin if there is no bin `i`. */
export function edge(i: number): number {
  return edges[Math.min(i, bins - 1)] ?? LAST_MS;
}

/** The bin that holds the time `ms`; later times are in the last bin. */
export function binOf(ms: number): number {
  if (!(ms > EARLIEST_POLL_MS)) return 0;
  return Math.min(Math.ceil(Math.log(ms / EARLIEST_POLL_MS) / logStep - 1e-9), bins - 1);
}

/** The time that represents bin `i`, ms. */
export function middle(i: number): number {
  return i === 0 ? EARLIEST_POLL_MS : (edge(i - 1) + edge(i)) / 2;
}

/** Adds `weight`, spread evenly over the times from `from` to `to`. */
function spreadOver(into: Histogram, from: number, to: number, weight: number): void {
  const [first, last] = [binOf(from), binOf(to)];
  if (first === last) {
    into[first] = (into[first] ?? 0) + weight;
    return;
  }
  const perMs = weight / (to - from);
  for (let i = first; i <= last; i += 1) {
    const low = i === first ? from : edge(i - 1);
    const high = i === last ? to : edge(i);
    into[i] = (into[i] ?? 0) + (high - low) * perMs;
  }
}

/** Divides by the sum, so the sum becomes 1. */
function normalise(histogram: Histogram): Histogram {
  const total = histogram.reduce((sum, share) => sum + share, 0);
  return histogram.map((share) => share / total);
}

/** The share of times up to `ms`. */
export function shareUpTo(histogram: Histogram, ms: number): number {
  const last = binOf(ms);
  let sum = 0;
  for (let i = 0; i < last; i += 1) sum += histogram[i] ?? 0;
  const low = last === 0 ? 0 : edge(last - 1);
  return sum + (histogram[last] ?? 0) * Math.min(Math.max((ms - low) / (edge(last) - low), 0), 1);
}

/** The time up to which `share` of the histogram lies, ms. */
function quantile(histogram: Histogram, share: number): number {
  let sum = 0;
  for (let i = 0; i < bins; i += 1) {
    const here = histogram[i] ?? 0;
    if (here > 0 && sum + here >= share) {
      const low = i === 0 ? 0 : edge(i - 1);
      return low + (edge(i) - low) * Math.min(Math.max((share - sum) / here, 0), 1);
    }
    sum += here;
  }
  return edge(bins - 1);
}

/** "Generation generally takes 20 to 30 seconds" (interface document). */
export const EXPECTED_MS = { from: 20_000, to: 30_000 };
const PRIOR_WEIGHT = 3;

/** The k-th newest time has the weight RANK / (RANK + k): service releases and seasons fade gradually. */
const RANK = 30;
/** A kit that has just come shows the present load: its extra weight, and how fast that fades, ms. */
const RECENT = { weight: 5, fade_ms: 150_000 };
/** A time this old has half the weight. */
const HALF_LIFE_MS = 30 * 86_400_000;
/**
 * A time without another one within 30 % may be an accident, a cached kit or a stuck one: it has a fifth of the weight
 * until another confirms it. With fewer than `from` known times, none is an outlier.
 */
const LONE = { factor: 1.3, weight: 0.2, from: 4 };
/** Each time is smoothed to its neighbours, between these shares of itself to either side. */
const SMOOTHING = { least: 0.02, most: 0.1 };

/** The share of everything else, larger while little is known. Two fifths of it are ready before the first permitted call. */
const STRAY = { share: 0.004, at_first: 0.6, ready_at_once: 0.4 };

/** Intervals up to this share of the time are too short for other knowledge to say where in them the time lies. */
const SHORT_INTERVAL = 0.15;
/** A kit is late beyond this share of the usual times. */
const LATE_SHARE = 0.99;
const NARROWEST_MS = 1_000;

/** The weight of one kit that is still being generated, and the least share left for the kits it tells about. */
const PEER_WEIGHT = 1;
const LEAST_LEFT = 1e-3;

/** The distribution of the next kit's generation time. */
export interface Learned {
  /** Without the share for everything else. */
  usual: Histogram;
  /** With the share for everything else. */
  possible: Histogram;
  /** The number of kits that this knowledge is worth. */
  weight: number;
  /** A kit that takes longer is later than nearly all others, ms. */
  late_from: number;
}

/**
 * Learns from past times, newest first; ignores values that are not positive finite numbers.
 *
 * @param now ms since 1970 UTC; a time noted in the future (the clock was set back) counts as old
 */
export function learn(past: readonly GenerationTime[], now: number): Learned {
  const times = past
    .filter(({ ms }) => Number.isFinite(ms) && ms > 0)
    .slice(0, KEPT_TIMES)
    .map(({ ms, at }, k) => ({ ms, ...weightOf(k, now - at) }))
    .sort((a, b) => a.ms - b.ms)
    .map((time, k, all) => (isLone(all, k) ? { ...time, weight: time.weight * LONE.weight } : time));
  const seen = times.reduce((sum, { plain }) => sum + plain, 0);
  // Recent times count more among the times, but not more against the expectation.
  const scale = seen > 0 ? seen / times.reduce((sum, { weight }) => sum + weight, 0) : 0;
  const usual = emptyHistogram();
  const reach = Math.ceil(Math.sqrt(times.length));
  times.forEach(({ ms, weight }, k) => {
    const below = times[Math.max(k - reach, 0)]?.ms ?? ms;
    const above = times[Math.min(k + reach, times.length - 1)]?.ms ?? ms;
    const half = Math.min(Math.max((above - below) / 2, SMOOTHING.least * ms), SMOOTHING.most * ms);
    spreadOver(usual, ms - half, ms + half, weight * scale);
  });
  const unlearned = PRIOR_WEIGHT / (PRIOR_WEIGHT + seen);
  const prior = PRIOR_WEIGHT * unlearned;
  spreadOver(usual, EXPECTED_MS.from, EXPECTED_MS.to, prior);
  const stray = STRAY.share * seen + STRAY.at_first * unlearned;
  const possible = normalise(usual).map((share) => share * (seen + prior));
  const elsewhere = (stray * (1 - STRAY.ready_at_once)) / possible.length;
  for (let i = 0; i < possible.length; i += 1) possible[i] = (possible[i] ?? 0) + elsewhere;
  possible[0] = (possible[0] ?? 0) + stray * STRAY.ready_at_once;
  const normal = normalise(usual);
  return {
    usual: normal,
    possible: normalise(possible),
    weight: seen + prior,
    late_from: quantile(normal, LATE_SHARE),
  };
}

function isLone(sorted: readonly { ms: number }[], k: number): boolean {
  const ms = sorted[k]?.ms ?? 0;
  const below = sorted[k - 1]?.ms ?? 0;
  const above = sorted[k + 1]?.ms ?? Number.POSITIVE_INFINITY;
  return sorted.length >= LONE.from && ms > below * LONE.factor && above > ms * LONE.factor;
}

function weightOf(rank: number, ago: number): { plain: number; weight: number } {
  const age = ago >= 0 && Number.isFinite(ago) ? ago : HALF_LIFE_MS;
  const plain = (RANK / (RANK + rank)) * 2 ** (-age / HALF_LIFE_MS);
  return { plain, weight: plain * (1 + RECENT.weight * Math.exp(-age / RECENT.fade_ms)) };
}

/**
 * The distribution, adjusted for kits that are being generated now: each of them takes longer than its age. Its weight is
 * shared out among the longer times (Efron's "redistribute to the right", 1967): many overdue kits move the whole
 * distribution towards late, young kits leave it unchanged.
 *
 * @param unfinished ages at which other kits were not ready yet, ms
 */
export function withUnfinished(learned: Learned, unfinished: readonly number[]): Histogram {
  const { possible, weight } = learned;
  const from = emptyHistogram();
  for (const age of unfinished) {
    if (!(age > 0)) continue;
    const next = Math.min(binOf(age) + 1, from.length - 1);
    from[next] = (from[next] ?? 0) + PEER_WEIGHT / Math.max(1 - shareUpTo(possible, age), LEAST_LEFT);
  }
  let factor = weight;
  return normalise(
    possible.map((share, i) => {
      factor += from[i] ?? 0;
      return share * factor;
    }),
  );
}

/**
 * The time to remember for a kit that took more than `after` and at most `upTo` ms.
 *
 * A kit's true time is never seen, only the last "not yet" and the first "there". A short interval is filled evenly
 * (midpoints of a regular schedule would pile up on a lattice, which the next schedule would aim at). A long one, above all
 * that of a kit that was there at the first call (after = 0), is filled by what is already known: multiple imputation of
 * censored data. The small share of everything else lets us notice a service that became faster.
 *
 * @param draw from 0 up to 1
 */
export function estimate({ possible }: Learned, after: number, upTo: number, draw: number): number {
  const even = after + draw * (upTo - after);
  if (after > 0 && upTo - after <= SHORT_INTERVAL * upTo) return even;
  const before = after > 0 ? shareUpTo(possible, after) : 0;
  const within = shareUpTo(possible, upTo) - before;
  if (!(within > 1e-9)) return even;
  return Math.min(Math.max(quantile(possible, before + draw * within), after), upTo);
}

/** The range in which four of five kits come, ms: for people. At least 1 s wide. */
export function usualTime({ usual }: Learned): { from: number; to: number } {
  const [from, to] = [quantile(usual, 0.1), quantile(usual, 0.9)];
  const widen = Math.max(NARROWEST_MS - (to - from), 0) / 2;
  return { from: Math.round(from - widen), to: Math.round(to + widen) };
}
