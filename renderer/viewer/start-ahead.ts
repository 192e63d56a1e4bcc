/** Begins to get selected kits ready when the window has come to rest: the engine's code comes only then. */
import type { Bridge } from '../bridge.ts';
import type { FollowedStores } from './follow-selection.ts';
import { startAtRest } from './start-at-rest.ts';

/** The answer ends it. */
export function startAhead(bridge: Bridge, stores: FollowedStores): () => void {
  return startAtRest(async () => {
    const [{ followSelection }, { openAheadOf }, { pdfjsEngine }] = await Promise.all([
      import('./follow-selection.ts'),
      import('./open-ahead.ts'),
      import('./engine/pdfjs-engine.ts'),
    ]);
    return () => followSelection(openAheadOf(bridge, pdfjsEngine), stores);
  });
}
