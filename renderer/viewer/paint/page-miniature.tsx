import { useEffect, useRef } from 'react';
import type { Miniatures } from './miniatures.ts';

/**
 * The small picture of a page, as large as the page, until the page is painted. It is decoded off the window's thread, and
 * its pixels are let go of with it.
 */
export function PageMiniature(props: {
  miniatures: Miniatures;
  page: number;
  /** Told when the picture is there, and when it goes. */
  onShown: (shown: boolean) => void;
}) {
  const { miniatures, page, onShown } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const abort = new AbortController();
    async function show(place: HTMLCanvasElement) {
      // A page that is painted already takes this away before anything is read for it.
      await null;
      if (abort.signal.aborted) return;
      const bitmap = await miniatures.load(page, abort.signal);
      if (!bitmap) return;
      place.width = bitmap.width;
      place.height = bitmap.height;
      place.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      onShown(true);
    }
    show(place).catch(() => {
      // Given up: the page itself comes.
    });
    return () => {
      abort.abort();
      // Chromium keeps the pixels of a detached canvas until the next collection.
      place.width = 0;
      place.height = 0;
      onShown(false);
    };
  }, [miniatures, page, onShown]);
  return (
    <div className="page__miniature" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
