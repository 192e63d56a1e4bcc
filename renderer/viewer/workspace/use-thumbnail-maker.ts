import { useEffect } from 'react';
import { painterOf } from '../document/paint/page-painter.ts';
import { makeStoredThumbnails, outwards } from '../document/paint/thumbnail-maker.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';

/** The stored thumbnails are read this much after the first page, when no visible page is being painted, ms. */
const READ_MS = 300;

/**
 * Reads the open document's stored thumbnails ahead, and makes the missing ones, from the page in view outwards, while the
 * view is on the screen.
 */
export function useStoredThumbnailMaker(onScreen: boolean): void {
  const store = useViewerStore();
  const pdf = useViewer((state) => state.document);
  const thumbnails = useViewer((state) => state.thumbnails);
  useEffect(() => {
    if (!onScreen || !pdf || !thumbnails) return;
    const ended = new AbortController();
    const { signal } = ended;
    const order = () => outwards(store.getState().page, pdf.pageCount);
    const painter = painterOf(pdf);
    let timer = setTimeout(function read() {
      if (painter.busyInSight) timer = setTimeout(read, READ_MS);
      else
        thumbnails.readAhead(signal).catch(() => {
          // Without this, they are read one by one.
        });
    }, READ_MS);
    makeStoredThumbnails({ pictures: painter.aside, thumbnails, order, signal }).catch(() => {
      // Pages without a thumbnail can still be read.
    });
    return () => {
      clearTimeout(timer);
      ended.abort(new DOMException('The view is left.', 'AbortError'));
    };
  }, [store, onScreen, pdf, thumbnails]);
}
