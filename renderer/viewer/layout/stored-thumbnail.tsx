/** Stored thumbnails that stand in for a page until it is painted: decoded off the window's thread, let go of with their canvas. */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { showBitmap } from '../document/engine/show-bitmap.ts';
import { clearCanvas } from '../document/paint/canvases.ts';
import type { StoredThumbnails } from '../document/paint/stored-thumbnails.ts';
import { useViewerStore } from '../document/viewer-context.tsx';

/** A page that is only near is given so long to be painted before its thumbnail is read, ms. */
const NEAR_MS = 150;

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
  // Before the first frame, where it was read ahead.
  useLayoutEffect(() => show(thumbnails.takeAhead(page)), [show, thumbnails, page]);
  useEffect(() => {
    if (there.current) return;
    const abort = new AbortController();
    const begin = () => {
      thumbnails.load(page, abort.signal).then(show, () => {
        // Given up: the page itself comes.
      });
    };
    const timer = visible ? undefined : setTimeout(begin, NEAR_MS);
    // Not at once: a page that is painted already takes this away before anything is read for it.
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
