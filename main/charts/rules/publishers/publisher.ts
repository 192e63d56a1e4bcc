/** What a publisher's parser is given and gives. */
import type { Cell, Cells } from '../cells.ts';
import type { ChartFacts } from '../chart.ts';

/** A page, as parsers see it. */
export interface PageView extends Cells {
  /** The cells of the frame: header, footer and margins, where charts say what they are. */
  frame: readonly Cell[];
  /** What the document's outline calls this page, outermost first; empty where no line leads to it. */
  heading: readonly string[];
  /** What the document calls itself, where this page is all of it; null where it does not. */
  file: string | null;
}

/** The conventions of one publisher, or of one kind of document. */
export interface Publisher {
  /** A name for logs and tables of results. */
  id: string;
  /**
   * What the page says by these conventions; null where it follows others. A fact that is left out was not found.
   * Dates are read in the frame alone: those in the body of a page are of something else.
   */
  read(page: PageView): Partial<ChartFacts> | null;
}
