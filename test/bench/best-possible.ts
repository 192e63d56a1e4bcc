/** The best that polling can do: a bound for the bench to measure schedules against. */

/** Generation times under one state of the service, ms, and how many of the kits see it. */
export interface Weighted {
  share: number;
  ms: readonly number[];
}

const FIRST_MS = 5_000;
const STEP_MS = 100;
const STEPS = 1_500;

/**
 * The least mean lag (ms) at `calls` calls a kit on average, for a schedule that knows which distribution is in force.
 * The price of a call is the same under all of them at the optimum (Lagrange), so one search finds it.
 */
export function best(states: readonly Weighted[], calls: number): { lag: number; calls: number } {
  const histograms = states.map(({ ms }) => histogramOf(ms));
  let [low, high] = [1, 60_000];
  let found = { lag: Number.POSITIVE_INFINITY, calls: 0 };
  for (let k = 0; k < 24; k += 1) {
    const price = Math.sqrt(low * high);
    const outcomes = histograms.map((histogram) => optimum(histogram, price));
    const sum = { lag: 0, calls: 0 };
    outcomes.forEach((outcome, i) => {
      sum.lag += outcome.lag * (states[i]?.share ?? 0);
      sum.calls += outcome.calls * (states[i]?.share ?? 0);
    });
    if (sum.calls > calls) low = price;
    else {
      high = price;
      found = sum;
    }
  }
  return found;
}

/** Bin 0 holds what is there at the first moment at which one may ask; the last one all that is later than the grid. */
function histogramOf(ms: readonly number[]): Float64Array {
  const histogram = new Float64Array(STEPS);
  for (const one of ms) {
    const step = Math.min(Math.max(Math.ceil((one - FIRST_MS) / STEP_MS), 0), STEPS - 1);
    histogram[step] = (histogram[step] ?? 0) + 1 / ms.length;
  }
  return histogram;
}

/** Times count as the ends of their steps, which only makes the bound lower. */
function optimum(histogram: Float64Array, price: number): { lag: number; calls: number } {
  const there = new Float64Array(STEPS + 1);
  const moment = new Float64Array(STEPS + 1);
  histogram.forEach((share, i) => {
    there[i + 1] = (there[i] ?? 0) + share;
    moment[i + 1] = (moment[i] ?? 0) + share * i * STEP_MS;
  });
  const cost = new Float64Array(STEPS + 1);
  const lags = new Float64Array(STEPS + 1);
  const calls = new Float64Array(STEPS + 1);
  for (let i = STEPS - 1; i >= 0; i -= 1) {
    const [known, seen] = [there[i] ?? 0, moment[i] ?? 0];
    cost[i] = Number.POSITIVE_INFINITY;
    for (let j = i + 1; j <= STEPS; j += 1) {
      const lag = (j - 1) * STEP_MS * ((there[j] ?? 0) - known) - ((moment[j] ?? 0) - seen);
      const whole = price * (1 - known) + lag + (cost[j] ?? 0);
      if (whole < (cost[i] ?? 0)) {
        cost[i] = whole;
        lags[i] = lag + (lags[j] ?? 0);
        calls[i] = 1 - known + (calls[j] ?? 0);
      }
      if (lag > (cost[i] ?? 0)) break;
    }
  }
  return { lag: lags[0] ?? 0, calls: calls[0] ?? 0 };
}
