/**
 * Describes a small shape (a letter drawn as an outline, a symbol) by some numbers that change little if the shape
 * changes little, so that shapes can be compared with a tolerance, regardless of where and in which direction their outlines begin.
 */
import { EDGE_POINTS, type Subpath } from './paths.ts';

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
