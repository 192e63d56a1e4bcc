import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import type { PageSize, PdfDocument } from '../engine/pdf-engine.ts';
import { addTurns } from '../engine/turned.ts';
import { type Anchor, anchorAt, placeAt, scrollFor, scrollToPlace } from '../geometry/anchor.ts';
import {
  freeSide,
  groundOf,
  layoutPages,
  type PageLayout,
  pageAt,
  pagesBetween,
} from '../geometry/page-layout.ts';
import type { Point } from '../geometry/turns.ts';
import { useViewer, useViewerStore } from '../viewer-context.tsx';
import { PageSheet } from './page-sheet.tsx';
import { useGestures } from './use-gestures.ts';
import { usePageSizes } from './use-page-sizes.ts';
import { usePaintAhead } from './use-paint-ahead.ts';
import { usePixelRatio } from './use-pixel-ratio.ts';
import { useStillWindow } from './use-still-window.ts';

/** Rows kept ready before and after those in sight. */
const AROUND = 1;
/** How far down the window the point is that stays while zooming by keys, CSS px. */
const ANCHOR_DOWN = 200;
/** A page that only peeks in, by less than this share of the window, is painted after those that are read. */
const PEEKING = 0.15;
/**
 * How far beyond the window pages have canvases while a person scrolls, a share of the window. A canvas costs as much memory
 * as its picture, so at a rest only pages in sight have one.
 */
const NEAR = 0.5;
const NEAR_REST_MS = 500;
/** How far down the window the page is that counts as the one in view, a share. */
const IN_VIEW = 0.4;
/** Room beside a page that its bookmark and pin need, large ones for fingers too, CSS px. */
const MARGIN = 56;

