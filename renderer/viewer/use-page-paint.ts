import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PageRegion, PageSize, PdfDocument } from './engine/pdf-engine.ts';
import { paintScale } from './page-layout.ts';

/** How long zooming must rest before a page that is already painted is painted anew, ms. */
const SETTLE_MS = 90;

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Frees the pixels at once: Chromium keeps those of a detached canvas until the next collection. */
function drop(canvas: Element | null): void {
  if (!(canvas instanceof HTMLCanvasElement)) return;
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}

export interface PagePaint {
  painted: boolean;
  failed: boolean;
  retry: () => void;
}

/**
 * Keeps a canvas with the page in `place`, painted for this zoom; the old one stays until the new one is whole. Where the
 * whole page at full sharpness would cost too much, it is painted coarser, and the visible `region` sharp above it.
 */
export function usePagePaint(
  place: RefObject<HTMLDivElement | null>,
  input: {
    document: PdfDocument;
    page: number;
    size: PageSize | null;
    /** Canvas px for each CSS px at 100 %. */
    scale: number;
    region: PageRegion | null;
  },
): PagePaint {
  const { document: pdf, page, size, scale, region } = input;
  const [painted, setPainted] = useState(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const hasCanvas = useRef(false);
  const coarse = size === null ? scale : paintScale(size, scale);

  useEffect(() => {
    const host = place.current;
    if (!host || !size || attempt < 0) return;
    const abort = new AbortController();
    const canvas = window.document.createElement('canvas');
    const timer = setTimeout(
      () => {
        pdf.paint({ page, canvas, scale: coarse, signal: abort.signal }).then(
          () => {
            if (abort.signal.aborted) return;
            canvas.className = 'page__canvas';
            canvas.setAttribute('aria-hidden', 'true');
            drop(host.querySelector('.page__canvas'));
            host.prepend(canvas);
            hasCanvas.current = true;
            setFailed(false);
            setPainted(true);
          },
          (error) => {
            if (!isAbort(error)) setFailed(true);
          },
        );
      },
      hasCanvas.current ? SETTLE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
      if (canvas.parentNode === null) drop(canvas);
    };
  }, [pdf, page, size, coarse, place, attempt]);

  const sharp = coarse < scale && region !== null && painted;
  const x = region?.x ?? 0;
  const y = region?.y ?? 0;
  const width = region?.width ?? 0;
  const height = region?.height ?? 0;
  useEffect(() => {
    const host = place.current;
    if (!host || !size || !sharp || width <= 0 || height <= 0) return;
    const abort = new AbortController();
    const canvas = window.document.createElement('canvas');
    const part = { x, y, width, height };
    pdf.paint({ page, canvas, scale, region: part, signal: abort.signal }).then(
      () => {
        if (abort.signal.aborted) return;
        canvas.className = 'page__detail';
        canvas.setAttribute('aria-hidden', 'true');
        // Shares of the page, so that it stays in its place while the zoom changes.
        canvas.style.left = `${(100 * x) / size.width}%`;
        canvas.style.top = `${(100 * y) / size.height}%`;
        canvas.style.width = `${(100 * width) / size.width}%`;
        canvas.style.height = `${(100 * height) / size.height}%`;
        drop(host.querySelector('.page__detail'));
        host.querySelector('.page__canvas')?.after(canvas);
      },
      () => {
        // The coarse page is there all the same.
      },
    );
    return () => {
      abort.abort();
      if (canvas.parentNode === null) drop(canvas);
    };
  }, [pdf, page, size, scale, sharp, x, y, width, height, place]);

  useEffect(() => {
    const host = place.current;
    // A detail of another zoom would lie blurred over a sharp page.
    if (!sharp) drop(host?.querySelector('.page__detail') ?? null);
  }, [sharp, place]);

  useEffect(() => {
    const host = place.current;
    return () => {
      for (const canvas of host?.querySelectorAll('canvas') ?? []) drop(canvas);
      pdf.release(page);
    };
  }, [pdf, page, place]);

  return {
    painted,
    failed,
    retry: () => {
      pdf.retryReads();
      setFailed(false);
      setAttempt((count) => count + 1);
    },
  };
}
