/** A cache of page pictures, limited in bytes and number; the least recently used are dropped first, those on loan stay. */
import { lookKey, type PageLook } from './page-look.ts';

interface Kept<P> {
  look: PageLook;
  picture: P;
  bytes: number;
  lent: boolean;
}

export class BitmapCache<P> {
  readonly #budget: number;
  readonly #most: number;
  readonly #idleBudget: number;
  readonly #dispose: (picture: P) => void;
  /** By `lookKey`, in the order of their use, the oldest first. */
  readonly #kept = new Map<string, Kept<P>>();
  #bytes = 0;

  /**
   * `dispose` frees a picture that the cache drops. Besides those on loan, `most` pictures are kept; if more than one, only as
   * many as fit in `idleBudget` bytes.
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

  /** Bytes of all pictures, including those on loan. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#kept.size;
  }

  has(look: PageLook): boolean {
    return this.#kept.has(lookKey(look));
  }

  /** Whether the picture is in the cache. */
  holds(picture: P): boolean {
    return [...this.#kept.values()].some((kept) => kept.picture === picture);
  }

  /** Adds a picture and replaces one of the same look, unless that is on loan: then the new one is dropped. */
  put(look: PageLook, picture: P, bytes: number): void {
    const key = lookKey(look);
    const before = this.#kept.get(key);
    if (before?.lent) {
      this.#dispose(picture);
      return;
    }
    if (before) this.#drop(key, before);
    this.#kept.set(key, { look, picture, bytes, lent: false });
    this.#bytes += bytes;
    this.#shrink(key);
  }

  /** The picture, without lending it. */
  peek(look: PageLook): P | null {
    return this.#kept.get(lookKey(look))?.picture ?? null;
  }

  /** The picture of this look, on loan until it is given back. Null if there is none, or it is on loan already. */
  lend(look: PageLook): P | null {
    const key = lookKey(look);
    const kept = this.#kept.get(key);
    if (!kept || kept.lent) return null;
    this.#used(key, kept, true);
    return kept.picture;
  }

  /** The picture of this page with the nearest scale, except those on loan. */
  nearest({ page, scale }: PageLook): PageLook | null {
    const distance = (look: PageLook) => Math.abs(Math.log(look.scale / scale));
    let best: PageLook | null = null;
    for (const { look, lent } of this.#kept.values()) {
      if (look.page !== page || lent) continue;
      if (!best || distance(look) < distance(best)) best = look;
    }
    return best;
  }

  /** Takes a loan back. A picture that the cache does not know is disposed of. */
  giveBack(picture: P): void {
    for (const [key, kept] of this.#kept) {
      if (kept.picture !== picture) continue;
      this.#used(key, kept, false);
      this.#shrink(null);
      return;
    }
    this.#dispose(picture);
  }

  /** Drops everything. */
  clear(): void {
    for (const [key, kept] of this.#kept) this.#drop(key, kept);
  }

  #used(key: string, kept: Kept<P>, lent: boolean): void {
    kept.lent = lent;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }

  #drop(key: string, kept: Kept<P>): void {
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
    this.#dispose(kept.picture);
  }

  #shrink(spare: string | null): void {
    const idle = [...this.#kept].filter(([, { lent }]) => !lent);
    let count = idle.length;
    let idleBytes = idle.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    for (const [key, kept] of idle) {
      const tooMany = count > this.#most || (count > 1 && idleBytes > this.#idleBudget);
      if (this.#bytes <= this.#budget && !tooMany) return;
      if (key === spare) continue;
      this.#drop(key, kept);
      count -= 1;
      idleBytes -= kept.bytes;
    }
  }
}
