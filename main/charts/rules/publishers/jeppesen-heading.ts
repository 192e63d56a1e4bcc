/**
 * The headings of Jeppesen's charts: the revision date and the index number close to each other, at the top of each chart. A sheet
 * has one chart or several side by side, upright or turned; a chart's heading can be upright while the chart below it is turned.
 */
import type { PagePart } from '../../../../preload/contract/reading.ts';
import { type Cell, type Cells, placeOnTurned, sides, type Turn, withNext } from '../cells.ts';
import { collect } from '../chart.ts';
import type { PageText, TextRun } from '../page-text.ts';
import type { SheetPart } from './publisher.ts';

/** Text before the date, in the same line. */
const NAME = /^JEPPESEN(?: |$)/i;
/**
 * An index number: `10-3A`, `10-1P10`, `20-9C-3`, `10-ABP-1`. The first digit distinguishes airports of one city, the second the
 * chart's subject.
 */
const NUMBER = '[1-9][0-9]-(?:[A-Z]{3}-[0-9]{1,2}|[1-9][0-9]?[A-Z]{0,2}[0-9]{0,2}(?:-[0-9]{1,2})?)';
/**
 * A line of the heading: the date, the index number, the effective day, or some of them in this order. In boxes words are separated by
 * dots: `.Eff.23.Apr.` A title close after it is part of the line: `3 NOV 06 10-1P1 AIRPORT.BRIEFING`.
 */
const LINE = new RegExp(
  [
    '^(?<date>[0-9]{1,2} [A-Z]{3} [0-9]{2}(?![0-9]))?',
    `(?: ?(?<number>\\(?${NUMBER}\\)?))?`,
    '(?: ?[.(]{0,2}EFF[. ]+(?<day>[0-9]{1,2})[. ]+(?<month>[A-Z]{3})(?:[. ]+[0-9]{4}Z)?[.)]{0,2})?',
    '(?: (?<title>[A-Z.].*))?$',
  ].join(''),
  'i',
);
/** As a share of the page's height. On larger paper the heading starts farther down. */
const BAND = 0.2;
/** Distance of the parts of one heading, heights of their text: across with three times as much down, and down alone. */
const NEAR = 28;
const DOWN = 3;
const LINES = 3;
/** Height of a heading, heights of the index number. */
const HEIGHT = 5;
/** More lines than any heading has: each is compared with the others. */
const MAX_LINES = 60;
/** Least distance of two charts side by side, and how far from the middle the gap between them is looked for; shares of the sheet's width. */
const COLUMN = 0.35;
const GAP_ZONE = 0.08;
/** Width by height of a sheet with two charts; and where the number of its left and of its right chart is, shares of its width. */
const WIDE_SHEET = 1.2;
const LEFT_HALF = 0.3;
const RIGHT_HALF = 0.6;
/** Each chart ends with it, at its right. */
const FOOTER = /ALL RIGHTS RESERVED/i;
/** Wider text says nothing about the gap between charts, as a share of the sheet's width. */
const WIDE = 0.45;

/** A line of the heading, in its parts. */
export interface Line {
  cell: Cell;
  date?: string;
  number?: string;
  day?: string;
  month?: string;
  title?: string;
  words: string;
}

/** The heading of one chart. */
export interface Heading {
  /** The line with the index number. */
  line: Line;
  /** The lines close to it, itself included. */
  lines: readonly Line[];
  /** Everything at the top of the page with the same turn. */
  cells: readonly Cell[];
  /** Height of a line of this size, as a share of the page's height. */
  lineHeight: number;
}

/** The heading of a page with one chart; null if it has none. Two index numbers in one heading are none. */
export function headingOf(page: Cells): Heading | null {
  const found = headingsOf(page);
  const [first] = found;
  if (first === undefined) return null;
  const level = found.filter(
    ({ line }) => Math.abs(line.cell.down - first.line.cell.down) < first.lineHeight,
  );
  return level.every(({ line }) => line.number === first.line.number) ? first : null;
}

/**
 * Number and date close to each other, beside the company's name if it is there; the topmost first, all of one turn. Numbers in brackets
 * take precedence.
 */
function headingsOf(page: Cells): Heading[] {
  const turns = [...new Set<Turn>([0, page.upright, 90, 270, 180])];
  for (const turn of turns) {
    const [width, height] = sides(turn, page.width, page.height);
    const cells = page.all.filter((cell) => cell.turn === turn && cell.down < BAND);
    const lines = collect(cells, readLine).slice(0, MAX_LINES);
    const isNear = (one: Cell, other: Cell) => {
      const [across, down] = [
        Math.abs(one.left - other.left) * width,
        Math.abs(one.down - other.down) * height,
      ];
      const size = Math.min(one.size, other.size);
      return down < LINES * size && across + DOWN * down < NEAR * size;
    };
    const names = cells.filter(({ text }) => NAME.test(text));
    const headings = lines.flatMap((line): Heading[] => {
      if (line.number === undefined) return [];
      const near = lines.filter(({ cell }) => isNear(cell, line.cell));
      const heading = { line, lines: near, cells, lineHeight: line.cell.size / height };
      const isNamed = names.length === 0 || names.some((name) => isBesideNumber(name, heading));
      return isNamed && near.some(({ date }) => date !== undefined) ? [heading] : [];
    });
    const framed = headings.filter(({ line }) => line.number?.startsWith('('));
    const sure = framed.length > 0 ? framed : headings;
    if (sure.length > 0) return sure.toSorted((a, b) => a.line.cell.down - b.line.cell.down);
  }
  return [];
}

