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
