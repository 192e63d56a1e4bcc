import { AT_REST_LATEST_MS, whenIdle } from '../../../design/idle.ts';

/**
 * Begins work of the background when the window has come to rest. `begin` brings its code and starts it; its answer ends it.
 * Where the code can't be had, kits open all the same. The answer ends it, or keeps it from beginning.
 */
export function startWhenIdle(begin: () => Promise<() => () => void>): () => void {
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