function readLine(cell: Cell): Line | null {
  // `Eff` and its day are sometimes set apart.
  for (const text of [cell.text, withNext(cell)]) {
    const words = text.replace(NAME, '');
    const { groups } = (words && LINE.exec(words)) || {};
    if (groups && (groups.title === undefined || isTitled(groups, cell)))
      return { cell, ...groups, words: groups.title ? words.slice(0, -groups.title.length).trim() : words };
  }
  return null;
}

/** Whether the text before a title is surely the chart's own line: in a sentence, a lone number or day could be anything. */
function isTitled(
  { date, number = '', day }: Record<string, string | undefined>,
  { previous }: Cell,
): boolean {
  if (number.startsWith('(') || (date !== undefined && number !== '')) return true;
  return (number !== '' || day !== undefined) && previous !== null && LINE.test(previous.text);
}

/** Whether a cell is at the height of a heading, not among the texts below it. */
export function isBesideNumber({ down }: Cell, { line, lineHeight }: Heading): boolean {
  return Math.abs(down - line.cell.down) < HEIGHT * lineHeight;
}

// Sheets with several charts.

/** The charts of a sheet in reading order; empty if the page has one chart, or none of Jeppesen's. A half without text is none. */
export function partsOfSheet(text: PageText, cells: Cells): SheetPart[] {
  const [first] = headingsOf(cells);
  if (first === undefined) return [];
  const { turn } = first.line.cell;
  const [width, height] = sides(turn, text.width, text.height);
  const bound = boundOfCharts(first, cells, width / height);
  if (bound === null) return [];
  const across = ({ x, y }: TextRun) => placeOnTurned(x, y, turn, text.width, text.height)[0] / width;
  const halves = [
    { region: regionOf(0, bound, turn), own: text.runs.filter((run) => across(run) < bound) },
    { region: regionOf(bound, 1, turn), own: text.runs.filter((run) => across(run) >= bound) },
  ].filter(({ own }) => own.some((run) => run.text.trim() !== ''));
  return halves.map(({ region, own }) => {
    const [x, y] = [region[0] * text.width, region[1] * text.height];
    const runs = own.map((run) => ({ ...run, x: run.x - x, y: run.y - y }));
    const [wide, high] = [region[2] * text.width, region[3] * text.height];
    return { region, text: { width: wide, height: high, runs, complete: true } };
  });
}

/**
 * Where one chart of a sheet ends and the other begins, as a share of the sheet's width; null for one chart. A half whose date can't be
 * read has a number or the company's name at the same height; without these, the heading is still in the middle of the other half. A
 * chart as wide as its sheet has its heading at the right: a chart at the left of it would have a footer of its own.
 */
function boundOfCharts(heading: Heading, { all }: Cells, aspect: number): number | null {
  const { cells, line, lineHeight } = heading;
  const marks = cells
    .filter(
      (cell) =>
        isBesideNumber(cell, heading) && (NAME.test(cell.text) || readLine(cell)?.number !== undefined),
    )
    .map(({ left }) => left);
  const below = cells.filter(
    ({ down, left, right }) => down > line.cell.down - 2 * lineHeight && right - left < WIDE,
  );
  if (Math.max(...marks) - Math.min(...marks) < COLUMN) {
    const isFooted = ({ text, turn, left }: Cell) =>
      turn === line.cell.turn && left < 0.5 && FOOTER.test(text);
    const isInHalf = line.cell.left < LEFT_HALF || (line.cell.left > RIGHT_HALF && all.some(isFooted));
    return aspect > WIDE_SHEET && isInHalf ? gapNear(0.5, below) : null;
  }
  // Both charts have the same width, so the gap is in the middle of what is drawn.
  const [first, last] = [
    Math.min(...below.map(({ left }) => left)),
    Math.max(...below.map(({ right }) => right)),
  ];
  return gapNear((first + last) / 2, below);
}

/** The middle of the widest gap between cells close to a place; the place itself if there is none. Shares of the width. */
function gapNear(place: number, cells: readonly Cell[]): number {
  let widest = { width: 0, middle: place };
  let from = place - GAP_ZONE;
  const end = place + GAP_ZONE;
  const inZone = cells.filter(({ left, right }) => right > from && left < end);
  for (const { left, right } of [...inZone.toSorted((a, b) => a.left - b.left), { left: end, right: end }]) {
    if (left - from > widest.width) widest = { width: left - from, middle: (from + left) / 2 };
    from = Math.max(from, right);
  }
  return widest.middle;
}

/** A strip of the page from top to bottom, as seen with this turn. @param from, to shares of its width */
function regionOf(from: number, to: number, turn: Turn): PagePart {
  const first = turn === 180 || turn === 270 ? 1 - to : from;
  return turn === 0 || turn === 180 ? [first, 0, to - from, 1] : [0, first, 1, to - from];
}
