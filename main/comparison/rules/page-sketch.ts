/** Summarises a page in a few hundred numbers, to find pages that have much in common. */
import { type ChartPage, unknownChart } from '../../charts/rules/chart.ts';
import { boxOfMiddles, drawnMiddles } from './drawn-middles.ts';
import { EDGE, LETTER, type PageContent, SHAPE, TILE_BYTES } from './page-content.ts';

/** The facts about a page that it is matched by. */
export interface PageSketch {
  chart: ChartPage;
  /** Equal for pages with identical drawings; empty if the page's content is not known. */
  digest: string;
  /** Whether it was read in full. */
  isComplete: boolean;
  /**
   * Hashes of its features in several views, the smallest of each, ascending: words with the drawing, and words alone and the drawing
   * alone, which stay the same where the page is drawn larger; null for one with too few.
   */
  features: readonly (Uint32Array | null)[];
}

const MAX_FEATURES = 256;
/** A page with fewer words is not found by them alone; nor by its drawing alone. */
const LEAST_FEATURES = 64;
/** Lines and shapes within a square of this side are the same feature, hundredths of a point. */
const SQUARE = 800;
/** Number of letters in one feature. */
const WORD = 4;

/** The sketch of a page. */
export function sketchOf(chart: ChartPage, content: PageContent): PageSketch {
  const { letters } = content;
  const signs = Array.from(content.text);
  const outlines = signs.map((sign, index) => {
    const at = index * LETTER.length + LETTER.outline;
    return letters[at] === 0 && letters[at + 1] === 0 ? sign : `${letters[at]} ${letters[at + 1]},`;
  });
  const drawing = drawingFeatures(content);
  const withWords = [signs, outlines].flatMap((written) => {
    const words = smallest(wordFeatures(letters, written));
    return [smallest([...drawing, ...words]), enough(words)];
  });
  return {
    ...{ chart, digest: digestOf(content), isComplete: content.complete },
    features: [...withWords, enough(smallest(placeFeatures(content)))],
  };
}

/** The sketch of a page whose drawing is not known. @param page from 1 @param known its chart, if known */
export function unreadSketch(page: number, known?: ChartPage): PageSketch {
  const chart = known ?? unknownChart(page, 'refused');
  return { chart, digest: '', isComplete: false, features: [] };
}

function digestOf({ text, letters, edges, shapes, pictures, styles, ...rest }: PageContent): string {
  const plain = JSON.stringify([pictures.map(({ tiles: _, ...picture }) => picture), styles, rest]);
  return [text, plain, letters, edges, shapes, ...pictures.map(({ tiles }) => tiles)]
    .map((part) => `${part.length} ${hash(part, 1)} ${hash(part, 2)}`)
    .join(', ');
}

function enough(features: Uint32Array): Uint32Array | null {
  return features.length < LEAST_FEATURES ? null : features;
}

function smallest(features: readonly number[]): Uint32Array {
  return Uint32Array.from(new Set(features)).sort().slice(0, MAX_FEATURES);
}

/** @param signs what each letter is called, or looks like */
function wordFeatures(letters: Int32Array, signs: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + WORD <= signs.length; at += 1) {
    if (isOneLine(letters, at * LETTER.length, (at + WORD - 1) * LETTER.length))
      found.push(hash(signs.slice(at, at + WORD).join(''), 3));
  }
  return found;
}

function drawingFeatures({ edges, shapes, pictures }: PageContent): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < edges.length; at += EDGE.length) {
    const [x, y] = [edges[at] as number, edges[at + 1] as number];
    const [endX, endY] = [edges[at + 6] as number, edges[at + 7] as number];
    found.add(mix(4, Math.round((x + endX) / 2 / SQUARE), Math.round((y + endY) / 2 / SQUARE)));
  }
  for (let at = 0; at < shapes.length; at += SHAPE.length) {
    const [x, y] = [shapes[at] as number, shapes[at + 1] as number];
    found.add(mix(5, Math.round(x / SQUARE), Math.round(y / SQUARE)));
  }
  for (const { tiles, matrix } of pictures) {
    const place = mix(6, Math.round((matrix[4] ?? 0) / SQUARE), Math.round((matrix[5] ?? 0) / SQUARE));
    for (let at = 0; at < tiles.length; at += TILE_BYTES)
      found.add(mix(place, at, ((tiles[at] ?? 0) >> 4) * 256 + ((tiles[at + 3] ?? 0) >> 4)));
  }
  return found;
}

