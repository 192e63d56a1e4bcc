/** Puts the kits that a desk delivers on the shelf, as they come, and looks after the shelf while nothing comes. */
import { join } from 'node:path';
import type { Clock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { anySignal, sleepUntil, Wakeup } from '../common/wait.ts';
import type { IntakeStore } from '../desk/intake-store.ts';
import { publicationOf } from './deliveries.ts';
import { isOver, type Publication, type ShelfDesk } from './shelf-desk.ts';
import type { ShelfKit } from './shelf-index.ts';

export interface ShelfPublisherDeps {
  desk: Pick<ShelfDesk, 'publish' | 'renew'>;
  store: Pick<IntakeStore, 'trip' | 'trips'>;
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

/** A delivered kit, by its id in the journal. */
interface Delivered {
  id: string;
  kit: Publication;
}

export class ShelfPublisher {
  readonly #deps: ShelfPublisherDeps;
  /** Delivered kits that are not known to be there; null: the journal was not read yet. */
  #waiting: Set<string> | null = null;
  readonly #wakeup = new Wakeup();
  #trouble: string | null = null;

  constructor(deps: ShelfPublisherDeps) {
    this.#deps = deps;
  }

  /** Why what is delivered is not on the shelf, in a sentence; null: it is, or was not tried yet. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** A kit was delivered, and the journal has it. */
  delivered(kit_id: string): void {
    this.#waiting?.add(kit_id);
    this.#wakeup.wake();
  }

  /** Works until the signal aborts, or after the present step until `ended` does. Never rejects. */
  async run(signal: AbortSignal, ended: AbortSignal = signal): Promise<void> {
    const { clock } = this.#deps;
    const either = anySignal(signal, ended);
    while (!either.aborted) {
      const woken = this.#wakeup.fromNow();
      await this.publish(signal);
      const pause = this.#trouble === null ? RENEW_MS : AGAIN_MS;
      await sleepUntil(woken, pause, clock, either).catch(() => {});
    }
  }

  /** Puts what is delivered on the shelf. Never rejects. @returns whether all of it is there */
  async publish(signal: AbortSignal): Promise<boolean> {
    const { desk, store, out, clock, log } = this.#deps;
    let trouble: string | null = null;
    try {
      this.#waiting ??= new Set(store.trips('delivered').map(({ id }) => id));
      const kits: Delivered[] = [];
      for (const id of this.#waiting) {
        const kit = publicationOf(store.trip(id)?.result ?? '', (file) => join(out, file));
        if (kit === null || isOver(kit, clock.now())) this.#waiting.delete(id);
        else kits.push({ id, kit });
      }
      for (let at = 0; at < kits.length; at += AT_ONCE)
        trouble = (await this.#put(kits.slice(at, at + AT_ONCE), signal)) ?? trouble;
      if (kits.length === 0) await desk.renew(signal);
    } catch (error) {
      if (signal.aborted) return false;
      // A kit may have been taken for over by a wrong clock.
      this.#waiting = null;
      if (!(error instanceof TripKitError)) log.error('The shelf has an internal error.', error);
      trouble =
        error instanceof TripKitError ? error.message : 'The app has an internal error. It is tried again.';
    }
    const isNews = trouble !== this.#trouble;
    this.#trouble = trouble;
    if (isNews) this.#deps.problem(trouble);
    return trouble === null;
  }

  /** Puts some kits there; where the document of one is not sound, the others. @returns what was wrong */
  async #put(some: readonly Delivered[], signal: AbortSignal): Promise<string | null> {
    try {
      const kits = some.map(({ kit }) => kit);
      for (const kit of await this.#deps.desk.publish(kits, signal)) this.#deps.told(kit);
      for (const { id } of some) this.#waiting?.delete(id);
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
