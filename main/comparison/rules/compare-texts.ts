/** Changes in the texts of a page: changed, moved, new and gone texts. */
import type { ChartKind, ChartPage } from '../../charts/rules/chart.ts';
import type { Unmatched } from './align.ts';
import {
  countTimes,
  differingParts,
  kindOfText,
  placeOf,
  quoted,
  timesApart,
  timesSentence,
  told,
} from './compared-page.ts';
import { LETTER, type PageContent } from './page-content.ts';
import { isCycleNumber, isRestamp, type Stamped, withoutStamp } from './stamps.ts';
import { type Box, boxOfLetters, type Piece, piecesOf, withAbove } from './text-pieces.ts';

/** A difference in words, and its position. */
export interface Difference {
  /** Order of the sentences: the most important first. */
  rank: number;
  words: string;
  old: readonly Box[];
  new: readonly Box[];
  /** Whether only a cycle, a printing date or a page number changed. */
  isStamp: boolean;
  /** How many times of a notice changed, if nothing else did. */
  times?: number;
}

/** A page, its letters as characters, and its chart. */
export interface TextPage {
  content: PageContent;
  signs: readonly string[];
  chart: ChartPage;
}

/** Maximum distance of a text that became another one, hundredths of a point. */
const NEAR = 1200;
const SAME_PLACE = 500;
/** A longer text became another one if at least this share of their pairs of letters is the same. */
const ALIKE = 0.5;
/** This many changed times are told in one sentence. */
const MANY_TIMES = 3;
/** Maximum number of pieces that are compared with each other. */
const MAX_PIECES = 1500;

/** The differences in text. @param left letters without a counterpart */
export function textDifferences(old: TextPage, newer: TextPage, left: Unmatched): Difference[] {
  const before = changedPieces(old, left.old);
  const after = changedPieces(newer, left.new);
  const differences: Difference[] = [];
  const usedOld = new Set<Piece>();
  const usedNew = new Set<Piece>();
  const take = (one: Piece, other: Piece) => {
    usedOld.add(one);
    usedNew.add(other);
    differences.push(...pairDifference(old, newer, one, other));
  };
  for (const [one, other] of pairsOf(before, after)) {
    if (!usedOld.has(one) && !usedNew.has(other)) take(one, other);
  }
  for (const piece of before) if (!usedOld.has(piece)) differences.push(lone(old, piece, 'old'));
  for (const piece of after) if (!usedNew.has(piece)) differences.push(lone(newer, piece, 'new'));
  return withTimesTogether(differences, newer);
}

/**
 * A page's content without the stamps in its frame, and what remains of their texts: equal for two pages that one producer drew alike
 * except stamps.
 */
export function unstamped(content: PageContent, chart: ChartPage): { content: PageContent; frame: string[] } {
  const signs = Array.from(content.text);
  const stamps = new Set<number>();
  const frame: string[] = [];
  for (const piece of changedPieces({ content, signs, chart }, [...signs.keys()])) {
    const rest = piece.isFrame ? withoutStamp(stampOf(piece, chart)) : null;
    if (rest === null) continue;
    for (const index of piece.letters) stamps.add(index);
    if (rest !== '') frame.push(rest);
  }
  const { length } = LETTER;
  const isLeft = (index: number) => !stamps.has(index);
  const text = signs.filter((_, index) => isLeft(index)).join('');
  const letters = content.letters.filter((_, at) => isLeft(Math.floor(at / length)));
  return { content: { ...content, text, letters }, frame: frame.sort() };
}

/** The differences, with many changed times as one. */
function withTimesTogether(differences: Difference[], { content, signs }: TextPage): Difference[] {
  const timed = differences.filter(({ times, isStamp }) => times && !isStamp);
  const changed = timed.reduce((sum, { times = 0 }) => sum + times, 0);
  if (changed < MANY_TIMES) return differences;
  const all = piecesOf(content, signs).reduce((sum, { text }) => sum + countTimes(text), 0);
  const words = timesSentence(changed, Math.max(changed, all));
  const boxes = { old: timed.flatMap((one) => one.old), new: timed.flatMap((one) => one.new) };
  return [{ rank: 0, words, ...boxes, isStamp: false }, ...differences.filter((one) => !timed.includes(one))];
}

