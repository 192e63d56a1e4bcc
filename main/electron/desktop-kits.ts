/** Tells the desktop of the kits: what is new, how they stand, whose documents are gone. */
import type { KitEngine } from '../kits/kit-engine.ts';
import {
  followNews,
  followStatus,
  type News,
  type StatusSummary,
  type StatusSummaryDeps,
  statusSummaryWords,
} from '../kits/kit-news.ts';

export interface DesktopKitsDeps extends Omit<StatusSummaryDeps, 'show'> {
  /** main/electron/desktop.ts is the real one. */
  desktop: {
    tell(news: readonly News[]): void;
    show(facts: { progress: number | null; badge: number }, words: string): void;
    documentsGone(kit_ids: readonly string[]): void;
  };
}

/** Follows the engine for the desktop; the answer ends it. */
export function followForDesktop({ desktop, ...deps }: DesktopKitsDeps): () => void {
  const show = (summary: StatusSummary) => {
    const { progress, unread, needs_person } = summary;
    desktop.show({ progress, badge: unread + needs_person }, statusSummaryWords(summary));
  };
  const stops = [
    followNews({ engine: deps.engine, tell: (news) => desktop.tell(news) }),
    followStatus({ ...deps, show }),
    deps.engine.onChange(({ changed, removed }) => {
      // A copy that was made before is not what is here now.
      const gone = changed.filter(({ state }) => state !== 'ready').map(({ id }) => id);
      if (gone.length + removed.length > 0) desktop.documentsGone([...gone, ...removed]);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The id of the kit that a link names: by our own id, else by the service's, the newest of it; null for none. */
export function findLinked(engine: Pick<KitEngine, 'list'>, id: string): string | null {
  const kits = engine.list();
  const own = id.toLowerCase();
  const found =
    kits.find((kit) => kit.id === own) ??
    kits.filter(({ tripkit_id }) => tripkit_id === id).sort((a, b) => b.created_at - a.created_at)[0];
  return found?.id ?? null;
}
