import { useLayoutEffect, useRef } from 'react';
import { takePoster } from './poster-bitmap.ts';

/** The stored picture of a page, until it is painted. Where there is none, nothing is shown. */
export function PagePoster({ url }: { url: string }) {
  const place = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    const gone = new AbortController();
    const show = (bitmap: ImageBitmap) => {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      canvas.dataset.loaded = 'true';
    };
    const poster = takePoster(url, gone.signal);
    if (poster instanceof ImageBitmap) show(poster);
    else
      poster.then(show, () => {
        // The page itself comes.
      });
    return () => {
      gone.abort();
      // Chromium keeps the pixels of a detached canvas until the next collection.
      canvas.width = 0;
      canvas.height = 0;
      delete canvas.dataset.loaded;
    };
  }, [url]);
  return (
    <div className="page__poster" aria-hidden="true">
      <canvas ref={place} />
    </div>
  );
}
