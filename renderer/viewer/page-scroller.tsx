import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import type { PageRegion, PageSize, PdfDocument } from './engine/pdf-engine.ts';
import { GAP, layoutPages, type PageLayout, pageAt, pagesBetween } from './page-layout.ts';
import { PageView } from './page-view.tsx';
import { usePixelRatio } from './use-pixel-ratio.ts';
import { useViewer, useViewerStore } from './viewer-context.tsx';

/** A4 upright at 100 %, until the first page is known. */
const A4: PageSize = { width: 794, height: 1123 };
/** Pages kept ready above and below the visible ones. */
const AROUND = 1;
/** How long the window must stand still before a part is painted sharp, ms. */
const STILL_MS = 140;

/** How far down the window the point is that stays while zooming by keys, CSS px. */
const ANCHOR_DOWN = 200;

/** A point of a page that must stay under a point of the window while the layout changes. */
interface Anchor {
  page: number;
  /** Shares of the page. */
  across: number;
  down: number;
  /** Where in the window, CSS px. */
  x: number;
  y: number;
}

/** The column of pages. Only those in sight and their neighbours exist. */
export function PageScroller({ document: pdf }: { document: PdfDocument }) {
  const store = useViewerStore();
  const pageCount = useViewer((state) => state.pageCount);
  const mode = useViewer((state) => state.mode);
  const jump = useViewer((state) => state.jump);
  const light = useViewer((state) => state.light);
  const current = useViewer((state) => state.page);
  const ratio = usePixelRatio();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<PageSize>({ width: 0, height: 0 });
  const [sizes, setSizes] = useState<readonly PageSize[]>(() => Array.from({ length: pageCount }, () => A4));
  const known = useRef(new Set<number>());
  const [range, setRange] = useState({ first: 1, last: Math.min(1 + AROUND, pageCount) });
  const [still, setStill] = useState<PageRegion | null>(null);
  const anchor = useRef<Anchor | null>(null);
  const shown = useRef<PageLayout | null>(null);
  /** Where we scrolled to ourselves: the event of it is no wish of the person's, so the anchor stays. */
  const placed = useRef(-1);

  const layout = useMemo(() => layoutPages(sizes, view.width > 0 ? mode : 1, view), [sizes, mode, view]);

  const onSize = useCallback((page: number, size: PageSize) => {
    if (known.current.has(page)) return;
    const first = known.current.size === 0;
    known.current.add(page);
    setSizes((before) =>
      before.map((old, index) => {
        if (index + 1 === page) return size;
        // The first page that is known stands for all that are not.
        return first && !known.current.has(index + 1) ? size : old;
      }),
    );
  }, []);

  const capture = useCallback((x: number, y: number) => {
    const box = scroller.current;
    const before = shown.current;
    if (!box || !before) return;
    const page = pageAt(before, box.scrollTop + y);
    const at = before.pages[page - 1];
    if (!at) return;
    const left = (before.width - at.width) / 2;
    anchor.current = {
      page,
      across: (box.scrollLeft + x - left) / at.width,
      down: (box.scrollTop + y - at.top) / at.height,
      x,
      y,
    };
  }, []);

  const look = useCallback(() => {
    const box = scroller.current;
    const now = shown.current;
    if (!box || !now) return;
    const next = pagesBetween(now, box.scrollTop, box.scrollTop + box.clientHeight, AROUND);
    setRange((before) => (before.first === next.first && before.last === next.last ? before : next));
    const end = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
    store.getState().seen(end ? now.pages.length : pageAt(now, box.scrollTop + box.clientHeight * 0.4));
  }, [store]);

  // The size of the window.
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setView({ width: box.clientWidth, height: box.clientHeight }));
    observer.observe(box);
    setView({ width: box.clientWidth, height: box.clientHeight });
    box.focus({ preventScroll: true });
    return () => observer.disconnect();
  }, []);

  // A new layout: what was under the anchor stays there.
  useLayoutEffect(() => {
    const box = scroller.current;
    shown.current = layout;
    const point = anchor.current;
    const at = point && layout.pages[point.page - 1];
    if (box && point && at) {
      box.scrollTop = at.top + point.down * at.height - point.y;
      box.scrollLeft = (layout.width - at.width) / 2 + point.across * at.width - point.x;
      placed.current = box.scrollTop;
    }
    if (box && !anchor.current && box.clientWidth > 0) capture(box.clientWidth / 2, ANCHOR_DOWN);
    look();
  }, [layout, look, capture]);

  // The zoom that is shown is that of the page in view.
  useEffect(() => {
    const zoom = layout.pages[current - 1]?.zoom;
    if (zoom) store.getState().zoomed(zoom);
  }, [layout, current, store]);

  // A jump to a page.
  useLayoutEffect(() => {
    const box = scroller.current;
    const at = jump && shown.current?.pages[jump.page - 1];
    if (!box || !at) return;
    box.scrollTop = at.top - GAP + jump.down * at.height;
    placed.current = box.scrollTop;
    capture(box.clientWidth / 2, GAP);
    look();
  }, [jump, capture, look]);

  // Scrolling, and Ctrl + wheel around the pointer.
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function settle() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!box) return;
        setStill({ x: box.scrollLeft, y: box.scrollTop, width: box.clientWidth, height: box.clientHeight });
      }, STILL_MS);
    }
    function onScroll() {
      if (!box) return;
      if (box.scrollTop !== placed.current) {
        placed.current = -1;
        capture(box.clientWidth / 2, Math.min(box.clientHeight / 2, ANCHOR_DOWN));
      }
      look();
      settle();
    }
    function onWheel(event: WheelEvent) {
      if (!box || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const frame = box.getBoundingClientRect();
      capture(event.clientX - frame.left, event.clientY - frame.top);
      store.getState().setMode(store.getState().zoom * 1.0015 ** -event.deltaY);
      settle();
    }
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      clearTimeout(timer);
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('wheel', onWheel);
    };
  }, [capture, look, store]);

  // The layout itself moves what is visible.
  useEffect(() => {
    const box = scroller.current;
    if (!box || layout.pages.length === 0) return;
    const timer = setTimeout(
      () =>
        setStill({ x: box.scrollLeft, y: box.scrollTop, width: box.clientWidth, height: box.clientHeight }),
      STILL_MS,
    );
    return () => clearTimeout(timer);
  }, [layout]);

  const pages: number[] = [];
  for (let page = range.first; page <= range.last; page += 1) pages.push(page);
  return (
    <section
      ref={scroller}
      className="scroller"
      data-light={light}
      aria-label={strings.viewer.region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <div className="scroller__column" style={{ height: layout.height, width: layout.width }}>
        {view.width > 0
          ? pages.map((page) => {
              const at = layout.pages[page - 1];
              return at ? (
                <PageView
                  key={page}
                  document={pdf}
                  page={page}
                  pageCount={pageCount}
                  top={at.top}
                  width={at.width}
                  height={at.height}
                  zoom={at.zoom}
                  pixelRatio={ratio}
                  region={visiblePart(still, layout, page)}
                  onSize={onSize}
                />
              ) : null;
            })
          : null}
      </div>
    </section>
  );
}

/** The part of a page inside the window, with a margin, CSS px at 100 %. Null where it is out of sight. */
function visiblePart(view: PageRegion | null, layout: PageLayout, page: number): PageRegion | null {
  const at = layout.pages[page - 1];
  if (!view || !at) return null;
  const margin = 120;
  const left = (layout.width - at.width) / 2;
  const x1 = Math.max(0, view.x - left - margin);
  const y1 = Math.max(0, view.y - at.top - margin);
  const x2 = Math.min(at.width, view.x + view.width - left + margin);
  const y2 = Math.min(at.height, view.y + view.height - at.top + margin);
  if (x2 <= x1 || y2 <= y1) return null;
  const { zoom } = at;
  return { x: x1 / zoom, y: y1 / zoom, width: (x2 - x1) / zoom, height: (y2 - y1) / zoom };
}
