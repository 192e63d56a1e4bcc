/** How long the window may take to come to rest, ms. */
const LATEST_MS = 5_000;

/**
 * Begins work of the background when the window has come to rest. `begin` brings its code and starts it; its answer ends it.
 * Where the code can't be had, kits open all the same. The answer ends it, or keeps it from beginning.
 */
export function startAtRest(begin: () => Promise<() => () => void>): () => void {
  let stop: (() => void) | null = null;
  let ended = false;
  const handle = requestIdleCallback(
    () =>
      void begin().then(
        (start) => {
          if (!ended) stop = start();
        },
        () => {},
      ),
    { timeout: LATEST_MS },
  );
  return () => {
    ended = true;
    cancelIdleCallback(handle);
    stop?.();
  };
}
