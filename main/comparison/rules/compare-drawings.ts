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
  picturesOf,
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

/** A difference in one item: in a line or a shape. */
interface ItemDifference {
  name: string;
  what: string;
  rank: number;
  old: readonly Box[];
  new: readonly Box[];
}

/** The differences in sentences: those of one kind in one part of the page are one. */
function gathered(old: PageContent, newer: PageContent, found: readonly ItemDifference[]): Difference[] {
  const texts = { old: new TextFinder(old), new: new TextFinder(newer) };
  const kinds = Map.groupBy(found, ({ name, what, ...boxes }) => {
    const [box] = boxes.new.length > 0 ? boxes.new : boxes.old;
    const place = box === undefined ? '' : placeIn(boxes.new.length > 0 ? newer : old, box);
    return [name, what, place].join('\n');
  });
  return [...kinds].map(([key, ofKind]) => {
    const [name = '', what = '', place = ''] = key.split('\n');
    const boxes = { old: ofKind.flatMap((one) => one.old), new: ofKind.flatMap((one) => one.new) };
    const text = boxes.new.length > 0 ? texts.new.beside(boxes.new) : texts.old.beside(boxes.old);
    const beside = text === null ? '' : `, beside ${told(text)}`;
    const words = `${count(ofKind.length, name)} ${what} (${place}${beside})`;
    return { rank: ofKind[0]?.rank ?? 0, words, ...boxes, isStamp: false };
  });
}

/** How lines, or shapes, are found on pages and told. */
interface Items {
  places(content: PageContent): Placed;
  styleOf(content: PageContent, index: number): number;
  boxOf(content: PageContent, index: number): Box;
  nameOf(content: PageContent, index: number): string;
  /** Whether a difference in it is told. */
  isOwn(content: PageContent, index: number): boolean;
  /** Whether one of each page are the same, except their style. @param by how far they are apart */
  isSame(one: number, other: number, by?: [x: number, y: number]): boolean;
  /** Of what changed in them; what is gone or new follows. */
  rank: number;
  /** Within this distance one became another one, hundredths of a point. */
  becomes?: number;
}

/** With more items than this, moves are not searched. */
const MAX_MOVED = 600;

function itemDifferences(
  old: PageContent,
  newer: PageContent,
  change: StyleChanges,
  { places, styleOf, boxOf, nameOf, isOwn, isSame, rank, becomes = 0 }: Items,
): Difference[] {
  const [before, after] = [places(old), places(newer)];
  const styleChange = (one: number, other: number) => change(styleOf(old, one), styleOf(newer, other));
  const isEqual = (one: number, other: number) => styleChange(one, other) === null && isSame(one, other);
  const all = unmatched(before, after, REACH, isEqual);
  let left: Unmatched = {
    old: all.old.filter((index) => isOwn(old, index)),
    new: all.new.filter((index) => isOwn(newer, index)),
  };
  const found: ItemDifference[] = [];
  const pair = (
    reach: number,
    isLike: (one: number, other: number) => boolean,
    words: (one: number, other: number) => string,
  ) => {
    left = paired(before, after, reach, isLike, left, (one, other) => {
      const boxes = { old: [boxOf(old, one)], new: [boxOf(newer, other)] };
      found.push({ name: nameOf(newer, other), what: words(one, other), rank, ...boxes });
    });
  };
  pair(
    REACH,
    (one, other) => styleChange(one, other) !== 'kind' && isSame(one, other),
    (one, other) => `in ${LOOKS[styleChange(one, other) as NonNullable<StyleChange>] ?? LOOKS.look}`,
  );
  const isMoved = (one: number, other: number) =>
    styleChange(one, other) === null &&
    isSame(one, other, [after.x(other) - before.x(one), after.y(other) - before.y(one)]);
  if (left.old.length + left.new.length <= MAX_MOVED) pair(MOVED, isMoved, () => 'moved');
  if (becomes > 0)
    pair(
      becomes,
      () => true,
      () => 'changed',
    );
  for (const index of left.old) {
    const boxes = { old: [boxOf(old, index)], new: [] };
    found.push({ name: nameOf(old, index), what: 'gone', rank: rank + 1, ...boxes });
  }
  for (const index of left.new) {
    const boxes = { old: [], new: [boxOf(newer, index)] };
    found.push({ name: nameOf(newer, index), what: 'new', rank: rank + 1, ...boxes });
  }
  return gathered(old, newer, found);
}

/** The differences in lines: strokes, outlines of large shapes, clips. @param most the largest side of a small shape, points */
export function edgeDifferences(
  old: PageContent,
  newer: PageContent,
  change: StyleChanges,
  most: number,
): Difference[] {
  const styleOf = ({ edges }: PageContent, index: number) =>
    edges[index * EDGE.length + EDGE.style] as number;
  return itemDifferences(old, newer, change, {
    places: edgesOf,
    styleOf,
    boxOf: boxOfEdge,
    nameOf: (content, index) => nameOfEdge(content, styleOf(content, index)),
    // Neither a mere point nor part of a shape that is compared as a whole.
    isOwn: (content, index) => {
      if (!isOwnEdge(content.edges, index, most)) return false;
      const box = boxOfEdge(content, index);
      const width = content.styles[styleOf(content, index)]?.width ?? 0;
      return Math.max(box[2] - box[0], box[3] - box[1]) > SPECK || width >= 100;
    },
    isSame: (one, other, by) => edgeDistance(old.edges, one, newer.edges, other, by) <= REACH,
    rank: 2,
  });
}

function boxOfEdge({ edges }: PageContent, index: number): Box {
  const at = index * EDGE.length;
  const xs = [0, 2, 4, 6].map((offset) => edges[at + offset] as number);
  const ys = [1, 3, 5, 7].map((offset) => edges[at + offset] as number);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function nameOfEdge({ styles }: PageContent, style: number): string {
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
  return itemDifferences(old, newer, change, {
    places: shapesOf,
    styleOf: ({ shapes }, index) => shapes[index * SHAPE.length + SHAPE.style] as number,
    boxOf: ({ shapes }, index) =>
      Array.from(shapes.subarray(index * SHAPE.length, index * SHAPE.length + 4)) as unknown as Box,
    nameOf: () => 'drawn sign',
    isOwn: ({ shapes }, index) => isSmallShape(shapes, index, most),
    isSame: (one, other) => isSameShape(old.shapes, one, newer.shapes, other),
    rank: 2.5,
    becomes: 400,
  });
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
