// The content of a page, independent of how its document encodes it: letters, edges of painted areas, pictures, each with its position
// on the displayed page (PDF points from the upper left corner, the page's own rotation applied). Different
// operators for the same drawing give the same content.

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

/** Numbers of one letter in PageContent.letters; the two of its outline, which tell it from others, are 0 where it is not known. */
export const LETTER = {
  x: 0,
  y: 1,
  size: 2,
  angle: 3,
  advance: 4,
  style: 5,
  outline: 6,
  outline_too: 7,
  length: 8,
} as const;
/**
 * Numbers of one edge in PageContent.edges: start, two control points, end, style, and the larger side of the shape that it is part of
 * (WHOLE: it is compared as an edge whatever its size). A straight edge has its ends twice.
 */
export const EDGE = { x1: 0, y1: 1, x4: 6, y4: 7, style: 8, side: 9, length: 10 } as const;
/** The side of an edge that is part of no shape, hundredths of a point. */
export const WHOLE = 100_000_000;

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
 * The larger side of a small shape, points: up to `most` it is among the shapes, above `least` among the edges. Between them it is
 * both, so that rounding has no effect, and a page can be compared with one that is drawn at another scale.
 */
export const SMALL_SIDE = { least: 14, most: 40 } as const;
/** Shapes up to this side are compared as shapes, larger ones by their edges, points. */
export const SHAPE_SIDE = 24;

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

// The content of a page in plain values, so that it can be sent as JSON and validated.

/** PageContent with its numbers as base64 of little-endian bytes. */
export interface PackedContent extends Omit<PageContent, 'letters' | 'edges' | 'shapes' | 'pictures'> {
  letters: string;
  edges: string;
  shapes: string;
  pictures: readonly PackedPicture[];
}

interface PackedPicture extends Omit<Picture, 'tiles'> {
  tiles: string;
}

/** Packs a page's content. */
export function packContent(content: PageContent): PackedContent {
  const { letters, edges, shapes, pictures, ...rest } = content;
  return {
    ...rest,
    letters: toBase64(bytesOf(letters)),
    edges: toBase64(bytesOf(edges)),
    shapes: toBase64(bytesOf(shapes)),
    pictures: pictures.map(({ tiles, ...picture }) => ({ ...picture, tiles: toBase64(tiles) })),
  };
}

/** Unpacks a page's content. @throws Error if it is invalid */
export function unpackContent(packed: PackedContent): PageContent {
  const { letters, edges, shapes, pictures, ...rest } = packed;
  return {
    ...rest,
    letters: numbersOf(letters),
    edges: numbersOf(edges),
    shapes: numbersOf(shapes),
    pictures: pictures.map(({ tiles, ...picture }) => ({ ...picture, tiles: fromBase64(tiles) })),
  };
}

function bytesOf(numbers: Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function numbersOf(base64: string): Int32Array {
  const bytes = fromBase64(base64);
  if (bytes.length % 4 !== 0) throw new Error('numbers are cut off');
  return new Int32Array(bytes.buffer, 0, bytes.length / 4);
}

/** Number of bytes converted at a time: a function call can't have more arguments. */
const AT_ONCE = 0x2000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

// Whether two colours look the same.

/** Tolerance for red, green and blue: producers round and convert the same colour differently. */
const TOLERANCE = 8;

/**
 * How pdf.js shows a grey that is printed with black ink only (DeviceCMYK, 0 0 0 k): not neutral, and never quite black. Other
 * producers write the same ink as a grey with the lightness 1 - k.
 */
const BLACK_INK: readonly number[] = Array.from({ length: 256 }, (_, lightness) => {
  const k = 1 - lightness / 255;
  const red = 255 + k * (-21.86122147463605 * k - 189.48180835922747);
  const green = 255 + k * (-20.737325471181034 * k - 187.80453709719578);
  const blue = 255 + k * (-22.33816807309886 * k - 180.12613974708367);
  return (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
});

/** Whether two colours, 0xRRGGBB, look the same. Negative values are only equal to themselves. */
export function isSameColour(one: number, other: number): boolean {
  if (one === other) return true;
  if (one < 0 || other < 0) return false;
  if (isBlack(one) && isBlack(other)) return true;
  return isNear(one, other) || isNear(plain(one), plain(other));
}

/** The lightest black of a printing ink, as 0x231f20. */
const BLACK = 0x30;

function isBlack(colour: number): boolean {
  return [16, 8, 0].every((shift) => ((colour >>> shift) & 255) <= BLACK);
}

function isNear(one: number, other: number): boolean {
  return [16, 8, 0].every(
    (shift) => Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)) <= TOLERANCE,
  );
}

/** A grey of black ink as the neutral grey; other colours unchanged. */
function plain(colour: number): number {
  const red = (colour >>> 16) & 255;
  // The ramp rises with the lightness: an error of one step is small.
  const lightness = BLACK_INK.findIndex((ink) => ((ink >>> 16) & 255) >= red);
  const ink = BLACK_INK[lightness];
  const isInk = ink !== undefined && [8, 0].every((shift) => nearBy(ink, colour, shift, 2));
  return isInk ? lightness * 0x010101 : colour;
}

function nearBy(one: number, other: number, shift: number, most: number): boolean {
  return Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)) <= most;
}
