/** Starts the poster maker when the window has come to rest; it brings the PDF engine along, so it is loaded only then. */

import type { PosterMakerDeps } from './poster-maker.ts';
import { startWhenIdle } from './start-when-idle.ts';

/** The answer ends it. */
export function startPosters(deps: PosterMakerDeps): () => void {
  return startWhenIdle(async () => {
    const { startPosterMaker } = await import('./poster-maker.ts');
    return () => startPosterMaker(deps);
  });
}
