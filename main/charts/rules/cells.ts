/** Combines the runs of a page: words next to each other in one line are a cell. */

import { MAX_PAGE_RUNS, type PageText, type TextRun } from './page-text.ts';

/** Rotation of a text relative to the page, degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/**
 * A piece of text that a person reads as a unit. Its position is that on the page after rotating it
 * so that the cell is upright.
 */
export interface Cell {
  text: string;
  turn: Turn;
  /** Distance from the left edge, as a share of the rotated page's width. */
  left: number;
  right: number;
  /** The baseline's distance from the top edge, as a share of the rotated page's height. */
  down: number;
  /** Height of its largest letters, PDF points. */
  size: number;
  /** The cell to the right in the same line, if it is near. */
  next: Cell | null;
  previous: Cell | null;
}

/** The cells of a page. */
export interface Cells {
  /** In reading order, the upright ones first. */
  all: readonly Cell[];
  upright: Turn;
  /** Of the displayed page, PDF points. */
  width: number;
  height: number;
}

/** Plausible sides of a page, PDF points: from a business card to PDF's maximum (14,400 units of up to some points each). */
const MIN_SIDE = 36;
const MAX_SIDE = 144_000;
/** Text sizes that a person can read on a page, PDF points. */
const MIN_SIZE = 0.5;
const MAX_SIZE = 400;
/** Text at an angle of more than these degrees to the sides of the page does not belong to its frame. */
const MAX_SLANT = 3;
/** Width of the margins as a share of the page's height: sideways text there does not show which way up the page is. */
const MARGIN = 0.1;
/** Text within this distance is in one line, PDF points. */
const LINE = 4;
/** Gaps in heights of the font: between words, between cells, and between cells that belong together. */
const WORD_GAP = 0.16;
const CELL_GAP = 1.1;
const NEIGHBOUR_GAP = 8;
/** Maximum length of a cell, UTF-16 code units; longer texts are paragraphs, or hostile. Cut ends get a character that no date has. */
const MAX_CELL = 400;
/** How far letters may overlap the next ones, in heights of the font. */
const OVERLAP = 0.05;
/** Offset of text that is drawn twice to look bold, in heights of the font. */
const TWICE = 0.12;

/** Invisible characters that change the reading order; text with them may not read as it looks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu;
const SPACES = /\s+/gu;
const DASHES = /[\u2010-\u2015\u2212]/gu;

interface Placed {
  text: string;
  u: number;
  v: number;
  /** Its width according to the document, PDF points; 0 if unknown. */
  drawn: number;
  size: number;
}

/** Combines the runs of a page; null if the page has implausibly much text, or an implausible shape. */
export function cellsOf(page: PageText): Cells | null {
  const { width, height } = page;
  if (!page.complete || page.runs.length > MAX_PAGE_RUNS) return null;
  if (!isBetween(width, MIN_SIDE, MAX_SIDE) || !isBetween(height, MIN_SIDE, MAX_SIDE)) return null;
  const groups = new Map<Turn, Placed[]>([0, 90, 180, 270].map((turn) => [turn as Turn, []]));
  for (const run of page.runs) {
    const turn = turnOf(run.angle);
    const placed = turn === null ? null : place(run, turn, width, height);
    if (turn !== null && placed !== null) groups.get(turn)?.push(placed);
  }
  const upright = uprightOf(groups, width, height);
  const all = [...groups].flatMap(([turn, runs]) => {
    const [wide, high] = sides(turn, width, height);
    return linesOf(runs).flatMap((line) => cellsOfLine(line, turn, wide, high));
  });
  return { all, upright, width, height };
}

/** The rotation of most of the text inside the margins; of most lines, if there is none. */
function uprightOf(groups: ReadonlyMap<Turn, readonly Placed[]>, width: number, height: number): Turn {
  const lengths = [...groups].map(([turn, runs]) => {
    const [, high] = sides(turn, width, height);
    const inside = runs.filter(({ v }) => isBetween(v / high, MARGIN, 1 - MARGIN));
    return {
      turn,
      inside: inside.reduce((sum, { text }) => sum + text.length, 0),
      lines: new Set(runs.map(({ v }) => Math.round(v / LINE))).size,
    };
  });
  const isEmpty = lengths.every(({ inside }) => inside === 0);
  const lengthOf = ({ inside, lines }: { inside: number; lines: number }) => (isEmpty ? lines : inside);
  return lengths.reduce((most, one) => (lengthOf(one) > lengthOf(most) ? one : most)).turn;
}

/** Width and height of the page after rotating it so that text with this turn is upright. */
export function sides(turn: Turn, width: number, height: number): [number, number] {
  return turn === 90 || turn === 270 ? [height, width] : [width, height];
}

