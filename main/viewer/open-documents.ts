/** The documents that the views of one window hold open. */
export interface WindowDocuments {
  /** One more view of the window holds the document. */
  add(kit_id: string): void;
  /** One of its views lets go of it. */
  delete(kit_id: string): void;
  /** The kits on its screen, the active one first. */
  shown: readonly string[];
}

/**
 * The documents that views of any window hold open, counted: the same kit may be in two tabs, or two windows. As a set it names
 * each document once, for as long as one view holds it. A window is named by the id of its page.
 */
export class OpenDocuments extends Set<string> {
  readonly #windows = new Map<number, { views: Map<string, number>; shown: readonly string[] }>();

  /** Those of a window, for its calls. */
  of(window: number): WindowDocuments {
    const state = () => {
      const known = this.#windows.get(window) ?? { views: new Map<string, number>(), shown: [] };
      this.#windows.set(window, known);
      return known;
    };
    return {
      add: (kit_id) => {
        const { views } = state();
        views.set(kit_id, (views.get(kit_id) ?? 0) + 1);
        super.add(kit_id);
      },
      delete: (kit_id) => {
        const { views } = state();
        const left = (views.get(kit_id) ?? 0) - 1;
        if (left > 0) views.set(kit_id, left);
        else views.delete(kit_id);
        this.#forget(kit_id);
      },
      get shown() {
        return state().shown;
      },
      set shown(kit_ids) {
        state().shown = kit_ids;
      },
    };
  }

  /** The kits on the screen of any window. */
  get shown(): readonly string[] {
    return [...this.#windows.values()].flatMap(({ shown }) => shown);
  }

  /** The window, or its page, is gone, and every view with it. */
  gone(window: number): void {
    const views = this.#windows.get(window)?.views ?? new Map<string, number>();
    this.#windows.delete(window);
    for (const kit_id of views.keys()) this.#forget(kit_id);
  }

  #forget(kit_id: string): void {
    if ([...this.#windows.values()].some(({ views }) => views.has(kit_id))) return;
    super.delete(kit_id);
  }
}
