import { type CSSProperties, type ReactNode, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { PageRegion, PageSize, PdfDocument } from '../document/engine/pdf-engine.ts';
import { lightStore } from '../document/window/light-store.ts';

/** The result for each page that was checked. */
const known = new WeakMap<PdfDocument, Map<number, readonly PageRegion[]>>();

/** The light of viewer.css for night, `invert(1) hue-rotate(180deg)`, as one matrix (Filter Effects 1, feColorMatrix). */
const NIGHT = '0.574 -1.43 -0.144 0 1  -0.426 -0.43 -0.144 0 1  -0.426 -1.43 0.856 0 1  0 0 0 1 0';

/** How much of each edge stays dark, CSS px: a line of white paper around a picture would be conspicuous. */
const EDGE = 1;

/** The light of a page of which some parts keep their colours. */
interface KeptPictures {
  /** The style of the element with the page's picture; empty if all of it has the same light. */
  picture: { 'data-kept'?: number; style?: CSSProperties };
  /** The elements that the style refers to. */
  filter: ReactNode;
}

const nothing: KeptPictures = { picture: {}, filter: null };

/**
 * At night, if the person wants unchanged pictures: excludes them from the page's light. (`backdrop-filter` with a
 * shape would need less, but Chromium 156 cuts it off on pages that are turned by a quarter.)
 *
 * @param rested the page is being read and its picture is shown
 * @param size of the page as it is shown now, unturned, CSS px
 */
export function useKeptPictures(
  pdf: PdfDocument | null,
  page: number,
  rested: boolean,
  size: PageSize,
): KeptPictures {
  const wanted = useStore(lightStore, ({ light, keepPictures }) => light === 'night' && keepPictures);
  const [, setLooked] = useState(0);
  const id = useId();
  const kept = wanted && pdf ? known.get(pdf)?.get(page) : undefined;

  // A page that is only passed would delay the next one.
  const asks = wanted && rested && kept === undefined;
  useEffect(() => {
    if (!pdf || !asks) return;
    const stop = new AbortController();
    pdf.pictures(page, stop.signal).then(
      (found) => {
        const pages = known.get(pdf) ?? new Map<number, readonly PageRegion[]>();
        known.set(pdf, pages.set(page, keptPictures(found)));
        setLooked((count) => count + 1);
      },
      () => {
        // If this fails, all of the page is dark.
      },
    );
    return () => stop.abort();
  }, [pdf, page, asks]);

  if (!kept || kept.length === 0) return nothing;
  const [across, down] = [EDGE / size.width, EDGE / size.height];
  return {
    picture: { 'data-kept': kept.length, style: { filter: `url("#${id}")` } },
    filter: (
      <svg className="page__filter" aria-hidden="true">
        <filter
          id={id}
          x="0"
          y="0"
          width="1"
          height="1"
          primitiveUnits="objectBoundingBox"
          colorInterpolationFilters="sRGB"
        >
          <feColorMatrix in="SourceGraphic" type="matrix" values={NIGHT} result="night" />
          {kept.map(({ x, y, width, height }, index) => (
            <feOffset
              // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a page never change
              key={index}
              in="SourceGraphic"
              x={x + across}
              y={y + down}
              width={width - 2 * across}
              height={height - 2 * down}
              result={`kept-${index}`}
            />
          ))}
          <feMerge>
            <feMergeNode in="night" />
            {kept.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a page never change
              <feMergeNode key={index} in={`kept-${index}`} />
            ))}
          </feMerge>
        </filter>
      </svg>
    ),
  };
}

/** Pictures that cover more of a page than this are a scan: unchanged, it would be white paper in a dark cockpit. */
const MOST_OF_PAGE = 0.6;
/** A picture narrower or lower than this, as a share of the page, is a line, a bullet or a symbol. */
const SMALLEST = 0.03;
/** A drawing in more pieces than this is not a photograph. */
const MOST_PIECES = 400;
/** The most pictures that are kept, the largest ones: each costs the compositor a step in every frame. */
const MOST_KEPT = 32;
/** Edges closer than a step of this grid count as equal: pictures are often cut into strips. */
const GRID = 4000;

/** One horizontal band of the page and its covered spans, in steps of the grid. */
interface Band {
  top: number;
  bottom: number;
  /** Left and right ends alternately, ascending. */
  spans: number[];
}

/** The regions to keep, as shares of the page that do not overlap; none if they would make the page bright. */
export function keptPictures(found: readonly PageRegion[]): PageRegion[] {
  if (found.length > MOST_PIECES) return [];
  const whole: PageRegion[] = [];
  for (const { top, bottom, spans } of bandsOf(found)) {
    for (let at = 0; at + 1 < spans.length; at += 2) {
      const [left = 0, right = 0] = spans.slice(at, at + 2);
      const part = { x: left, y: top, width: right - left, height: bottom - top };
      const above = whole.findIndex(
        ({ x, y, width, height }) => x === left && width === part.width && y + height === top,
      );
      const upper = whole[above];
      if (upper) whole[above] = { ...upper, height: upper.height + part.height };
      else whole.push(part);
    }
  }
  const area = whole.reduce((sum, { width, height }) => sum + width * height, 0);
  if (area > MOST_OF_PAGE * GRID ** 2) return [];
  return whole
    .filter(({ width, height }) => width >= SMALLEST * GRID && height >= SMALLEST * GRID)
    .sort((one, other) => other.width * other.height - one.width * one.height)
    .slice(0, MOST_KEPT)
    .map(({ x, y, width, height }) => ({
      x: x / GRID,
      y: y / GRID,
      width: width / GRID,
      height: height / GRID,
    }));
}

/** The area that the regions cover together, from the top down. */
function bandsOf(found: readonly PageRegion[]): Band[] {
  const boxes = found
    .map(({ x, y, width, height }) => ({
      left: onGrid(x),
      top: onGrid(y),
      right: onGrid(x + width),
      bottom: onGrid(y + height),
    }))
    .filter(({ left, top, right, bottom }) => right > left && bottom > top)
    .sort((one, other) => one.left - other.left);
  const edges = [...new Set(boxes.flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b);
  const bands: Band[] = [];
  for (const [index, top] of edges.slice(0, -1).entries()) {
    const bottom = edges[index + 1] ?? top;
    const spans: number[] = [];
    for (const box of boxes) {
      if (box.top > top || box.bottom < bottom) continue;
      const end = spans.at(-1);
      if (end !== undefined && box.left <= end) spans[spans.length - 1] = Math.max(end, box.right);
      else spans.push(box.left, box.right);
    }
    bands.push({ top, bottom, spans });
  }
  return bands;
}

function onGrid(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * GRID);
}
