import { type RefObject, useEffect, useState } from 'react';
import type { PageRegion, PageSize, PdfDocument } from '../engine/pdf-engine.ts';
import { dropCanvas, hiddenCanvas } from '../paint/canvases.ts';
import { painterOf } from '../paint/page-painter.ts';
import { inPercent } from './turns.ts';

/** A page, and its part that is painted separately where the whole page is coarser. */
export interface SharpInput {
  document: PdfDocument | null;
  page: number;
  size: PageSize;
  /** Canvas px for each CSS px at 100 %. */
  scale: number;
  /** CSS px at 100 %; null: none. */
  region: PageRegion | null;
  /** How long `region` must rest before it is painted, ms. */
  regionRestMs: number;
  /** The CSS block of the canvases, `__canvas` and `__detail`. */
  block: 'page' | 'pair';
}

/** Paints the visible part of the page sharp, over a whole page that is coarser. */
export function useSharpPart(place: RefObject<HTMLElement | null>, input: SharpInput, coarse: boolean): void {
  const { document: pdf, page, size, scale, region, regionRestMs, block } = input;
  const sharp = coarse && region !== null;
  const { x, y, width, height } = region ?? { x: 0, y: 0, width: 0, height: 0 };
  useEffect(() => {
    const host = place.current;
    if (!host || !pdf || !sharp || width <= 0 || height <= 0) return;
    const abort = new AbortController();
    const { signal } = abort;
    const canvas = hiddenCanvas();
    const put = () => {
      if (signal.aborted) return;
      const [across, down] = [size.width, size.height];
      const share = { x: x / across, y: y / down, width: width / across, height: height / down };
      canvas.className = `${block}__detail`;
      Object.assign(canvas.style, inPercent(share));
      dropDetail(host, block);
      host.querySelector(`.${block}__canvas`)?.after(canvas);
    };
    const paint = () => {
      const painting = painterOf(pdf).paintPart({ page, scale }, { x, y, width, height }, canvas, signal);
      painting.then(put, () => {
        // The coarse page is still shown.
      });
    };
    const timer = setTimeout(paint, regionRestMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
      if (canvas.parentNode === null) dropCanvas(canvas);
    };
  }, [pdf, page, size, scale, sharp, x, y, width, height, place, regionRestMs, block]);
  useEffect(() => {
    // A detail from another zoom would be blurred over a sharp page.
    if (!sharp && place.current) dropDetail(place.current, block);
  }, [sharp, place, block]);
}

/** Removes what was painted sharp. */
export function dropDetail(host: HTMLElement, block: SharpInput['block']): void {
  const detail = host.querySelector(`.${block}__detail`);
  if (detail instanceof HTMLCanvasElement) dropCanvas(detail);
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
