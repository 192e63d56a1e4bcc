/** Tells the desktop of the kits: what is new, how they stand, whose documents are gone. */

import type { KitEngine } from '../kits/kit-engine.ts';
import type { ActivityLog } from './activity-log.ts';
import type { AppContext } from './app-context.ts';
import { followNews, followStatus, type News, statusSummaryWords } from './kit-news.ts';

/** The desktop; main/electron/desktop.ts is the real one. */
export interface DesktopPort {
  tell(news: readonly News[]): void;
  show(facts: { progress: number | null; badge: number }, words: string): void;
  documentsGone(kit_ids: readonly string[]): void;
}

export interface DesktopKitsDeps extends Pick<AppContext, 'now'> {
  engine: Pick<KitEngine, 'list' | 'onChange'>;
  activity: Pick<ActivityLog, 'openedAt' | 'onOpened'>;
  superseded(): ReadonlyMap<string, string>;
  desktop: DesktopPort;
}

/** Follows the engine for the desktop; the answer ends it. */
export function followForDesktop({
  engine,
  activity,
  superseded,
  desktop,
  now,
}: DesktopKitsDeps): () => void {
  const stops = [
    followNews({ engine, tell: (news) => desktop.tell(news) }),
    followStatus({
      engine,
      activity,
      superseded,
      now,
      show: (summary) =>
        desktop.show(
          { progress: summary.progress, badge: summary.unread + summary.needs_person },
          statusSummaryWords(summary),
        ),
    }),
    engine.onChange(({ changed, removed }) => {
      const gone = changed.filter(({ document }) => document === null).map(({ id }) => id);
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
