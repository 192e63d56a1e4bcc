import { useEffect } from 'react';
import { painterOf } from '../document/paint/page-painter.ts';
import { makeStoredThumbnails, outwards } from '../document/paint/thumbnail-maker.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';

/** The first page comes first: the stored thumbnails are read so much later, when no page in sight is being painted, ms. */
const READ_MS = 300;

/**
 * Reads the stored thumbnails of the open document ahead, and makes those that it lacks, from the page in view outwards, while the
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
          // They are read one by one then.
        });
    }, READ_MS);
    makeStoredThumbnails({ pictures: painter.aside, thumbnails, order, signal }).catch(() => {
      // Pages without a stand-in are read all the same.
    });
    return () => {
      clearTimeout(timer);
      ended.abort(new DOMException('The view is left.', 'AbortError'));
    };
  }, [store, onScreen, pdf, thumbnails]);
}
