/** Stored thumbnails, shown until a page is painted: decoded off the main thread, freed with their canvas. */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { showBitmap } from '../document/engine/show-bitmap.ts';
import { clearCanvas } from '../document/paint/canvases.ts';
import type { StoredThumbnails } from '../document/paint/stored-thumbnails.ts';
import { useViewerStore } from '../document/viewer-context.tsx';

/** How long a page that is only near may take to be painted before its thumbnail is read, ms. */
const NEAR_MS = 150;

/** The stored thumbnail of a page, as large as the page. */
export function PageStoredThumbnail(props: {
  thumbnails: StoredThumbnails;
  page: number;
  /** Whether the page is visible, or only near. */
  visible: boolean;
  /** Called when the picture is shown, and when it is removed. */
  onShown: (shown: boolean) => void;
}) {
  const { thumbnails, page, visible, onShown } = props;
  const store = useViewerStore();
  const canvas = useRef<HTMLCanvasElement>(null);
  const there = useRef(false);
  const show = useCallback(
    (bitmap: ImageBitmap | null) => {
      if (!bitmap || !canvas.current) return bitmap?.close();
      store.getState().learnTone(page, bitmap);
      showBitmap(canvas.current, bitmap);
      there.current = true;
      onShown(true);
    },
    [store, page, onShown],
  );
  // If it was read ahead, it is shown before the first frame.
  useLayoutEffect(() => show(thumbnails.takeAhead(page)), [show, thumbnails, page]);
  useEffect(() => {
    if (there.current) return;
    const abort = new AbortController();
    const begin = () => {
      thumbnails.load(page, abort.signal).then(show, () => {
        // Cancelled: the page itself is shown.
      });
    };
    const timer = visible ? undefined : setTimeout(begin, NEAR_MS);
    // Delayed: if the page is painted already, this is removed before anything is read.
    if (visible) queueMicrotask(() => !abort.signal.aborted && begin());
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [thumbnails, page, visible, show]);
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
