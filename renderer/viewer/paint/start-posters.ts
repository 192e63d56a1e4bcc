/** Starts the poster maker when the window has come to rest; it brings the PDF engine along, so it is loaded only then. */
import type { PosterMakerParts } from './poster-maker.ts';

/** How long the window may take until then, ms. */
const LATEST_MS = 5_000;

/** The answer ends it. */
export function startPosters(parts: PosterMakerParts): () => void {
  let stop: (() => void) | null = null;
  let ended = false;
  const handle = requestIdleCallback(
    () =>
      void import('./poster-maker.ts').then(
        ({ startPosterMaker }) => {
          if (!ended) stop = startPosterMaker(parts);
        },
        () => {
          // Without posters kits open all the same.
        },
      ),
    { timeout: LATEST_MS },
  );
  return () => {
    ended = true;
    cancelIdleCallback(handle);
    stop?.();
  };
}
