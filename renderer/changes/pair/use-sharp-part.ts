import { type RefObject, useEffect } from 'react';
import type { PageRegion, PageSize, PdfDocument } from '../../viewer/engine/pdf-engine.ts';
import { inPercent } from '../../viewer/layout/in-percent.ts';
import { dropCanvas, hiddenCanvas } from '../../viewer/paint/canvases.ts';
import { wholePageScale } from '../../viewer/paint/page-look.ts';
import { painterOf } from '../../viewer/paint/page-painter.ts';

/** How long the page must stand still before its part is painted, ms. */
const REST_MS = 150;

/**
 * Paints the part of the page in sight sharp, over a whole page that had to be painted coarser.
 *
 * @param input `region` in CSS px at 100 %; `scale` canvas px for each of them; `painted` whether the whole page is there
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
    const show = () => {
      if (abort.signal.aborted) return;
      canvas.className = 'pair__detail';
      const share = {
        x: x / size.width,
        y: y / size.height,
        width: width / size.width,
        height: height / size.height,
      };
      Object.assign(canvas.style, inPercent(share));
      host.querySelector('.pair__canvas')?.after(canvas);
    };
    const timer = setTimeout(() => {
      painterOf(document)
        .paintPart({ page, scale }, { x, y, width, height }, canvas, abort.signal)
        .then(show, () => {
          // The coarse page is there all the same.
        });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
      dropCanvas(canvas);
    };
  }, [place, document, page, size, scale, isWanted, x, y, width, height]);
}
