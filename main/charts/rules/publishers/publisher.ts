/** Input and output of a publisher's parser. */
import type { Cell, Cells } from '../cells.ts';
import type { ChartFacts } from '../chart.ts';

/** A page, as parsers get it. */
export interface PageView extends Cells {
  /** The cells of the frame: header, footer and margins, where charts identify themselves. */
  frame: readonly Cell[];
  /** The outline's titles for this page, outermost first; empty if no line leads to it. */
  heading: readonly string[];
  /** The document's title, if this page is the whole document; null if there is none. */
  file: string | null;
}

/** The conventions of one publisher, or of one kind of document. */
export interface Publisher {
  /** A name for logs and tables of results. */
  id: string;
  /**
   * The page's facts by these conventions; null if it follows others. A missing fact was not found.
   * Dates are only read in the frame: those in the body of a page mean something else.
   */
  read(page: PageView): Partial<ChartFacts> | null;
}
