import { TripKitError } from '../common/errors.ts';
import type { Confirm } from '../host/file-dialogs.ts';

/** Removals within a minute that need no question: a person's own, one by one. */
const FREE = 20;
const MINUTE_MS = 60_000;
/** The person's answer counts as long as removals follow one another within this time, ms. */
const PAUSE_MS = 5_000;

interface RemovalGuardDeps {
  confirm: Confirm;
  clock: { monotonic(): number };
}

/** Asks the person before many kits are removed: a page that was taken over could empty the library, one call for each kit. */
export class RemovalGuard {
  readonly #deps: RemovalGuardDeps;
  #times: number[] = [];
  #asking: Promise<boolean> | null = null;
  #answer: { yes: boolean; at: number } | null = null;

  constructor(deps: RemovalGuardDeps) {
    this.#deps = deps;
  }

  /** Call before each removal. @throws TripKitError of kind `config` if it is one of many and the person says no */
  async pass(): Promise<void> {
    const now = this.#deps.clock.monotonic();
    this.#times = this.#times.filter((at) => now - at < MINUTE_MS);
    if (this.#times.length >= FREE && !(await this.#agreed(now)))
      throw new TripKitError('config', 'You kept the other kits: no more were removed.');
    this.#times.push(this.#deps.clock.monotonic());
  }

  async #agreed(now: number): Promise<boolean> {
    let yes = this.#answer && now - this.#answer.at < PAUSE_MS ? this.#answer.yes : null;
    // Calls that come together wait for one answer.
    this.#asking ??= yes === null ? this.#ask() : null;
    if (this.#asking) yes = await this.#asking;
    this.#answer = { yes: yes === true, at: this.#deps.clock.monotonic() };
    return yes === true;
  }

  #ask(): Promise<boolean> {
    const question = {
      message: 'Remove more kits?',
      detail: `${FREE} kits were removed within a minute, and more are being removed, with their documents and marks. This can’t be undone.`,
      yes: 'Remove them',
    };
    return this.#deps.confirm(question).finally(() => {
      this.#asking = null;
    });
  }
}
