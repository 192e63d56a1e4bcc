/** The edges of a path on the page, independent of how the path is encoded. */

import { PATH } from './operators.ts';
import type { Box, Matrix } from './state.ts';

// Describes a small shape (a letter drawn as an outline, a symbol) by some numbers that change little if the shape
// changes little, so that shapes can be compared with a tolerance, regardless of where and in which direction their outlines begin.

/** Straight parts that a curve is divided into. */
const PARTS = 4;

/** Length, area, centre of the outline, and its spread along x, along y, and along both; points. */
export interface Outline {
  length: number;
  area: number;
  x: number;
  y: number;
  spreadX: number;
  spreadY: number;
  slant: number;
}

/** Measures the outline of a subpath. */
export function outlineOf(subpath: Subpath): Outline {
  const { points } = subpath;
  const [originX, originY] = [points[0] as number, points[1] as number];
  let [length, area, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0, 0];
  const add = (x: number, y: number, endX: number, endY: number) => {
    const part = Math.hypot(endX - x, endY - y);
    const [middleX, middleY] = [(x + endX) / 2, (y + endY) / 2];
    length += part;
    area += x * endY - endX * y;
    sumX += middleX * part;
    sumY += middleY * part;
    // The exact moments of a straight part: those of its middle, and its own.
    sumXX += (middleX * middleX + (endX - x) ** 2 / 12) * part;
    sumYY += (middleY * middleY + (endY - y) ** 2 / 12) * part;
    sumXY += (middleX * middleY + ((endX - x) * (endY - y)) / 12) * part;
  };
  for (let edge = 0; edge < subpath.count; edge += 1) {
    const at = edge * EDGE_POINTS;
    const [x1, y1] = [(points[at] as number) - originX, (points[at + 1] as number) - originY];
    const [x4, y4] = [(points[at + 6] as number) - originX, (points[at + 7] as number) - originY];
    if (subpath.isStraight(edge)) {
      add(x1, y1, x4, y4);
      continue;
    }
    const [x2, y2] = [(points[at + 2] as number) - originX, (points[at + 3] as number) - originY];
    const [x3, y3] = [(points[at + 4] as number) - originX, (points[at + 5] as number) - originY];
    let [x, y] = [x1, y1];
    for (let part = 1; part <= PARTS; part += 1) {
      const share = part / PARTS;
      const rest = 1 - share;
      const [w1, w2, w3, w4] = [rest ** 3, 3 * rest * rest * share, 3 * rest * share * share, share ** 3];
      const endX = w1 * x1 + w2 * x2 + w3 * x3 + w4 * x4;
      const endY = w1 * y1 + w2 * y2 + w3 * y3 + w4 * y4;
      add(x, y, endX, endY);
      [x, y] = [endX, endY];
    }
  }
  if (length === 0) return { length, area: 0, x: originX, y: originY, spreadX: 0, spreadY: 0, slant: 0 };
  const [x, y] = [sumX / length, sumY / length];
  const spreadX = Math.sqrt(Math.max(0, sumXX / length - x * x));
  const spreadY = Math.sqrt(Math.max(0, sumYY / length - y * y));
  const slant = (sumXY / length - x * y) / Math.max(0.1, Math.hypot(spreadX, spreadY));
  return { length, area: Math.abs(area / 2), x: x + originX, y: y + originY, spreadX, spreadY, slant };
}

/** Anything up to this length is a dot, points. */
const DOT = 0.005;
/** A curve whose control points are within this distance of its chord is straight, points. */
const STRAIGHT = 0.01;

/**
 * An area so many times as long as wide looks like a line at any scale; one wider than this, points, is a bar. No round number: people
 * draw such areas, and rounding would take them to either side.
 */
const SLENDER = 8.37;
const THIN = 20;
/** How far it may be from a rectangle, as a share of its width. */
const SKEW = 0.1;

/** Numbers of an edge: start, two control points, end. A straight edge has its ends twice. */
export const EDGE_POINTS = 8;

/** Consecutive edges, in a buffer that the next subpath overwrites. */
export class Subpath {
  /** EDGE_POINTS for each edge. */
  points = new Float64Array(1024);
  /** Number of edges. */
  count = 0;
  /** Whether the path explicitly closes it. */
  isClosed = false;

