import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { PageSize, PdfDocument } from '../../viewer/document/engine/pdf-engine.ts';
import { usePixelRatio } from '../../viewer/document/geometry/sharp-part.ts';
import { isDark } from '../../viewer/document/paint/bitmap-cache.ts';
import { usePagePaint } from '../../viewer/document/paint/use-page-paint.ts';
import { useLight } from '../../viewer/document/window/light-store.ts';
import { changesWords } from '../words.ts';
import type { PairItem } from './pair-items.ts';
import { MarkPicture, Rings } from './rings.tsx';
import {
  type Place as ChangedPlace,
  cornerOf,
  fitScale,
  moved,
  partInSight,
  type Size,
  type Stand,
  zoomed,
} from './stand.ts';
import { usePageSize } from './use-kit-document.ts';

const words = changesWords.pair;

export type PairMode = 'side' | 'over' | 'blink';
type Side = 'old' | 'new';

interface PairStageProps {
  item: PairItem;
  documents: Readonly<Record<Side, PdfDocument | null>>;
  /** What is shown instead of the pages if a kit can't be read. */
  failures: Readonly<Record<Side, ReactNode>>;
  /** The dates that the charts print, and when their kits were requested, in words. */
  dates: Readonly<Record<Side, string>>;
  kitsOf: Readonly<Record<Side, string>>;
  mode: PairMode;
  /** The page that is visible if both are in the same place. */
  seen: Side;
  rings: boolean;
  /** The current place; null: none. */
  current: ChangedPlace | null;
  stand: Stand;
  onStand: (change: (before: Stand) => Stand) => void;
}

/** Old and new page: side by side, one over the other, or alternating in one place; moved and zoomed together. */
export function PairStage(props: PairStageProps) {
  const { item, documents, mode, stand, onStand } = props;
  const box = useRef<HTMLDivElement>(null);
  const pane = usePaneSize(box, mode === 'side' ? 2 : 1);
  const pages = {
    old: usePageSize(documents.old, item.old),
    new: usePageSize(documents.new, item.new),
  };
  const sizes = { old: shownSize(pages.old, item.regions.old), new: shownSize(pages.new, item.regions.new) };
  const aligned = alignmentOf(item.moved, sizes);
  // Both are shown as large as the new page is.
  const grown = aligned && sizes.old ? grownBy(sizes.old, aligned.scale) : sizes.old;
  const known = [grown, sizes.new].filter((size) => size !== null);
  const scale = fitScale(pane, known) * stand.zoom;
  const first = aligned ? sizes.new : (sizes.old ?? sizes.new);
  const lead = first ? grownBy(first, scale) : pane;
  const drag = useDrag((by) => onStand((before) => moved(before, by, pane, lead)));
  useWheel(box, (by) => onStand((before) => moved(before, by, pane, lead)), onStand);
  const both = mode === 'side' ? null : item.old !== null && item.new !== null;
  const place = (side: Side): Place | null => {
    const size = sizes[side];
    const now = sizes.new;
    if (!size) return null;
    if (!aligned || side === 'new' || !now) return { pane, scale, box: boxOf(size, { pane, scale, stand }) };
    const under = boxOf(now, { pane, scale, stand });
    return {
      pane,
      scale: scale * aligned.scale,
      box: {
        ...grownBy(size, scale * aligned.scale),
        left: under.left + aligned.x * scale,
        top: under.top + aligned.y * scale,
      },
    };
  };
  const shared = { ...props, places: { old: place('old'), new: place('new') }, pages };
  return (
    <div ref={box} className="pair__stage" data-mode={mode} {...drag}>
      {both ? <Pane {...shared} sides={['old', 'new']} /> : null}
      {both === false ? <Pane {...shared} sides={[item.new === null ? 'old' : 'new']} /> : null}
      {both === null ? (
        <>
          <Pane {...shared} sides={['old']} />
          <Pane {...shared} sides={['new']} />
        </>
      ) : null}
    </div>
  );
}

