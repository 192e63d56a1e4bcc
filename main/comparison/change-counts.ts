import { isDeepStrictEqual } from 'node:util';

/** What a kit changed against the older one of its flight, in numbers; as the contract shows it (preload/contract/comparison.ts). */
export interface ChangeCounts {
  old_id: string;
  state: 'waiting' | 'running' | 'ready' | 'failed';
  changed: number;
  unreviewed: number;
  was_read: boolean;
}

/** Keeps the counts of all kits ready for the list, and tells of changes. */
export class ChangeCountsKeeper {
  readonly #counts = new Map<string, ChangeCounts>();
  readonly #listeners = new Set<(kit_ids: readonly string[]) => void>();

  /** Null where a kit is compared with none. */
  of(kit_id: string): ChangeCounts | null {
    return this.#counts.get(kit_id) ?? null;
  }

  /** The counts of these kits are these now; null: none. */
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

  /** The counts of all kits that have some. */
  kits(): string[] {
    return [...this.#counts.keys()];
  }

  /** Kits that are gone; nobody is told. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#counts.delete(id);
  }

  /** Tells of kits whose counts have changed; the answer unsubscribes. */
  onChange(listener: (kit_ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
