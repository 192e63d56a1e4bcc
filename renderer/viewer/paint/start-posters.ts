/** Starts the poster maker when the window has come to rest; it brings the PDF engine along, so it is loaded only then. */
import { startAtRest } from '../start-at-rest.ts';
import type { PosterMakerParts } from './poster-maker.ts';

/** The answer ends it. */
export function startPosters(parts: PosterMakerParts): () => void {
  return startAtRest(async () => {
    const { startPosterMaker } = await import('./poster-maker.ts');
    return () => startPosterMaker(parts);
  });
}
