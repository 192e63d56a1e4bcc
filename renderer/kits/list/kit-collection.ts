import type { Kit } from '../../../preload/contract.ts';

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

/** With more changes than this at once, the whole list is sorted. */
const FEW = 256;

/** The first index for which `isBefore` is false, or `length`; it must be true for all indices before. */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A list that stays in order while single items change: a change costs a search and a copy, not a sort. `compare` must
 * tell any two different items apart.
 */
export class SortedList<T> {
  #items: T[] = [];
  #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  /** The items in order; a new array after every change. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** Sorts everything by another order. */
  orderBy(compare: (a: T, b: T) => number): void {
    this.#compare = compare;
    this.#items = [...this.#items].sort(compare);
  }

  /** Removes `gone` (items that are not there are ignored) and adds `come`. */
  change(gone: readonly T[], come: readonly T[]): void {
    if (gone.length === 0 && come.length === 0) return;
    if (gone.length + come.length > FEW) {
      const out = new Set(gone);
      this.#items = [...this.#items.filter((item) => !out.has(item)), ...come].sort(this.#compare);
      return;
    }
    const items = [...this.#items];
    for (const item of gone) {
      const at = this.#place(items, item);
      // The item's place may have changed since it was added.
      const index = items[at] === item ? at : items.indexOf(item);
      if (index >= 0) items.splice(index, 1);
    }
    for (const item of come) items.splice(this.#place(items, item), 0, item);
    this.#items = items;
  }

  /** The first place whose item does not come before `item`. */
  #place(items: readonly T[], item: T): number {
    return lowerBound(items.length, (index) => this.#compare(items[index] as T, item) < 0);
  }
}
