/**
 * The content of a page, independent of how its document encodes it: letters, edges of painted areas, pictures, each with its position
 * on the displayed page (PDF points from the upper left corner, the page's own rotation applied). Different
 * operators for the same drawing give the same content.
 */

/** The colour of invisible items: text that is only for searching. */
export const NO_COLOUR = -1;
/** The colour of a pattern without its own colour. */
export const PATTERN = -2;

/** How something is painted. */
export interface Style {
  paint: 'text' | 'fill' | 'stroke' | 'clip' | 'shading';
  /** 0xRRGGBB, NO_COLOUR or PATTERN. */
  colour: number;
  /** Width of a line, hundredths of a point; 0 for anything else. */
  width: number;
  /** Lengths of dashes and gaps, hundredths of a point. */
  dash: readonly number[];
  /** Percent. */
  opacity: number;
  /** How it mixes with what is below, as canvas operation names, and other facts that must be equal to look the same. */
  blend: string;
}

/** Numbers of one letter in PageContent.letters. */
export const LETTER = { x: 0, y: 1, size: 2, angle: 3, advance: 4, style: 5, length: 6 } as const;
/** Numbers of one edge in PageContent.edges: start, two control points, end, style. A straight edge has its ends twice. */
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
 * The larger side of a small shape, points: up to `most` it is among the shapes, above `least` among
 * the edges. Between them it is both, so rounding has no effect.
 */
export const SMALL_SIDE = { least: 23, most: 25 } as const;

/** A picture on a page. */
export interface Picture {
  /** Position of its unit square: a, b, c, d, e, f of a PDF matrix, hundredths of a point. */
  matrix: readonly number[];
  /** Its width, pixels. */
  width: number;
  height: number;
  style: number;
  /** Side of a tile, pixels. */
  tile: number;
  /** Mean red, green, blue, opacity of each tile, row by row, and two bytes that depend on each of its pixels. */
  tiles: Uint8Array;
}

/** Bytes of one tile in Picture.tiles. */
export const TILE_BYTES = 6;

/** The drawing of a page. */
export interface PageContent {
  /** Width of the displayed page, PDF points. */
  width: number;
  height: number;
  /** False if the page exceeds the limits or contains something unreadable: it can't be compared in full. */
  complete: boolean;
  /** One code point for each letter in `letters`. Spaces are not included. */
  text: string;
  /** LETTER.length numbers each: start of the baseline, hundredths of a point; clockwise tenths of a degree. */
  letters: Int32Array;
  /** EDGE.length numbers each, hundredths of a point: edges of lines and of large shapes. */
  edges: Int32Array;
  /** SHAPE.length numbers each: shapes no larger than a symbol or a letter. */
  shapes: Int32Array;
  pictures: readonly Picture[];
  styles: readonly Style[];
}
