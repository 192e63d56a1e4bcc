import { Listeners } from '../common/listeners.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import {
  followNews,
  followStatus,
  type News,
  type StatusSummary,
  type StatusSummaryDeps,
  statusSummaryWords,
} from '../kits/kit-news.ts';

// Tells the desktop about the kits: news, their summary, and documents that are gone.

interface DesktopKitsDeps extends Omit<StatusSummaryDeps, 'show'> {
  /** main/electron/desktop.ts implements this. */
  desktop: {
    tell(news: readonly News[]): void;
    show(facts: { progress: number | null; badge: number }, words: string): void;
    documentsGone(kit_ids: readonly string[]): void;
  };
}

/** Follows the engine for the desktop. Returns a function that ends this. */
export function followForDesktop({ desktop, ...deps }: DesktopKitsDeps): () => void {
  const show = (summary: StatusSummary) => {
    const { progress, unread, needs_person } = summary;
    desktop.show({ progress, badge: unread + needs_person }, statusSummaryWords(summary));
  };
  const stops = [
    followNews({ engine: deps.engine, tell: (news) => desktop.tell(news) }),
    followStatus({ ...deps, show }),
    deps.engine.onChange(({ changed, removed }) => {
      // An earlier copy is no longer the present document.
      const gone = changed.filter(({ state }) => state !== 'ready').map(({ id }) => id);
      if (gone.length + removed.length > 0) desktop.documentsGone([...gone, ...removed]);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The kit id for a link: by our own id, or the newest kit with the service's id; null if there is none. */
export function findLinked(engine: Pick<KitEngine, 'list'>, id: string): string | null {
  const kits = engine.list();
  const own = id.toLowerCase();
  const found =
    kits.find((kit) => kit.id === own) ??
    kits.filter(({ tripkit_id }) => tripkit_id === id).sort((a, b) => b.created_at - a.created_at)[0];
  return found?.id ?? null;
}

/**
 * Tracks which window has which kits open, so a kit is shown once unless a person wants it twice, and every window knows
 * the kits of the others. A window is identified by the id of its page (Electron docs, `webContents.id`).
 */
export class WindowKits {
  readonly #kitsOfWindow = new Map<number, readonly string[]>();
  readonly #listeners = new Listeners();

  /** Sets the kits that the window has open. */
  hold(window: number, kit_ids: readonly string[]): void {
    this.#kitsOfWindow.set(window, [...new Set(kit_ids)]);
    this.#listeners.tell();
  }

  /** The window, or its page, is gone. */
  gone(window: number): void {
    if (this.#kitsOfWindow.delete(window)) this.#listeners.tell();
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
  readonly onChange = this.#listeners.add;
}
