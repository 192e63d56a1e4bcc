import { useEffect, useState } from 'react';
import type { PageRegion, PageSize, PdfDocument } from '../engine/pdf-engine.ts';
import { painterOf } from '../paint/page-painter.ts';
import { inPercent } from './turns.ts';

/** A part of a page that is painted separately, because the whole page is coarser. */
interface SharpPart {
  document: PdfDocument;
  page: number;
  /** Canvas px for each CSS px at 100 %. */
  scale: number;
  size: PageSize;
  /** CSS px at 100 %. */
  region: PageRegion;
}

/** Paints the part on the canvas and sets its position; `put` adds it over the page when painted. Never throws. */
export function laySharpPart(
  { document, page, scale, size, region }: SharpPart,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
  put: () => void,
): void {
  const show = () => {
    if (signal.aborted) return;
    const share = {
      x: region.x / size.width,
      y: region.y / size.height,
      width: region.width / size.width,
      height: region.height / size.height,
    };
    Object.assign(canvas.style, inPercent(share));
    put();
  };
  painterOf(document)
    .paintPart({ page, scale }, region, canvas, signal)
    .then(show, () => {
      // The coarse page is still shown.
    });
}

/** Canvas px for each CSS px, also after the window moved to another screen. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => window.devicePixelRatio || 1);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const onChange = () => setRatio(window.devicePixelRatio || 1);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [ratio]);
  return ratio;
}