type PaneProps = PairStageProps & {
  sides: readonly Side[];
  places: Readonly<Record<Side, Place | null>>;
  /** The sizes of the whole pages. */
  pages: Readonly<Record<Side, PageSize | null>>;
};

/** One place for a page, or for both. */
function Pane(props: PaneProps) {
  const { item, sides, mode, seen, pages, places, documents, failures, dates, kitsOf, rings, current } =
    props;
  const light = useLight();
  const isOver = sides.length === 2 && mode === 'over';
  const top: Side = sides.length === 1 ? (sides[0] ?? 'new') : isOver ? 'new' : seen;
  const visible = sides.filter((side) => isOver || side === top);
  const failure = visible.map((side) => failures[side]).find(Boolean);
  return (
    <section className="pair__pane" data-side={isOver ? 'both' : top} aria-label={nameOf(item, visible)}>
      <p className="pair__label" data-label={isOver ? 'both' : top}>
        {isOver ? (
          words.overNote
        ) : (
          <>
            <strong>{words.ofKit(words[top], kitsOf[top])}</strong>
            <span>
              {[top === 'old' ? words.oldNote : '', item[top] === null ? '' : dates[top]]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        )}
      </p>
      <div className="pair__window">
        {failure ?? (
          <div className="pair__pictures" data-light={light} data-over={isOver || undefined}>
            {sides.map((side) => (
              <PagePlace
                key={side}
                item={item}
                side={side}
                document={documents[side]}
                size={pages[side]}
                hidden={!visible.includes(side)}
                place={places[side]}
              />
            ))}
          </div>
        )}
        {failure || !rings
          ? null
          : visible.map((side) => {
              const place = places[side];
              if (!place || item.areas[side].length === 0) return null;
              return (
                <div key={side} className="pair__rings" data-light={light} style={place.box}>
                  <Rings areas={item.areas[side]} side={side} current={current?.[side] ?? null} />
                </div>
              );
            })}
      </div>
    </section>
  );
}

/** The position of what is shown of a page in its pane, CSS px. */
interface Place {
  pane: Size;
  /** Window px per px of the page at 100 %. */
  scale: number;
  box: Size & { left: number; top: number };
}

function shownSize(page: PageSize | null, region: PairItem['regions']['old']): Size | null {
  if (!page || !region) return page;
  return { width: page.width * region[2], height: page.height * region[3] };
}

/** A point of the old page, times `scale` plus x and y, is the same point of the new page; CSS px at 100 %. Null: in the same place. */
function alignmentOf(moved: PairItem['moved'], { old, new: now }: Record<Side, Size | null>) {
  if (!moved || !old || !now) return null;
  return {
    scale: (moved.x[0] * now.width) / old.width,
    x: moved.x[1] * now.width,
    y: moved.y[1] * now.height,
  };
}

function grownBy({ width, height }: Size, scale: number): Size {
  return { width: width * scale, height: height * scale };
}

function boxOf(size: Size, { pane, scale, stand }: { pane: Size; scale: number; stand: Stand }) {
  const page = grownBy(size, scale);
  return { ...page, ...cornerOf(stand, pane, page) };
}

function nameOf({ old, new: now, name }: PairItem, visible: readonly Side[]): string {
  if (visible.length === 2) return words.bothPages(old ?? 0, now ?? 0, name);
  if (visible[0] === 'old') return old === null ? words.noOld : words.oldPage(old, name);
  return now === null ? words.noNew : words.newPage(now, name);
}

interface PictureProps {
  item: PairItem;
  side: Side;
  document: PdfDocument;
  page: number;
  size: PageSize;
  hidden: boolean;
  place: Place;
}

type Opening = 'document' | 'size' | 'place';

/** A page, or why it is not there. */
function PagePlace({
  document,
  size,
  place,
  ...shown
}: Omit<PictureProps, 'page' | Opening> & { [K in Opening]: PictureProps[K] | null }) {
  const { item, side } = shown;
  const page = item[side];
  if (page === null) return <p className="pair__none">{side === 'old' ? words.noOld : words.noNew}</p>;
  if (!document || !size || !place) return <p className="pair__none">{words.opening}</p>;
  return <PagePicture key={page} {...shown} document={document} page={page} size={size} place={place} />;
}

/** How long the page must be still before its visible part is painted sharp, ms. */
const REST_MS = 150;

function PagePicture({ item, side, document, page, size, hidden, place }: PictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const pixelRatio = usePixelRatio();
  const [dark, setDark] = useState(false);
  const [x, y, across, down] = item.regions[side] ?? [0, 0, 1, 1];
  const part = partInSight(place.box, place.pane, place.scale);
  const sheet = grownBy(size, place.scale);
  const box = {
    ...sheet,
    left: place.box.left - x * sheet.width,
    top: place.box.top - y * sheet.height,
  };
  // Of a sheet only the chart is shown.
  const edges = [y, 1 - x - across, 1 - y - down, x].map((share) => `${Math.max(0, share) * 100}%`);
  const { painted, failed } = usePagePaint(host, {
    document,
    page,
    size,
    scale: place.scale * pixelRatio,
    region: { ...part, x: part.x + x * size.width, y: part.y + y * size.height },
    visible: true,
    away: false,
    regionRestMs: REST_MS,
    block: 'pair',
    onPicture: (canvas) => setDark(isDark(canvas)),
  });
  return (
    <div
      ref={host}
      className="pair__picture"
      data-side={side}
      data-dark={dark || undefined}
      data-painted={painted ? page : undefined}
      data-hidden={hidden || undefined}
      style={item.regions[side] ? { ...box, clipPath: `inset(${edges.join(' ')})` } : box}
    >
      <span className="pair__tint" />
      {item.waiting && side === 'old' ? (
        <MarkPicture draft={item.waiting.mark.draft} width={box.width} height={box.height} />
      ) : null}
      {failed ? (
        <p className="pair__failed" role="alert">
          {words.pageFailed(page)}
        </p>
      ) : null}
    </div>
  );
}

/** The space for one page, CSS px. @param across number of panes side by side */
function usePaneSize(box: RefObject<HTMLDivElement | null>, across: number): Size {
  const [size, setSize] = useState<Size>({ width: 400, height: 400 });
  useEffect(() => {
    const stage = box.current;
    if (!stage || across < 1) return;
    const look = () => {
      const window = stage.querySelector('.pair__window');
      if (window) setSize({ width: window.clientWidth, height: window.clientHeight });
    };
    const observer = new ResizeObserver(look);
    observer.observe(stage);
    look();
    return () => observer.disconnect();
  }, [box, across]);
  return size;
}

/** Dragging moves the pages. */
function useDrag(move: (by: { x: number; y: number }) => void) {
  const last = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown({ button, clientX: x, clientY: y, currentTarget, pointerId, target }: PointerEvent) {
      if (button !== 0 || (target instanceof Element && target.closest('button, a'))) return;
      currentTarget.setPointerCapture(pointerId);
      last.current = { x, y };
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent) {
      if (!last.current) return;
      const by = { x: x - last.current.x, y: y - last.current.y };
      last.current = { x, y };
      move(by);
    },
    onPointerUp() {
      last.current = null;
    },
    onPointerCancel() {
      last.current = null;
    },
  };
}

/** The wheel moves the pages; with Ctrl it zooms them. */
function useWheel(
  box: RefObject<HTMLDivElement | null>,
  move: (by: { x: number; y: number }) => void,
  onStand: PairStageProps['onStand'],
): void {
  const latest = useRef({ move, onStand });
  latest.current = { move, onStand };
  useEffect(() => {
    const stage = box.current;
    function onWheel(event: WheelEvent) {
      event.preventDefault();
      if (event.ctrlKey) latest.current.onStand((before) => zoomed(before, Math.exp(-event.deltaY / 300)));
      else latest.current.move({ x: -event.deltaX, y: -event.deltaY });
    }
    // React's own listener is passive and can't prevent the default.
    stage?.addEventListener('wheel', onWheel, { passive: false });
    return () => stage?.removeEventListener('wheel', onWheel);
  }, [box]);
}