  add(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number, x4: number, y4: number): void {
    const at = this.count * EDGE_POINTS;
    if (at + EDGE_POINTS > this.points.length) {
      const larger = new Float64Array(this.points.length * 2);
      larger.set(this.points);
      this.points = larger;
    }
    const { points } = this;
    points[at] = x1;
    points[at + 1] = y1;
    points[at + 2] = x2;
    points[at + 3] = y2;
    points[at + 4] = x3;
    points[at + 5] = y3;
    points[at + 6] = x4;
    points[at + 7] = y4;
    this.count += 1;
  }

  /** Adds the closing edge, if it is missing. */
  close(): void {
    const [x, y] = [this.#at(0), this.#at(1)];
    const last = (this.count - 1) * EDGE_POINTS;
    const [endX, endY] = [this.#at(last + 6), this.#at(last + 7)];
    if (this.count > 0 && Math.hypot(endX - x, endY - y) > DOT) this.add(endX, endY, endX, endY, x, y, x, y);
    this.isClosed = true;
  }

  /** Removes edges without length. A dot is kept. */
  dropDots(): void {
    const { points } = this;
    let kept = 0;
    for (let edge = 0; edge < this.count; edge += 1) {
      const at = edge * EDGE_POINTS;
      if (this.#isDot(at)) continue;
      if (kept !== edge) points.copyWithin(kept * EDGE_POINTS, at, at + EDGE_POINTS);
      kept += 1;
    }
    this.count = kept === 0 ? Math.min(1, this.count) : kept;
  }

  isStraight(edge: number): boolean {
    return this.#isStraight(edge * EDGE_POINTS);
  }

  /** The bounding box of one edge, or of all. */
  box(edge: number | null = null): Box {
    const [from, to] =
      edge === null ? [0, this.count * EDGE_POINTS] : [edge * EDGE_POINTS, (edge + 1) * EDGE_POINTS];
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = from; at < to; at += 2) {
      const x = this.points[at] as number;
      const y = this.points[at + 1] as number;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    return [left, top, right, bottom];
  }

  /** The axis-parallel rectangle that it is, when closed and joined; null if it is another shape. */
  rectangle(): Box | null {
    if (this.count !== 3 && this.count !== 4) return null;
    const box = this.box();
    for (let at = 0; at < this.count * EDGE_POINTS; at += EDGE_POINTS) {
      const [x, y, endX, endY] = [this.#at(at), this.#at(at + 1), this.#at(at + 6), this.#at(at + 7)];
      if (!this.#isStraight(at) || !isCorner(x, y, box)) return null;
      if (Math.abs(x - endX) > STRAIGHT && Math.abs(y - endY) > STRAIGHT) return null;
    }
    return box;
  }

  /** Its middle line and width, if it is a rectangle at any angle that looks like a line; otherwise null. */
  thinLine(): { points: number[]; width: number } | null {
    if (this.count !== 4) return null;
    if (![0, 1, 2, 3].every((edge) => this.isStraight(edge))) return null;
    const [ax, ay, bx, by, cx, cy, dx, dy] = [0, 1, 2, 3].flatMap((edge) => [
      this.#at(edge * EDGE_POINTS),
      this.#at(edge * EDGE_POINTS + 1),
    ]) as [number, number, number, number, number, number, number, number];
    const [one, other] = [Math.hypot(bx - ax, by - ay), Math.hypot(cx - bx, cy - by)];
    const [width, length] = [Math.min(one, other), Math.max(one, other)];
    if (width > THIN || length < SLENDER * width) return null;
    // In shares of its width, so that the scale of the page has no effect.
    if (Math.hypot(ax + cx - bx - dx, ay + cy - by - dy) > SKEW * width) return null;
    if (Math.abs((bx - ax) * (cx - bx) + (by - ay) * (cy - by)) > SKEW * width * length) return null;
    const [x, y, endX, endY] =
      one >= other
        ? [(ax + dx) / 2, (ay + dy) / 2, (bx + cx) / 2, (by + cy) / 2]
        : [(ax + bx) / 2, (ay + by) / 2, (cx + dx) / 2, (cy + dy) / 2];
    return { points: [x, y, x, y, endX, endY, endX, endY], width };
  }

  #at(index: number): number {
    return this.points[index] ?? 0;
  }

  #isStraight(at: number): boolean {
    const { points } = this;
    return (
      points[at] === points[at + 2] &&
      points[at + 1] === points[at + 3] &&
      points[at + 4] === points[at + 6] &&
      points[at + 5] === points[at + 7]
    );
  }

  #isDot(at: number): boolean {
    const x = this.#at(at);
    const y = this.#at(at + 1);
    for (let index = at + 2; index < at + EDGE_POINTS; index += 2) {
      if (Math.abs(this.#at(index) - x) > DOT || Math.abs(this.#at(index + 1) - y) > DOT) return false;
    }
    return true;
  }
}

function isCorner(x: number, y: number, box: Box): boolean {
  return (
    Math.min(Math.abs(x - box[0]), Math.abs(x - box[2])) < STRAIGHT &&
    Math.min(Math.abs(y - box[1]), Math.abs(y - box[3])) < STRAIGHT
  );
}

const buffer = new Subpath();

/**
 * Calls back for each subpath of pdf.js's path. The subpath must be used before the next one comes.
 *
 * @param numbers PATH values, each followed by its points
 */
export function eachSubpath(
  numbers: ArrayLike<number>,
  [a, b, c, d, e, f]: Matrix,
  show: (subpath: Subpath) => void,
): void {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const flush = (isClosed: boolean) => {
    if (buffer.count === 0) return;
    buffer.isClosed = isClosed;
    show(buffer);
    buffer.count = 0;
  };
  buffer.count = 0;
  let index = 0;
  const nextX = (at: number) => a * (numbers[at] as number) + c * (numbers[at + 1] as number) + e;
  const nextY = (at: number) => b * (numbers[at] as number) + d * (numbers[at + 1] as number) + f;
  while (index < numbers.length) {
    const kind = numbers[index];
    index += 1;
    if (kind === PATH.moveTo) {
      flush(false);
      x = startX = nextX(index);
      y = startY = nextY(index);
      index += 2;
    } else if (kind === PATH.lineTo) {
      const [u, v] = [nextX(index), nextY(index)];
      buffer.add(x, y, x, y, u, v, u, v);
      [x, y] = [u, v];
      index += 2;
    } else if (kind === PATH.curveTo) {
      const [x2, y2, x3, y3] = [nextX(index), nextY(index), nextX(index + 2), nextY(index + 2)];
      const [u, v] = [nextX(index + 4), nextY(index + 4)];
      if (isFlat(x, y, x2, y2, x3, y3, u, v)) buffer.add(x, y, x, y, u, v, u, v);
      else buffer.add(x, y, x2, y2, x3, y3, u, v);
      [x, y] = [u, v];
      index += 6;
    } else if (kind === PATH.quadraticCurveTo) {
      const [p, q, u, v] = [nextX(index), nextY(index), nextX(index + 2), nextY(index + 2)];
      const third = 2 / 3;
      buffer.add(
        x,
        y,
        x + (p - x) * third,
        y + (q - y) * third,
        u + (p - u) * third,
        v + (q - v) * third,
        u,
        v,
      );
      [x, y] = [u, v];
      index += 4;
    } else if (kind === PATH.closePath) {
      if (buffer.count === 0) buffer.add(x, y, x, y, x, y, x, y);
      buffer.close();
      flush(true);
      [x, y] = [startX, startY];
    } else break;
  }
  flush(false);
}

/** Whether a curve is a straight line between its ends. */
function isFlat(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
  x4: number,
  y4: number,
): boolean {
  const [u, v] = [x4 - x1, y4 - y1];
  const length = Math.hypot(u, v);
  if (length < DOT) return false;
  if (Math.abs((x2 - x1) * v - (y2 - y1) * u) / length > STRAIGHT) return false;
  if (Math.abs((x3 - x1) * v - (y3 - y1) * u) / length > STRAIGHT) return false;
  const second = ((x2 - x1) * u + (y2 - y1) * v) / length;
  const third = ((x3 - x1) * u + (y3 - y1) * v) / length;
  return Math.min(second, third) > -STRAIGHT && Math.max(second, third) < length + STRAIGHT;
}
