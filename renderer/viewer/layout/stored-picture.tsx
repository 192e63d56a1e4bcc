/** Stored pictures that stand in for a page until it is painted: decoded off the window's thread, let go of with their canvas. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { showBitmap } from '../document/engine/show-bitmap.ts';
import { clearCanvas } from '../document/paint/canvases.ts';
import { takePoster } from '../document/paint/poster-bitmap.ts';
import type { StoredThumbnails } from '../document/paint/stored-thumbnails.ts';
import { useViewerStore } from '../document/viewer-context.tsx';

/** A page that is only near is given so long to be painted before its thumbnail is read, ms. */
const NEAR_MS = 150;

/** The large picture of page 1. Where there is none, nothing is shown. */
export function PagePoster({ url }: { url: string }) {
  const store = useViewerStore();
  const place = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    const gone = new AbortController();
    const show = (bitmap: ImageBitmap) => {
      store.getState().learnTone(1, bitmap);
      showBitmap(canvas, bitmap);
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
      clearCanvas(canvas);
      delete canvas.dataset.loaded;
    };
  }, [url, store]);
  return (
    <div className="page__poster" aria-hidden="true">
      <canvas ref={place} />
    </div>
  );
}

/** The stored thumbnail of a page, as large as the page. */
export function PageStoredThumbnail(props: {
  thumbnails: StoredThumbnails;
  page: number;
  /** Whether the page is in sight, or only near. */
  visible: boolean;
  /** Called when the picture is there, and when it goes. */
  onShown: (shown: boolean) => void;
}) {
  const { thumbnails, page, visible, onShown } = props;
  const store = useViewerStore();
  const canvas = useRef<HTMLCanvasElement>(null);
  const there = useRef(false);
  useEffect(() => {
    const place = canvas.current;
    if (!place || there.current) return;
    const abort = new AbortController();
    const begin = () => {
      thumbnails.load(page, abort.signal).then(
        (bitmap) => {
          if (!bitmap) return;
          store.getState().learnTone(page, bitmap);
          showBitmap(place, bitmap);
          there.current = true;
          onShown(true);
        },
        () => {
          // Given up: the page itself comes.
        },
      );
    };
    const timer = visible ? undefined : setTimeout(begin, NEAR_MS);
    // Not at once: a page that is painted already takes this away before anything is read for it.
    if (visible) queueMicrotask(() => !abort.signal.aborted && begin());
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [thumbnails, page, visible, onShown, store]);
  useEffect(() => {
    const place = canvas.current;
    return () => {
      there.current = false;
      if (place) clearCanvas(place);
      onShown(false);
    };
  }, [onShown]);
  return (
    <div className="page__thumbnail" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
