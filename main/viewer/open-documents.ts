import { randomBytes } from 'node:crypto';
import { TripKitError } from '../common/errors.ts';

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

// Which document each document page may read (main/electron/app-protocol.ts). A page has its own origin and only one
// document, so a page that is taken over can read nothing else.

/** Maximum number of valid passes; the oldest is dropped first. */
const MOST = 256;

export class DocumentPasses {
  /** By pass, oldest first. */
  readonly #passes = new Map<string, { kit_id: string; origin: string }>();

  /**
   * Creates a pass for the kit's document on this origin: 256 random bits.
   * @throws TripKitError of kind `config` if the origin already has another document
   */
  give(kit_id: string, origin: string): string {
    for (const given of this.#passes.values())
      if (given.origin === origin && given.kit_id !== kit_id)
        throw new TripKitError(
          'config',
          'This view shows another document. Close it and open the kit again.',
        );
    const pass = randomBytes(32).toString('base64url');
    this.#passes.set(pass, { kit_id, origin });
    const [oldest] = this.#passes.keys();
    if (this.#passes.size > MOST && oldest !== undefined) this.#passes.delete(oldest);
    return pass;
  }

  /** The kit of the pass on this origin; null if the pass is not valid there. */
  kitOf(pass: string, origin: string): string | null {
    const given = this.#passes.get(pass);
    return given?.origin === origin ? given.kit_id : null;
  }

  /** Ends the passes of an origin, after the document's page has gone. */
  end(origin: string): void {
    for (const [pass, given] of this.#passes) if (given.origin === origin) this.#passes.delete(pass);
  }
}
