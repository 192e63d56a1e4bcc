import type { ComparedPage as ListedPage, ReviewedPage } from '../../../preload/contract/comparison.ts';
import type { PagePart } from '../../charts/rules/chart.ts';
import { around, type Box } from './text-pieces.ts';

// Results of comparing the pages of two documents.

/** A compared page as the contract has it, without what a person did. */
export type ComparedPage = Omit<ListedPage, 'reviewed_at'>;

export type PageState = ComparedPage['state'];

/** A rectangle in fractions of the page in the document (without the viewer's rotation), from the upper left. */
export type Area = ComparedPage['areas']['old'][number];

/** Whether a person has to review the page. */
export function isChange({ state }: Pick<ComparedPage, 'state'>): boolean {
  return state !== 'same' && state !== 'restamped';
}

/** What names a compared page. */
export function namedPage({ old, new: newer, part }: ReviewedPage): ReviewedPage {
  return { old, new: newer, ...(part && { part }) };
}

/** A key for each compared page. */
export function pageKey({ old, new: newer, part }: ReviewedPage): string {
  const side = (page: number | null, of: number | null | undefined) =>
    `${page ?? '-'}${of == null ? '' : `.${of}`}`;
  return `${side(old, part?.old)}/${side(newer, part?.new)}`;
}

/** An area of a chart as an area of its sheet. @param area shares of the chart's region */
export function onSheet(area: Area, [x, y, width, height]: PagePart): Area {
  // Rounding takes none of them beyond the page.
  return {
    x: Math.min(1, x + area.x * width),
    y: Math.min(1, y + area.y * height),
    width: area.width * width,
    height: area.height * height,
  };
}

/** Maximum number of sentences about one page; the last one says how many more there are. */
const MAX_SENTENCES = 50;
/** Maximum length of a sentence, code units. */
const MAX_SENTENCE = 300;
/** Maximum number of areas of one page. */
const MAX_AREAS = 40;

// Sentences for people about the changes on a page.

/** Maximum length of a quoted text, characters. */
const MAX_QUOTE = 100;

/** A text of the document in quotation marks: it comes from outside, and must not contain control characters. */
export function quoted(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\uFFFD]/gu, '?')
    .replace(/\s+/gu, ' ')
    .replaceAll('"', '”');
  return plain.length > MAX_QUOTE ? `"${plain.slice(0, MAX_QUOTE).toWellFormed()}…"` : `"${plain}"`;
}

/** A text of the document in a sentence: a short code as it is, all else in quotation marks. */
export function told(text: string): string {
  return /^[\w./+-]{1,20}$/.test(text) ? text : quoted(text);
}

/** A date or time of a notice: `2611231200`, `23 NOV 2026`, `23 NOV 26 1200`, `23 NOV 2026 12:00`. */
const TIME = /\b(?:\d{10}|\d{1,2} ?[A-Z]{3} ?\d{2,4}(?: \d{2}:?\d{2})?)\b/g;

/** How many times a text names. */
export function countTimes(text: string): number {
  return text.match(TIME)?.length ?? 0;
}

/** How many times differ between two texts that are otherwise the same; 0 if anything else differs. */
export function timesApart(old: string, newer: string): number {
  if (old.replace(TIME, '#') !== newer.replace(TIME, '#')) return 0;
  const [before, after] = [old.match(TIME) ?? [], newer.match(TIME) ?? []];
  return after.filter((time, index) => time !== before[index]).length;
}

/** The sentence about the times of a page or chart: `15 of 28 times changed`. */
export function timesSentence(changed: number, all: number): string {
  return `${changed} of ${count(all, 'time')} changed`;
}

/** The numbers of a {@link timesSentence}; null if the sentence is another one. */
export function timesIn(sentence: string): { changed: number; all: number } | null {
  const found = /^(\d+) of (\d+) times? changed$/.exec(sentence);
  return found && { changed: Number(found[1]), all: Number(found[2]) };
}

/** The differing words of two texts that are too long to be quoted in full. */
export function differingParts(old: string, newer: string): [string, string] {
  if (Math.max(old.length, newer.length) <= MAX_QUOTE) return [old, newer];
  let from = 0;
  while (from < old.length && from < newer.length && old[from] === newer[from]) from += 1;
  let back = 0;
  const least = Math.min(old.length, newer.length) - from;
  while (back < least && old[old.length - 1 - back] === newer[newer.length - 1 - back]) back += 1;
  const cut = (text: string) => {
    const [start, end] = [Math.max(0, from - 30), Math.min(text.length, text.length - back + 20)];
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  };
  return [cut(old), cut(newer)];
}

