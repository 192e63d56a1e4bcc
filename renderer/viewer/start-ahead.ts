/**
 * Starts to prepare selected kits and to make thumbnails once the window is idle, when the engine's code is loaded too. While nobody is
 * there, nothing is kept prepared: that takes 80 MiB, and moving to a row takes longer than preparing its kit.
 */

import { AT_REST_LATEST_MS, whenIdle } from '../design/timing.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import type { Registry } from '../shell/state/registry.tsx';

/** Returns a function that ends it. */
export function startAhead(registry: Registry): () => void {
  const { bridge, get } = registry;
  return startWhenIdle(async () => {
    const [
      { followSelection, openAheadOf },
      { followPresence },
      { frameEngineOf },
      { startBackgroundThumbnails },
      { prewarmView },
    ] = await Promise.all([
      import('./document/opening/open-ahead.ts'),
      import('./document/paint/activity.ts'),
      import('./document/engine/frame-engine.ts'),
      import('./document/paint/background-thumbnails.ts'),
      import('./workspace/prewarm.tsx'),
    ]);
    const engine = frameEngineOf(bridge);
    return () => {
      const stores = { kits: get(kitsSlice), navigation: get(navigationSlice) };
      const follow = () => followSelection(openAheadOf(bridge, engine), stores);
      let unfollow = follow();
      const unwatch = followPresence(
        () => {
          unfollow();
          engine.cool?.();
        },
        () => {
          unfollow = follow();
          if (stores.navigation.getState().screen.name === 'library') engine.warm?.();
        },
      );
      const unprewarm = startWhenIdle(async () => () => {
        // If a kit was opened before, a view has been drawn already.
        const isRead = get(navigationSlice).getState().screen.name === 'viewer';
        return isRead || document.hidden ? () => {} : prewarmView(registry, engine);
      });
      const stopThumbnails = startBackgroundThumbnails({
        bridge,
        find: (id) => get(kitsSlice).getState().find(id),
      });
      return () => {
        stopThumbnails();
        unwatch();
        unfollow();
        unprewarm();
      };
    };
  });
}

/**
 * Starts background work once the window is idle. `begin` loads the code and resolves to a function that starts the work, which
 * returns a function that ends it. If the code can't be loaded, kits still open. Returns a function that ends or prevents the work.
 */
function startWhenIdle(begin: () => Promise<() => () => void>): () => void {
  let stop: (() => void) | null = null;
  let ended = false;
  void whenIdle(AT_REST_LATEST_MS).then(async () => {
    const start = ended ? null : await begin().catch(() => null);
    if (start && !ended) stop = start();
  });
  return () => {
    ended = true;
    stop?.();
  };
}
