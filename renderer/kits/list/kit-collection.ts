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
  #kits: readonly Kit[] = [];

  /** In order; a new array after every change. */
  get kits(): readonly Kit[] {
    return this.#kits;
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
    this.#kits = withChanges(this.#kits, out, [...latest.values()], newestFirst);
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

/** So many items are put into their places one by one. */
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
 * Items in order without `gone` and with `come`, in order again: a new array, unless nothing changes. A few items cost a search of
 * their places, not a sort. `compare` must tell any two different items apart.
 */
export function withChanges<T>(
  items: readonly T[],
  gone: readonly T[],
  come: readonly T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  if (gone.length === 0 && come.length === 0) return items;
  const out = new Set(gone);
  const left = items.filter((item) => !out.has(item));
  if (come.length > FEW) return [...left, ...come].sort(compare);
  for (const item of come) {
    const place = lowerBound(left.length, (index) => compare(left[index] as T, item) < 0);
    left.splice(place, 0, item);
  }
  return left;
}
