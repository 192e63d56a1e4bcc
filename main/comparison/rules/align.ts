/** Finds the same item on two pages, allowing for slightly different positions. */

/** Items with positions. */
export interface Placed {
  readonly count: number;
  /** Hundredths of a point. */
  x(index: number): number;
  y(index: number): number;
}

/** Items without a counterpart. */
export interface Unmatched {
  old: number[];
  new: number[];
}

/** Side of the squares that positions are grouped by, hundredths of a point. */
const SQUARE = 300;

/** A look-up of items by position. */
class Places {
  readonly #squares = new Map<number, number[]>();
  readonly #items: Placed;

  constructor(items: Placed, indexes: Iterable<number>) {
    this.#items = items;
    for (const index of indexes) {
      const key = keyOf(Math.floor(items.x(index) / SQUARE), Math.floor(items.y(index) / SQUARE));
      const square = this.#squares.get(key);
      if (square === undefined) this.#squares.set(key, [index]);
      else square.push(index);
    }
  }

  /** The nearest item within `reach` that `accepts` allows; -1 if there is none. */
  nearest(x: number, y: number, reach: number, accepts: (index: number) => boolean): number {
    let best = -1;
    let least = Infinity;
    const [fromX, toX] = [Math.floor((x - reach) / SQUARE), Math.floor((x + reach) / SQUARE)];
    const [fromY, toY] = [Math.floor((y - reach) / SQUARE), Math.floor((y + reach) / SQUARE)];
    for (let column = fromX; column <= toX; column += 1) {
      for (let row = fromY; row <= toY; row += 1) {
        for (const index of this.#squares.get(keyOf(column, row)) ?? []) {
          const far = Math.max(Math.abs(this.#items.x(index) - x), Math.abs(this.#items.y(index) - y));
          if (far > reach || far >= least || !accepts(index)) continue;
          least = far;
          best = index;
        }
      }
    }
    return best;
  }
}

function keyOf(column: number, row: number): number {
  return column * 1_000_003 + row;
}

/** Maximum number of candidates compared: a page may have a million items at one position. */
const MAX_LOOKS = 20_000_000;

type Compare = (oldIndex: number, newIndex: number) => boolean;

/**
 * Removes the items that are on both pages, one for one; then repeated items, if one is the same as
 * an item that was removed: drawing an item twice looks like drawing it once.
 *
 * @param reach maximum distance of the same item, hundredths of a point
 */
export function unmatched(old: Placed, newer: Placed, reach: number, isSame: Compare): Unmatched {
  const all = { old: indexesOf(old), new: indexesOf(newer) };
  const isAsked = limited(isSame);
  const left = paired(old, newer, reach, isAsked, all, () => {});
  if (left.old.length === 0 && left.new.length === 0) return left;
  const [oldPlaces, newPlaces] = [new Places(old, all.old), new Places(newer, all.new)];
  return {
    old: left.old.filter(
      (index) => newPlaces.nearest(old.x(index), old.y(index), reach, (other) => isAsked(index, other)) < 0,
    ),
    new: left.new.filter(
      (index) =>
        oldPlaces.nearest(newer.x(index), newer.y(index), reach, (other) => isAsked(other, index)) < 0,
    ),
  };
}

/** Pairs items one for one, each with the nearest similar one. @returns items without a counterpart */
export function paired(
  old: Placed,
  newer: Placed,
  reach: number,
  isLike: Compare,
  indexes: Unmatched,
  onPair: (oldIndex: number, newIndex: number) => void,
): Unmatched {
  const isAsked = limited(isLike);
  const used = new Set<number>();
  const places = new Places(newer, indexes.new);
  const left = indexes.old.filter((index) => {
    const isFree = (other: number) => !used.has(other) && isAsked(index, other);
    const found = places.nearest(old.x(index), old.y(index), reach, isFree);
    if (found < 0) return true;
    used.add(found);
    onPair(index, found);
    return false;
  });
  return { old: left, new: indexes.new.filter((index) => !used.has(index)) };
}

function limited(compare: Compare): Compare {
  let looks = 0;
  return (oldIndex, newIndex) => {
    looks += 1;
    return looks < MAX_LOOKS && compare(oldIndex, newIndex);
  };
}

function indexesOf({ count }: Placed): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
