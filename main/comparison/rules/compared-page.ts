/** Results of comparing the pages of two documents. */

/**
 * State of a page compared with the other document: `restamped` if only cycle and printing dates changed; `new` if the
 * older document has no such page, `gone` if the newer one has none.
 */
export const pageStates = ['same', 'restamped', 'changed', 'new', 'gone'] as const;
export type PageState = (typeof pageStates)[number];

/** A rectangle in fractions of the page in the document (without the viewer's rotation), from the upper left. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page of either document, or a pair of pages of the same chart. */
export interface ComparedPage {
  /** From 1; null for a new page. */
  old: number | null;
  /** From 1; null for a page that is gone. */
  new: number | null;
  state: PageState;
  /** Pages of one chart have the same number, from 0 in the order of the pages. */
  chart: number;
  /** Sentences about the changes; empty for a page that is the same, new or gone. */
  what: readonly string[];
  /** The areas that differ: on the old page, and on the new one. */
  areas: { old: readonly Area[]; new: readonly Area[] };
}

/** Maximum number of sentences about one page; the last one says how many more there are. */
export const MAX_SENTENCES = 50;
/** Maximum length of a sentence, code units. */
export const MAX_SENTENCE = 300;
/** Maximum number of areas of one page. */
export const MAX_AREAS = 40;
