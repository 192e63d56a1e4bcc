/** Compares the drawings of two pages of one chart. */
import type { ChartPage, PagePart } from '../../charts/rules/chart.ts';
import { paired, unmatched } from './align.ts';
import { edgeDifferences, pictureDifferences, shapeDifferences } from './compare-drawings.ts';
import { type Difference, type TextPage, textDifferences } from './compare-texts.ts';
import {
  type Area,
  areasOf,
  bounded,
  type ComparedPage,
  onSheet,
  type PageState,
  placeOf,
  told,
} from './compared-page.ts';
import { isSameLetter, LETTER_REACH, lettersOf, styleChanges } from './items.ts';
import { LETTER, NO_COLOUR, type PageContent, SHAPE_SIDE } from './page-content.ts';
import {
  isInPlace,
  isMoveAlone,
  type Registration,
  registered,
  registeredPage,
  registrationOf,
  registrationWords,
  unregistered,
  withoutSides,
} from './register.ts';
import { boxOfLetters } from './text-pieces.ts';

/** A page and its chart, or one of the charts of a sheet. */
export interface PageToCompare {
  content: PageContent;
  chart: ChartPage;
  /** Where the chart is on its sheet; null: the content is that of the page. */
  region: PagePart | null;
}

interface PageComparison extends Pick<ComparedPage, 'moved'> {
  state: Extract<PageState, 'same' | 'restamped' | 'changed'>;
  what: string[];
  areas: { old: Area[]; new: Area[] };
}

/** Tolerance for a page's sides, points. */
const SIDE = 0.6;

/** Compares two pages: the new page's state, sentences, and areas. */
export function comparePages(old: PageToCompare, newer: PageToCompare): PageComparison {
  const found = registrationOf(old.content, newer.content);
  const by = found !== null && isInPlace(found, old.content) ? null : found;
  const isOfSheet = old.region !== null || newer.region !== null;
  const differences = differencesOf(old, newer, by, isOfSheet);
  const moved = movedBy(old, newer, found === null && !isOfSheet ? null : (by ?? IN_PLACE));
  const isIncomplete = !old.content.complete || !newer.content.complete;
  const isChanged = isIncomplete || differences.some(({ isStamp }) => !isStamp);
  const shown = differences.filter(({ isStamp }) => !isChanged || !isStamp).sort((a, b) => a.rank - b.rank);
  const more = isIncomplete ? ['the page draws more than can be compared in full'] : [];
  return {
    state: isChanged ? 'changed' : differences.length > 0 ? 'restamped' : 'same',
    what: bounded([...more, ...shown.map(({ words }) => words)]),
    areas: {
      old: areasIn(
        old,
        shown.flatMap((one) => one.old),
      ),
      new: areasIn(
        newer,
        shown.flatMap((one) => one.new),
      ),
    },
    ...(moved && { moved }),
  };
}

function areasIn({ content: { width, height }, region }: PageToCompare, boxes: Difference['old']): Area[] {
  const areas = areasOf(boxes, Math.max(1, width) * 100, Math.max(1, height) * 100);
  return region === null ? areas : areas.map((area) => onSheet(area, region));
}

/** @param by null: drawn in the same place */
function differencesOf(
  old: PageToCompare,
  newer: PageToCompare,
  by: Registration | null,
  isOfSheet: boolean,
): Difference[] {
  if (by === null) {
    const sizes = isOfSheet ? [] : sizeDifferences(old.content, newer.content);
    return sizes.concat(drawingDifferences(old, newer, 1));
  }
  const { width, height } = newer.content;
  const before = withoutSides(registered(old.content, by, { width, height }), [
    0,
    0,
    width * 100,
    height * 100,
  ]);
  const after = withoutSides(newer.content, registeredPage(old.content, by));
  const placed = [
    { ...old, content: before },
    { ...newer, content: after },
  ] as const;
  const found = drawingDifferences(...placed, by.scale).map((one) => ({
    ...one,
    old: one.old.map((box) => unregistered(box, by)),
  }));
  // A chart may be anywhere on a sheet.
  if (isOfSheet && isMoveAlone(by)) return found;
  const words = registrationWords(by, isOfSheet ? 'chart' : 'page');
  return [{ rank: -1, words, old: [], new: [], isStamp: false }, ...found];
}

const IN_PLACE: Registration = { turn: 0, scale: 1, x: 0, y: 0 };

/** Where a point of the old page is on the new one; null if it is in the same place, or not known. */
function movedBy(
  old: PageToCompare,
  newer: PageToCompare,
  by: Registration | null,
): ComparedPage['moved'] | null {
  if (by === null || by.turn !== 0) return null;
  const { scale, x, y } = by;
  const along = (side: 'width' | 'height', at: 0 | 1, shift: number): [number, number] => {
    const [length, newLength] = [lengthOf(old, side), lengthOf(newer, side)];
    const [from, to] = [(old.region?.[at] ?? 0) * length, (newer.region?.[at] ?? 0) * newLength];
    return [(scale * length) / newLength, (shift - scale * from + to) / newLength];
  };
  const moved = { x: along('width', 0, x), y: along('height', 1, y) };
  const isNothing = ([factor, shift]: [number, number]) =>
    Math.abs(factor - 1) < NO_MOVE && Math.abs(shift) < NO_MOVE;
  return isNothing(moved.x) && isNothing(moved.y) ? null : moved;
}

/** Smaller moves are of rounding, as a share of the page. */
const NO_MOVE = 1e-6;

