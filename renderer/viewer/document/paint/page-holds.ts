/** How long the engine keeps pages that were left, ms: releasing them must not delay the visible page. */
const RELEASE_MS = 300;

/** Tracks which pages have views; the engine releases the others when no visible page is waiting. */
export class PageHolds {
  readonly #held = new Map<number, number>();
  readonly #leaving = new Set<number>();
  readonly #release: (page: number) => void;
  readonly #busy: () => boolean;
  #releasing: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** @param busy whether a visible page is being painted */
  constructor(release: (page: number) => void, busy: () => boolean) {
    this.#release = release;
    this.#busy = busy;
  }

  /** Registers a view of the page. Returns a function that unregisters it. */
  hold(page: number): () => void {
    this.#held.set(page, (this.#held.get(page) ?? 0) + 1);
    return () => {
      const left = (this.#held.get(page) ?? 1) - 1;
      if (left > 0) this.#held.set(page, left);
      else this.#held.delete(page);
      this.used(page);
    };
  }

  /** The engine has used the page: it is released later unless a view holds it. */
  used(page: number): void {
    if (this.#held.has(page) || this.#closed) return;
    this.#leaving.add(page);
    this.#releasing ??= setTimeout(() => this.#releaseLeft(), RELEASE_MS);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#releasing);
  }

  #releaseLeft(): void {
    this.#releasing = undefined;
    if (this.#closed) return;
    if (this.#busy()) {
      this.#releasing = setTimeout(() => this.#releaseLeft(), RELEASE_MS);
      return;
    }
    for (const page of this.#leaving) if (!this.#held.has(page)) this.#release(page);
    this.#leaving.clear();
  }
}
