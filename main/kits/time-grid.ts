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
export function emptyHistogram(): Histogram {
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
export function spreadOver(into: Histogram, from: number, to: number, weight: number): void {
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
export function normalise(histogram: Histogram): Histogram {
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
export function quantile(histogram: Histogram, share: number): number {
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