/** A side of the whole page, hundredths of a point. */
function lengthOf({ content, region }: PageToCompare, side: 'width' | 'height'): number {
  return (Math.max(1, content[side]) / (region?.[side === 'width' ? 2 : 3] ?? 1)) * 100;
}

function sizeDifferences(before: PageContent, after: PageContent): Difference[] {
  if (Math.abs(before.width - after.width) > SIDE || Math.abs(before.height - after.height) > SIDE) {
    const size = ({ width, height }: PageContent) => `${Math.round(width)} × ${Math.round(height)}`;
    const words = `the page's size of ${size(before)} points is now ${size(after)}`;
    return [{ rank: -1, words, old: [], new: [], isStamp: false }];
  }
  return [];
}

/** @param scale how much larger the newer page is drawn; the old one was enlarged to it */
function drawingDifferences(old: PageToCompare, newer: PageToCompare, scale: number): Difference[] {
  // On both pages shapes around this size are among the shapes and the edges (SMALL_SIDE).
  const most = SHAPE_SIDE * Math.sqrt(scale);
  const change = styleChanges(old.content.styles, newer.content.styles);
  return [
    ...letterDifferences(old, newer, change),
    ...pictureDifferences(old.content, newer.content, change),
    ...edgeDifferences(old.content, newer.content, change, most),
    ...shapeDifferences(old.content, newer.content, change, most),
  ];
}

function letterDifferences(
  old: PageToCompare,
  newer: PageToCompare,
  change: ReturnType<typeof styleChanges>,
): Difference[] {
  const [before, after]: [TextPage, TextPage] = [withSigns(old), withSigns(newer)];
  const isSame = isSameLetter(old.content, newer.content, { old: before.signs, new: after.signs });
  const styled = (one: number, other: number) =>
    change(styleOf(old.content, one), styleOf(newer.content, other));
  const [places, newPlaces] = [lettersOf(old.content), lettersOf(newer.content)];
  const left = unmatched(
    places,
    newPlaces,
    LETTER_REACH,
    (one, other) => isSame(one, other) && styled(one, other) === null,
  );
  const recoloured: { old: number[]; new: number[] } = { old: [], new: [] };
  const rest = paired(places, newPlaces, LETTER_REACH, isSame, left, (one, other) => {
    recoloured.old.push(one);
    recoloured.new.push(other);
  });
  return [...colourDifferences(before, after, recoloured, change), ...textDifferences(before, after, rest)];
}

function withSigns({ content, chart }: PageToCompare): TextPage {
  return { content, chart, signs: Array.from(content.text) };
}

/** The difference in the look of letters. */
function lookChange(
  old: TextPage,
  one: number,
  newer: TextPage,
  other: number,
  change: ReturnType<typeof styleChanges>,
): string {
  const [before, after] = [styleOf(old.content, one), styleOf(newer.content, other)];
  const isSeen = ({ styles }: PageContent, style: number) => (styles[style]?.colour ?? 0) !== NO_COLOUR;
  if (!isSeen(newer.content, after)) return 'can no longer be seen';
  if (!isSeen(old.content, before)) return 'can now be seen';
  const changed = change(before, after);
  if (changed === 'opacity') return 'in another opacity';
  return changed === 'look' ? 'in another look' : 'in another colour';
}

function styleOf({ letters }: PageContent, index: number): number {
  return letters[index * LETTER.length + LETTER.style] as number;
}

/** A gap between letters that is at least this wide counts as a space, in heights of the font. */
const SPACE = 0.14;

/** Letters, with spaces where there are gaps. */
function spacedText({ content: { letters }, signs }: TextPage, indexes: readonly number[]): string {
  return indexes
    .map((index, turn) => {
      const [before, at] = [(indexes[turn - 1] ?? 0) * LETTER.length, index * LETTER.length];
      const far = Math.hypot(
        (letters[at] as number) - (letters[before] as number),
        (letters[at + LETTER.y] as number) - (letters[before + LETTER.y] as number),
      );
      const gap = far - (letters[before + LETTER.advance] as number);
      const isApart = turn > 0 && gap > SPACE * (letters[at + LETTER.size] as number);
      return `${isApart ? ' ' : ''}${signs[index] ?? ''}`;
    })
    .join('');
}

/** Letters that only changed their look: consecutive ones with the same change are reported together. */
function colourDifferences(
  old: TextPage,
  newer: TextPage,
  {
    old: before,
    new: after,
  }: {
    old: readonly number[];
    new: readonly number[];
  },
  change: ReturnType<typeof styleChanges>,
): Difference[] {
  const differences: Difference[] = [];
  const styles = (index: number) =>
    `${styleOf(old.content, before[index] ?? 0)} ${styleOf(newer.content, after[index] ?? 0)}`;
  let from = 0;
  for (let index = 1; index <= after.length; index += 1) {
    const goesOn = index < after.length && after[index] === (after[index - 1] ?? 0) + 1;
    if (goesOn && styles(index) === styles(from)) continue;
    const [letters, oldLetters] = [after.slice(from, index), before.slice(from, index)];
    const box = boxOfLetters(newer.content, letters);
    const { width, height } = newer.content;
    const look = lookChange(old, oldLetters[0] ?? 0, newer, letters[0] ?? 0, change);
    differences.push({
      rank: 1.2,
      words: `${told(spacedText(newer, letters))} ${look} (${placeOf(box, width * 100, height * 100)})`,
      old: [boxOfLetters(old.content, oldLetters)],
      new: [box],
      isStamp: false,
    });
    from = index;
  }
  return differences;
}
