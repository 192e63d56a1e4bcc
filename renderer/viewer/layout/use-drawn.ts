import { useEffect } from 'react';
import type { PdfDocument } from '../document/engine/pdf-engine.ts';
import { drawnPartOf } from '../document/paint/drawn-part.ts';
import { painterOf } from '../document/paint/page-painter.ts';
import { useViewerFields, useViewerStore } from '../document/viewer-context.tsx';

/** Width of the measured picture, px: fine enough for a margin of a few millimetres. */
const WIDTH = 400;

/** While charts are fitted: finds the drawn part of the page in view, then of its neighbours. */
export function useDrawn(pdf: PdfDocument | null): void {
  const store = useViewerStore();
  const { mode, page, pageCount } = useViewerFields('mode', 'page', 'pageCount');
  useEffect(() => {
    if (!pdf || mode !== 'chart') return;
    const left = new AbortController();
    const { signal } = left;
    async function look(document: PdfDocument) {
      for (const one of [page, page + 1, page - 1]) {
        if (one < 1 || one > pageCount || store.getState().drawn.has(one)) continue;
        const picture = await painterOf(document).aside.thumbnail(one, WIDTH, signal);
        if (!signal.aborted) store.getState().learnDrawn(one, drawnPartOf(picture));
        picture.close();
      }
    }
    look(pdf).catch(() => {
      // A page that can't be drawn is fitted as a whole; the page shows the reason.
    });
    return () => left.abort();
  }, [store, pdf, mode, page, pageCount]);
}
