import type { LiveKit } from '../kits/kit-engine.ts';
import { planRetention } from '../kits/retention.ts';

export interface LibraryRetentionParts {
  engine: { list(): LiveKit[]; remove(id: string): Promise<void> };
  /** When each pinned kit was pinned, by the kit's id. */
  pinned(): ReadonlyMap<string, number>;
  /** Kits whose document is open in a viewer. */
  open: ReadonlySet<string>;
  superseded(): ReadonlyMap<string, string>;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Applies the retention policy (main/kits/retention.ts) to the library. */
export class LibraryRetention {
  readonly #parts: LibraryRetentionParts;

  constructor(parts: LibraryRetentionParts) {
    this.#parts = parts;
  }

  /** @param keep_days days after departure; null: for ever */
  preview(keep_days: number | null): { remove: { id: string; why: string }[]; keep_count: number } {
    const { remove, keep } = this.#plan(keep_days);
    return { remove, keep_count: keep.length };
  }

  /** Removes what `preview` names now; how many. @throws TripKitError of kind `disk`, having removed those before it */
  async apply(keep_days: number | null): Promise<number> {
    let removed = 0;
    for (const { id } of this.#plan(keep_days).remove) {
      // Each removal takes a while: what was opened or pinned meanwhile stays.
      if (this.#parts.open.has(id) || this.#parts.pinned().has(id)) continue;
      await this.#parts.engine.remove(id);
      removed += 1;
    }
    return removed;
  }

  #plan(keep_days_after_departure: number | null) {
    const { engine, pinned, open, superseded, now } = this.#parts;
    return planRetention(engine.list(), {
      now: now(),
      policy: { keep_days_after_departure },
      pinned: pinned(),
      open,
      superseded: superseded(),
    });
  }
}
