/** Which pictures of a page keep their colours at night. Those of hidden layers count, too; thumbnails are completely dark. */
import type { PageRegion } from '../engine/pdf-engine.ts';

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
