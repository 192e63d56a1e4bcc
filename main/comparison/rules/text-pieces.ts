/** Combines the letters of a page into the pieces that a person reads. */
import { type Cell, cellsOf, frameOf, placeOnTurned, sides, type Turn } from '../../charts/rules/cells.ts';
import { MAX_RUN_TEXT, type PageText, type TextRun } from '../../charts/rules/page-text.ts';
import { LETTER, type PageContent } from './page-content.ts';

/** A piece of text on a page. */
export interface Piece {
  text: string;
  /** Quarter turns, degrees; null for text at other angles. */
  turn: Turn | null;
  /** Hundredths of a point, on the displayed page. */
  box: Box;
  /** Whether it is in the header, footer or margins. */
  isFrame: boolean;
  /** Indexes in PageContent.letters. */
  letters: number[];
  /** The text before it in its line, and the one above it; empty if there is none near. */
  left: string;
  above: string;
}

/** Left, top, right, bottom, hundredths of a point. */
export type Box = readonly [number, number, number, number];

/** The box around two. */
export function around(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

/** Maximum gap within a run, in heights of the font; a larger gap begins the next run. */
const GAP = 0.14;

/** The text of a page with its positions, built from the letters. */
export function pageTextOf(content: PageContent, signs = Array.from(content.text)): PageText {
  return runsOf(content, signs).text;
}

function runsOf(content: PageContent, signs: readonly string[]): { text: PageText; starts: number[] } {
  const { letters, width, height, styles } = content;
  const runs: TextRun[] = [];
  const starts: number[] = [];
  let run: TextRun | null = null;
  for (let index = 0; index < signs.length; index += 1) {
    const at = index * LETTER.length;
    const style = styles[letters[at + LETTER.style] as number];
    const [x, y] = [(letters[at] as number) / 100, (letters[at + 1] as number) / 100];
    const size = (letters[at + LETTER.size] as number) / 100;
    const angle = (letters[at + LETTER.angle] as number) / 10;
    const advance = (letters[at + LETTER.advance] as number) / 100;
    if (run !== null && goesOn(run, x, y, size, angle)) {
      run.text += signs[index];
      run.width += along(run, x, y) - run.width + advance;
      continue;
    }
    run = { text: signs[index] ?? '', x, y, width: advance, size, angle };
    // Invisible text (of a scan after text recognition) is included.
    if (style !== undefined) {
      runs.push(run);
      starts.push(index);
    }
  }
  return { text: { width, height, runs, complete: content.complete }, starts };
}

function along({ x, y, angle }: TextRun, u: number, v: number): number {
  const turn = (angle * Math.PI) / 180;
  return (u - x) * Math.cos(turn) + (v - y) * Math.sin(turn);
}

/** Whether a letter continues a run. */
function goesOn(run: TextRun, x: number, y: number, size: number, angle: number): boolean {
  if (run.text.length >= MAX_RUN_TEXT - 8) return false;
  if (Math.abs(size - run.size) > 0.02 * run.size || Math.abs(angle - run.angle) > 0.5) return false;
  const turn = (run.angle * Math.PI) / 180;
  const beside = Math.abs((y - run.y) * Math.cos(turn) - (x - run.x) * Math.sin(turn));
  const gap = along(run, x, y) - run.width;
  return beside < 0.05 * size + 0.05 && gap > -GAP * size && gap < GAP * size;
}

/** The pieces of a page. */
export function piecesOf(content: PageContent, signs: readonly string[]): Piece[] {
  const { text, starts } = runsOf(content, signs);
  const cells = cellsOf({ ...text, complete: true });
  const frame = new Set<Cell>(cells === null ? [] : frameOf(cells));
  const pieces = (cells?.all ?? []).map((cell) => pieceOf(cell, content, frame.has(cell)));
  const finder = new PieceFinder(pieces, cells?.all ?? [], content);
  const others: Piece[] = [];
  for (const [run, from] of starts.entries()) {
    const to = starts[run + 1] ?? signs.length;
    let rest: Piece | null = null;
    for (let index = from; index < to; index += 1) {
      const piece = finder.find(index);
      if (piece !== null) piece.letters.push(index);
      else {
        rest ??= { text: '', turn: null, box: NOWHERE, isFrame: false, letters: [], left: '', above: '' };
        rest.text += signs[index];
        rest.letters.push(index);
      }
    }
    if (rest !== null) others.push({ ...rest, box: boxOfLetters(content, rest.letters) });
  }
  return [...pieces, ...others];
}

const NOWHERE: Box = [0, 0, 0, 0];
/** Maximum distance of a label above a text, hundredths of a point, in addition to the text's height. */
const ABOVE = 900;

/** Adds the text above an upright piece. */
export function withAbove(piece: Piece, all: readonly Piece[]): Piece {
  if (piece.turn !== 0) return piece;
  let [above, least] = ['', ABOVE + piece.box[3] - piece.box[1]];
  for (const other of all) {
    const far = piece.box[1] - other.box[3];
    const isOver = other.box[0] < piece.box[2] && other.box[2] > piece.box[0];
    if (other.turn === 0 && isOver && far > -200 && far < least) [above, least] = [other.text, far];
  }
  return { ...piece, above };
}

/** A text farther away than this, or beside something larger, says nothing about it, hundredths of a point. */
const BESIDE = 2500;
const LARGE = 12_000;

/** Finds what a drawn thing stands beside: its label, as a rule. */
export class TextFinder {
  readonly #content: PageContent;
  #pieces: readonly Piece[] | null = null;

  constructor(content: PageContent) {
    this.#content = content;
  }

  /** The text nearest to all these boxes together; null if there is none near them. */
  beside(boxes: readonly Box[]): string | null {
    const [left, top, right, bottom] = boxes.reduce(around, [Infinity, Infinity, -Infinity, -Infinity]);
    if (Math.max(right - left, bottom - top) > LARGE) return null;
    this.#pieces ??= piecesOf(this.#content, Array.from(this.#content.text));
    let [text, least]: [string | null, number] = [null, BESIDE];
    for (const { box, text: one } of this.#pieces) {
      const far = Math.hypot(
        Math.max(0, box[0] - right, left - box[2]),
        Math.max(0, box[1] - bottom, top - box[3]),
      );
      if (far < least && /[\p{L}\p{N}]/u.test(one)) [text, least] = [one, far];
    }
    return text;
  }
}

/** The box around letters. */
export function boxOfLetters({ letters }: PageContent, indexes: readonly number[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const index of indexes) {
    const at = index * LETTER.length;
    const [x, y] = [letters[at] as number, letters[at + 1] as number];
    const turn = ((letters[at + LETTER.angle] as number) * Math.PI) / 1800;
    const [size, advance] = [letters[at + LETTER.size] as number, letters[at + LETTER.advance] as number];
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    for (const [u, v] of [
      [0, -0.2 * size],
      [advance, -0.2 * size],
      [0, 0.75 * size],
      [advance, 0.75 * size],
    ] as const) {
      const [p, q] = [x + u * cos + v * sin, y + u * sin - v * cos];
      [left, right] = [Math.min(left, p), Math.max(right, p)];
      [top, bottom] = [Math.min(top, q), Math.max(bottom, q)];
    }
  }
  return [left, top, right, bottom];
}

function pieceOf(cell: Cell, { width, height }: PageContent, isFrame: boolean): Piece {
  const isOnSide = cell.turn === 90 || cell.turn === 270;
  const [wide, high] = isOnSide ? [height, width] : [width, height];
  const [left, right] = [cell.left * wide * 100, cell.right * wide * 100];
  const [base, size] = [cell.down * high * 100, cell.size * 100];
  const [top, bottom] = [base - 0.75 * size, base + 0.2 * size];
  const box = {
    0: [left, top, right, bottom],
    90: [width * 100 - bottom, left, width * 100 - top, right],
    180: [width * 100 - right, height * 100 - bottom, width * 100 - left, height * 100 - top],
    270: [top, height * 100 - right, bottom, height * 100 - left],
  }[cell.turn] as unknown as Box;
  const label = cell.previous?.text ?? '';
  return { text: cell.text, turn: cell.turn, box, isFrame, letters: [], left: label, above: '' };
}

/** Finds the cell that contains a letter. */
class PieceFinder {
  readonly #lines = new Map<string, [Piece, Cell][]>();
  readonly #content: PageContent;

  constructor(pieces: readonly Piece[], cells: readonly Cell[], content: PageContent) {
    this.#content = content;
    for (const [index, cell] of cells.entries()) {
      const piece = pieces[index];
      const [, high] = sides(cell.turn, this.#content.width, this.#content.height);
      const key = `${cell.turn} ${Math.round(cell.down * high)}`;
      const line = this.#lines.get(key);
      if (piece === undefined) continue;
      if (line === undefined) this.#lines.set(key, [[piece, cell]]);
      else line.push([piece, cell]);
    }
  }

  find(index: number): Piece | null {
    const { letters, width, height } = this.#content;
    const at = index * LETTER.length;
    const angle = (((letters[at + LETTER.angle] as number) / 10) % 360) + 360;
    const turn = ((Math.round(angle / 90) * 90) % 360) as Turn;
    const [x, y] = [(letters[at] as number) / 100, (letters[at + 1] as number) / 100];
    const [u, v] = placeOnTurned(x, y, turn, width, height);
    const [wide, high] = sides(turn, width, height);
    const size = (letters[at + LETTER.size] as number) / 100;
    const reach = Math.ceil(size * 0.45) + 1;
    let best: Piece | null = null;
    let least = 0.45 * size;
    for (let line = Math.round(v) - reach; line <= Math.round(v) + reach; line += 1) {
      for (const [piece, cell] of this.#lines.get(`${turn} ${line}`) ?? []) {
        const far = Math.abs(cell.down * high - v);
        const isInside = u > cell.left * wide - 0.3 * size && u < cell.right * wide + 0.1 * size;
        if (isInside && far <= least) [best, least] = [piece, far];
      }
    }
    return best;
  }
}
