/** Those who want to know of a change, in the order in which they came. */
export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>();

  /** Calls `listener` from now on. Returns a function that ends it. */
  readonly add = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  /** Calls all of them; the first that throws ends it. */
  tell(...told: Told): void {
    for (const listener of this.#all) listener(...told);
  }
}
