/**
 * What a page of a document tells of it. Page numbers start at 1. Lengths are CSS px at 100 % (96 px an inch), origin at the
 * top left of the page as it is shown.
 */

export interface PageSize {
  width: number;
  height: number;
}

export interface PageRegion {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A place in the document as it names it (ISO 32000-1, 12.3.2), in JSON, which only the document's own page reads. */
export type InnerTarget = { readonly kind: 'inside'; readonly dest: string };
/** A link that leads outside. It is shown and never followed. */
export type OuterTarget = { readonly kind: 'outside'; readonly url: string };
export type LinkTarget = InnerTarget | OuterTarget;

export interface PdfLink {
  /** Shares of the page's width and height, 0 to 1. */
  area: PageRegion;
  target: LinkTarget;
}

/** A note in the document itself, by who made it. */
export interface PdfComment {
  /** Where it belongs, shares of the page's width and height. */
  area: PageRegion;
  text: string;
  /** '' where it is not known. */
  author: string;
  /** The page's picture shows a sign of it already. */
  isDrawn: boolean;
}

export interface OutlineItem {
  title: string;
  target: LinkTarget | null;
  items: readonly OutlineItem[];
}

/** A place that was found: the page, and how far down it (0 to 1). */
export interface Place {
  page: number;
  down: number;
}

/** A piece of a page's text, in reading order; `lineEnd` where a line ends after it. */
export interface TextRun {
  text: string;
  lineEnd: boolean;
}

/** Fonts that text is laid out in: the document's own show in its picture only. */
export const FONT_FAMILIES = ['sans-serif', 'serif', 'monospace'] as const;

/** Where a run stands in the page's own coordinates. */
export interface PlacedRun extends TextRun {
  /** Percent of the layer's width and height. */
  left: number;
  top: number;
  /** PDF points. */
  fontHeight: number;
  family: (typeof FONT_FAMILIES)[number];
  /** How much wider the run is than its letters in this font. */
  scaleX: number;
  /** Degrees, clockwise. */
  rotate: number;
  dir: 'ltr' | 'rtl' | 'auto';
}

/** A page's text to be laid over its picture. */
export interface PlacedText {
  /** The page before it is turned, PDF points. */
  width: number;
  height: number;
  /** How far the page is turned, clockwise, degrees. */
  rotation: 0 | 90 | 180 | 270;
  runs: readonly PlacedRun[];
}

/** `gone`: the bytes could not be read; `changed`: the file is another one by now; `slow`: no answer in time; `engine`: the engine itself did not start, or ended. */
export const PDF_ERROR_KINDS = ['damaged', 'protected', 'gone', 'changed', 'slow', 'engine'] as const;
export type PdfErrorKind = (typeof PDF_ERROR_KINDS)[number];

export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly kind: PdfErrorKind;

  constructor(kind: PdfErrorKind, cause?: unknown) {
    super(kind, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
