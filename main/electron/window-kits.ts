/**
 * Which window has which kits open: so that a kit is shown once, unless a person wants it beside itself, and every window knows
 * what the others have. A window is named by the id of its page (Electron docs, `webContents.id`).
 */
export class WindowKits {
  readonly #held = new Map<number, readonly string[]>();
  readonly #listeners = new Set<() => void>();

  /** The window has these kits open from now on. */
  hold(window: number, kit_ids: readonly string[]): void {
    this.#held.set(window, [...new Set(kit_ids)]);
    this.#tell();
  }

  /** The window, or its page, is gone. */
  gone(window: number): void {
    if (this.#held.delete(window)) this.#tell();
  }

  /** What the window has open. */
  of(window: number): readonly string[] {
    return this.#held.get(window) ?? [];
  }

  /** What all windows but this one have open, each kit once. */
  elsewhere(window: number): string[] {
    return [
      ...new Set([...this.#held].flatMap(([other, kit_ids]) => (other === window ? [] : kit_ids))),
    ].sort();
  }

  /** The windows but this one that have the kit open, the last opened first. */
  holders(kit_id: string, but: number | null): number[] {
    return [...this.#held]
      .filter(([window, kit_ids]) => window !== but && kit_ids.includes(kit_id))
      .map(([window]) => window)
      .reverse();
  }

  /** Calls the listener after each change; the answer ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
