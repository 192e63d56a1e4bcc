/** Changes in lines, shapes and pictures of a page. */
import { type Placed, paired, type Unmatched, unmatched } from './align.ts';
import type { Difference } from './compare-texts.ts';
import { count, placeOf, told } from './compared-page.ts';
import {
  edgeDistance,
  edgesOf,
  isOwnEdge,
  isSameShape,
  isSmallShape,
  REACH,
  type StyleChange,
  shapesOf,
  type styleChanges,
} from './items.ts';
import { EDGE, LETTER, NO_COLOUR, type PageContent, type Picture, SHAPE } from './page-content.ts';
import { differingParts } from './pictures.ts';
import { type Box, TextFinder } from './text-pieces.ts';

type StyleChanges = ReturnType<typeof styleChanges>;

/** Lines and shapes up to this distance apart are reported as moved, hundredths of a point. */
const MOVED = 7200;
/** Lines up to this length look like points; their changes are ignored, hundredths of a point. */
const SPECK = 12;

const LOOKS: Readonly<Record<NonNullable<StyleChange>, string>> = {
  colour: 'another colour',
  width: 'another width',
  dashes: 'other dashes',
  opacity: 'another opacity',
  look: 'another look',
};

/** Collects differences of one kind in one part of the page. */
class Tally {
  readonly #texts: { old: TextFinder; new: TextFinder };
  readonly #found = new Map<string, { number: number; old: Box[]; new: Box[]; rank: number }>();

  constructor(old: PageContent, newer: PageContent) {
    this.#texts = { old: new TextFinder(old), new: new TextFinder(newer) };
  }

  add(what: string, place: string, rank: number, boxes: { old?: Box; new?: Box }): void {
    const key = `${what}\n${place}`;
    let one = this.#found.get(key);
    if (one === undefined) {
      one = { number: 0, old: [], new: [], rank };
      this.#found.set(key, one);
    }
    one.number += 1;
    if (boxes.old) one.old.push(boxes.old);
    if (boxes.new) one.new.push(boxes.new);
  }

  differences(): Difference[] {
    return [...this.#found].map(([key, { number, old, new: newer, rank }]) => {
      const [what = '', place = ''] = key.split('\n');
      const [thing = '', rest = ''] = what.split('|');
      const text = newer.length > 0 ? this.#texts.new.beside(newer) : this.#texts.old.beside(old);
      const beside = text === null ? '' : `, beside ${told(text)}`;
      const words = `${count(number, thing)} ${rest} (${place}${beside})`;
      return { rank, words, old, new: newer, isStamp: false };
    });
  }
}

/** The differences in lines: strokes, outlines of large shapes, clips. @param most the largest side of a small shape, points */
export function edgeDifferences(
  old: PageContent,
  newer: PageContent,
  change: StyleChanges,
  most: number,
): Difference[] {
  const [before, after] = [edgesOf(old), edgesOf(newer)];
  const style = (content: PageContent, index: number) =>
    content.edges[index * EDGE.length + EDGE.style] as number;
  const styleChange = (one: number, other: number) => change(style(old, one), style(newer, other));
  const far = (one: number, other: number, by?: [number, number]) =>
    edgeDistance(old.edges, one, newer.edges, other, by);
  let left = unmatched(
    before,
    after,
    REACH,
    (one, other) => styleChange(one, other) === null && far(one, other) <= REACH,
  );
  left = { old: seenEdges(old, left.old, most), new: seenEdges(newer, left.new, most) };
  const tally = new Tally(old, newer);
  const box = (content: PageContent, index: number) => boxOfEdge(content.edges, index);
  const name = (content: PageContent, index: number) => nameOf(content, style(content, index));
  const place = (index: number) => placeIn(newer, box(newer, index));
  left = paired(
    before,
    after,
    REACH,
    (one, other) => styleChange(one, other) !== 'kind' && far(one, other) <= REACH,
    left,
    (one, other) => {
      const what = LOOKS[styleChange(one, other) as NonNullable<StyleChange>] ?? 'another look';
      tally.add(`${name(newer, other)}|in ${what}`, place(other), 2, {
        old: box(old, one),
        new: box(newer, other),
      });
    },
  );
  left = pairedIfFew(
    before,
    after,
    MOVED,
    (one, other) =>
      styleChange(one, other) === null &&
      far(one, other, [after.x(other) - before.x(one), after.y(other) - before.y(one)]) <= REACH,
    left,
    (one, other) =>
      tally.add(`${name(newer, other)}|moved`, place(other), 2, {
        old: box(old, one),
        new: box(newer, other),
      }),
  );
  for (const index of left.old)
    tally.add(`${name(old, index)}|gone`, placeIn(old, box(old, index)), 3, { old: box(old, index) });
  for (const index of left.new)
    tally.add(`${name(newer, index)}|new`, place(index), 3, { new: box(newer, index) });
  return tally.differences();
}

