import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { dropDetail, type SharpInput, useSharpPart } from '../geometry/sharp-part.ts';
import { lookKey, type PageLook, wholePageScale } from './bitmap-cache.ts';
import { isAbort } from './canvases.ts';
import { type PagePainter, painterOf } from './page-painter.ts';

/** How long zooming must rest before a page that is already painted is painted again, ms. */
const SETTLE_MS = 90;

interface PagePaint {
  /** The page is painted as sharp as wanted (or as sharp as a whole page may be). */
  painted: boolean;
  /** Some picture of the page is shown. */
  shown: boolean;
  /** Its picture was prepared while the page was hidden. */
  ready: boolean;
  failed: boolean;
  retry: () => void;
}

interface Input extends SharpInput {
  visible: boolean;
  /** Hidden, or behind another page: its picture is prepared, but no canvas shows it. */
  away: boolean;
  /** Gets each canvas before it is shown. */
  onPicture: (canvas: HTMLCanvasElement) => void;
}

/** The canvas that a view shows, and what is on it. */
interface Shown {
  painter: PagePainter;
  canvas: HTMLCanvasElement;
  key: string;
}

type Place = RefObject<HTMLDivElement | null>;

/**
 * Shows a picture of the page in `place`: from the cache at once if there is one, else a picture of another size until the right
 * one is painted. If the whole page at full sharpness would cost too much, it is painted coarser, with the visible `region`
 * sharp above it.
 */
export function usePagePaint(place: Place, input: Input): PagePaint {
  const { document: pdf, page, size, scale, visible, away, block } = input;
  const onPicture = useEffectEvent(input.onPicture);
  const [painted, setPainted] = useState('');
  const [some, setSome] = useState(false);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<Shown | null>(null);
  const whole = wholePageScale(size, scale);
  const key = lookKey({ page, scale: whole });

  useLayoutEffect(() => {
    const host = place.current;
    if (!host || !pdf || attempt < 0) return;
    const painter = painterOf(pdf);
    const look: PageLook = { page, scale: whole };
    const show = (canvas: HTMLCanvasElement | null, as: PageLook) => {
      if (!canvas) return;
      const before = shown.current;
      canvas.className = `${block}__canvas`;
      onPicture(canvas);
      host.prepend(canvas);
      shown.current = { painter, canvas, key: lookKey(as) };
      before?.painter.giveBack(before.canvas);
      setSome(true);
    };
    const finish = () => {
      if (shown.current?.key !== key) show(painter.lend(look), look);
      if (shown.current?.key !== key) return false;
      setFailed(false);
      setPainted(key);
      return true;
    };
    if (!away && finish()) return;
    // Zooming takes several steps, so it waits; a page that has just appeared is painted at once.
    const zooming = shown.current !== null;
    const similar = zooming || away ? null : painter.lendSimilar(look);
    // The page may turn out to need just this size: then this picture is the right one.
    if (similar) show(similar.canvas, similar.look);
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
    // A visible page starts before the next frame, and before its neighbours.
    if (visible && !zooming) paint();
    else timer = setTimeout(paint, zooming ? SETTLE_MS : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [pdf, page, whole, scale, key, place, attempt, visible, away, block]);

  const isPainted = painted === key;
  useSharpPart(place, input, whole < scale && isPainted);

  useLayoutEffect(() => (pdf ? painterOf(pdf).hold(page) : undefined), [pdf, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture of another page is given back, too
  useLayoutEffect(() => {
    if (!pdf || away) return;
    const host = place.current;
    return () => {
      const last = shown.current;
      shown.current = null;
      last?.painter.giveBack(last.canvas);
      if (host) dropDetail(host, block);
      setPainted('');
      setSome(false);
    };
  }, [pdf, page, place, away, block]);

  const retry = () => {
    pdf?.retryReads();
    setFailed(false);
    setAttempt((count) => count + 1);
  };
  return { painted: isPainted, shown: some, ready, failed, retry };
}
