/** Lines drawn by hand: x, y, x, y, … as shares of the page's width and height. */

/** Numbers of a line that the contract allows. */
const MAX_NUMBERS = 20_000;
/** Points that deviate less than so much from the line, as a share of the page's width, are left out: a third of a CSS px. */
const TOLERANCE = 0.0004;

/**
 * The line without the points that nobody would see, and without its jitter. `ratio` is the page's height by its width.
 * A dot becomes a line of no length.
 */
export function tidyStroke(points: readonly number[], ratio: number): number[] {
  const smooth = smoothed(points);
  const keep = new Uint8Array(smooth.length / 2);
  keep[0] = 1;
  keep[keep.length - 1] = 1;
  const waiting: [number, number][] = [[0, keep.length - 1]];
  for (let span = waiting.pop(); span; span = waiting.pop()) {
    const [from, to] = span;
    const { index, distance } = farthest(smooth, from, to, ratio);
    if (distance <= TOLERANCE) continue;
    keep[index] = 1;
    waiting.push([from, index], [index, to]);
  }
  const kept: number[] = [];
  for (const [index, isKept] of keep.entries()) {
    if (isKept) kept.push(round(smooth[2 * index] ?? 0), round(smooth[2 * index + 1] ?? 0));
  }
  if (kept.length < 4) kept.push(...kept.slice(0, 2));
  return kept.length <= MAX_NUMBERS ? kept : kept.slice(0, MAX_NUMBERS);
}

/** Each point but the ends drawn half way to the middle of its neighbours. */
function smoothed(points: readonly number[]): number[] {
  return points.map((value, at) => {
    const before = points[at - 2];
    const after = points[at + 2];
    return before === undefined || after === undefined ? value : (before + 2 * value + after) / 4;
  });
}

function farthest(points: readonly number[], from: number, to: number, ratio: number) {
  let [index, distance] = [from, 0];
  const at = (n: number): [number, number] => [points[2 * n] ?? 0, (points[2 * n + 1] ?? 0) * ratio];
  for (let n = from + 1; n < to; n += 1) {
    const here = distanceToSegment(at(n), at(from), at(to));
    if (here > distance) [index, distance] = [n, here];
  }
  return { index, distance };
}

/** Of a point to the line between two others. */
function distanceToSegment(
  [x, y]: [number, number],
  [x1, y1]: [number, number],
  [x2, y2]: [number, number],
): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
}

/** Whether a line passes a point within `reach`, a share of the page's width. */
export function passes(
  stroke: readonly number[],
  x: number,
  y: number,
  reach: number,
  ratio: number,
): boolean {
  for (let at = 0; at + 3 < stroke.length; at += 2) {
    const from: [number, number] = [stroke[at] ?? 0, (stroke[at + 1] ?? 0) * ratio];
    const to: [number, number] = [stroke[at + 2] ?? 0, (stroke[at + 3] ?? 0) * ratio];
    if (distanceToSegment([x, y * ratio], from, to) <= reach) return true;
  }
  return false;
}

/** The line as an SVG path in units of a page of `width` by `height`. */
export function pathOf(stroke: readonly number[], width: number, height: number): string {
  let path = '';
  for (let at = 0; at + 1 < stroke.length; at += 2) {
    const [x, y] = [(stroke[at] ?? 0) * width, (stroke[at + 1] ?? 0) * height];
    path += `${at === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`;
  }
  return path;
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function round(share: number): number {
  return Math.round(share * 1e5) / 1e5;
}