/** With more items than this, moves are not searched. */
const MAX_MOVED = 600;

function pairedIfFew(
  old: Placed,
  newer: Placed,
  reach: number,
  isLike: (oldIndex: number, newIndex: number) => boolean,
  left: Unmatched,
  onPair: (oldIndex: number, newIndex: number) => void,
): Unmatched {
  if (left.old.length + left.new.length > MAX_MOVED) return left;
  return paired(old, newer, reach, isLike, left, onPair);
}

/** Edges without a counterpart that are not mere points and not part of a shape that is compared as a whole. */
function seenEdges({ edges, styles }: PageContent, left: readonly number[], most: number): number[] {
  return left.filter((index) => {
    if (!isOwnEdge(edges, index, most)) return false;
    const box = boxOfEdge(edges, index);
    const width = styles[edges[index * EDGE.length + EDGE.style] as number]?.width ?? 0;
    return Math.max(box[2] - box[0], box[3] - box[1]) > SPECK || width >= 100;
  });
}

function boxOfEdge(edges: Int32Array, index: number): Box {
  const at = index * EDGE.length;
  const xs = [0, 2, 4, 6].map((offset) => edges[at + offset] as number);
  const ys = [1, 3, 5, 7].map((offset) => edges[at + offset] as number);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function nameOf({ styles }: PageContent, style: number): string {
  switch (styles[style]?.paint) {
    case 'stroke':
      return 'line';
    case 'clip':
      return 'cut-out edge';
    case 'shading':
      return 'shading part';
    default:
      // It may hide what lies below it.
      return styles[style]?.colour === 0xffffff ? 'white area edge' : 'area edge';
  }
}

/** The differences in small shapes: symbols, and letters drawn as outlines. @param most their largest side, points */
export function shapeDifferences(
  old: PageContent,
  newer: PageContent,
  change: StyleChanges,
  most: number,
): Difference[] {
  const [before, after] = [shapesOf(old), shapesOf(newer)];
  const style = (content: PageContent, index: number) =>
    content.shapes[index * SHAPE.length + SHAPE.style] as number;
  const styleChange = (one: number, other: number) => change(style(old, one), style(newer, other));
  const isSame = (one: number, other: number) => isSameShape(old.shapes, one, newer.shapes, other);
  let left = unmatched(
    before,
    after,
    REACH,
    (one, other) => styleChange(one, other) === null && isSame(one, other),
  );
  left = {
    old: left.old.filter((index) => isSmallShape(old.shapes, index, most)),
    new: left.new.filter((index) => isSmallShape(newer.shapes, index, most)),
  };
  const tally = new Tally(old, newer);
  const box = (content: PageContent, index: number) =>
    Array.from(content.shapes.subarray(index * SHAPE.length, index * SHAPE.length + 4)) as unknown as Box;
  const place = (index: number) => placeIn(newer, box(newer, index));
  const steps: [number, (one: number, other: number) => boolean, string][] = [
    [REACH, (one, other) => styleChange(one, other) !== 'kind' && isSame(one, other), 'in another look'],
    [MOVED, (one, other) => styleChange(one, other) === null && isSame(one, other), 'moved'],
    [400, () => true, 'changed'],
  ];
  for (const [reach, isLike, what] of steps) {
    const pair = (one: number, other: number) => {
      const look = styleChange(one, other);
      const words =
        what === 'in another look' && look !== 'kind' && look !== null ? `in ${LOOKS[look]}` : what;
      const boxes = { old: box(old, one), new: box(newer, other) };
      tally.add(`drawn sign|${words}`, place(other), 2.5, boxes);
    };
    left = (reach === MOVED ? pairedIfFew : paired)(before, after, reach, isLike, left, pair);
  }
  for (const index of left.old)
    tally.add('drawn sign|gone', placeIn(old, box(old, index)), 3.5, { old: box(old, index) });
  for (const index of left.new) tally.add('drawn sign|new', place(index), 3.5, { new: box(newer, index) });
  return tally.differences();
}

/** Maximum distance of the corners of the same picture, hundredths of a point. */
const PICTURE_REACH = 100;

/** The differences in pictures. */
export function pictureDifferences(old: PageContent, newer: PageContent, change: StyleChanges): Difference[] {
  const [before, after] = [picturesOf(old), picturesOf(newer)];
  const [one, other] = [old.pictures, newer.pictures];
  const isPlaced = (index: number, otherIndex: number) => isSamePlace(one[index], other[otherIndex]);
  const partsOf = (index: number, otherIndex: number) => {
    const [first, second] = [one[index], other[otherIndex]];
    return first && second ? differingParts(first, second) : [];
  };
  const left = unmatched(
    before,
    after,
    PICTURE_REACH,
    (index, otherIndex) =>
      isPlaced(index, otherIndex) &&
      change(one[index]?.style ?? 0, other[otherIndex]?.style ?? 0) === null &&
      partsOf(index, otherIndex).length === 0,
  );
  const differences: Difference[] = [];
  const add = (words: string, page: PageContent, boxes: { old: Box[]; new: Box[] }) => {
    const [box] = boxes.new.length > 0 ? boxes.new : boxes.old;
    const place = box === undefined ? '' : ` (${placeIn(page, box)})`;
    differences.push({ rank: 1.5, words: `a picture ${words}${place}`, ...boxes, isStamp: false });
  };
  let rest = paired(before, after, PICTURE_REACH, isPlaced, left, (index, otherIndex) => {
    const parts = partsOf(index, otherIndex);
    const whole = [{ x: 0, y: 0, width: 1, height: 1 }];
    const scans = isScan(old) && isScan(newer);
    const boxes = (picture: Picture | undefined) =>
      picture ? (parts.length === 0 ? whole : parts).map((part) => boxOfPart(picture, part)) : [];
    const words = scans ? 'of a scan differs: compare both pages by eye' : 'changed';
    add(parts.length === 0 ? 'looks different' : words, newer, {
      old: boxes(one[index]),
      new: boxes(other[otherIndex]),
    });
  });
  rest = paired(
    before,
    after,
    MOVED,
    (index, otherIndex) => partsOf(index, otherIndex).length === 0,
    rest,
    (index, otherIndex) => add('moved', newer, { old: boxesOf(one[index]), new: boxesOf(other[otherIndex]) }),
  );
  for (const index of rest.old) add('is gone', old, { old: boxesOf(one[index]), new: [] });
  for (const index of rest.new) add('is new', newer, { old: [], new: boxesOf(other[index]) });
  return differences;
}

function picturesOf({ pictures }: PageContent): Placed {
  const middle = (index: number, at: number) => {
    const matrix = pictures[index]?.matrix ?? [];
    return (matrix[at + 4] ?? 0) + ((matrix[at] ?? 0) + (matrix[at + 2] ?? 0)) / 2;
  };
  return { count: pictures.length, x: (index) => middle(index, 0), y: (index) => middle(index, 1) };
}

function isSamePlace(one: Picture | undefined, other: Picture | undefined): boolean {
  if (!one || !other) return false;
  return one.matrix.every((value, index) => Math.abs(value - (other.matrix[index] ?? 0)) <= PICTURE_REACH);
}

function boxesOf(picture: Picture | undefined): Box[] {
  return picture ? [boxOfPart(picture, { x: 0, y: 0, width: 1, height: 1 })] : [];
}

/** A page with more letters that can be seen is no scan. */
const FEW_LETTERS = 40;
/** The least share of a page that a scan covers. */
const SCAN_SHARE = 0.6;

/** Whether a page is a picture of a page. Letters that can't be seen come from text recognition. */
function isScan(content: PageContent): boolean {
  const { letters, styles, pictures, width, height } = content;
  let seen = 0;
  for (let at = LETTER.style; at < letters.length && seen <= FEW_LETTERS; at += LETTER.length)
    if ((styles[letters[at] as number]?.colour ?? NO_COLOUR) !== NO_COLOUR) seen += 1;
  return (
    seen <= FEW_LETTERS &&
    pictures.some((picture) => {
      const [left, top, right, bottom] = boxOfPart(picture, { x: 0, y: 0, width: 1, height: 1 });
      return (right - left) * (bottom - top) >= SCAN_SHARE * width * height * 10_000;
    })
  );
}

/** The box on the page of a part of a picture; the picture's first row is at the top of its unit square. */
function boxOfPart({ matrix }: Picture, part: { x: number; y: number; width: number; height: number }): Box {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const corners = [0, 1].flatMap((right) =>
    [0, 1].map((down): [number, number] => {
      const [u, v] = [part.x + right * part.width, 1 - part.y - down * part.height];
      return [a * u + c * v + e, b * u + d * v + f];
    }),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function placeIn({ width, height }: PageContent, box: Box): string {
  return placeOf(box, width * 100, height * 100);
}
