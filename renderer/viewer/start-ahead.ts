/** Begins to get selected kits ready when the window has come to rest: the engine's code comes only then. */
import type { Stores } from '../state/registry.tsx';
import { startWhenIdle } from './start-when-idle.ts';

/** The answer ends it. */
export function startAhead(stores: Stores): () => void {
  return startWhenIdle(async () => {
    const [{ followSelection }, { openAheadOf }, { pdfjsEngine }, { rehearseView }] = await Promise.all([
      import('./follow-selection.ts'),
      import('./open-ahead.ts'),
      import('./engine/pdfjs-engine.ts'),
      import('./workspace/prewarm.tsx'),
    ]);
    return () => {
      const unfollow = followSelection(openAheadOf(stores.bridge, pdfjsEngine), stores);
      const unprewarm = startWhenIdle(async () => () => {
        // Where a kit was opened before, its view was drawn.
        const isRead = stores.navigation.getState().screen.name === 'viewer';
        return isRead || document.hidden ? () => {} : rehearseView(stores, pdfjsEngine);
      });
      return () => {
        unfollow();
        unprewarm();
      };
    };
  });
}