/** The scrolled region of pages. Only those in sight and their neighbours exist. Stands before the document is open. */
export function PageScroller(props: {
  document: PdfDocument | null;
  /** The region's name; views side by side differ in it. */
  label?: string;
}) {
  const { document: pdf, label = strings.viewer.region } = props;
  const store = useViewerStore();
  const pageCount = useViewer((state) => state.pageCount);
  const mode = useViewer((state) => state.mode);
  const arrangement = useViewer((state) => state.arrangement);
  const turn = useViewer((state) => state.turn);
  const pageTurns = useViewer((state) => state.pageTurns);
  const jump = useViewer((state) => state.jump);
  const light = useViewer((state) => state.light);
  const current = useViewer((state) => state.page);
  const prepared = useViewer((state) => state.preparedSizes);
  const poster = useViewer((state) => state.poster);
  const ratio = usePixelRatio();
  const scroller = useRef<HTMLElement>(null);
  const [view, setView] = useState<PageSize>({ width: 0, height: 0 });
  const { sizes, onSize } = usePageSizes(pageCount, prepared);
  const [found, setSight] = useState<Sight>({
    first: 1,
    last: 1,
    read: { first: 1, last: 1 },
    near: { first: 1, last: 1 },
  });
  // One page at a time: what is in sight needs no look at the window, and so no second pass.
  const sight = useMemo((): Sight => {
    const one = { first: current, last: current };
    return arrangement === 'single' ? { ...one, read: one, near: one } : found;
  }, [arrangement, current, found]);
  const anchor = useRef<Anchor | null>(null);
  const shown = useRef<PageLayout | null>(null);
  const obeyed = useRef(0);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Where we scrolled to ourselves: the event of it is no wish of the person's, so anchor and page stay. */
  const placed = useRef<{ left: number; top: number } | null>(null);

  const layout = useMemo(
    () =>
      layoutPages({
        sizes,
        zoom: view.width > 0 ? mode : 1,
        view,
        arrangement,
        turnOf: (page) => addTurns(turn, pageTurns.get(page) ?? 0),
      }),
    [sizes, mode, view, arrangement, turn, pageTurns],
  );
  const { moved, partOf } = useStillWindow(scroller, layout, sizes);
  const ground = groundOf(layout, current);

  const capture = useCallback(
    (at?: Point) => {
      const box = scroller.current;
      if (!box || !shown.current) return;
      const point = at ?? { x: box.clientWidth / 2, y: Math.min(box.clientHeight / 2, ANCHOR_DOWN) };
      anchor.current = anchorAt(
        shown.current,
        { left: box.scrollLeft, top: box.scrollTop },
        point,
        store.getState().page,
      );
    },
    [store],
  );

  const look = useCallback(() => {
    const box = scroller.current;
    const now = shown.current;
    if (!box || !now || now.pages.length === 0) return;
    const { scrollTop: top, scrollLeft: left, clientHeight } = box;
    const { page, seen } = store.getState();
    const next = pagesBetween(now, top, top + clientHeight, 0, page);
    if (now.arrangement !== 'single') {
      const inset = clientHeight * PEEKING;
      const read = pagesBetween(now, top + inset, top + clientHeight - inset, 0, page);
      const around = placed.current ? 0 : clientHeight * NEAR;
      clearTimeout(resting.current);
      if (around > 0) {
        const rest = () =>
          setSight((before) => ({ ...before, near: { first: before.first, last: before.last } }));
        resting.current = setTimeout(rest, NEAR_REST_MS);
      }
      const near = pagesBetween(now, top - around, top + clientHeight + around, 0, page);
      setSight((before) =>
        isSame(before, next) && isSame(before.read, read) && isSame(before.near, near)
          ? before
          : { ...next, read, near },
      );
    }
    let inView = page;
    if (now.arrangement !== 'single' && !placed.current) {
      const end = top + clientHeight >= box.scrollHeight - 1;
      const found = end ? now.pages.length : pageAt(now, 0, top + clientHeight * IN_VIEW, page);
      // Of two that stand side by side, the one that was asked for stays the page in view.
      if (now.pages[found - 1]?.row !== now.pages[page - 1]?.row) inView = found;
    }
    seen(placeAt(now, { left, top }, inView));
    moved();
  }, [store, moved]);

  // The size of the window: before anything is drawn, so that the first frame has pages.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () =>
      setView((before) =>
        // Out of sight (a tab behind another) it keeps its layout.
        box.clientWidth === 0 || (before.width === box.clientWidth && before.height === box.clientHeight)
          ? before
          : { width: box.clientWidth, height: box.clientHeight },
      );
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, []);

  useEffect(() => () => clearTimeout(resting.current), []);

  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);

  // A new layout or a jump: what was under the anchor stays there, or the place comes into view.
  useLayoutEffect(() => {
    const box = scroller.current;
    shown.current = layout;
    if (!box || view.width === 0 || layout.pages.length === 0) return;
    const isJump = jump !== null && jump.serial !== obeyed.current;
    const to = isJump
      ? scrollToPlace(layout, jump)
      : anchor.current
        ? scrollFor(layout, anchor.current)
        : null;
    if (to) {
      box.scrollTo({ ...to, behavior: 'instant' });
      placed.current = { left: box.scrollLeft, top: box.scrollTop };
    }
    if (isJump) {
      obeyed.current = jump.serial;
      anchor.current = anchorAt(
        layout,
        { left: box.scrollLeft, top: box.scrollTop },
        { x: box.clientWidth / 2, y: 0 },
        jump.page,
      );
    } else if (!anchor.current) capture();
    look();
  }, [layout, view, jump, look, capture]);

  // The zoom that is shown is that of the page in view.
  useEffect(() => {
    const zoom = layout.pages[current - 1]?.zoom;
    if (zoom && view.width > 0) store.getState().zoomed(zoom);
  }, [layout, current, view, store]);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const onScroll = () => {
      // Before the layout has followed the window, nothing of this is the person's.
      if (box.clientWidth !== shown.current?.view.width) return;
      const at = placed.current;
      if (at && (Math.abs(at.top - box.scrollTop) > 1 || Math.abs(at.left - box.scrollLeft) > 1))
        placed.current = null;
      if (!placed.current) capture();
      look();
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [capture, look]);

  useGestures(scroller, store, capture);
  usePaintAhead(pdf, layout, sight.read, ratio);

  // Neighbours are made ready after the page that was turned to, or opened at, is shown.
  const settled = useDeferredValue<Sight | null>(sight, null);
  const wanted = new Set<number>();
  for (const { first, last } of [sight, ...(settled ? [withNeighbours(layout, settled)] : [])]) {
    for (let page = first; page <= Math.min(last, pageCount); page += 1) wanted.add(page);
  }
  const pages = [...wanted].sort((one, other) => one - other);
  return (
    <section
      ref={scroller}
      className="scroller"
      data-light={light}
      data-arrangement={arrangement}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <div className="scroller__ground" style={ground}>
        {view.width > 0
          ? pages.map((page) => {
              const box = layout.pages[page - 1];
              const size = sizes[page - 1];
              const hidden = arrangement === 'single' && page !== current;
              return box && size ? (
                <PageSheet
                  key={page}
                  page={page}
                  pageCount={pageCount}
                  box={box}
                  size={size}
                  document={pdf}
                  poster={page === 1 ? poster : null}
                  pixelRatio={ratio}
                  visible={!hidden && page >= sight.read.first && page <= sight.read.last}
                  near={page >= sight.near.first && page <= sight.near.last}
                  hidden={hidden}
                  free={freeSide(layout, page, MARGIN)}
                  region={hidden ? null : partOf(page)}
                  onSize={onSize}
                />
              ) : null;
            })
          : null}
      </div>
    </section>
  );
}

interface Pages {
  first: number;
  last: number;
}
/** The pages in sight, those of them that are read (the others only peek in), and those that are nearly in sight. */
type Sight = Pages & { read: Pages; near: Pages };

function isSame(a: Pages, b: Pages): boolean {
  return a.first === b.first && a.last === b.last;
}

function withNeighbours(layout: PageLayout, sight: { first: number; last: number }) {
  const first = layout.rows[(layout.pages[sight.first - 1]?.row ?? 0) - AROUND];
  const last = layout.rows[(layout.pages[sight.last - 1]?.row ?? layout.rows.length) + AROUND];
  return { first: first?.first ?? 1, last: last?.last ?? layout.pages.length };
}
