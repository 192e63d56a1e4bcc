import { AT_REST_LATEST_MS, whenIdle } from '../../../design/idle.ts';

/**
 * Starts background work once the window is idle. `begin` loads the code and resolves to a function that starts the work, which
 * returns a function that ends it. If the code can't be loaded, kits still open. Returns a function that ends or prevents the work.
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
