import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PageRegion, PageSize, PdfDocument } from '../engine/pdf-engine.ts';
import { lookKey } from '../paint/bitmap-cache.ts';
import { dropCanvas, hiddenCanvas, isAbort } from '../paint/canvases.ts';
import type { PageLook } from '../paint/page-look.ts';
import { type PagePainter, painterOf } from '../paint/page-painter.ts';
import { wholePageScale } from '../paint/paint-scale.ts';

/** How long zooming must rest before a page that is already painted is painted anew, ms. */
const SETTLE_MS = 90;

export interface PagePaint {
  /** The page is there as sharp as it is wanted (whole, or as sharp as a whole page may be). */
  painted: boolean;
  /** Some picture of the page is there. */
  shown: boolean;
  /** It was made ready out of sight. */
  ready: boolean;
  failed: boolean;
  retry: () => void;
}

/** The canvas that a view shows, and what it is. */
interface Shown {
  painter: PagePainter;
  canvas: HTMLCanvasElement;
  key: string;
}

/**
 * Keeps a picture of the page in `place`: from the cache at once where there is one, else another size of it as a stand-in
 * until the right one is painted. Where the whole page at full sharpness would cost too much, it is painted coarser, and
 * the visible `region` sharp above it.
 */
export function usePagePaint(
  place: RefObject<HTMLDivElement | null>,
  input: {
    document: PdfDocument | null;
    page: number;
    size: PageSize | null;
    /** Canvas px for each CSS px at 100 %. */
    scale: number;
    region: PageRegion | null;
    visible: boolean;
    /** Out of sight, or behind another page: its picture is made ready, and no canvas shows it. */
    away: boolean;
  },
): PagePaint {
  const { document: pdf, page, size, scale, region, visible, away } = input;
  const [painted, setPainted] = useState('');
  const [some, setSome] = useState(false);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<Shown | null>(null);
  const whole = size === null ? null : wholePageScale(size, scale);
  const key = whole === null ? '' : lookKey({ page, scale: whole, turn: 0 });

  useLayoutEffect(() => {
    const host = place.current;
    if (!host || !pdf || whole === null || attempt < 0) return;
    const painter = painterOf(pdf);
    const look: PageLook = { page, scale: whole, turn: 0 };
    const show = (canvas: HTMLCanvasElement, as: string) => {
      const before = shown.current;
      canvas.className = 'page__canvas';
      host.prepend(canvas);
      shown.current = { painter, canvas, key: as };
      if (before) before.painter.giveBack(before.canvas);
      setSome(true);
    };
    const finish = () => {
      if (shown.current?.key !== key) {
        const canvas = painter.lend(look);
        if (!canvas) return false;
        show(canvas, key);
      }
      setFailed(false);
      setPainted(key);
      return true;
    };
    if (!away && finish()) return;
    // Zooming goes on in steps; a page that has just come is painted at once.
    const zooming = shown.current !== null;
    if (!zooming && !away) {
      const other = painter.lendSimilar(look);
      if (other) show(other, '');
    }
    const abort = new AbortController();
    const paint = () => {
      painter.paint(look, visible ? 'visible' : 'neighbour', abort.signal, whole < scale).then(
        () => {
          if (abort.signal.aborted) return;
          if (away) setReady(true);
          else finish();
        },
        (error) => {
          if (!abort.signal.aborted && !isAbort(error)) setFailed(true);
        },
      );
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The page in sight begins before the window is drawn anew, and before its neighbours.
    if (visible && !zooming) paint();
    else timer = setTimeout(paint, zooming ? SETTLE_MS : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [pdf, page, whole, scale, key, place, attempt, visible, away]);

  const isPainted = painted === key && key !== '';
  const sharp = whole !== null && whole < scale && region !== null && isPainted;
  const x = region?.x ?? 0;
  const y = region?.y ?? 0;
  const width = region?.width ?? 0;
  const height = region?.height ?? 0;
  useEffect(() => {
    const host = place.current;
    if (!host || !pdf || !size || !sharp || width <= 0 || height <= 0) return;
    const abort = new AbortController();
    const canvas = hiddenCanvas();
    const part = { x, y, width, height };
    painterOf(pdf)
      .paintPart({ page, scale, turn: 0 }, part, canvas, abort.signal)
      .then(
        () => {
          if (abort.signal.aborted) return;
          canvas.className = 'page__detail';
          // Shares of the page, so that it stays in its place while the zoom changes.
          canvas.style.left = `${(100 * x) / size.width}%`;
          canvas.style.top = `${(100 * y) / size.height}%`;
          canvas.style.width = `${(100 * width) / size.width}%`;
          canvas.style.height = `${(100 * height) / size.height}%`;
          dropDetail(host);
          host.querySelector('.page__canvas')?.after(canvas);
        },
        () => {
          // The coarse page is there all the same.
        },
      );
    return () => {
      abort.abort();
      if (canvas.parentNode === null) dropCanvas(canvas);
    };
  }, [pdf, page, size, scale, sharp, x, y, width, height, place]);

  useEffect(() => {
    // A detail of another zoom would lie blurred over a sharp page.
    if (!sharp && place.current) dropDetail(place.current);
  }, [sharp, place]);

  useLayoutEffect(() => (pdf ? painterOf(pdf).hold(page) : undefined), [pdf, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture of another page is given back, too
  useLayoutEffect(() => {
    if (!pdf || away) return;
    const host = place.current;
    return () => {
      const last = shown.current;
      shown.current = null;
      if (last) last.painter.giveBack(last.canvas);
      if (host) dropDetail(host);
      setPainted('');
      setSome(false);
    };
  }, [pdf, page, place, away]);

  return {
    painted: isPainted,
    shown: some,
    ready,
    failed,
    retry: () => {
      pdf?.retryReads();
      setFailed(false);
      setAttempt((count) => count + 1);
    },
  };
}

function dropDetail(host: HTMLElement): void {
  const detail = host.querySelector('.page__detail');
  if (detail instanceof HTMLCanvasElement) dropCanvas(detail);
}
