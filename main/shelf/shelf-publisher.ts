/** Puts the kits that a desk delivers on the shelf, as they come, and looks after the shelf while nothing comes. */
import { join } from 'node:path';
import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { sleepUntil, Wakeup } from '../common/wait.ts';
import type { IntakeStore, IntakeTrip } from '../desk/intake-store.ts';
import { publicationOf } from './deliveries.ts';
import { isOver, type Publication, type ShelfDesk } from './shelf-desk.ts';
import type { ShelfKit } from './shelf-index.ts';

export interface ShelfPublisherDeps {
  desk: Pick<ShelfDesk, 'publish' | 'renew'>;
  store: Pick<IntakeStore, 'trips'>;
  /** The folder of deliveries, absolute. */
  out: string;
  clock: Clock;
  log: Log;
  /** Told when a problem begins or changes, and when it ends (null). */
  problem(message: string | null): void;
  /** Told of each kit that is on the shelf now. */
  told(kit: ShelfKit): void;
}

/** The pause after a problem, and between two looks after the shelf while nothing comes, ms. */
const AGAIN_MS = 30_000;
const RENEW_MS = 30 * 60_000;
/** Kits that are put at once: each change writes the head. */
const AT_ONCE = 20;

export class ShelfPublisher {
  readonly #deps: ShelfPublisherDeps;
  /** Kits that this run has put there, or found there. */
  readonly #done = new Set<string>();
  readonly #wakeup = new Wakeup();
  #trouble: string | null = null;

  constructor(deps: ShelfPublisherDeps) {
    this.#deps = deps;
  }

  /** A kit was delivered. */
  wake(): void {
    this.#wakeup.wake();
  }

  /** Works until the signal aborts, or after the present step until `ended` does. Never rejects. */
  async run(signal: AbortSignal, ended: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    const either = AbortSignal.any([signal, ended]);
    while (!either.aborted) {
      const woken = this.#wakeup.wait(either);
      woken.catch(() => {});
      await this.publish(signal);
      const pause = this.#trouble === null ? RENEW_MS : AGAIN_MS;
      await sleepUntil(() => woken, pause, clock, either).catch(() => {});
    }
  }

  /** Puts what is delivered on the shelf. Never rejects. @returns whether all of it is there */
  async publish(signal: AbortSignal): Promise<boolean> {
    const { desk, store, out, clock, log } = this.#deps;
    let trouble: string | null = null;
    try {
      const waiting = store
        .trips('delivered')
        .filter(({ id }) => !this.#done.has(id))
        .flatMap((trip) => {
          const kit = publicationOf(trip.result ?? '', (file) => join(out, file));
          return kit === null || isOver(kit, clock.now()) ? [] : [{ trip, kit }];
        });
      for (let at = 0; at < waiting.length; at += AT_ONCE)
        trouble = (await this.#put(waiting.slice(at, at + AT_ONCE), signal)) ?? trouble;
      if (waiting.length === 0) await desk.renew(signal);
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof TripKitError)) log.error('The shelf has an internal error.', error);
      trouble =
        error instanceof TripKitError ? error.message : 'The app has an internal error. It is tried again.';
    }
    if (trouble !== this.#trouble) this.#deps.problem(trouble);
    this.#trouble = trouble;
    return trouble === null;
  }

  /** Puts some kits there; where the document of one is not sound, the others. @returns what was wrong */
  async #put(
    some: readonly { trip: IntakeTrip; kit: Publication }[],
    signal: AbortSignal,
  ): Promise<string | null> {
    try {
      const kits = some.map(({ kit }) => kit);
      for (const kit of await this.#deps.desk.publish(kits, signal)) this.#deps.told(kit);
      for (const { trip } of some) this.#done.add(trip.id);
      return null;
    } catch (error) {
      if (!(error instanceof TripKitError) || error.condition !== 'shelf_document') throw error;
      if (some.length === 1) return error.message;
      let wrong: string | null = null;
      for (const one of some) wrong = (await this.#put([one], signal)) ?? wrong;
      return wrong;
    }
  }
}