/** The pieces that contain letters without a counterpart, longest part first. */
function changedPieces({ content, signs, chart }: TextPage, left: readonly number[]): Piece[] {
  if (left.length === 0) return [];
  const isLeft = new Set(left);
  const pieces = piecesOf(content, signs);
  // Covers and contents consist only of the frame.
  const isAllFrame = chart.kind?.value === 'cover' || chart.kind?.value === 'contents';
  return pieces
    .filter(({ letters }) => letters.some((index) => isLeft.has(index)))
    .map((piece) => ({ ...piece, isFrame: isAllFrame || (piece.isFrame && isInBand(piece, content, chart)) }))
    .map((piece) => withAbove(piece, pieces))
    .map((piece) => ({ ...piece, isFrame: piece.isFrame || isCycleNumber(stampOf(piece, chart)) }));
}

/** Frame at the edges, as a share of the page's height. Pages of text have a narrow one, because their text begins near the edges. */
const BANDS: Partial<Record<ChartKind, number>> = {
  notam: 0.055,
  weather: 0.055,
  text: 0.07,
  minimums: 0.07,
  hotspot: 0.07,
  flight_plan: 0.08,
};
const UNKNOWN_BAND = 0.09;
const CHART_BAND = 0.13;

/** Whether a piece is as near to an edge as the frame of such a page. */
function isInBand({ turn, box }: Piece, { width, height }: PageContent, { kind }: ChartPage): boolean {
  const isOnSide = turn === 90 || turn === 270;
  const at = isOnSide ? (box[0] + box[2]) / 2 / (width * 100) : (box[1] + box[3]) / 2 / (height * 100);
  const band = kind === null ? UNKNOWN_BAND : (BANDS[kind.value] ?? CHART_BAND);
  return Math.min(at, 1 - at) <= band;
}

/** Pairs of pieces that may be one text before and after, most likely first. */
function pairsOf(before: readonly Piece[], after: readonly Piece[]): [Piece, Piece][] {
  const pairs: { one: Piece; other: Piece; cost: number }[] = [];
  for (const one of before.slice(0, MAX_PIECES)) {
    for (const other of after.slice(0, MAX_PIECES)) {
      const cost = costOf(one, other);
      if (cost < Infinity) pairs.push({ one, other, cost });
    }
  }
  return pairs.sort((a, b) => a.cost - b.cost).map(({ one, other }) => [one, other]);
}

function costOf(one: Piece, other: Piece): number {
  const far = distance(one.box, other.box);
  const isTurned = one.turn !== other.turn;
  if (one.text === other.text) return (isTurned ? 2000 : 0) + far;
  if (isTurned) return Infinity;
  if (far <= SAME_PLACE) return 500 + far + 2000 * (1 - likeness(one.text, other.text));
  const alike = likeness(one.text, other.text);
  if (alike >= ALIKE && (far <= NEAR || alike > 0.85)) return 3000 + far + 4000 * (1 - alike);
  return overlaps(one.box, other.box) && alike > 0.2 ? 8000 + far : Infinity;
}

/** Distance of the nearest corners: a text that grew kept one of its ends, or its middle. */
function distance(one: Box, other: Box): number {
  const across = Math.min(
    Math.abs(one[0] - other[0]),
    Math.abs(one[2] - other[2]),
    Math.abs(one[0] + one[2] - other[0] - other[2]) / 2,
  );
  const down = Math.min(
    Math.abs(one[1] - other[1]),
    Math.abs(one[3] - other[3]),
    Math.abs(one[1] + one[3] - other[1] - other[3]) / 2,
  );
  return Math.max(across, down);
}

