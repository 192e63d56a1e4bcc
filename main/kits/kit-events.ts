import type { KitsChanged } from '../../preload/contract.ts';
import { coalesced, nodeTimer, type Schedule } from '../common/coalesced.ts';
import type { Log } from '../common/log.ts';
import type { KitChange, KitEngine, LiveKit } from './kit-engine.ts';
import type { KitFlags } from './kit-flags.ts';
import { viewKits } from './kit-view.ts';

/** Shortest time between two batches, ms: at most 20 a second, however many kits move. */
export const BATCH_MS = 50;

/**
 * Sends the engine's changes in batches: each kit once, in its latest state, including kits whose supersession changed.
 * @returns a function that ends this; changes that wait are dropped
 */
export function forwardKitChanges(
  engine: Pick<KitEngine, 'onChange' | 'get'>,
  send: (batch: KitsChanged) => void,
  flags: Pick<KitFlags, 'of' | 'update' | 'onChange'>,
  log: Log,
  schedule: Schedule = nodeTimer,
): () => void {
  const changed = new Map<string, LiveKit>();
  const removed = new Set<string>();
  const flush = coalesced(schedule, BATCH_MS, () => {
    for (const id of flags.update([...changed.values()], [...removed])) {
      if (!changed.has(id)) changed.set(id, engine.get(id));
    }
    const batch = { changed: viewKits([...changed.values()], flags, log), removed: [...removed] };
    changed.clear();
    removed.clear();
    send(batch);
  });

  function take(change: KitChange): void {
    for (const kit of change.changed) {
      removed.delete(kit.id);
      changed.set(kit.id, kit);
    }
    for (const id of change.removed) {
      changed.delete(id);
      removed.add(id);
    }
    if (changed.size + removed.size > 0) flush.soon();
  }

  const unsubscribe = engine.onChange(take);
  const stopFlags = flags.onChange((ids) => {
    take({ changed: ids.filter((id) => !removed.has(id)).map((id) => engine.get(id)), removed: [] });
  });
  return () => {
    unsubscribe();
    stopFlags();
    flush.cancel();
  };
}
