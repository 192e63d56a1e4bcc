/** Collects what a page draws, within limits. */

import {
  EDGE,
  type PageContent,
  type Picture,
  SHAPE,
  type Style,
  TILE_BYTES,
  WHOLE,
} from '../../../comparison/rules/page-content.ts';
import {
  MAX_CONTENT_EDGES,
  MAX_CONTENT_LETTERS,
  MAX_CONTENT_SHAPES,
  MAX_CONTENT_STYLES,
  MAX_CONTENT_TILES,
} from '../../rules/limits.ts';
import { PaintedPlaces } from './painted-places.ts';
import { EDGE_POINTS, type Outline } from './paths.ts';
import type { Box, Matrix } from './state.ts';

// A picture's content, tile by tile: small enough to store, and different if a single pixel differs.

/** A decoded picture from pdf.js. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** 1: one bit a pixel, 2: red, green, blue, 3: with opacity. A mask has none, and one bit a pixel. */
  kind?: number;
  data: Uint8Array | Uint8ClampedArray;
}

const SMALLEST_TILE = 8;

/** Side of a picture's tiles, pixels, so that there are at most `most` tiles. */
function tileSide(width: number, height: number, most: number): number {
  let side = SMALLEST_TILE;
  while (Math.ceil(width / side) * Math.ceil(height / side) > most) side *= 2;
  return side;
}

/** TILE_BYTES for each tile, row by row; null if the data do not fit such a picture. @param isMask paints where bits are 0 */
function tilesOf(picture: DecodedPicture, side: number, isMask: boolean): Uint8Array | null {
  const { width, height, data } = picture;
  const pixel = pixelReader(picture, isMask);
  if (pixel === null) return null;
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const tiles = new Uint8Array(columns * rows * TILE_BYTES);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [endX, endY] = [Math.min(width, (column + 1) * side), Math.min(height, (row + 1) * side)];
      let [red, green, blue, opacity, count] = [0, 0, 0, 0, 0];
      let check = 0x811c9dc5;
      for (let y = row * side; y < endY; y += 1) {
        for (let x = column * side; x < endX; x += 1) {
          const value = pixel(data, x, y);
          const seen = value >>> 24;
          red += (((value >>> 16) & 255) * seen) / 255;
          green += (((value >>> 8) & 255) * seen) / 255;
          blue += ((value & 255) * seen) / 255;
          opacity += seen;
          count += 1;
          check = Math.imul(check ^ (seen === 0 ? 0 : value), 0x01000193);
          check ^= check >>> 15;
        }
      }
      const at = (row * columns + column) * TILE_BYTES;
      const share = opacity === 0 ? 0 : 255 / opacity;
      tiles[at] = Math.round(red * share);
      tiles[at + 1] = Math.round(green * share);
      tiles[at + 2] = Math.round(blue * share);
      tiles[at + 3] = Math.round(opacity / count);
      tiles[at + 4] = check & 255;
      tiles[at + 5] = (check >>> 8) & 255;
    }
  }
  return tiles;
}

type Data = Uint8Array | Uint8ClampedArray;

