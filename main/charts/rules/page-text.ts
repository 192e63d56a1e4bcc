/** The text of a PDF page with its places, as the extraction of text hands it to whoever reads meaning into it. */
import type { OutlineEntry } from '../../../preload/contract/reading.ts';

/** As much of a line of a document's outline as names a page. */
export type OutlineLine = Omit<OutlineEntry, 'down'>;

/** One piece of text as the page draws it. Places are those of the page as it is shown, its own rotation included. */
export interface TextRun {
  text: string;
  /** Where the baseline starts: PDF points from the left edge of the page. */
  x: number;
  /** PDF points from the top edge of the page. */
  y: number;
  /** Along the baseline, PDF points; 0 where the document does not say. */
  width: number;
  /** Height of the font, PDF points. */
  size: number;
  /** Direction of reading: degrees clockwise, 0 for text that stands upright. */
  angle: number;
}

/** The text of one page. */
export interface PageText {
  /** Of the page as it is shown, PDF points. */
  width: number;
  height: number;
  runs: TextRun[];
  /** False where the page has more text than is taken: what is missing may contradict what is here. */
  complete: boolean;
}

/** What a document says of itself. */
export interface DocumentInfo {
  /** Of its information dictionary; null where it has none. */
  title: string | null;
  pages: number;
}

/** Characters of a document's title that are taken, UTF-16 code units. */
export const MAX_TITLE_LENGTH = 200;
/** Runs of one page that are taken; a crowded chart has some thousands. */
export const MAX_PAGE_RUNS = 20_000;
/** Characters of one run, UTF-16 code units. */
export const MAX_RUN_TEXT = 1000;
