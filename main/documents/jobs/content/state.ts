/** The graphics state while a page's operators are followed (ISO 32000-1, 8.4), as far as it affects what is visible. */

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

/** A colour: 0xRRGGBB; NO_COLOUR; or a pattern's representative colour (PATTERN if it has none) and its drawing. */
export interface Paint {
  colour: number;
  /** Adds the pattern's drawing to the page. */
  draw?: () => void;
}

/** The state outside any group. */
const NO_GROUP = { opacity: 1, blend: 'source-over', isMasked: false };

/** A clip path: nothing is painted outside it, or outside the previous one. */
export interface Clip {
  box: Box;
  /** EDGE_POINTS for each edge; empty if the clip is a rectangle, or has no own edges. */
  edges: Float64Array;
  isRectangle: boolean;
  /** Whether it has been added to the page's content. */
  isCounted: boolean;
  before: Clip | null;
}

/** pdf.js's facts about a font (a Type 3 font draws its letters with operators). */
export interface Font {
  loadedName?: string;
  /** It is not embedded. */
  missingFile?: boolean;
  fontMatrix?: readonly number[];
  vertical?: boolean;
  isType3Font?: boolean;
  charProcOperatorList?: { get(id: unknown): OperatorList | undefined };
}

export interface OperatorList {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

export class GraphicsState {
  matrix: Matrix;
  clip: Clip | null = null;
  clipBox: Box;
  fill: Paint = { colour: 0 };
  stroke: Paint = { colour: 0 };
  fillOpacity = 1;
  strokeOpacity = 1;
  blend = 'source-over';
  /** Whether a soft mask applies to the painting. */
  isMasked = false;
  /** How the enclosing groups are composited, each as a whole. */
  group = NO_GROUP;
  lineWidth = 1;
  dash: readonly number[] = [];
  font: Font | null = null;
  fontSize = 0;
  /** -1 if the size was negative. */
  fontDirection = 1;
  charSpacing = 0;
  wordSpacing = 0;
  horizontalScale = 1;
  leading = 0;
  rise = 0;
  renderingMode = 0;
  textMatrix: Matrix = IDENTITY;
  x = 0;
  y = 0;
  lineX = 0;
  lineY = 0;

  constructor(matrix: Matrix, box: Box) {
    this.matrix = matrix;
    this.clipBox = box;
  }

  copy(): GraphicsState {
    return Object.assign(new GraphicsState(this.matrix, this.clipBox), this);
  }

  /** Begins a group (11.4.7): opacity, blend mode and mask apply to the whole group, and are reset inside it. */
  beginGroup(): void {
    const { opacity, blend, isMasked } = this.group;
    this.#beginWithin({
      opacity: opacity * this.fillOpacity,
      blend: this.blend === 'source-over' ? blend : this.blend,
      isMasked: isMasked || this.isMasked,
    });
  }

  /** Begins the content of a soft mask, which is independent of everything around it. */
  beginMask(): void {
    this.#beginWithin(NO_GROUP);
  }

  #beginWithin(group: typeof NO_GROUP): void {
    this.group = group;
    [this.fillOpacity, this.strokeOpacity, this.blend, this.isMasked] = [1, 1, 'source-over', false];
  }

  /** Moves to the start of the next line of text. */
  moveText(x: number, y: number): void {
    this.lineX += x;
    this.lineY += y;
    [this.x, this.y] = [this.lineX, this.lineY];
  }
}
