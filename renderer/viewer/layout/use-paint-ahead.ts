import { useEffect, useRef } from 'react';
import type { PdfDocument } from '../document/engine/pdf-engine.ts';
import type { PageLayout } from '../document/geometry/page-layout.ts';
import { painterOf } from '../document/paint/page-painter.ts';

/** Tells the painter which pages are in sight and how the next ones would look, so that they are painted ahead. */
export function usePaintAhead(
  pdf: PdfDocument | null,
  layout: PageLayout,
  sight: { first: number; last: number },
  pixelRatio: number,
): void {
  const now = useRef({ layout, pixelRatio });
  now.current = { layout, pixelRatio };
  useEffect(() => {
    if (!pdf) return;
    painterOf(pdf).setLookAhead((page) => {
      const box = now.current.layout.pages[page - 1];
      return box ? box.zoom * now.current.pixelRatio : null;
    });
  }, [pdf]);
  const { first, last } = sight;
  useEffect(() => {
    if (!pdf) return;
    painterOf(pdf).setVisible(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  }, [pdf, first, last]);
}