/** Reads a pixel as 0xAARRGGBB. */
function pixelReader(
  { width, height, kind, data }: DecodedPicture,
  isMask: boolean,
): ((data: Data, x: number, y: number) => number) | null {
  const lineBytes = (width + 7) >> 3;
  if (isMask || kind === 1) {
    if (data.length < lineBytes * height) return null;
    const [unset, set] = isMask ? [0xffffffff, 0] : [0xff000000, 0xffffffff];
    return (bytes, x, y) => (((bytes[y * lineBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? set : unset);
  }
  const size = kind === 2 ? 3 : kind === 3 ? 4 : 0;
  if (size === 0 || data.length < width * height * size) return null;
  return (bytes, x, y) => {
    const at = (y * width + x) * size;
    const colour = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    return (colour | ((size === 4 ? (bytes[at + 3] ?? 0) : 255) << 24)) >>> 0;
  };
}

/** Hundredths of a point; no page reaches farther. */
const MOST = 100_000_000;
/** Maximum number of tiles of one picture. */
const MAX_PICTURE_TILES = 16_384;

/** An array of numbers that grows as needed. */
class Numbers {
  #numbers = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Int32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length] = value;
    this.length += 1;
  }

  taken(): Int32Array {
    return this.#numbers.slice(0, this.length);
  }
}

export class ContentCollector {
  readonly painted: PaintedPlaces;
  isComplete = true;
  /** Whether the limits are reached, and nothing more is collected. */
  isFull = false;
  #text = '';
  #letterCount = 0;
  #tiles = 0;
  readonly #letters = new Numbers();
  readonly #edges = new Numbers();
  readonly #shapes = new Numbers();
  readonly #pictures: Picture[] = [];
  readonly #styles: Style[] = [];
  readonly #styleIndex = new Map<string, number>();

  /** @param page its box, points */
  constructor(page: Box) {
    this.painted = new PaintedPlaces(page);
  }

  /** The number of a style; 0 if there are too many styles. */
  style(style: Style): number {
    const key = JSON.stringify(style);
    const known = this.#styleIndex.get(key);
    if (known !== undefined) return known;
    if (this.#styles.length >= MAX_CONTENT_STYLES) {
      this.refuse();
      return 0;
    }
    this.#styleIndex.set(key, this.#styles.length);
    return this.#styles.push(style) - 1;
  }

  letter(
    sign: string,
    place: { x: number; y: number; size: number; angle: number; advance: number },
    style: number,
    [outline, outline_too]: readonly [number, number],
  ): void {
    if (this.#letterCount >= MAX_CONTENT_LETTERS) {
      this.refuse();
      return;
    }
    if (this.isFull) return;
    const reach = place.size + Math.abs(place.advance);
    this.painted.mark([place.x - reach, place.y - reach, place.x + reach, place.y + reach]);
    this.#text += sign;
    this.#letterCount += 1;
    this.#letters.push(whole(place.x * 100));
    this.#letters.push(whole(place.y * 100));
    this.#letters.push(whole(place.size * 100));
    this.#letters.push(whole(place.angle * 10));
    this.#letters.push(whole(place.advance * 100));
    for (const number of [style, outline, outline_too]) this.#letters.push(number);
  }

  /**
   * @param points contains the edge's EDGE_POINTS numbers, from `at` on
   * @param side the larger side of its shape, points; absent if it is part of none
   */
  edge(points: ArrayLike<number>, at: number, style: number, side = WHOLE): void {
    if (this.#edges.length >= MAX_CONTENT_EDGES * EDGE.length) this.refuse();
    if (this.isFull) return;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = at; index < at + EDGE_POINTS; index += 2) {
      const [x, y] = [points[index] as number, points[index + 1] as number];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      this.#edges.push(whole(x * 100));
      this.#edges.push(whole(y * 100));
    }
    this.painted.mark([left, top, right, bottom]);
    this.#edges.push(style);
    this.#edges.push(Math.min(WHOLE, whole(side * 100)));
  }

  shape([left, top, right, bottom]: Box, outline: Outline, style: number): void {
    if (this.#shapes.length >= MAX_CONTENT_SHAPES * SHAPE.length) this.refuse();
    if (this.isFull) return;
    this.painted.mark([left, top, right, bottom]);
    const { length, area, x, y, spreadX, spreadY, slant } = outline;
    for (const value of [left, top, right, bottom, length, area, x, y, spreadX, spreadY, slant])
      this.#shapes.push(whole(value * 100));
    this.#shapes.push(style);
  }

  /** @param isMask whether it is painted with the style's colour */
  picture(picture: DecodedPicture, matrix: Matrix, style: number, isMask: boolean): void {
    if (this.isFull) return;
    const { width, height } = picture;
    const tile = tileSide(width, height, MAX_PICTURE_TILES);
    this.#tiles += Math.ceil(width / tile) * Math.ceil(height / tile);
    if (this.#tiles > MAX_CONTENT_TILES) {
      this.refuse();
      return;
    }
    const tiles = tilesOf(picture, tile, isMask);
    if (tiles === null) {
      this.isComplete = false;
      return;
    }
    this.#pictures.push({
      matrix: matrix.map((value) => whole(value * 100)),
      width,
      height,
      style,
      tile,
      tiles,
    });
  }

  /** Marks the content as incomplete: the page draws more than the limits allow. */
  refuse(): void {
    this.isComplete = false;
    this.isFull = true;
  }

  content(width: number, height: number): PageContent {
    return {
      width,
      height,
      complete: this.isComplete,
      text: this.#text,
      letters: this.#letters.taken(),
      edges: this.#edges.taken(),
      shapes: this.#shapes.taken(),
      pictures: this.#pictures,
      styles: this.#styles,
    };
  }
}

/** A whole number; an invalid position becomes a far-off one. */
function whole(value: number): number {
  return Number.isNaN(value) ? MOST : Math.round(Math.min(MOST, Math.max(-MOST, value)));
}
