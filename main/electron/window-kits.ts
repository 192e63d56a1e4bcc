/**
 * Tracks which window has which kits open, so a kit is shown once unless a person wants it twice, and every window knows
 * the kits of the others. A window is identified by the id of its page (Electron docs, `webContents.id`).
 */
export class WindowKits {
  readonly #kitsOfWindow = new Map<number, readonly string[]>();
  readonly #listeners = new Set<() => void>();

  /** Sets the kits that the window has open. */
  hold(window: number, kit_ids: readonly string[]): void {
    this.#kitsOfWindow.set(window, [...new Set(kit_ids)]);
    this.#notify();
  }

  /** The window, or its page, is gone. */
  gone(window: number): void {
    if (this.#kitsOfWindow.delete(window)) this.#notify();
  }

  /** The kits that the window has open. */
  of(window: number): readonly string[] {
    return this.#kitsOfWindow.get(window) ?? [];
  }

  /** The kits open in all other windows, each once. */
  elsewhere(window: number): string[] {
    return [
      ...new Set([...this.#kitsOfWindow].flatMap(([other, kit_ids]) => (other === window ? [] : kit_ids))),
    ].sort();
  }

  /** The other windows that have the kit open, the last opened first. */
  holders(kit_id: string, but: number | null): number[] {
    return [...this.#kitsOfWindow]
      .filter(([window, kit_ids]) => window !== but && kit_ids.includes(kit_id))
      .map(([window]) => window)
      .reverse();
  }

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
