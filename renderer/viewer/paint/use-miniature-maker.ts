import { useEffect } from 'react';
import { useViewer, useViewerStore } from '../viewer-context.tsx';
import { makeMiniatures, outwards } from './miniature-maker.ts';
import { painterOf } from './page-painter.ts';

/** Makes the miniatures that the open document lacks, from the page in view outwards, while the view is on the screen. */
export function useMiniatureMaker(onScreen: boolean): void {
  const store = useViewerStore();
  const pdf = useViewer((state) => state.document);
  const miniatures = useViewer((state) => state.miniatures);
  useEffect(() => {
    if (!onScreen || !pdf || !miniatures) return;
    const ended = new AbortController();
    const { signal } = ended;
    const order = () => outwards(store.getState().page, pdf.pageCount);
    makeMiniatures({ painter: painterOf(pdf), miniatures, order, signal }).catch(() => {
      // Pages without a stand-in are read all the same.
    });
    return () => ended.abort(new DOMException('The view is left.', 'AbortError'));
  }, [store, onScreen, pdf, miniatures]);
}