function overlaps(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

/** The share of letter pairs that two texts have in common (Dice). */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < one.length; index += 1) {
    const pair = one.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let index = 0; index + 1 < other.length; index += 1) {
    const pair = other.slice(index, index + 2);
    const count = pairs.get(pair) ?? 0;
    if (count > 0) {
      common += 1;
      pairs.set(pair, count - 1);
    }
  }
  return (2 * common) / Math.max(1, one.length + other.length - 2);
}

function pairDifference(old: TextPage, newer: TextPage, one: Piece, other: Piece): Difference[] {
  const boxes = { old: [letterBox(old, one)], new: [letterBox(newer, other)] };
  const place = ` (${where(newer, boxes.new[0] ?? other.box)})`;
  if (one.text === other.text) {
    const isMoved = distance(one.box, other.box) > 50 || one.turn !== other.turn;
    const words = isMoved ? 'moved' : 'looks different';
    const isStamp = one.isFrame && other.isFrame && isStampPair(old, newer, one, other);
    return [{ rank: 1, words: `${told(other.text)} ${words}${place}`, ...boxes, isStamp }];
  }
  const kind = kindOfText([one.text, other.text], other.left);
  const [was, is] = differingParts(one.text, other.text);
  // What a minimum is for says more than its place.
  const words =
    kind === 'minimum'
      ? `${quoted(other.left).slice(1, -1)}, minimum: ${told(was)} is now ${told(is)}`
      : `${changeOf(kind, was, is)}${place}`;
  const isStamp = one.isFrame && other.isFrame && isStampPair(old, newer, one, other);
  const times = timesApart(one.text, other.text);
  return [{ rank: kind === 'text' ? 0.5 : 0, words, ...boxes, isStamp, ...(times > 0 ? { times } : {}) }];
}

/** The longest beginning of a text that serves as the name of its end, characters. */
const NAME = 24;

/** `DA: 200 is now 250` where both texts begin with the same words, else both in full. */
function changeOf(kind: string, was: string, is: string): string {
  const [before, after] = [was.split(' '), is.split(' ')];
  const same = before.findIndex((word, index) => word !== after[index]);
  const name = before.slice(0, same).join(' ').replace(/:$/, '');
  const isName = same > 0 && same < after.length && name.length <= NAME && countTimes(was) === 0;
  const isNamed = isName && kind !== 'note';
  if (!isNamed) return `${labelOf(kind)}${told(was)} is now ${told(is)}`;
  const rest = (words: readonly string[]) => told(words.slice(same).join(' '));
  return `${quoted(name).slice(1, -1)}: ${rest(before)} is now ${rest(after)}`;
}

function labelOf(kind: string): string {
  return kind === 'text' ? '' : `${kind}: `;
}

function isStampPair(old: TextPage, newer: TextPage, one: Piece, other: Piece): boolean {
  return isRestamp(stampOf(one, old.chart), stampOf(other, newer.chart));
}

function lone(page: TextPage, piece: Piece, side: 'old' | 'new'): Difference {
  const box = letterBox(page, piece);
  const stamped = stampOf(piece, page.chart);
  const isStamp =
    piece.isFrame && isRestamp(side === 'old' ? stamped : null, side === 'new' ? stamped : null);
  const kind = kindOfText([piece.text], piece.left);
  const change = `${told(piece.text)} is ${side === 'old' ? 'gone' : 'new'}`;
  const words = `${labelOf(kind)}${change} (${where(page, box)})`;
  return {
    rank: kind === 'text' ? 0.7 : 0.2,
    words,
    old: side === 'old' ? [box] : [],
    new: side === 'new' ? [box] : [],
    isStamp,
  };
}

function stampOf({ text, left, above }: Piece, page: ChartPage): Stamped {
  return { text, label: `${above} ${left}`, page };
}

function letterBox({ content }: TextPage, { letters, box }: Piece): Box {
  return letters.length > 0 ? boxOfLetters(content, letters) : box;
}

function where({ content }: TextPage, box: Box): string {
  return placeOf(box, content.width * 100, content.height * 100);
}
