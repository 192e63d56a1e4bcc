/** The text of a PDF page with its positions, as text extraction passes it on. */

import type { OutlineEntry } from '../../../preload/contract/reading.ts';

/** The part of an outline line that names a page. */
export type OutlineLine = Omit<OutlineEntry, 'down'>;

/** One piece of text as the page draws it. Positions are on the displayed page, its own rotation included. */
export interface TextRun {
  text: string;
  /** Start of the baseline: PDF points from the left edge of the page. */
  x: number;
  /** PDF points from the top edge of the page. */
  y: number;
  /** Along the baseline, PDF points; 0 if unknown. */
  width: number;
  /** Height of the font, PDF points. */
  size: number;
  /** Reading direction: degrees clockwise, 0 for upright text. */
  angle: number;
}

/** The text of one page. */
export interface PageText {
  /** Width of the displayed page, PDF points. */
  width: number;
  height: number;
  runs: TextRun[];
  /** False if the page exceeds the limits: the missing text may contradict this text. */
  complete: boolean;
}

/** A document's facts about itself. */
export interface DocumentInfo {
  /** From its information dictionary; null if it has none. */
  title: string | null;
  pages: number;
}

/** Maximum length of a document's title, UTF-16 code units. */
export const MAX_TITLE_LENGTH = 200;
/** Maximum number of runs on one page; a crowded chart has a few thousand. */
export const MAX_PAGE_RUNS = 20_000;
/** Maximum length of a run, UTF-16 code units. */
export const MAX_RUN_TEXT = 1000;

// The titles of the outline lines that lead to a page.

/** By page (from 1): titles of each line that leads there, outermost first. A line whose first child leads to the same page is left out. */
export function headingsByPage(outline: readonly OutlineLine[]): Map<number, (readonly string[])[]> {
  const headings = new Map<number, (readonly string[])[]>();
  const path: string[] = [];
  for (const [index, { title, level, page }] of outline.entries()) {
    path.length = Math.min(path.length, level);
    path.push(title.replace(/\s+/g, ' ').trim());
    const next = outline[index + 1];
    if (page === null || (next && next.level > level && next.page === page)) continue;
    const known = headings.get(page);
    if (known) known.push(path.filter(Boolean));
    else headings.set(page, [path.filter(Boolean)]);
  }
  return headings;
}
