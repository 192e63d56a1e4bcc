/** Collects what a page draws, within limits. */
import {
  EDGE,
  type PageContent,
  type Picture,
  SHAPE,
  type Style,
} from '../../../comparison/rules/page-content.ts';
import {
  MAX_CONTENT_EDGES,
  MAX_CONTENT_LETTERS,
  MAX_CONTENT_SHAPES,
  MAX_CONTENT_STYLES,
  MAX_CONTENT_TILES,
} from '../../rules/limits.ts';
import type { Box, Matrix } from './matrix.ts';
import { EDGE_POINTS } from './paths.ts';
import type { Outline } from './shapes.ts';
import { type DecodedPicture, tileSide, tilesOf } from './tiles.ts';

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

  /** Whether nothing has been painted so far. */
  get isEmpty(): boolean {
    return this.#letterCount + this.#edges.length + this.#shapes.length === 0 && this.#pictures.length === 0;
  }

  letter(
    sign: string,
    place: { x: number; y: number; size: number; angle: number; advance: number },
    style: number,
  ): void {
    if (this.#letterCount >= MAX_CONTENT_LETTERS) {
      this.refuse();
      return;
    }
    if (this.isFull) return;
    this.#text += sign;
    this.#letterCount += 1;
    this.#letters.push(whole(place.x * 100));
    this.#letters.push(whole(place.y * 100));
    this.#letters.push(whole(place.size * 100));
    this.#letters.push(whole(place.angle * 10));
    this.#letters.push(whole(place.advance * 100));
    this.#letters.push(style);
  }

  /** @param points contains the edge's EDGE_POINTS numbers, from `at` on */
  edge(points: ArrayLike<number>, at: number, style: number): void {
    if (this.#edges.length >= MAX_CONTENT_EDGES * EDGE.length) this.refuse();
    if (this.isFull) return;
    for (let index = at; index < at + EDGE_POINTS; index += 1)
      this.#edges.push(whole((points[index] as number) * 100));
    this.#edges.push(style);
  }

  shape([left, top, right, bottom]: Box, outline: Outline, style: number): void {
    if (this.#shapes.length >= MAX_CONTENT_SHAPES * SHAPE.length) this.refuse();
    if (this.isFull) return;
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
