import {
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PageSize, PdfDocument } from '../document/engine/pdf-engine.ts';
import { fittedPart } from '../document/geometry/fitted-part.ts';
import {
  A4,
  groundOf,
  layoutPages,
  type PageBox,
  type PageLayout,
} from '../document/geometry/page-layout.ts';
import { usePixelRatio } from '../document/geometry/sharp-part.ts';
import { addTurns } from '../document/geometry/turns.ts';
import { drawnPartOf } from '../document/paint/drawn-part.ts';
import { painterOf } from '../document/paint/page-painter.ts';
import { useViewerFields, useViewerStore } from '../document/viewer-context.tsx';
import { useLight } from '../document/window/light-store.ts';
import { viewerWords } from '../words.ts';
import { useGestures } from './gestures.ts';
import { PageView, type PageViewProps } from './page-view.tsx';
import { ScrollKeeper, type Sight, sightOfOne, useStillWindow } from './scroll-keeper.ts';
import { beyondWords, useSidesBeyond } from './sides-beyond.ts';

/** Rows kept ready before and after the visible ones. */
const AROUND = 1;

/** The scrolled region of pages. Only visible pages and their neighbours exist. Shown before the document is open. */
export function PageScroller(props: {
  document: PdfDocument | null;
  /** The region's name, which differs between views side by side. */
  label?: string;
}) {
  const { document: pdf, label = viewerWords.region } = props;
  const view = useViewerFields('pageCount', 'arrangement', 'page', 'preparedSizes');
  const { pageCount, arrangement, page: current } = view;
  const ratio = usePixelRatio();
  const scroller = useRef<HTMLElement>(null);
  const { sizes, onSize } = usePageSizes(pageCount, view.preparedSizes);
  const layout = useLayout(sizes, useSizeOf(scroller));
  const { moved, partOf } = useStillWindow(scroller, layout, sizes);
  const { sides, look } = useSidesBeyond(scroller, layout);
  const looked = useCallback(() => {
    moved();
    look();
  }, [moved, look]);
  const sight = useScrolling(scroller, layout, looked);
  const beyond = beyondWords(sides);
  const beyondId = useId();
  const { first: firstRead, last: lastRead } = sight.read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other pages are in sight
  useEffect(() => {
    if (pdf) painterOf(pdf).noteInSight();
  }, [pdf, firstRead, lastRead]);
  useDrawn(pdf);

  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);

  // Neighbours are prepared after the current page is shown.
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
      data-light={useLight()}
      data-arrangement={arrangement}
      data-beyond={sides.join(' ')}
      aria-label={label}
      aria-describedby={beyond === null ? undefined : beyondId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <p id={beyondId} hidden>
        {beyond}
      </p>
      <div className="scroller__ground" style={groundOf(layout, current)}>
        {layout.view.width > 0
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
                  pixelRatio={ratio}
                  visible={!hidden && page >= sight.read.first && page <= sight.read.last}
                  near={page >= sight.near.first && page <= sight.near.last}
                  hidden={hidden}
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

/** The size of the scrolled region, measured before anything is drawn, so the first frame has pages. */
function useSizeOf(scroller: RefObject<HTMLElement | null>): PageSize {
  const [size, setSize] = useState<PageSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () =>
      setSize((before) =>
        // A hidden view (a tab behind another) keeps its layout.
        box.clientWidth === 0 || (before.width === box.clientWidth && before.height === box.clientHeight)
          ? before
          : { width: box.clientWidth, height: box.clientHeight },
      );
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}

function useLayout(sizes: readonly PageSize[], view: PageSize): PageLayout {
  const { mode, arrangement, turn, pageTurns, drawn, part, charts } = useViewerFields(
    'mode',
    'arrangement',
    'turn',
    'pageTurns',
    'drawn',
    'part',
    'charts',
  );
  return useMemo(
    () =>
      layoutPages({
        sizes,
        zoom: view.width > 0 ? mode : 1,
        view,
        arrangement,
        turnOf: (page) => addTurns(turn, pageTurns.get(page) ?? 0),
        drawnOf: (page) => fittedPart({ drawn, part }, page),
        isChart: (page) => charts.has(page),
      }),
    [sizes, mode, view, arrangement, turn, pageTurns, drawn, part, charts],
  );
}

/** Scrolls to jumps, keeps the place while the layout changes, and returns what is visible. */
function useScrolling(scroller: RefObject<HTMLElement | null>, layout: PageLayout, moved: () => void): Sight {
  const store = useViewerStore();
  const { jump, page } = useViewerFields('jump', 'page');
  const [found, setSight] = useState<Sight>(() => sightOfOne(1));
  const keeper = useMemo(() => new ScrollKeeper(scroller, store, setSight, moved), [scroller, store, moved]);
  useEffect(() => () => keeper.stop(), [keeper]);

  useLayoutEffect(() => keeper.laidOut(layout, jump), [keeper, layout, jump]);

  // The displayed zoom is that of the page in view.
  useEffect(() => {
    const zoom = layout.pages[page - 1]?.zoom;
    if (zoom && layout.view.width > 0) store.getState().zoomed(zoom);
  }, [layout, page, store]);

  useEffect(() => {
    const box = scroller.current;
    const onScroll = () => keeper.scrolled();
    box?.addEventListener('scroll', onScroll, { passive: true });
    return () => box?.removeEventListener('scroll', onScroll);
  }, [scroller, keeper]);

  useGestures(scroller, store, keeper);

  // In the single-page arrangement the visible pages are known without measuring, so no second render is needed.
  return useMemo(
    () => (layout.arrangement === 'single' ? sightOfOne(page) : found),
    [layout.arrangement, page, found],
  );
}

function withNeighbours(layout: PageLayout, sight: { first: number; last: number }) {
  const first = layout.rows[(layout.pages[sight.first - 1]?.row ?? 0) - AROUND];
  const last = layout.rows[(layout.pages[sight.last - 1]?.row ?? layout.rows.length) + AROUND];
  return { first: first?.first ?? 1, last: last?.last ?? layout.pages.length };
}

interface Props extends Omit<PageViewProps, 'away' | 'width' | 'height' | 'zoom'> {
  box: PageBox;
  /** Whether the page is visible, or may be in the next frame. */
  near: boolean;
  /** Another page is shown in its place: this page is kept ready but hidden. */
  hidden: boolean;
}

/** One page at its place on the ground, turned by CSS, so nothing inside depends on the turn. */
const PageSheet = memo(function PageSheet({ box, near, hidden, ...page }: Props) {
  const lying = box.turn % 180 !== 0;
  const width = lying ? box.height : box.width;
  const height = lying ? box.width : box.height;
  return (
    <div
      className="sheet"
      data-turn={box.turn}
      data-hidden={hidden}
      inert={hidden}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      <div className="sheet__turned" style={{ width, height }}>
        <PageView {...page} away={hidden || !near} width={width} height={height} zoom={box.zoom} />
      </div>
    </div>
  );
});

/** Smaller differences are rounding, CSS px at 100 %. */
const ROUNDING = 0.75;

function same(one: PageSize | undefined, other: PageSize): boolean {
  return (
    one !== undefined &&
    Math.abs(one.width - other.width) < ROUNDING &&
    Math.abs(one.height - other.height) < ROUNDING
  );
}

/**
 * The sizes of all pages: from the open document, else as prepared, else like the first page whose size is known.
 * Returns the same array until a size really changes.
 */
function usePageSizes(
  pageCount: number,
  prepared: readonly PageSize[] | null,
): { sizes: readonly PageSize[]; onSize: (page: number, size: PageSize) => void } {
  const [found, setFound] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const sizes = useMemo(() => {
    const [first] = found.values();
    const standIn = prepared?.[0] ?? first ?? A4;
    return Array.from(
      { length: pageCount },
      (_, index) => found.get(index + 1) ?? prepared?.[index] ?? standIn,
    );
  }, [pageCount, prepared, found]);
  const onSize = useCallback(
    (page: number, size: PageSize) =>
      setFound((before) => {
        const [first] = before.values();
        const shown = before.get(page) ?? prepared?.[page - 1] ?? first;
        return same(shown, size) ? before : new Map(before).set(page, size);
      }),
    [prepared],
  );
  return { sizes, onSize };
}

/** Width of the measured picture, px: fine enough for a margin of a few millimetres. */
const WIDTH = 400;

/** While charts are fitted: finds the drawn part of the page in view, then of its neighbours. */
function useDrawn(pdf: PdfDocument | null): void {
  const store = useViewerStore();
  const { mode, page, pageCount } = useViewerFields('mode', 'page', 'pageCount');
  useEffect(() => {
    if (!pdf || mode !== 'chart') return;
    const left = new AbortController();
    const { signal } = left;
    async function look(document: PdfDocument) {
      for (const one of [page, page + 1, page - 1]) {
        if (one < 1 || one > pageCount || store.getState().drawn.has(one)) continue;
        const picture = await painterOf(document).thumbnail(one, WIDTH, signal);
        if (!signal.aborted) store.getState().learnDrawn(one, drawnPartOf(picture));
        picture.close();
      }
    }
    look(pdf).catch(() => {
      // A page that can't be drawn is fitted as a whole; the page shows the reason.
    });
    return () => left.abort();
  }, [store, pdf, mode, page, pageCount]);
}
