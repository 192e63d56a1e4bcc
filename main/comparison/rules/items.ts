/** The letters, edges and shapes of two pages: their positions, and when two of them are the same. */
import type { Placed } from './align.ts';
import { EDGE, isSameColour, LETTER, type PageContent, SHAPE, type Style } from './page-content.ts';

/** Maximum distance of the same drawing, hundredths of a point: a fifth of a millimetre. */
export const REACH = 50;
export const LETTER_REACH = 60;
/** Tolerance for a letter's size and a line's width: a share, or hundredths of a point. */
const SIZE_SHARE = 0.06;
const WIDTH_SHARE = 0.15;
const LEAST_WIDTH = 6;
/** Tolerance in tenths of a degree. */
const ANGLE = 20;
/** Tolerance in percent. */
const OPACITY = 3;

/** The difference between two styles; null if they look the same. `look` is how it mixes with what is below, or fills itself. */
export type StyleChange = 'colour' | 'width' | 'dashes' | 'opacity' | 'look' | null;

/** Returns a function that gives the difference between styles of two pages. It caches the results. */
export function styleChanges(
  old: readonly Style[],
  newer: readonly Style[],
): (oldStyle: number, newStyle: number) => StyleChange | 'kind' {
  const known = new Map<number, StyleChange | 'kind'>();
  return (oldStyle, newStyle) => {
    const key = oldStyle * 65_536 + newStyle;
    let change = known.get(key);
    if (change === undefined) {
      const [one, other] = [old[oldStyle], newer[newStyle]];
      change = one && other ? changeOf(one, other) : 'kind';
      known.set(key, change);
    }
    return change;
  };
}

function changeOf(one: Style, other: Style): StyleChange | 'kind' {
  if (one.paint !== other.paint) return 'kind';
  if (!isSameColour(one.colour, other.colour)) return 'colour';
  const width = Math.abs(one.width - other.width);
  if (width > Math.max(LEAST_WIDTH, WIDTH_SHARE * Math.max(one.width, other.width))) return 'width';
  if (!isSameDash(one.dash, other.dash)) return 'dashes';
  if (Math.abs(one.opacity - other.opacity) > OPACITY) return 'opacity';
  return one.blend !== other.blend ? 'look' : null;
}

/** A dash pattern with an odd number of lengths is repeated twice (ISO 32000-1, 8.4.3.6). */
function isSameDash(one: readonly number[], other: readonly number[]): boolean {
  const [first, second] = [one, other].map((dash) => (dash.length % 2 === 1 ? [...dash, ...dash] : dash));
  if (first === undefined || second === undefined || first.length !== second.length) return false;
  return first.every((length, index) => {
    const wanted = second[index] ?? 0;
    return Math.abs(length - wanted) <= Math.max(20, 0.1 * Math.max(length, wanted));
  });
}

export function lettersOf({ letters }: PageContent): Placed {
  return {
    count: letters.length / LETTER.length,
    x: (index) => letters[index * LETTER.length] as number,
    y: (index) => letters[index * LETTER.length + 1] as number,
  };
}

/** Edges by their middle. */
export function edgesOf({ edges }: PageContent): Placed {
  const middle = (at: number) => ((edges[at] as number) + (edges[at + EDGE.x4] as number)) / 2;
  return {
    count: edges.length / EDGE.length,
    x: (index) => middle(index * EDGE.length),
    y: (index) => middle(index * EDGE.length + 1),
  };
}

/** Shapes by the middle of their box. */
export function shapesOf({ shapes }: PageContent): Placed {
  const middle = (at: number) => ((shapes[at] as number) + (shapes[at + SHAPE.right] as number)) / 2;
  return {
    count: shapes.length / SHAPE.length,
    x: (index) => middle(index * SHAPE.length),
    y: (index) => middle(index * SHAPE.length + 1),
  };
}

/** Whether two letters are drawn with one outline, whatever their fonts call them: names of letters are wrong in many documents. */
function isSameOutline(old: Int32Array, one: number, newer: Int32Array, other: number): boolean {
  const [outline, outline_too] = [old[one + LETTER.outline], old[one + LETTER.outline_too]];
  if (outline === 0 && outline_too === 0) return false;
  return outline === newer[other + LETTER.outline] && outline_too === newer[other + LETTER.outline_too];
}

/** Pictures by their middle. */
export function picturesOf({ pictures }: PageContent): Placed {
  const middle = (index: number, at: 0 | 1) => {
    const { matrix = [] } = pictures[index] ?? {};
    return (matrix[4 + at] ?? 0) + ((matrix[at] ?? 0) + (matrix[2 + at] ?? 0)) / 2;
  };
  return { count: pictures.length, x: (index) => middle(index, 0), y: (index) => middle(index, 1) };
}

