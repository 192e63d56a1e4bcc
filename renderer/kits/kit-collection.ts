import type { Kit } from '../../preload/contract.ts';
import { SortedList } from './list/sorted-list.ts';

/** Times of the contract are ISO 8601 to the millisecond, so their texts sort in time order. */
function newestFirst(a: Kit, b: Kit): number {
  const superseded = Number(a.superseded_by !== null) - Number(b.superseded_by !== null);
  if (superseded !== 0) return superseded;
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

/** All kits by id and in order: newest first, superseded ones after all others. */
export class KitCollection {
  /** Removals are final: an id is never used again, so an answer that crosses its removal must not revive it. */
  readonly #removed = new Set<string>();
  readonly #byId = new Map<string, Kit>();
  readonly #sorted = new SortedList<Kit>(newestFirst);

  /** In order; a new array after every change. */
  get kits(): readonly Kit[] {
    return this.#sorted.items;
  }

  find(id: string): Kit | undefined {
    return this.#byId.get(id);
  }

  /** Adds or replaces kits, and removes those with the ids `gone`. */
  change(kits: readonly Kit[], gone: readonly string[] = []): void {
    const out: Kit[] = [];
    const take = (id: string) => {
      const before = this.#byId.get(id);
      if (before) out.push(before);
      this.#byId.delete(id);
    };
    for (const id of gone) {
      this.#removed.add(id);
      take(id);
    }
    // If a change has an id twice, the later kit counts.
    const latest = new Map(kits.filter(({ id }) => !this.#removed.has(id)).map((kit) => [kit.id, kit]));
    for (const kit of latest.values()) {
      take(kit.id);
      this.#byId.set(kit.id, kit);
    }
    this.#sorted.change(out, [...latest.values()]);
  }

  /** Adds or replaces kits from a call's answer, unless an earlier change is newer than the answer. */
  takeIn(kits: readonly Kit[]): void {
    this.change(
      kits.filter((kit) => {
        const known = this.find(kit.id);
        return !known || Date.parse(known.state_since) <= Date.parse(kit.state_since);
      }),
    );
  }
}
