import type { Clock } from '../common/clock.ts';
import { abortable } from '../common/wait.ts';

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

/** A semaphore that admits waiters by urgency, then in the order they came. */
export class Semaphore {
  /** How many may run at a time. */
  readonly places: number;
  #free: number;
  readonly #waiting: { urgency: number; start: () => void }[] = [];

  constructor(places: number) {
    this.places = places;
    this.#free = places;
  }

  /** Whether the next caller has to wait. */
  get full(): boolean {
    return this.#free === 0;
  }

  /** How many callers wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` when there is a place, and frees the place however `work` ends.
   *
   * @param urgency lower goes first, for example the time of departure in ms
   * @throws what `work` throws; an AbortError if `signal` aborted the wait
   */
  async run<T>(urgency: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(urgency, signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(urgency: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry = { urgency, start: resolve };
    const after = this.#waiting.findIndex((other) => other.urgency > urgency);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, entry);
    try {
      await abortable(promise, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(entry);
      // Its turn may have come at the moment of the abort.
      if (at < 0) this.#leave();
      else this.#waiting.splice(at, 1);
      throw error;
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next.start();
    else this.#free += 1;
  }
}