/** Whether two letters look the same, regardless of position. @param signs of each page */
export function isSameLetter(
  old: PageContent,
  newer: PageContent,
  signs: { old: readonly string[]; new: readonly string[] },
): (oldIndex: number, newIndex: number) => boolean {
  return (oldIndex, newIndex) => {
    const [one, other] = [oldIndex * LETTER.length, newIndex * LETTER.length];
    const isNamedSame = signs.old[oldIndex] === signs.new[newIndex];
    if (!isNamedSame && !isSameOutline(old.letters, one, newer.letters, other)) return false;
    const size = old.letters[one + LETTER.size] as number;
    const otherSize = newer.letters[other + LETTER.size] as number;
    if (Math.abs(size - otherSize) > Math.max(20, SIZE_SHARE * Math.max(size, otherSize))) return false;
    const turn = Math.abs(
      (old.letters[one + LETTER.angle] as number) - (newer.letters[other + LETTER.angle] as number),
    );
    return Math.min(turn, 3600 - turn) <= ANGLE;
  };
}

/** Distance of two edges with an offset, hundredths of a point: the largest of their points, in the better direction of drawing. */
export function edgeDistance(
  old: Int32Array,
  oldIndex: number,
  newer: Int32Array,
  newIndex: number,
  [byX, byY]: readonly [number, number] = [0, 0],
): number {
  const [one, other] = [oldIndex * EDGE.length, newIndex * EDGE.length];
  const far = (at: number, otherAt: number) =>
    Math.max(
      Math.abs((old[one + at] as number) - (newer[other + otherAt] as number) + byX),
      Math.abs((old[one + at + 1] as number) - (newer[other + otherAt + 1] as number) + byY),
    );
  const forward = Math.max(far(0, 0), far(6, 6));
  const backward = Math.max(far(0, 6), far(6, 0));
  const isForward = forward <= backward;
  const ends = isForward ? forward : backward;
  if (isFlat(old, one) && isFlat(newer, other)) return ends;
  return Math.max(ends, far(2, isForward ? 2 : 4), far(4, isForward ? 4 : 2));
}

/** Whether a curve is practically straight. */
function isFlat(edges: Int32Array, at: number): boolean {
  const [x, y] = [edges[at] as number, edges[at + 1] as number];
  const [u, v] = [(edges[at + 6] as number) - x, (edges[at + 7] as number) - y];
  const length = Math.hypot(u, v);
  const off = (index: number) => {
    const [p, q] = [(edges[at + index] as number) - x, (edges[at + index + 1] as number) - y];
    return length < 10 ? Math.hypot(p, q) : Math.abs(p * v - q * u) / length;
  };
  return off(2) <= 10 && off(4) <= 10;
}

/**
 * Tolerance for the centre of an outline and its spread, hundredths of a point. Other producers' rounding moves them by
 * one to three; a 2 becomes a 3 by four or five if it is drawn as an outline of 4 points.
 */
const CENTRE = 4;
const SPREAD = 3;

/** Whether two shapes are the same, regardless of position. */
export function isSameShape(old: Int32Array, oldIndex: number, newer: Int32Array, newIndex: number): boolean {
  const [one, other] = [oldIndex * SHAPE.length, newIndex * SHAPE.length];
  const value = (at: number) => old[one + at] as number;
  const wanted = (at: number) => newer[other + at] as number;
  const differs = (at: number, by: number) => Math.abs(value(at) - wanted(at)) > by;
  // Positions relative to the shape's own upper left corner.
  const inner = (at: number, corner: number) => value(at) - value(corner) - wanted(at) + wanted(corner);
  const length = Math.max(value(SHAPE.outline), wanted(SHAPE.outline));
  return !(
    Math.abs(inner(SHAPE.right, SHAPE.left)) > 30 ||
    Math.abs(inner(SHAPE.bottom, SHAPE.top)) > 30 ||
    differs(SHAPE.outline, 10 + 0.02 * length) ||
    differs(SHAPE.area, 20 + 0.04 * length) ||
    Math.abs(inner(SHAPE.x, SHAPE.left)) > CENTRE ||
    Math.abs(inner(SHAPE.y, SHAPE.top)) > CENTRE ||
    differs(SHAPE.spreadX, SPREAD) ||
    differs(SHAPE.spreadY, SPREAD) ||
    differs(SHAPE.slant, SPREAD)
  );
}

/**
 * Whether a shape is compared as one; otherwise by its edges.
 *
 * @param most the largest side of such a shape, points
 */
export function isSmallShape(shapes: Int32Array, index: number, most: number): boolean {
  const at = index * SHAPE.length;
  const wide = (shapes[at + SHAPE.right] as number) - (shapes[at + SHAPE.left] as number);
  const high = (shapes[at + SHAPE.bottom] as number) - (shapes[at + SHAPE.top] as number);
  return Math.max(wide, high) <= most * 100;
}

/** Whether an edge is compared by itself, not as part of a shape. @param most see {@link isSmallShape} */
export function isOwnEdge(edges: Int32Array, index: number, most: number): boolean {
  return (edges[index * EDGE.length + EDGE.side] as number) > most * 100;
}
