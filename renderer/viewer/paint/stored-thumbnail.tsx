import { useEffect, useRef } from 'react';
import type { StoredThumbnails } from './stored-thumbnails.ts';

/** A page that is only near is given so long to be painted before its small picture is read, ms. */
const NEAR_MS = 150;

/**
 * The small picture of a page, as large as the page, until the page is painted. It is decoded off the window's thread, and
 * its pixels are let go of with it.
 */
export function PageStoredThumbnail(props: {
  thumbnails: StoredThumbnails;
  page: number;
  /** Whether the page is in sight, or only near. */
  visible: boolean;
  /** Told when the picture is there, and when it goes. */
  onShown: (shown: boolean) => void;
}) {
  const { thumbnails, page, visible, onShown } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const there = useRef(false);
  useEffect(() => {
    const place = canvas.current;
    if (!place || there.current) return;
    const abort = new AbortController();
    const show = async () => {
      const bitmap = await thumbnails.load(page, abort.signal);
      if (!bitmap) return;
      place.width = bitmap.width;
      place.height = bitmap.height;
      place.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      there.current = true;
      onShown(true);
    };
    const begin = () =>
      void show().catch(() => {
        // Given up: the page itself comes.
      });
    const timer = visible ? undefined : setTimeout(begin, NEAR_MS);
    // Not at once: a page that is painted already takes this away before anything is read for it.
    if (visible) queueMicrotask(() => !abort.signal.aborted && begin());
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [thumbnails, page, visible, onShown]);
  useEffect(() => {
    const place = canvas.current;
    return () => {
      there.current = false;
      // Chromium keeps the pixels of a detached canvas until the next collection.
      if (place) {
        place.width = 0;
        place.height = 0;
      }
      onShown(false);
    };
  }, [onShown]);
  return (
    <div className="page__thumbnail" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
