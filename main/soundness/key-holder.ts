import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { anySignal } from '../common/wait.ts';
import { type KeyAnswer, openSealKey, type SealKeyDeps } from './seal-key.ts';

/** How long the first checks of a start wait for the keychain, ms; reading never does. */
const ANSWER_MS = 10_000;
/** Minimum delay before a keychain that did not open is asked again, ms: it may ask the person each time. */
const ASK_AGAIN_MS = 5 * 60_000;

export interface KeyHolderDeps extends SealKeyDeps {
  clock: Clock;
  log: Pick<Log, 'info'>;
}

/** The key of seals and agreements in this run, once the keychain has given it. */
export class KeyHolder {
  readonly #deps: KeyHolderDeps;
  readonly #listeners = new Set<() => unknown>();
  #answer: KeyAnswer = { why: 'the keychain of this computer has not answered yet' };
  #asking: Promise<void> | null = null;
  #asked_at = Number.NEGATIVE_INFINITY;

  constructor(deps: KeyHolderDeps) {
    this.#deps = deps;
  }

  /** The key, or why there is none yet. */
  get answer(): KeyAnswer {
    return this.#answer;
  }

  /** Asks the keychain, in the background. If it did not open, asks again, with a minimum delay. Never rejects. */
  ask(): Promise<void> {
    const { clock } = this.#deps;
    if (this.#asking) return this.#asking;
    if ('key' in this.#answer || clock.monotonic() - this.#asked_at < ASK_AGAIN_MS) return Promise.resolve();
    this.#asking = this.#ask().finally(() => {
      this.#asked_at = clock.monotonic();
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Resolves when the keychain has answered for the first time, or its time limit is over, or the signal aborts. Never rejects. */
  async answered(signal?: AbortSignal): Promise<void> {
    const over = new AbortController();
    const until = anySignal(signal, over.signal);
    const limit = this.#deps.clock.sleep(ANSWER_MS, until).catch(() => {});
    await Promise.race([this.ask(), limit]);
    over.abort();
  }

  /** Calls `listener`, which never rejects, when the key is there. Returns a function that unsubscribes. */
  onKey(listener: () => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #ask(): Promise<void> {
    this.#answer = await openSealKey(this.#deps);
    if ('key' in this.#answer) await Promise.all([...this.#listeners].map((listener) => listener()));
    else this.#deps.log.info(`There is no key for seals: ${this.#answer.why}.`);
  }
}