/** Converts a position on a page of `width` by `height` to the page rotated so that text with this turn is upright: across, down. */
export function placeOnTurned(
  x: number,
  y: number,
  turn: Turn,
  width: number,
  height: number,
): [number, number] {
  if (turn === 0) return [x, y];
  if (turn === 90) return [y, width - x];
  return turn === 180 ? [width - x, height - y] : [height - y, x];
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function turnOf(angle: number): Turn | null {
  if (!Number.isFinite(angle)) return null;
  const full = ((angle % 360) + 360) % 360;
  const nearest = Math.round(full / 90) * 90;
  return Math.abs(full - nearest) > MAX_SLANT ? null : ((nearest % 360) as Turn);
}

/** A run on the page rotated so that it is upright; null if it is invisible. */
function place({ text, x, y, width: drawn, size }: TextRun, turn: Turn, width: number, height: number) {
  if (!isBetween(x, -1, width + 1) || !isBetween(y, -1, height + 1) || !isBetween(size, MIN_SIZE, MAX_SIZE))
    return null;
  const [u, v] = placeOnTurned(x, y, turn, width, height);
  const short = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}\uFFFD` : text;
  const plain = short.replace(DASHES, '-').replace(SPACES, ' ').replace(HIDDEN, '\uFFFD');
  return { text: plain, u, v, drawn, size };
}

/** Widths of letters in heights of a wide font, for text whose own widths are implausible. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[MWmw@%]/, 0.95],
  [/[ADGHKNOQUVXYZC]/, 0.82],
  [/[ Iijl.,:;'’()/!|-]/, 0.3],
];
const OTHER_WIDTH = 0.65;

function usualWidth(text: string): number {
  let sum = 0;
  for (const sign of text) sum += WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? OTHER_WIDTH;
  return sum;
}

/** The end of a run. Individually placed letters often include the distance to the letter after the next, and so overlap it. */
function endOf({ text, u, drawn, size }: Placed, next: Placed | undefined): number {
  const usual = usualWidth(text) * size;
  const isFree = next === undefined || u + drawn <= next.u + OVERLAP * size;
  return u + (drawn > 0 && drawn < (isFree ? 2.2 : 1.4) * usual ? drawn : usual);
}

/** Whether type sizes differ so much that the words do not belong together. */
function isOtherType(one: number, other: number): boolean {
  return Math.max(one, other) > 1.25 * Math.min(one, other);
}

function linesOf(runs: Placed[]): Placed[][] {
  const lines: Placed[][] = [];
  let first: Placed | null = null;
  for (const run of runs.sort((a, b) => a.v - b.v)) {
    if (first === null || run.v - first.v > 0.4 * Math.min(first.size, run.size)) {
      lines.push([]);
      first = run;
    }
    lines.at(-1)?.push(run);
  }
  return lines;
}

/** Whether one run is drawn over the other, from the same place. */
function isNear(one: Placed | null, other: Placed): one is Placed {
  return one !== null && other.u - one.u < TWICE * other.size;
}

function cellsOfLine(line: Placed[], turn: Turn, width: number, height: number): Cell[] {
  const cells: Cell[] = [];
  let cell: (Cell & { end: number }) | null = null;
  let isSpace = false;
  let last: Placed | null = null;
  const sorted = line.sort((a, b) => a.u - b.u);
  for (const [index, run] of sorted.entries()) {
    const { text, u, v, size } = run;
    // Bold text is sometimes the same text drawn twice, also in other pieces.
    const isTwice = isNear(last, run) && last.text === text;
    const isAgain =
      cell !== null && text.trim().length > 1 && cell.end - u > size && cell.text.includes(text.trim());
    const begun = cell !== null && isNear(last, run) && text.startsWith(last.text) ? last.text : '';
    last = run;
    if (isTwice || isAgain) continue;
    if (cell !== null && begun.trim().length > 1) cell.text = cell.text.slice(0, -begun.length);
    if (text.trim() === '') {
      isSpace = true;
      continue;
    }
    const end = endOf(run, sorted[index + 1]);
    const gap: number = cell === null ? Infinity : (u - cell.end) / Math.min(size, cell.size);
    const isFull = cell !== null && cell.text.length + text.length > 2 * MAX_CELL;
    if (cell === null || isFull || gap > CELL_GAP) {
      const previous: Cell | null = gap < NEIGHBOUR_GAP ? cell : null;
      cell = { text: '', turn, left: u / width, right: 0, down: v / height, size, next: null, previous, end };
      if (previous !== null) previous.next = cell;
      cells.push(cell);
    } else if (isSpace || gap > WORD_GAP || (gap > 0 && isOtherType(size, cell.size))) cell.text += ' ';
    cell.text += text;
    cell.end = Math.max(cell.end, end);
    cell.right = cell.end / width;
    cell.size = Math.max(cell.size, size);
    isSpace = false;
  }
  for (const one of cells) one.text = one.text.replace(SPACES, ' ').trim();
  return cells;
}

// The position of a cell on a page.

/** Shares of the page's height: header and footer, and the bands along its sides with sideways text. */
const BAND = 0.13;
const SIDE_BAND = 0.09;

/** The cells of header, footer and margins. */
export function frameOf({ all, upright }: Pick<Cells, 'all' | 'upright'>): Cell[] {
  return all.filter((cell) => isInBand(cell, cell.turn === upright ? BAND : SIDE_BAND));
}

/** Whether the cell is within this share of the page's height from the upper or the lower edge. */
export function isInBand({ down }: Cell, share: number): boolean {
  return down <= share || down >= 1 - share;
}

/** A cell's text, and its right neighbour's: a label and its value are often set apart. */
export function withNext({ text, next }: Cell): string {
  return next === null ? text : `${text} ${next.text}`;
}
