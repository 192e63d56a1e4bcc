import type { Clock } from '../common/clock.ts';
import { abortable, sleepUntil, Wakeup } from '../common/wait.ts';
import { CallFailure } from '../service/answer.ts';

/** The first wait, ms; each further wait is twice as long. */
const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/** The wait after `failures` failures, ms: the doubled wait with jitter, between 3/4 and 5/4 of it. */
export function backoffDelay(failures: number, random: () => number): number {
  const plain = Math.min(FIRST_MS * 2 ** Math.max(failures - 1, 0), LONGEST_MS);
  return plain * (0.75 + random() / 2);
}

/** What the end of a call says about the server as a whole. */
type ServerState =
  | 'well'
  /** The end says nothing about the server, for example an abort. */
  | 'unknown'
  | {
      /** The wait that the server asked for, ms; null: use a growing wait. */
      pause_ms: number | null;
      /** The server is healthy and wants fewer calls (429): no reason to give up. */
      asks_for_patience: boolean;
    };

/** Decides from a call's error whether the server fails for everybody or only for this kit. */
function serverState(error: unknown): ServerState {
  if (!(error instanceof CallFailure)) return 'unknown';
  const { status, retry_after_ms: pause_ms, remedy } = error;
  if (status === 429) return { pause_ms, asks_for_patience: true };
  const away = status === undefined || status === 502 || status === 503 || status === 504;
  if (remedy === 'wait' && away) return { pause_ms, asks_for_patience: false };
  return status === undefined ? 'unknown' : 'well';
}

interface CircuitBreakerOptions {
  clock: Clock;
  random: () => number;
  /** Consecutive failures after which an outage has lasted too long. */
  max_failures: number;
  /** Called whenever {@link CircuitBreaker.hold} changes. */
  onChange?: (breaker: CircuitBreaker) => void;
}

/** Why calls are held back. Times are ms since 1970 UTC. */
export interface Hold {
  error: CallFailure;
  since: number;
  /** No calls before this time. After it, one call probes the server. */
  until: number;
  /** Whether the server itself asked for this wait: then a person may not shorten it. */
  asked: boolean;
}

/**
 * Circuit breaker of one server, shared by all callers: on an outage they back off together. When the wait is over, one
 * call probes the server while the others wait for its result. When the outage has lasted too long, all give up together.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** Consecutive failures, including those that ask for patience. */
  #failures = 0;
  /** The failures among them that are a reason to give up. */
  #troubles = 0;
  #last: CallFailure | null = null;
  /** No calls before this time, monotonic ms. */
  #until = 0;
  /** The same, for waits that a healthy server asked for (429). */
  #patientUntil = 0;
  readonly #wasReset = new Wakeup();
  #probing: Promise<void> | null = null;
  #probed: () => void = () => {};
  #hold: Hold | null = null;
  #downSince: number | null = null;
  #down_ms = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Whether calls are held back now. */
  get open(): boolean {
    return this.#failures > 0 || this.#options.clock.monotonic() < this.#until;
  }

  /** Why calls are held back now; null while the server is healthy. */
  get hold(): Hold | null {
    return this.#hold;
  }

  /** How long the server was unavailable so far, all outages together, ms. */
  get down_ms(): number {
    return this.#down_ms + (this.#downSince === null ? 0 : this.#options.clock.monotonic() - this.#downSince);
  }

  /**
   * Forgets the outage: the network is back, or a person wants to try now. Waiting callers call at once, except where a
   * server asked for patience.
   */
  reset(): void {
    this.#until = this.#patientUntil;
    this.#isWell();
    this.#wasReset.wake();
  }

  /** The server has responded to a call that is not finished yet: other callers need not wait for its end. */
  answered(): void {
    this.#isWell();
    this.#probed();
  }

  /**
   * Makes a call when calls may be made.
   *
   * @throws what `call` throws; an AbortError; if the outage lasts too long, the last failure with no remedy (the call was
   * not made then)
   */
  async run<T>(
    signal: AbortSignal,
    call: () => Promise<T>,
    stateOf: (error: unknown) => ServerState = serverState,
  ): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#last && this.#troubles >= this.#options.max_failures) throw this.#last.givenUp();
      const wait = this.#until - this.#options.clock.monotonic();
      if (wait > 0) await sleepUntil(this.#wasReset.wait, wait, this.#options.clock, signal);
      else if (this.#failures > 0 && this.#probing) await abortable(this.#probing, signal);
      else break;
    }
    if (this.#failures === 0) return this.#attempt(call, stateOf);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#probing = promise;
    this.#probed = () => {
      this.#probing = null;
      resolve();
    };
    this.#options.onChange?.(this);
    try {
      return await this.#attempt(call, stateOf);
    } finally {
      // Another probe may have started, if the server responded before this call ended.
      if (this.#probing === promise) this.#probing = null;
      resolve();
    }
  }

  async #attempt<T>(call: () => Promise<T>, stateOf: (error: unknown) => ServerState): Promise<T> {
    const failuresBefore = this.#failures;
    try {
      const answer = await call();
      this.#isWell();
      return answer;
    } catch (error) {
      const state = stateOf(error);
      if (state === 'well') this.#isWell();
      else if (state !== 'unknown') this.#failed(failuresBefore, state, error);
      throw error;
    }
  }

  #isWell(): void {
    this.#down_ms = this.down_ms;
    this.#downSince = null;
    this.#failures = 0;
    this.#troubles = 0;
    this.#last = null;
    if (this.#hold === null) return;
    const { clock, onChange } = this.#options;
    const wait = this.#until - clock.monotonic();
    // A response to an earlier call does not end a wait that the server asked for since.
    this.#hold = wait > 0 ? { ...this.#hold, until: clock.now() + wait } : null;
    onChange?.(this);
  }

  #failed(failuresBefore: number, state: Exclude<ServerState, string>, error: unknown): void {
    const now = this.#options.clock.monotonic();
    this.#downSince ??= now;
    // Many calls in flight fail together: count that as one failure.
    if (this.#failures === failuresBefore) {
      this.#failures += 1;
      if (!state.asks_for_patience) this.#troubles += 1;
    }
    if (error instanceof CallFailure && !state.asks_for_patience) this.#last = error;
    const wait = state.pause_ms ?? backoffDelay(this.#failures, this.#options.random);
    this.#until = Math.max(this.#until, now + wait);
    if (state.asks_for_patience) this.#patientUntil = Math.max(this.#patientUntil, now + wait);
    this.#holdFor(this.#until - now, state, error);
  }

  #holdFor(wait: number, state: Exclude<ServerState, string>, error: unknown): void {
    const { clock, onChange } = this.#options;
    if (!(error instanceof CallFailure)) return;
    const now = clock.now();
    const asked = state.asks_for_patience || state.pause_ms !== null;
    // A longer wait that the server asked for before still applies.
    const stillAsked = this.#hold?.asked === true && this.#hold.until > now;
    this.#hold = {
      error,
      since: this.#hold?.since ?? now,
      until: now + wait,
      asked: asked || stillAsked,
    };
    onChange?.(this);
  }
}
