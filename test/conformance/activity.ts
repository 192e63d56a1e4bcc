/** What goes on in this process, as far as a headless command can have something go on. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Work that Node hands to the system, by the names of `process.getActiveResourcesInfo`. */
const SYSTEM_WORK = /Req/;
/** A thread that keeps the process alive: ours do while they have a job (SupervisedWorker). */
const THREAD = 'MessagePort';

/**
 * Tells whether this process is busy: calls of undici that have no end yet, work of the file system and other requests to the
 * system, and threads with a job. A service in this process is busy only while a call waits for its answer.
 */
export class Activity {
  readonly #calls = new Set<unknown>();
  #held = 0;
  /** Those of the test runner. */
  readonly #otherThreads = count((type) => type === THREAD);

  constructor() {
    subscribe('undici:request:create', this.#began);
    for (const end of ['undici:request:trailers', 'undici:request:error']) subscribe(end, this.#ended);
  }

  get isBusy(): boolean {
    return (
      this.#calls.size > this.#held ||
      count((type) => SYSTEM_WORK.test(type)) > 0 ||
      count((type) => type === THREAD) > this.#otherThreads
    );
  }

  /** One of the calls waits for nothing but this. */
  async whileHeld(wait: Promise<void>): Promise<void> {
    this.#held += 1;
    await wait.finally(() => {
      this.#held -= 1;
    });
  }

  /** Stops listening. */
  close(): void {
    unsubscribe('undici:request:create', this.#began);
    for (const end of ['undici:request:trailers', 'undici:request:error']) unsubscribe(end, this.#ended);
  }

  readonly #began = (message: unknown): void => void this.#calls.add(requestOf(message));
  readonly #ended = (message: unknown): void => void this.#calls.delete(requestOf(message));
}

function requestOf(message: unknown): unknown {
  return (message as { request: unknown }).request;
}

function count(isCounted: (type: string) => boolean): number {
  return process.getActiveResourcesInfo().filter(isCounted).length;
}
