/** A cache of page pictures, limited in bytes and number; the least recently used are dropped first, those on loan stay. */
import type { PageSize } from '../engine/pdf-engine.ts';

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

/** A picture of a whole page, unturned: CSS turns it. */
export interface PageLook {
  page: number;
  /** Canvas px for each CSS px at 100 %. */
  scale: number;
}

/** The most canvas px for one page; above it the whole page is painted coarser and the visible part again, sharp. */
const PIXEL_BUDGET = 6_000_000;

/** Equal for pictures that look the same; scales are compared to a ten-thousandth. */
export function lookKey({ page, scale }: PageLook): string {
  return `${page}/${scale.toFixed(4)}`;
}

/** The scale at which the whole page is painted: as wanted, or what the budget allows. */
export function wholePageScale(size: PageSize, wanted: number): number {
  const pixels = size.width * size.height * wanted * wanted;
  return pixels <= PIXEL_BUDGET ? wanted : wanted * Math.sqrt(PIXEL_BUDGET / pixels);
}

export type PagePixels = HTMLCanvasElement | ImageBitmap;

/** Number of sample points, across and down. */
const POINTS = 48;
/** Mean luminance below which a page is dark, of 255. Charts have 200 and more, dark covers 20 to 60. */
const DARK = 112;

/** Whether the picture of a page is dark: inverted at night, such a page would light up the cockpit. */
export function isDark(picture: PagePixels): boolean {
  const context = new OffscreenCanvas(POINTS, POINTS).getContext('2d', { alpha: false });
  if (!context || picture.width === 0) return false;
  // Samples single points: averaging areas would cost a pass over all of a large picture.
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, POINTS, POINTS);
  return meanLuminance(context.getImageData(0, 0, POINTS, POINTS).data) < DARK;
}

/** Mean luminance (Rec. 709, as encoded) of pixels in RGBA, 0 to 255. */
export function meanLuminance(rgba: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4)
    sum += 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
  return sum / Math.max(1, Math.floor(rgba.length / 4));
}
