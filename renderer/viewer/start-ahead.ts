/** Begins to get selected kits ready, and to make thumbnails, when the window has come to rest: the engine's code comes only then. */
import { kitsSlice } from '../kits/kits-store.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import type { Registry } from '../shell/state/registry.tsx';
import { startWhenIdle } from './document/paint/start-when-idle.ts';

/** The answer ends it. */
export function startAhead(registry: Registry): () => void {
  const { bridge, get } = registry;
  return startWhenIdle(async () => {
    const [
      { followSelection },
      { openAheadOf },
      { frameEngineOf },
      { startBackgroundThumbnails },
      { prewarmView },
    ] = await Promise.all([
      import('./document/opening/follow-selection.ts'),
      import('./document/opening/open-ahead.ts'),
      import('./document/engine/frame-engine.ts'),
      import('./document/paint/background-thumbnails.ts'),
      import('./workspace/prewarm.tsx'),
    ]);
    const engine = frameEngineOf(bridge);
    return () => {
      const unfollow = followSelection(openAheadOf(bridge, engine), {
        kits: get(kitsSlice),
        navigation: get(navigationSlice),
      });
      const unprewarm = startWhenIdle(async () => () => {
        // Where a kit was opened before, its view was drawn.
        const isRead = get(navigationSlice).getState().screen.name === 'viewer';
        return isRead || document.hidden ? () => {} : prewarmView(registry, engine);
      });
      const stopThumbnails = startBackgroundThumbnails({
        bridge,
        find: (id) => get(kitsSlice).getState().find(id),
      });
      return () => {
        stopThumbnails();
        unfollow();
        unprewarm();
      };
    };
  });
}
