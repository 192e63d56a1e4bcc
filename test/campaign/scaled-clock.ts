import type { Clock } from '../../main/common/clock.ts';
import type { ClockSetup } from './protocol.ts';

/** Longest delay that setTimeout takes, ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A clock that runs so many times as fast as the machine's, and that can be made to jump. */
export class ScaledClock implements Clock {
  readonly #setup: ClockSetup;
  readonly #sleepers = new Set<() => void>();
  #jumped = 0;
  #leapt = 0;

  constructor(setup: ClockSetup) {
    this.#setup = setup;
  }

  /** A clock that has the present time, and runs so many times as fast from now on. */
  static fromNow(factor: number): ScaledClock {
    const now = Date.now();
    return new ScaledClock({ factor, real_base: now, wall_base: now });
  }

  now = (): number => {
    const { factor, real_base, wall_base } = this.#setup;
    const real = performance.timeOrigin + performance.now();
    return Math.round(wall_base + (real - real_base) * factor + this.#jumped);
  };

  monotonic = (): number => performance.now() * this.#setup.factor + this.#leapt;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const aborted = () => new DOMException('The wait was given up.', 'AbortError');
    if (signal?.aborted) {
      reject(aborted());
      return promise;
    }
    const until = this.monotonic() + ms;
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      this.#sleepers.delete(look);
      signal?.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      end();
      reject(aborted());
    };
    const look = () => {
      clearTimeout(timer);
      const left = until - this.monotonic();
      if (left <= 0) {
        end();
        resolve();
      } else {
        timer = setTimeout(look, Math.min(Math.ceil(left / this.#setup.factor), LONGEST_TIMER_MS));
      }
    };
    this.#sleepers.add(look);
    signal?.addEventListener('abort', giveUp, { once: true });
    timer = setTimeout(look, Math.min(Math.ceil(ms / this.#setup.factor), LONGEST_TIMER_MS));
    return promise;
  };

  /** Somebody sets the wall clock. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  /** The machine was asleep: both clocks went on, and every wait that ended meanwhile ends now. */
  leap(ms: number): void {
    this.#jumped += ms;
    this.#leapt += ms;
    for (const look of [...this.#sleepers]) look();
  }
}
