/** Matrices of PDF (ISO 32000-1, 8.3.3). */

export type Matrix = readonly [number, number, number, number, number, number];
/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `second` first, then the first matrix. */
export function multiply([a, b, c, d, e, f]: Matrix, second: Matrix): Matrix {
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The matrix of six numbers; the identity if they are invalid. */
export function matrixOf(values: unknown): Matrix {
  if (!Array.isArray(values) && !(values instanceof Float32Array) && !(values instanceof Float64Array))
    return IDENTITY;
  const six = Array.from(values as ArrayLike<unknown>, Number).slice(0, 6);
  return six.length === 6 && six.every(Number.isFinite) ? (six as unknown as Matrix) : IDENTITY;
}

/** How much lengths are scaled, on average over directions. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** The bounding box of a rectangle that is drawn with a matrix. */
export function boxOf([a, b, c, d, e, f]: Matrix, [x0, y0, x1, y1]: Box): Box {
  const xs = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1];
  const ys = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
}

export function intersection(one: Box, other: Box): Box {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

/** Whether two boxes have a point in common, with one enlarged by `margin` on each side. */
export function meets(one: Box, other: Box, margin: number): boolean {
  return (
    one[0] <= other[2] + margin &&
    one[2] >= other[0] - margin &&
    one[1] <= other[3] + margin &&
    one[3] >= other[1] - margin
  );
}

/** Whether the first box is inside the second, enlarged by `margin` on each side. */
export function isWithin(one: Box, other: Box, margin: number): boolean {
  return (
    one[0] >= other[0] - margin &&
    one[1] >= other[1] - margin &&
    one[2] <= other[2] + margin &&
    one[3] <= other[3] + margin
  );
}
