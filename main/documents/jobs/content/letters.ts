/** Positions the letters of a text operator (ISO 32000-1, 9.4.4), as pdf.js does. */
import { hash } from '../../../comparison/rules/page-sketch.ts';
import type { ContentCollector } from './collector.ts';
import { type Box, type Font, type GraphicsState, type Matrix, meets, multiply } from './state.ts';

/** A letter in pdf.js's operator lists. */
interface Glyph {
  unicode: string;
  fontChar: string;
  width: number;
  isSpace: boolean;
  isInFont?: boolean;
  /** A second glyph that is drawn with it. */
  accent?: unknown;
  vmetric?: readonly number[];
  operatorListId?: unknown;
}

/** A letter and its position: `matrix` maps its font's coordinates (1 is the font's size) to the page. */
export interface PlacedGlyph {
  signs: readonly string[];
  matrix: Matrix;
  /** Distance along the baseline, in heights of the font. */
  advance: number;
  operatorListId: unknown;
  /** Its name among the outlines of its font; null where they don’t show all of it. */
  outline: string | null;
}

/** Letters and distances of an operator, in sequence; updates the state's text position. */
export function placeGlyphs(
  state: GraphicsState,
  items: readonly unknown[],
  put: (glyph: PlacedGlyph) => void,
): void {
  const { font, fontSize, fontDirection, charSpacing, wordSpacing, rise } = state;
  if (font === null || fontSize === 0) return;
  const isVertical = font.vertical === true && font.isType3Font !== true;
  const across = state.horizontalScale * fontDirection;
  const widthScale = fontSize * (font.fontMatrix?.[0] ?? 0.001);
  const base = multiply(multiply(state.matrix, state.textMatrix), [1, 0, 0, 1, state.x, state.y + rise]);
  let along = 0;
  for (const item of items) {
    if (typeof item === 'number') {
      along += ((isVertical ? 1 : -1) * item * fontSize) / 1000;
      continue;
    }
    if (item === null || typeof item !== 'object' || !('unicode' in item)) continue;
    const glyph = item as Glyph;
    const spacing = (glyph.isSpace ? wordSpacing : 0) + charSpacing;
    let width = glyph.width;
    let place: [number, number] = [along * across, 0];
    if (isVertical) {
      const [advance = -1000, x = 0, y = 0] = glyph.vmetric ?? [];
      width = -advance;
      place = [-x * widthScale * across, -(along + y * widthScale)];
    }
    const matrix = multiply(base, [fontSize * across, 0, 0, fontSize * fontDirection, ...place]);
    const advance = Math.abs((isVertical ? width : glyph.width) * widthScale) / fontSize;
    const { operatorListId, fontChar, accent, isInFont } = glyph;
    const outline = accent ? null : fontChar;
    // As pdf.js paints: nothing for a letter that an embedded font lacks.
    if (isInFont !== false || font.missingFile === true || font.isType3Font === true)
      put({ signs: signsOf(glyph), matrix, advance, operatorListId, outline });
    along += width * widthScale + (isVertical ? -spacing : spacing) * fontDirection;
  }
  if (isVertical) state.y -= along;
  else state.x += along * across;
}

/** What a letter looks like: two hashes of its outline; NO_OUTLINE where that is not known, null where it draws nothing. */
type OutlineHash = readonly [number, number] | null;
export const NO_OUTLINE = [0, 0] as const;

/** The outlines of the letters that a page draws with embedded fonts, as pdf.js has them where `disableFontFace` is set. */
export class GlyphOutlines {
  readonly #objects: { has(id: string): boolean; get(id: string): unknown };
  readonly #known = new Map<string, OutlineHash>();

  /** @param objects pdf.js's objects that pages share */
  constructor(objects: { has(id: string): boolean; get(id: string): unknown }) {
    this.#objects = objects;
  }

  of(font: Font | null, letter: string | null): OutlineHash {
    if (font === null || letter === null) return NO_OUTLINE;
    const id = `${font.loadedName}_path_${letter}`;
    let hash = this.#known.get(id);
    if (hash === undefined) {
      const glyph = this.#objects.has(id) ? (this.#objects.get(id) as { path?: ArrayLike<number> }) : null;
      hash = glyph?.path === undefined ? NO_OUTLINE : hashOf(glyph.path);
      this.#known.set(id, hash);
    }
    return hash;
  }
}

function hashOf(path: ArrayLike<number>): OutlineHash {
  if (path.length === 0) return null;
  // Numbers of operators, and shares of the font's size.
  const values = Int32Array.from(path, (value) => Math.round(value * 10_000));
  return [hash(values, 1), hash(values, 2)];
}

/** Adds a letter to the page's content, if it is on the page and not clipped. */
export function collectGlyph(
  collector: ContentCollector,
  { signs, matrix, advance }: PlacedGlyph,
  outline: readonly [number, number],
  style: number,
  boxes: readonly Box[],
): void {
  const [a, b, c, d, x, y] = matrix;
  const size = Math.hypot(c, d);
  const [endX, endY] = [x + a * advance, y + b * advance];
  const middle: [number, number] = [(x + endX + c * 0.5) / 2, (y + endY + d * 0.5) / 2];
  const place: Box = [...middle, ...middle];
  if (!boxes.every((box) => meets(place, box, size / 2))) return;
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  const share = 1 / Math.max(1, signs.length);
  for (const [index, sign] of signs.entries()) {
    const at = index * share * advance;
    const length = Math.hypot(endX - x, endY - y) * share;
    // An outline of several letters is none of theirs.
    const own = signs.length === 1 ? outline : NO_OUTLINE;
    collector.letter(sign, { x: x + a * at, y: y + b * at, size, angle, advance: length }, style, own);
  }
}

const LIGATURES = /[\uFB00-\uFB06]/;
const HYPHENS = /[\u00AD\u2010\u2011]/g;
const UNSEEN = /^[\p{Z}\p{Cc}\p{Cf}]*$/u;
/** Plane 15 is for private use: unnamed letters are placed there, by their index in the font. */
const UNNAMED = 0xf0000;

/** The characters of a letter; none for a space. */
function signsOf({ unicode, fontChar, isSpace }: Glyph): readonly string[] {
  const named = typeof unicode === 'string' ? unicode.slice(0, 16).toWellFormed().replace(HYPHENS, '-') : '';
  if (isSpace || /^\p{Z}+$/u.test(named)) return [];
  if (named === '' || named.includes('\uFFFD') || UNSEEN.test(named)) {
    const code = typeof fontChar === 'string' ? (fontChar.codePointAt(0) ?? 0) : 0;
    return [String.fromCodePoint(UNNAMED + (code & 0xffff))];
  }
  const written = LIGATURES.test(named) ? named.normalize('NFKC') : named.normalize('NFC');
  return Array.from(written).filter((sign) => !UNSEEN.test(sign));
}
