/** Sends events to a command and a webhook: in order, repeated until they are accepted. The journal keeps them across a kill. */
import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { sleepUntil, Wakeup } from '../common/wait.ts';
import type { IntakeStore, OutboxEntry, Target } from './intake-store.ts';
import { runCommand } from './run-command.ts';
import type { Webhook } from './webhook.ts';

/** The wait after a failed try, ms: doubled each time, up to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Maximum of attempts for an event, and how long it is tried, ms. */
export const MAX_ATTEMPTS: Readonly<Record<Target, number>> = { command: 10, webhook: 200 };
const MAX_AGE_MS = 24 * 3_600_000;

/** Sends an event. @throws why it was not accepted; the signal's reason */
export type Teller = (entry: OutboxEntry, signal: AbortSignal) => Promise<void>;

/** What sends events to a command (the program, absolute, and its arguments) and to a webhook; null: to none. */
export function tellersOf(
  command: readonly string[] | null,
  webhook: (() => Promise<Webhook>) | null,
): Partial<Record<Target, Teller>> {
  return {
    ...(command && { command: ({ body }, signal) => runCommand(command, body, signal) }),
    ...(webhook && {
      webhook: async ({ event_id, body }, signal) => (await webhook()).post(event_id, body, signal),
    }),
  };
}

export interface OutboxDeps {
  store: Pick<IntakeStore, 'nextEvent' | 'countAttempt' | 'removeEvent'>;
  clock: Clock;
  /** Reports why a target doesn't accept its events, in a sentence; null: the problem is over. */
  problem(target: Target, message: string | null): void;
}

/** One target's events, one at a time. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #target: Target;
  readonly #tell: Teller;
  readonly #wakeup = new Wakeup();
  #failures = 0;
  /** Whether this process has tried the next event. */
  #tried = true;

  constructor(target: Target, tell: Teller, deps: OutboxDeps) {
    this.#target = target;
    this.#tell = tell;
    this.#deps = deps;
  }

  /** Sends a new event at once, unless the target is failing. */
  wake(): void {
    if (this.#failures === 0) this.#wakeup.wake();
  }

  /** Whether each waiting event was tried at least once. */
  get isIdle(): boolean {
    return this.#tried && (this.#failures > 0 || this.#nextEvent() === null);
  }

  /** Sends events until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    while (!signal.aborted) {
      // Set before the journal is read: an event that comes meanwhile ends the wait at once.
      const woken = this.#wakeup.fromNow();
      const wait = await this.#sendNext(signal).catch(() => FIRST_WAIT_MS);
      if (wait === 0 || signal.aborted) continue;
      await sleepUntil(woken, wait, clock, signal).catch(() => {});
    }
  }

  /** @returns the wait before the next try, ms */
  async #sendNext(signal: AbortSignal): Promise<number> {
    const { store, clock, problem } = this.#deps;
    const entry = this.#nextEvent();
    if (entry === null) return LONGEST_WAIT_MS;
    this.#tried = false;
    try {
      await this.#tell(entry, signal);
      store.removeEvent(entry.seq);
      this.#tried = true;
      if (this.#failures > 0) problem(this.#target, null);
      this.#failures = 0;
      return 0;
    } catch (error) {
      if (signal.aborted) return LONGEST_WAIT_MS;
      this.#tried = true;
      this.#failures += 1;
      const message = error instanceof TripKitError ? error.message : 'An event could not be told.';
      const over = entry.attempts + 1 >= MAX_ATTEMPTS[this.#target] || clock.now() - entry.at > MAX_AGE_MS;
      if (over) {
        store.removeEvent(entry.seq);
        problem(this.#target, `${message} The event ${entry.event_id} was given up.`);
      } else {
        store.countAttempt(entry.seq);
        problem(this.#target, message);
      }
      return Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), LONGEST_WAIT_MS);
    }
  }

  #nextEvent(): OutboxEntry | null {
    return this.#deps.store.nextEvent(this.#target);
  }
}
