/**
 * What a page draws, freed from how its document says it: letters, edges of what is painted, pictures, each with its place on the
 * page as it is shown (PDF points from the upper left corner, the page's own rotation applied), so that another producer's
 * operators for the same drawing give the same content.
 */

/** The colour of what nothing is seen of: text for searching alone. */
export const NO_COLOUR = -1;
/** The colour of a pattern of no colour of its own. */
export const PATTERN = -2;

/** How something is painted. */
export interface Style {
  paint: 'text' | 'fill' | 'stroke' | 'clip' | 'shading';
  /** 0xRRGGBB, NO_COLOUR or PATTERN. */
  colour: number;
  /** Of a line, hundredths of a point; 0 elsewhere. */
  width: number;
  /** Lengths of dashes and gaps, hundredths of a point. */
  dash: readonly number[];
  /** Percent. */
  opacity: number;
  /** How it mixes with what is below, in the words of a canvas, and what else must be alike to look the same. */
  blend: string;
}

/** Numbers of one letter in PageContent.letters. */
export const LETTER = { x: 0, y: 1, size: 2, angle: 3, advance: 4, style: 5, length: 6 } as const;
/** Numbers of one edge in PageContent.edges: start, two points of control, end, style. A straight one has its ends twice. */
export const EDGE = { x1: 0, y1: 1, x4: 6, y4: 7, style: 8, length: 9 } as const;

/**
 * Numbers of one small shape in PageContent.shapes: its box; length of its outline; area; centre, spread and slant of the outline;
 * style. Lengths in hundredths of a point, the area in hundredths of a square point.
 */
export const SHAPE = {
  left: 0,
  top: 1,
  right: 2,
  bottom: 3,
  outline: 4,
  area: 5,
  x: 6,
  y: 7,
  spreadX: 8,
  spreadY: 9,
  slant: 10,
  style: 11,
  length: 12,
} as const;

/**
 * The larger side of a small shape, points: what is no larger than `most` is among the shapes, and what is larger than `least` among
 * the edges. What is between is both, so that no rounding makes it something else.
 */
export const SMALL_SIDE = { least: 23, most: 25 } as const;

/** A picture on a page. */
export interface Picture {
  /** Where its unit square is: a, b, c, d, e, f of a matrix of PDF, hundredths of a point. */
  matrix: readonly number[];
  /** Its own size, pixels. */
  width: number;
  height: number;
  style: number;
  /** Side of a tile, pixels. */
  tile: number;
  /** Red, green, blue, opacity of each tile's mean, row by row, and two bytes that depend on each of its pixels. */
  tiles: Uint8Array;
}

/** Bytes of one tile in Picture.tiles. */
export const TILE_BYTES = 6;

/** What a page draws. */
export interface PageContent {
  /** Of the page as it is shown, PDF points. */
  width: number;
  height: number;
  /** False where the page draws more than is taken, or something that can't be read: it can't be compared in full. */
  complete: boolean;
  /** One code point for each letter in `letters`. Spaces are not letters. */
  text: string;
  /** LETTER.length numbers each: place of the baseline's start, hundredths of a point; degrees clockwise in tenths. */
  letters: Int32Array;
  /** EDGE.length numbers each, hundredths of a point: of lines, and of large shapes. */
  edges: Int32Array;
  /** SHAPE.length numbers each: what is no larger than a symbol or a letter. */
  shapes: Int32Array;
  pictures: readonly Picture[];
  styles: readonly Style[];
}
