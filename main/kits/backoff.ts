import { abortable } from '../common/abortable.ts';
import type { Clock } from '../common/clock.ts';

/** Waits grow from here by doubling, ms. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** The wait before try number `failures` + 1, ms, with jitter: three quarters to five quarters of the plain doubling. */
export function backoffDelay(failures: number, random: () => number, longest_ms = LONGEST_MS): number {
  const plain = Math.min(FIRST_MS * 2 ** Math.max(failures - 1, 0), longest_ms);
  return plain * (0.75 + random() / 2);
}

/**
 * A server's outage, shared by all who call it: they back off together, and when the time has come one of them tries
 * while the others wait for what comes of it.
 */
export class Outage {
  readonly #clock: Clock;
  readonly #random: () => number;
  #failures = 0;
  /** Monotonic ms before which nobody calls. */
  #until = 0;
  #probing: Promise<void> | null = null;

  constructor(options: { clock: Clock; random: () => number }) {
    this.#clock = options.clock;
    this.#random = options.random;
  }

  /** Whether callers are held back just now. */
  get active(): boolean {
    return this.#failures > 0 || this.#clock.monotonic() < this.#until;
  }

  /** Forgets the outage: the network is back, or a person wants it tried now. */
  forget(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /**
   * Makes a call when calls may be made.
   *
   * @param isOutage tells from an error whether the server as a whole is in trouble; a number asks for a pause of so
   * many ms (Retry-After), `true` for one that grows, `false` says that the server is well
   * @throws what `call` throws; an AbortError
   */
  async through<T>(
    signal: AbortSignal,
    call: () => Promise<T>,
    isOutage: (error: unknown) => number | boolean,
  ): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#until - this.#clock.monotonic();
      if (wait > 0) await this.#clock.sleep(wait, signal);
      else if (this.#failures > 0 && this.#probing) await abortable(this.#probing, signal);
      else break;
    }
    if (this.#failures === 0) return this.#attempt(call, isOutage);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#probing = promise;
    try {
      return await this.#attempt(call, isOutage);
    } finally {
      this.#probing = null;
      resolve();
    }
  }

  async #attempt<T>(call: () => Promise<T>, isOutage: (error: unknown) => number | boolean): Promise<T> {
    const failuresBefore = this.#failures;
    try {
      const answer = await call();
      this.#failures = 0;
      return answer;
    } catch (error) {
      const outage = isOutage(error);
      if (outage !== false) this.#failed(failuresBefore, outage);
      throw error;
    }
  }

  #failed(failuresBefore: number, pause: number | true): void {
    const now = this.#clock.monotonic();
    // Many calls in flight fail together: that is one failure, not many.
    if (this.#failures === failuresBefore) this.#failures += 1;
    const wait = pause === true ? backoffDelay(this.#failures, this.#random) : pause;
    this.#until = Math.max(this.#until, now + wait);
  }
}
