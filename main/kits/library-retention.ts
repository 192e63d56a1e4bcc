import type { AppContext } from '../host/host.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { LiveKit } from './kit-engine.ts';
import { planRetention } from './retention.ts';

/** How often the policy is applied while the app runs, ms. */
const EVERY_MS = 6 * 60 * 60_000;

export interface LibraryRetentionDeps extends Pick<AppContext, 'log' | 'now'> {
  engine: { list(): LiveKit[] };
  /** Removes a kit from this laptop and records why; `who` is null if no person asked for it now. */
  remove(
    id: string,
    removal: { reason: 'retention' | 'person'; what: string; who: string | null },
  ): Promise<void>;
  /** The user name of the operating system's account. */
  user: string;
  /** When each pinned kit was pinned, by the kit's id. */
  pinned(): ReadonlyMap<string, number>;
  /** Kits whose document is open in a viewer. */
  open: ReadonlySet<string>;
  superseded(): ReadonlyMap<string, string>;
  /** The person's policy, days after departure; null: keep for ever. */
  keepDays(): number | null;
  notices: Pick<NoticeBoard, 'add'>;
  /** Whether cockpit mode is on: then nothing is removed. */
  held(): boolean;
}

/** Applies the retention policy (main/kits/retention.ts) to the library. */
export class LibraryRetention {
  readonly #deps: LibraryRetentionDeps;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: LibraryRetentionDeps) {
    this.#deps = deps;
  }

  /** Applies the person's own policy now and every six hours. The timer does not keep the process alive. */
  start(): void {
    void this.applyOwn();
    this.#timer = setInterval(() => void this.applyOwn(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Applies the person's own policy and reports what was removed. Never throws. */
  async applyOwn(): Promise<void> {
    const days = this.#deps.keepDays();
    if (days === null || this.#deps.held()) return;
    try {
      const removed = await this.#remove(days, null);
      if (removed === 0) return;
      const kits = removed === 1 ? '1 kit was' : `${removed} kits were`;
      this.#deps.notices.add({
        id: 'retention',
        severity: 'info',
        message: `${kits} removed from this laptop, as your settings say: kits are kept for ${days} ${days === 1 ? 'day' : 'days'} after departure.`,
      });
    } catch (error) {
      this.#deps.log.error('The retention policy could not be applied.', error);
    }
  }

  /** How many kits the person's own policy would remove now. */
  due(): number {
    const days = this.#deps.keepDays();
    return days === null ? 0 : this.#plan(days).remove.length;
  }

  /** @param keep_days days after departure; null: keep for ever */
  preview(keep_days: number | null): { remove: { id: string; why: string }[]; keep_count: number } {
    const { remove, keep } = this.#plan(keep_days);
    return { remove, keep_count: keep.length };
  }

  /** Removes what `preview` lists now and returns how many. @throws TripKitError of kind `disk`, after removing those before it */
  apply(keep_days: number | null): Promise<number> {
    return this.#remove(keep_days, this.#deps.user);
  }

  async #remove(keep_days: number | null, who: string | null): Promise<number> {
    let removed = 0;
    for (const { id, why } of this.#plan(keep_days).remove) {
      // Each removal takes time: kits that were opened or pinned meanwhile stay.
      if (this.#deps.open.has(id) || this.#deps.pinned().has(id)) continue;
      // Cockpit mode was turned on meanwhile: only what a person asked for continues.
      if (who === null && this.#deps.held()) return removed;
      await this.#deps.remove(id, { reason: 'retention', what: `By the retention policy: ${why}`, who });
      removed += 1;
    }
    return removed;
  }

  #plan(keep_days_after_departure: number | null) {
    const { engine, pinned, open, superseded, now } = this.#deps;
    return planRetention(engine.list(), {
      now: now(),
      policy: { keep_days_after_departure },
      pinned: pinned(),
      open,
      superseded: superseded(),
    });
  }
}
