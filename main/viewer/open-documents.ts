/** The documents that the views of one window hold open. */
export interface WindowDocuments {
  /** Call when a view of the window opens the document. */
  add(kit_id: string): void;
  /** Call when a view of the window closes it. */
  delete(kit_id: string): void;
  /** The kits on its screen, the active one first. */
  shown: readonly string[];
}

/**
 * The documents that views of any window hold open, counted: the same kit may be in two tabs or two windows. The set contains
 * each document once, as long as one view holds it open. Windows are identified by the id of their page.
 */
export class OpenDocuments extends Set<string> {
  readonly #windows = new Map<number, { views: Map<string, number>; shown: readonly string[] }>();

  /** The documents of one window, for its calls. */
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

  /** The kits on the screens of all windows. */
  get shown(): readonly string[] {
    return [...this.#windows.values()].flatMap(({ shown }) => shown);
  }

  /** Removes all views of a window, after the window or its page has gone. */
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
