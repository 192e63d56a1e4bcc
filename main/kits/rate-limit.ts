import type { Clock } from '../common/clock.ts';

/** Limits calls per second, evenly after a first burst: one limiter for all kits. */
export class RateLimit {
  readonly #clock: Clock;
  readonly #interval_ms: number;
  readonly #burst_ms: number;
  /** Monotonic ms at which the next call would be on time. */
  #next = Number.NEGATIVE_INFINITY;

  constructor(options: { clock: Clock; per_second: number; burst: number }) {
    this.#clock = options.clock;
    this.#interval_ms = 1000 / options.per_second;
    this.#burst_ms = this.#interval_ms * (options.burst - 1);
  }

  /** Resolves when it is the caller's turn; rejects with an AbortError when `signal` aborts first. */
  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = this.#clock.monotonic();
    this.#next = Math.max(this.#next, now - this.#burst_ms) + this.#interval_ms;
    const wait = this.#next - this.#interval_ms - now;
    if (wait > 0) await this.#clock.sleep(wait, signal);
  }
}
