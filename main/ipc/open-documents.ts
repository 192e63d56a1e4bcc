/**
 * The documents that views of the window hold open, counted: the same kit may be in two tabs. As a set it names each
 * document once, for as long as one view holds it.
 */
export class OpenDocuments extends Set<string> {
  readonly #views = new Map<string, number>();
  /** The kits on the screen, the active one first. */
  shown: readonly string[] = [];

  /** One more view holds the document. */
  override add(kit_id: string): this {
    this.#views.set(kit_id, (this.#views.get(kit_id) ?? 0) + 1);
    return super.add(kit_id);
  }

  /** One view lets go of the document; true where it was the last one. */
  override delete(kit_id: string): boolean {
    const left = (this.#views.get(kit_id) ?? 0) - 1;
    if (left > 0) {
      this.#views.set(kit_id, left);
      return false;
    }
    this.#views.delete(kit_id);
    return super.delete(kit_id);
  }

  /** The window is gone, and every view with it. */
  override clear(): void {
    this.#views.clear();
    this.shown = [];
    super.clear();
  }
}
