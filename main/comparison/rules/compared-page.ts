/** What became of the pages of a document in a later one. */

/**
 * What a page is beside that of the other document: `restamped` where nothing but cycle and print dates changed; `new` where the
 * older document has no such page, `gone` where the newer one has none.
 */
export const pageStates = ['same', 'restamped', 'changed', 'new', 'gone'] as const;
export type PageState = (typeof pageStates)[number];

/** A rectangle as shares of the page as it stands in the document (no turn of the viewer's applied), from its upper left. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One page of either document, or one of each that are the same chart's. */
export interface ComparedPage {
  /** From 1; null for a new page. */
  old: number | null;
  /** From 1; null for a page that is gone. */
  new: number | null;
  state: PageState;
  /** Pages of one chart have the same number, from 0 in the order of the pages. */
  chart: number;
  /** What changed, in sentences; nothing for a page that is the same, new or gone. */
  what: readonly string[];
  /** Where the two differ: on the old page, and on the new one. */
  areas: { old: readonly Area[]; new: readonly Area[] };
}

/** Sentences about one page; the last one says how many more there are. */
export const MAX_SENTENCES = 50;
/** Code units of one sentence. */
export const MAX_SENTENCE = 300;
/** Areas of one page. */
export const MAX_AREAS = 40;
