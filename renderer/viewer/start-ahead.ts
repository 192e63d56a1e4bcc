/** Begins to get selected kits ready when the window has come to rest: the engine's code comes only then. */
import type { Bridge } from '../bridge.ts';
import type { FollowedStores } from './follow-selection.ts';

/** How long the window may take until then, ms. */
const LATEST_MS = 5_000;

/** The answer ends it. */
export function startAhead(bridge: Bridge, stores: FollowedStores): () => void {
  let stop: (() => void) | null = null;
  let ended = false;
  const begin = async () => {
    const [{ followSelection }, { openAheadOf }, { pdfjsEngine }] = await Promise.all([
      import('./follow-selection.ts'),
      import('./open-ahead.ts'),
      import('./engine/pdfjs-engine.ts'),
    ]);
    if (!ended) stop = followSelection(openAheadOf(bridge, pdfjsEngine), stores);
  };
  // Where the code can't be had, kits open all the same.
  const handle = requestIdleCallback(() => void begin().catch(() => {}), { timeout: LATEST_MS });
  return () => {
    ended = true;
    cancelIdleCallback(handle);
    stop?.();
  };
}
