import { isDeepStrictEqual } from 'node:util';

/** Number of changes in a kit against the older one of its flight, as the contract shows it (preload/contract/comparison.ts). */
export interface ChangeCounts {
  old_id: string;
  state: 'waiting' | 'running' | 'ready' | 'failed';
  changed: number;
  unreviewed: number;
  was_read: boolean;
}

/** Keeps the change counts of all kits ready for the list, and reports changes. */
export class ChangeCountsKeeper {
  readonly #counts = new Map<string, ChangeCounts>();
  readonly #listeners = new Set<(kit_ids: readonly string[]) => void>();

  /** Null if the kit is not compared. */
  of(kit_id: string): ChangeCounts | null {
    return this.#counts.get(kit_id) ?? null;
  }

  /** Sets the counts of these kits; null: none. */
  put(counts: ReadonlyMap<string, ChangeCounts | null>): void {
    const changed: string[] = [];
    for (const [id, now] of counts) {
      if (isDeepStrictEqual(this.of(id), now)) continue;
      if (now === null) this.#counts.delete(id);
      else this.#counts.set(id, now);
      changed.push(id);
    }
    if (changed.length === 0) return;
    for (const listener of this.#listeners) listener(changed);
  }

  /** All kits that have counts. */
  kits(): string[] {
    return [...this.#counts.keys()];
  }

  /** Removes the counts of deleted kits. Does not call the listeners. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#counts.delete(id);
  }

  /** Calls `listener` with the kits whose counts have changed. Returns a function that unsubscribes. */
  onChange(listener: (kit_ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
