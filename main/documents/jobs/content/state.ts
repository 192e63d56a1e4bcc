/** The graphics state while a page's operators are followed (ISO 32000-1, 8.4), as far as it matters to what is seen. */
import { type Box, IDENTITY, type Matrix } from './matrix.ts';

/** A colour: 0xRRGGBB; NO_COLOUR; or the one by which a pattern is known (PATTERN where it has none), and what draws it. */
export interface Paint {
  colour: number;
  /** Adds what the pattern shows to the page. */
  draw?: () => void;
}

/** What is in no group. */
const NO_GROUP = { opacity: 1, blend: 'source-over', isMasked: false };

/** Nothing is painted outside of it, nor outside the one before. */
export interface Clip {
  box: Box;
  /** EDGE_POINTS for each edge of a clip that is no rectangle, or not one of its own. */
  edges: Float64Array;
  isRectangle: boolean;
  /** Whether it has been added to what the page shows. */
  isCounted: boolean;
  before: Clip | null;
}

/** What pdf.js tells of a font (a font of Type 3 draws its letters with operators). */
export interface Font {
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
  /** Whether a soft mask lies over what is painted. */
  isMasked = false;
  /** How the groups around are put on what is below them, each as a whole. */
  group = NO_GROUP;
  lineWidth = 1;
  dash: readonly number[] = [];
  font: Font | null = null;
  fontSize = 0;
  /** -1 where the size was below 0. */
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

  /** Begins a group (11.4.7): opacity, mixing and mask are the whole group's, and begin anew in it. */
  beginGroup(): void {
    const { opacity, blend, isMasked } = this.group;
    this.#beginWithin({
      opacity: opacity * this.fillOpacity,
      blend: this.blend === 'source-over' ? blend : this.blend,
      isMasked: isMasked || this.isMasked,
    });
  }

  /** Begins what a soft mask shows: nothing around it matters to that. */
  beginMask(): void {
    this.#beginWithin(NO_GROUP);
  }

  #beginWithin(group: typeof NO_GROUP): void {
    this.group = group;
    [this.fillOpacity, this.strokeOpacity, this.blend, this.isMasked] = [1, 1, 'source-over', false];
  }

  /** Where the next line of text starts. */
  moveText(x: number, y: number): void {
    this.lineX += x;
    this.lineY += y;
    [this.x, this.y] = [this.lineX, this.lineY];
  }
}
