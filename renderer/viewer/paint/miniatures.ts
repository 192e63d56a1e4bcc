import type { Miniatures as KnownMiniatures, NewMiniatures } from '../../../preload/contract.ts';
import type { Bridge } from '../../bridge.ts';

export type NewMiniature = NewMiniatures['made'][number];

/** The miniatures of one document: which pages have one, and the pictures themselves, as they are kept on this laptop. */
export class Miniatures {
  readonly #kitId: string;
  readonly #sha256: string;
  readonly #bridge: Pick<Bridge, 'reading'>;
  readonly #pages = new Set<number>();
  readonly #unpaintable = new Set<number>();

  constructor(
    document: { kitId: string; sha256: string },
    bridge: Pick<Bridge, 'reading'>,
    known: KnownMiniatures | null = null,
  ) {
    this.#kitId = document.kitId;
    this.#sha256 = document.sha256;
    this.#bridge = bridge;
    if (known) this.#learn(known);
  }

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  /** Whether the page has none and may get one. */
  lacks(page: number): boolean {
    return !this.#pages.has(page) && !this.#unpaintable.has(page);
  }

  /** Asks again which pages have one. Rejects as a call does. */
  async refresh(): Promise<void> {
    this.#learn(await this.#bridge.reading.miniatures(this.#kitId));
  }

  /**
   * The picture of a page, decoded off the window's thread and of this size (px) where one is given; null where there is
   * none. The caller closes it. Rejects with an AbortError.
   */
  async load(
    page: number,
    signal: AbortSignal,
    size?: { width: number; height: number },
  ): Promise<ImageBitmap | null> {
    if (!this.#pages.has(page)) return null;
    try {
      const answer = await fetch(`/miniatures/${this.#kitId}/${page}?v=${this.#sha256.slice(0, 16)}`, {
        signal,
        priority: 'high',
      });
      const blob = answer.ok ? await answer.blob() : null;
      signal.throwIfAborted();
      if (blob) {
        const bitmap = await createImageBitmap(
          blob,
          size && { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' },
        );
        if (!signal.aborted) return bitmap;
        bitmap.close();
      }
    } catch {
      // One that can't be read is none.
    }
    signal.throwIfAborted();
    // It has gone for the budget's sake, or is damaged: it may be made again.
    this.#pages.delete(page);
    return null;
  }

  /** Keeps pictures that were made. False where they can't be kept, and no more need be made. Rejects as a call does. */
  async store(made: readonly NewMiniature[]): Promise<boolean> {
    const sha256 = this.#sha256;
    if (!(await this.#bridge.reading.storeMiniatures(this.#kitId, { sha256, made: [...made] }))) return false;
    for (const { page, webp } of made) (webp ? this.#pages : this.#unpaintable).add(page);
    return true;
  }

  #learn({ pages, unpaintable }: KnownMiniatures): void {
    this.#pages.clear();
    this.#unpaintable.clear();
    for (const [runs, set] of [
      [pages, this.#pages],
      [unpaintable, this.#unpaintable],
    ] as const) {
      for (const [first, last] of runs) for (let page = first; page <= last; page += 1) set.add(page);
    }
  }
}
