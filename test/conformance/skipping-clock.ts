import type { Clock } from '../../main/common/clock.ts';

/** Where the monotonic clock begins, ms: like that of a machine that has been on for a while. */
const BEGIN_MS = 1_000_000;
/** How often the process is looked at while it is busy, ms of real time. */
const LOOK_MS = 1;
/**
 * Turns of the event loop without any work before a wait is skipped. What one turn leaves to the next (callbacks of closed sockets,
 * chains of `setImmediate`) is done within a few.
 */
const QUIET_TURNS = 12;

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/**
 * A clock for a command and the services that it calls, within one process. Time stands still while the process is busy; when
 * nothing but waits is left, the clock jumps to the end of the shortest one. So a wait costs no real time, a slow machine changes
 * no time that the command or a service measures, and no deadline ends work that is under way.
 *
 * All its times are whole milliseconds, so that two of them have an exact difference.
 */
export class SkippingClock implements Clock {
  readonly #isBusy: () => boolean;
  readonly #wallBegin = Date.now();
  readonly #sleepers = new Set<Sleeper>();
  #passed = 0;
  #quietTurns = 0;
  #isLooking = false;

  /** @param isBusy whether anything but waits on this clock goes on */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  now = (): number => this.#wallBegin + this.#passed;

  monotonic = (): number => BEGIN_MS + this.#passed;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      this.#sleepers.delete(sleeper);
      reject(new DOMException('The wait was given up.', 'AbortError'));
    };
    const sleeper: Sleeper = {
      until: Math.ceil(this.#passed + ms),
      wake: () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    if (signal?.aborted) giveUp();
    else if (sleeper.until <= this.#passed) setImmediate(sleeper.wake);
    else {
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#look();
    }
    return promise;
  };

  /** The longest wait that goes on, ms; 0 where there is none. */
  get longestWait(): number {
    return Math.max(0, ...[...this.#sleepers].map(({ until }) => until - this.#passed));
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#quietTurns = 0;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    if (this.#sleepers.size === 0) {
      this.#isLooking = false;
      return;
    }
    if (this.#isBusy()) {
      this.#quietTurns = 0;
      setTimeout(this.#turn, LOOK_MS);
      return;
    }
    this.#quietTurns += 1;
    if (this.#quietTurns >= QUIET_TURNS) this.#skip();
    setImmediate(this.#turn);
  };

  #skip(): void {
    this.#quietTurns = 0;
    this.#passed = Math.min(...[...this.#sleepers].map(({ until }) => until));
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#passed) sleeper.wake();
  }
}