/** Squares along each side of the box of all that is drawn. */
const SQUARES = 256;

/** In which of its squares a page draws: the same at another size, elsewhere, and turned. */
function placeFeatures(content: PageContent): number[] {
  const middles = drawnMiddles(content);
  const [left, top, right, bottom] = boxOfMiddles(middles);
  const last = SQUARES - 1;
  const squareOf = (place: number, from: number, to: number) =>
    Math.min(last, Math.floor(((place - from) / Math.max(1, to - from)) * SQUARES));
  const found = new Set<number>();
  for (let at = 0; at < middles.length; at += 2) {
    const x = squareOf(middles[at] as number, left, right);
    const y = squareOf(middles[at + 1] as number, top, bottom);
    const [u, v] = [last - x, last - y];
    // Of the four squares that it is in as the page is turned, always the same.
    const square = Math.min(x * SQUARES + y, v * SQUARES + x, u * SQUARES + v, y * SQUARES + u);
    found.add(mix(7, square, 0));
  }
  return [...found];
}

/** Whether two letters are on one line in any direction: a rotated page has the same words. */
function isOneLine(letters: Int32Array, one: number, other: number): boolean {
  const angle = letters[one + LETTER.angle] as number;
  if (Math.abs(angle - (letters[other + LETTER.angle] as number)) > 5) return false;
  const x = (letters[other] as number) - (letters[one] as number);
  const y = (letters[other + LETTER.y] as number) - (letters[one + LETTER.y] as number);
  if (angle === 0) return Math.abs(y) < 100;
  const turn = (angle * Math.PI) / 1800;
  return Math.abs(y * Math.cos(turn) - x * Math.sin(turn)) < 100;
}

/** How much two known pages have in common, 0 to 1: in the view in which it is most. */
export function alike(one: PageSketch, other: PageSketch): number {
  const shares = one.features.map((view, at) => {
    const otherView = other.features[at];
    return view && otherView ? resemblance(view, otherView) : 0;
  });
  return Math.max(0, ...shares);
}

/** How much of their features two pages have in common, 0 to 1 (Broder, MinHash with one function). */
function resemblance(one: Uint32Array, other: Uint32Array): number {
  const most = Math.max(one.length, other.length);
  if (most === 0) return 1;
  let [index, otherIndex, common, seen] = [0, 0, 0, 0];
  while (seen < most && (index < one.length || otherIndex < other.length)) {
    const [value, wanted] = [one[index] ?? Infinity, other[otherIndex] ?? Infinity];
    if (value === wanted) common += 1;
    if (value <= wanted) index += 1;
    if (wanted <= value) otherIndex += 1;
    seen += 1;
  }
  return common / Math.max(1, seen);
}

/** A 32-bit hash of all code units or numbers (murmur3's mixing). */
export function hash(part: string | Int32Array | Uint8Array, seed: number): number {
  let value = Math.imul(seed, 0x9e3779b1);
  for (let index = 0; index < part.length; index += 1) {
    const one = typeof part === 'string' ? part.charCodeAt(index) : (part[index] as number);
    value = Math.imul(value ^ one, 0x85ebca6b);
    value ^= value >>> 13;
  }
  return finished(value);
}

function mix(seed: number, one: number, other: number): number {
  let value = Math.imul(seed, 0x9e3779b1) ^ Math.imul(one + 0x7f4a7c15, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35) ^ Math.imul(other + 0x165667b1, 0x27d4eb2f);
  return finished(value);
}

function finished(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
