import type { Clock } from '../main/common/clock.ts';

/** A clock that stands still until a test moves it; sleepers wake in order, and hours pass in milliseconds. */
export class VirtualClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<{ at: number; wake: () => void }>();
  /** What the wall clock says at monotonic 0, ms since 1970 UTC. */
  epoch = Date.UTC(2026, 10, 21);

  now = (): number => this.epoch + this.#now;
  monotonic = (): number => this.#now;

  /** How many sleepers wait. */
  get waiting(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal?.aborted) {
      reject(signal.reason);
      return promise;
    }
    const sleeper = { at: this.#now + Math.max(ms, 0), wake: resolve };
    this.#sleepers.add(sleeper);
    signal?.addEventListener(
      'abort',
      () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      },
      { once: true },
    );
    return promise;
  }

  /** Time that passes while nobody can act, as on a system whose clock counts its sleep: whoever is due wakes once. */
  leap(ms: number): void {
    this.#now += ms;
  }

  /** Lets everything run that can run now. */
  async settle(): Promise<void> {
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Who wakes next: of those that are due at the same time, who sleeps longest. */
  #first(): { at: number; wake: () => void } | undefined {
    let first: { at: number; wake: () => void } | undefined;
    for (const sleeper of this.#sleepers) if (!first || sleeper.at < first.at) first = sleeper;
    return first;
  }

  /** Moves time on to the next sleeper until `done`, or fails after so many virtual ms. */
  async until(done: () => boolean, within_ms = 24 * 3600_000): Promise<void> {
    const end = this.#now + within_ms;
    await this.settle();
    while (!done()) {
      const next = this.#first()?.at ?? Number.POSITIVE_INFINITY;
      if (next > end) throw new Error(`not reached within ${within_ms} virtual ms`);
      await this.advance(next - this.#now);
    }
  }

  /** Moves time on by so many ms, waking who is due on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (;;) {
      const due = this.#first();
      if (!due || due.at > end) break;
      this.#now = Math.max(this.#now, due.at);
      this.#sleepers.delete(due);
      due.wake();
      await this.settle();
    }
    this.#now = end;
  }
}
