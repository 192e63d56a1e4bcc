/** Parts of a file, by windows of equal size: which are missing for a read, and which to forget first. */

/** A run of missing windows: `first` to `last`, both included. */
export interface WindowRun {
  first: number;
  last: number;
}

/** The windows that bytes `begin` to `end` (exclusive) touch. */
export function windowsOf(begin: number, end: number, windowBytes: number): WindowRun {
  return { first: Math.floor(begin / windowBytes), last: Math.floor((end - 1) / windowBytes) };
}

/** Joins windows that lie side by side, at most `longest` in a run. `windows` in rising order. */
export function joinWindows(windows: readonly number[], longest: number): WindowRun[] {
  const runs: WindowRun[] = [];
  for (const window of windows) {
    const run = runs.at(-1);
    if (run && window === run.last + 1 && run.last - run.first + 1 < longest) run.last = window;
    else runs.push({ first: window, last: window });
  }
  return runs;
}

/** Keeps the `limit` entries that were used last. */
export class RecentlyUsed<V> {
  readonly #limit: number;
  readonly #entries = new Map<number, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: number): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: number, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break;
      this.#entries.delete(oldest);
    }
  }

  /** Forgets the entry if it still is `value`. */
  drop(key: number, value: V): void {
    if (this.#entries.get(key) === value) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
