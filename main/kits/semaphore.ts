/** A number of places that work waits for; the most urgent first, among equals the one that came first. */
export class Semaphore {
  #free: number;
  readonly #waiting: { urgency: number; start: () => void }[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Whether the next one has to wait. */
  get full(): boolean {
    return this.#free === 0;
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` when there is a place, and gives the place back whatever comes of it.
   *
   * @param urgency lower goes first, for example the time of departure in ms
   * @throws what `work` throws; an AbortError where `signal` aborted the wait
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
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { urgency, start: resolve };
    const after = this.#waiting.findIndex((other) => other.urgency > urgency);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, entry);
    const onAbort = () => {
      const at = this.#waiting.indexOf(entry);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next.start();
    else this.#free += 1;
  }
}
