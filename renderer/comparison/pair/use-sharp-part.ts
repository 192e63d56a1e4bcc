import { type RefObject, useEffect } from 'react';
import type { PageRegion, PageSize, PdfDocument } from '../../viewer/document/engine/pdf-engine.ts';
import { laySharpPart } from '../../viewer/document/geometry/sharp-part.ts';
import { dropCanvas, hiddenCanvas } from '../../viewer/document/paint/canvases.ts';
import { wholePageScale } from '../../viewer/document/paint/page-look.ts';

/** How long the page must be still before its visible part is painted, ms. */
const REST_MS = 150;

/**
 * Paints the visible part of the page sharp, over a whole page that had to be painted coarser.
 *
 * @param input `region` in CSS px at 100 %; `scale` canvas px for each of them; `painted` whether the whole page is painted
 */
export function useSharpPart(
  place: RefObject<HTMLDivElement | null>,
  input: {
    document: PdfDocument;
    page: number;
    size: PageSize;
    scale: number;
    region: PageRegion;
    painted: boolean;
  },
): void {
  const { document, page, size, scale, painted } = input;
  const { x, y, width, height } = input.region;
  const isWanted = painted && wholePageScale(size, scale) < scale && width > 0 && height > 0;
  useEffect(() => {
    const host = place.current;
    if (!host || !isWanted) return;
    const abort = new AbortController();
    const canvas = hiddenCanvas();
    const part = { document, page, scale, size, region: { x, y, width, height } };
    const timer = setTimeout(() => {
      laySharpPart(part, canvas, abort.signal, () => {
        canvas.className = 'pair__detail';
        host.querySelector('.pair__canvas')?.after(canvas);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
      dropCanvas(canvas);
    };
  }, [place, document, page, size, scale, isWanted, x, y, width, height]);
}
