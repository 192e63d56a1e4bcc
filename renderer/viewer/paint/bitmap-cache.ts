/** Pictures of pages within a budget of bytes and a number; those that were used longest ago go first, those on loan stay. */

/** What identifies a picture; see `lookKey`. */
export type PictureKey = string;

interface Kept<P> {
  picture: P;
  page: number;
  scale: number;
  turn: number;
  bytes: number;
  lent: boolean;
}

export interface PictureOf {
  page: number;
  scale: number;
  turn: number;
}

/** Equal for pictures that look the same; scales are compared to a ten-thousandth. */
export function lookKey({ page, scale, turn }: PictureOf): PictureKey {
  return `${page}/${turn}/${scale.toFixed(4)}`;
}

export class BitmapCache<P> {
  readonly #budget: number;
  readonly #most: number;
  readonly #idleBudget: number;
  readonly #dispose: (picture: P) => void;
  /** In the order of their use, the oldest first. */
  readonly #kept = new Map<PictureKey, Kept<P>>();
  #bytes = 0;

  /**
   * `dispose` frees a picture that the cache lets go. Beside those on loan `most` pictures are kept, and of more than one only
   * as many as have `idleBudget` bytes together.
   */
  constructor(
    budget: number,
    dispose: (picture: P) => void,
    most = Number.POSITIVE_INFINITY,
    idleBudget = Number.POSITIVE_INFINITY,
  ) {
    this.#idleBudget = idleBudget;
    this.#budget = budget;
    this.#dispose = dispose;
    this.#most = most;
  }

  /** Bytes of all pictures, those on loan too. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#kept.size;
  }

  has(look: PictureOf): boolean {
    return this.#kept.has(lookKey(look));
  }

  /** Whether it is one of these. */
  holds(picture: P): boolean {
    for (const kept of this.#kept.values()) if (kept.picture === picture) return true;
    return false;
  }

  /** Whether a picture of so many bytes fits beside those on loan. */
  fits(bytes: number): boolean {
    let lent = 0;
    for (const kept of this.#kept.values()) if (kept.lent) lent += kept.bytes;
    return lent + bytes <= this.#budget;
  }

  /** Keeps a picture; one of the same look is replaced, unless it is on loan: then the new one is let go. */
  put(look: PictureOf, picture: P, bytes: number): void {
    const key = lookKey(look);
    const before = this.#kept.get(key);
    if (before?.lent) {
      this.#dispose(picture);
      return;
    }
    if (before) this.#drop(key, before);
    this.#kept.set(key, { ...look, picture, bytes, lent: false });
    this.#bytes += bytes;
    this.#shrink(key);
  }

  /** The picture without taking it. */
  peek(look: PictureOf): P | null {
    return this.#kept.get(lookKey(look))?.picture ?? null;
  }

  /** The picture of this look, on loan until it is given back. Null where there is none, or it is on loan already. */
  lend(look: PictureOf): P | null {
    const key = lookKey(look);
    const kept = this.#kept.get(key);
    if (!kept || kept.lent) return null;
    kept.lent = true;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.picture;
  }

  /** The picture of this page and turn that is nearest to a scale, whatever its own; those on loan are left out. */
  nearest(page: number, turn: number, scale: number): PictureOf | null {
    let best: Kept<P> | null = null;
    for (const kept of this.#kept.values()) {
      if (kept.page !== page || kept.turn !== turn || kept.lent) continue;
      if (!best || Math.abs(Math.log(kept.scale / scale)) < Math.abs(Math.log(best.scale / scale)))
        best = kept;
    }
    return best && { page: best.page, scale: best.scale, turn: best.turn };
  }

  /** Takes a loan back. A picture that the cache does not know is disposed of. */
  giveBack(picture: P): void {
    for (const [key, kept] of this.#kept) {
      if (kept.picture !== picture) continue;
      kept.lent = false;
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      this.#shrink(null);
      return;
    }
    this.#dispose(picture);
  }

  /** Lets everything go. */
  clear(): void {
    for (const kept of this.#kept.values()) this.#dispose(kept.picture);
    this.#kept.clear();
    this.#bytes = 0;
  }

  #drop(key: PictureKey, kept: Kept<P>): void {
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
    this.#dispose(kept.picture);
  }

  #shrink(spare: PictureKey | null): void {
    let idle = 0;
    let idleBytes = 0;
    for (const kept of this.#kept.values()) {
      if (kept.lent) continue;
      idle += 1;
      idleBytes += kept.bytes;
    }
    for (const [key, kept] of this.#kept) {
      const tooMany = idle > this.#most || (idle > 1 && idleBytes > this.#idleBudget);
      if (this.#bytes <= this.#budget && !tooMany) return;
      if (kept.lent || key === spare) continue;
      this.#drop(key, kept);
      idle -= 1;
      idleBytes -= kept.bytes;
    }
  }
}
