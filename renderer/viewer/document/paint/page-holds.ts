/** How long pages that were left are kept by the engine: letting go of them must not delay the one in sight, ms. */
const RELEASE_MS = 300;

/** Which pages have views; what the engine keeps for the others may go, when no page in sight waits. */
export class PageHolds {
  readonly #held = new Map<number, number>();
  readonly #leaving = new Set<number>();
  readonly #release: (page: number) => void;
  readonly #busy: () => boolean;
  #releasing: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** @param busy whether a page in sight is being painted */
  constructor(release: (page: number) => void, busy: () => boolean) {
    this.#release = release;
    this.#busy = busy;
  }

  /** A view of the page exists. The answer ends that. */
  hold(page: number): () => void {
    this.#held.set(page, (this.#held.get(page) ?? 0) + 1);
    return () => {
      const left = (this.#held.get(page) ?? 1) - 1;
      if (left > 0) this.#held.set(page, left);
      else this.#held.delete(page);
      this.used(page);
    };
  }

  /** The engine has done something for the page: where no view holds it, that may go. */
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
