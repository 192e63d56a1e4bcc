/** Compares the drawings of two pages of one chart. */
import type { ChartPage } from '../../charts/rules/chart.ts';
import { paired, unmatched } from './align.ts';
import { edgeDifferences, pictureDifferences, shapeDifferences } from './compare-drawings.ts';
import { type Difference, type TextPage, textDifferences } from './compare-texts.ts';
import { type Area, areasOf, bounded, type PageState, placeOf, told } from './compared-page.ts';
import { isSameLetter, LETTER_REACH, lettersOf, styleChanges } from './items.ts';
import { LETTER, NO_COLOUR, type PageContent, SHAPE_SIDE } from './page-content.ts';
import { registered, registrationOf, registrationWords, unregistered } from './register.ts';
import { boxOfLetters } from './text-pieces.ts';

/** A page and its chart. */
interface PageToCompare {
  content: PageContent;
  chart: ChartPage;
}

interface PageComparison {
  state: Extract<PageState, 'same' | 'restamped' | 'changed'>;
  what: string[];
  areas: { old: Area[]; new: Area[] };
}

/** Tolerance for a page's sides, points. */
const SIDE = 0.6;

/** Compares two pages: the new page's state, sentences, and areas. */
export function comparePages(old: PageToCompare, newer: PageToCompare): PageComparison {
  const differences = differencesOf(old, newer);
  const isIncomplete = !old.content.complete || !newer.content.complete;
  const isChanged = isIncomplete || differences.some(({ isStamp }) => !isStamp);
  const shown = differences.filter(({ isStamp }) => !isChanged || !isStamp).sort((a, b) => a.rank - b.rank);
  const more = isIncomplete ? ['the page draws more than can be compared in full'] : [];
  return {
    state: isChanged ? 'changed' : differences.length > 0 ? 'restamped' : 'same',
    what: bounded([...more, ...shown.map(({ words }) => words)]),
    areas: {
      old: areasIn(
        old.content,
        shown.flatMap((one) => one.old),
      ),
      new: areasIn(
        newer.content,
        shown.flatMap((one) => one.new),
      ),
    },
  };
}

function areasIn({ width, height }: PageContent, boxes: Difference['old']): Area[] {
  return areasOf(boxes, Math.max(1, width) * 100, Math.max(1, height) * 100);
}

function differencesOf(old: PageToCompare, newer: PageToCompare): Difference[] {
  const by = registrationOf(old.content, newer.content);
  if (by === null)
    return sizeDifferences(old.content, newer.content).concat(drawingDifferences(old, newer, 1));
  const { width, height } = newer.content;
  const placed = { ...old, content: registered(old.content, by, { width, height }) };
  const found = drawingDifferences(placed, newer, by.scale);
  return [
    { rank: -1, words: registrationWords(by), old: [], new: [], isStamp: false },
    ...found.map((one) => ({ ...one, old: one.old.map((box) => unregistered(box, by)) })),
  ];
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