const FREQUENCY = /^(?:[^\d]*\s)?1(?:0[89]|1\d|2\d|3[0-6])\.\d{1,3}\b/;
const MINIMA_LABEL =
  /\b(?:S-?(?:ILS|LOC|VOR|NDB|[0-9]{1,2}[LRC]?)|CIRCLING|SIDESTEP|CATEGORY|CAT [IVX]+|LPV|LNAV|VNAV|DA|MDA|DH|MDH|RVR|MINIM(?:A|UM)S?|STRAIGHT-IN|OCA|OCH)\b/i;
const MINIMUM = /^\d{2,5}(?:[/-]\d|½|¼|¾)|^\d{2,5} ?(?:ft|m)?$|\(\d{2,4}(?:-[\d½¼¾]+)?\)/;
const NOTE = /\b(?:NOTES?|NA|NOT AUTHORI[ZS]ED|WHEN|WHERE|REQUIRED|CAUTION|WARNING)\b/i;

/** The subject of a text on a chart, as far as its own words and those before it in its line show it. */
export function kindOfText(texts: readonly string[], left: string): string {
  if (texts.every((text) => FREQUENCY.test(text))) return 'frequency';
  if (texts.every((text) => MINIMUM.test(text)) && MINIMA_LABEL.test(left)) return 'minimum';
  if (texts.some((text) => NOTE.test(text) && text.includes(' '))) return 'note';
  return 'text';
}

/** `1 line`, `3 lines`. */
export function count(number: number, word: string, plural = `${word}s`): string {
  return number === 1 ? `1 ${word}` : `${number} ${plural}`;
}

/** The sentences, limited in number and length. */
export function bounded(sentences: readonly string[]): string[] {
  const short = sentences.map((one) =>
    one.length > MAX_SENTENCE ? `${one.slice(0, MAX_SENTENCE - 1).toWellFormed()}…` : one,
  );
  if (short.length <= MAX_SENTENCES) return short;
  const rest = short.length - MAX_SENTENCES + 1;
  return [...short.slice(0, MAX_SENTENCES - 1), `${rest} more differences`];
}

// The areas where pages differ: rectangles, few enough to be shown.

/** Differences within this distance are one, hundredths of a point. */
const NEAR = 600;
/** With more boxes than this, they are first put into squares of the page, not searched for near ones. */
const MANY = 600;
const SQUARES = 16;

/** The boxes as areas of a page; near ones are merged. @param width of the page, hundredths of a point */
export function areasOf(boxes: readonly Box[], width: number, height: number): Area[] {
  const page: Box = [0, 0, width, height];
  const seen = boxes.map((box) => within(box, page)).filter((box) => box[0] <= box[2] && box[1] <= box[3]);
  let merged = mergeNear(seen.length > MANY ? bySquares(seen, width, height) : seen, NEAR);
  for (let near = NEAR * 2; merged.length > MAX_AREAS; near *= 2) merged = mergeNear(merged, near);
  return merged.map(([left, top, right, bottom]) => ({
    x: left / width,
    y: top / height,
    width: Math.max(0, right - left) / width,
    height: Math.max(0, bottom - top) / height,
  }));
}

function within(box: Box, page: Box): Box {
  return [
    Math.max(box[0], page[0]),
    Math.max(box[1], page[1]),
    Math.min(box[2], page[2]),
    Math.min(box[3], page[3]),
  ];
}

function mergeNear(boxes: readonly Box[], near: number): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let index = 0; index < merged.length; index += 1) {
      const other = merged[index];
      if (other === undefined || !isNear(grown, other, near)) continue;
      grown = around(grown, other);
      merged.splice(index, 1);
      // It may now be near to an earlier one.
      index = -1;
    }
    merged.push(grown);
  }
  return merged;
}

function isNear(one: Box, other: Box, near: number): boolean {
  return (
    one[0] <= other[2] + near &&
    other[0] <= one[2] + near &&
    one[1] <= other[3] + near &&
    other[1] <= one[3] + near
  );
}

function bySquares(boxes: readonly Box[], width: number, height: number): Box[] {
  const squares = new Map<number, Box>();
  for (const box of boxes) {
    const column = Math.floor(((box[0] + box[2]) / 2 / width) * SQUARES);
    const row = Math.floor(((box[1] + box[3]) / 2 / height) * SQUARES);
    const square = squares.get(row * SQUARES + column);
    squares.set(row * SQUARES + column, square === undefined ? box : around(square, box));
  }
  return [...squares.values()];
}

/** The position of a box on the page, in words. @param width of the page, hundredths of a point */
export function placeOf(box: Box, width: number, height: number): string {
  const [x, y] = [(box[0] + box[2]) / 2 / width, (box[1] + box[3]) / 2 / height];
  const row = y < 1 / 3 ? 'upper' : y > 2 / 3 ? 'lower' : '';
  const column = x < 1 / 3 ? 'left' : x > 2 / 3 ? 'right' : '';
  if (row === '' && column === '') return 'centre';
  if (column === '') return `${row} centre`;
  return row === '' ? `centre ${column}` : `${row} ${column}`;
}
