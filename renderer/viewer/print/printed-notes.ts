/** What people wrote on a page, as it goes on paper: a number at its place, and the words below the page or after it. */
import { boundsOf } from '../../marks/mark-order.ts';
import type { ShownMark } from '../../marks/types.ts';

/** What someone wrote. `x`, `y`: where its number stands, shares of the unturned page. */
export interface PrintedNote {
  number: number;
  text: string;
  x: number;
  y: number;
}

/** So many lines of this many letters stand below a page and leave it readable; more get a sheet of their own. */
const FOOT_LINES = 8;
const LINE_LETTERS = 100;

/** Whether a mark is drawn on paper: pins and bookmarks name a page and are none. */
export function isPrinted({ mark }: ShownMark): boolean {
  return !mark.outdated && mark.draft.kind !== 'pin' && mark.draft.kind !== 'bookmark';
}

/** Those of these pages that have something to print. */
export function pagesWithMarks(
  pages: readonly number[],
  byPage: ReadonlyMap<number, readonly ShownMark[]>,
): number[] {
  return pages.filter((page) => byPage.get(page)?.some(isPrinted));
}

/** Notes and comments of one page, numbered in the order in which they stand on it. */
export function printedNotes(marks: readonly ShownMark[]): PrintedNote[] {
  const notes: PrintedNote[] = [];
  for (const { draft } of marks.filter(isPrinted).map(({ mark }) => mark)) {
    const number = notes.length + 1;
    if (draft.kind === 'note') notes.push({ number, text: draft.text, x: draft.x, y: draft.y });
    else if (draft.kind === 'highlight' && draft.note.trim()) {
      const { x, y, width } = boundsOf(draft);
      notes.push({ number, text: draft.note, x: x + width, y });
    }
  }
  return notes;
}

/** Whether the words have room below the page. */
export function fitBelow(notes: readonly PrintedNote[]): boolean {
  const lines = notes.flatMap(({ text }) => text.split('\n'));
  const count = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LETTERS)), 0);
  return count <= FOOT_LINES;
}
