/**
 * What the viewer needs of a PDF engine. Page numbers start at 1. Lengths are CSS px at 100 % (96 px an inch), origin at
 * the top left of the page as it is shown.
 */

/** Where the bytes are: a URL of the app's own origin that answers Range requests. */
export interface PdfSource {
  url: string;
  /** Length of the whole file, bytes. */
  bytes: number;
}

/** Where a kit's document is: the app's own origin answers Range requests for it (main/electron/app-protocol.ts). */
export function documentSource(kitId: string, bytes: number): PdfSource {
  return { url: `/documents/${kitId}`, bytes };
}

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

/** A place in the document, as the engine keeps it; `PdfDocument.resolve` reads it. */
export type InnerTarget = { readonly kind: 'inside'; readonly dest: unknown };
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

export interface PaintRequest {
  page: number;
  canvas: HTMLCanvasElement;
  /** Canvas px for each CSS px at 100 %: zoom times the pixel ratio. */
  scale: number;
  /** Only this part of the page; all of it by default. */
  region?: PageRegion;
  /** `print` paints what is meant for paper and does not wait for frames of the window; `screen` by default. */
  purpose?: 'screen' | 'print';
  /** Remember where each stroke lies, so that a later `region` of this page costs only what lies in it. */
  remember?: boolean;
  signal: AbortSignal;
}

/** An open document. Text and links stand as on the unturned page. Calls reject with a PdfError, or an AbortError after an abort. */
export interface PdfDocument {
  readonly pageCount: number;
  pageSize(page: number): Promise<PageSize>;
  /** Paints into the canvas, whose size the engine sets. */
  paint(request: PaintRequest): Promise<void>;
  /** Fills the container with selectable text; the answer is one element for each run of `text`. */
  textLayer(page: number, container: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  text(page: number): Promise<readonly TextRun[]>;
  links(page: number): Promise<readonly PdfLink[]>;
  /** The notes in the document whose words no picture of the page shows. */
  comments(page: number): Promise<readonly PdfComment[]>;
  /**
   * Where photographs and scans lie, as shares of the page. They may overlap. Costs little for a page that was painted and
   * not released since; any other is painted for it.
   */
  pictures(page: number, signal: AbortSignal): Promise<readonly PageRegion[]>;
  outline(): Promise<readonly OutlineItem[]>;
  /** Null where the place is not in the document. */
  resolve(target: InnerTarget): Promise<Place | null>;
  /** The page is out of sight: what was kept for painting it may go. */
  release(page: number): void;
  /** Asks again for bytes that could not be read; starts a new worker where the old one died. */
  retryReads(): void;
  /** Calls `listener` once, when the document is closed. */
  onClose?(listener: () => void): void;
  close(): Promise<void>;
}

export interface PdfEngine {
  /** Opens a document. Rejects with a PdfError. */
  open(source: PdfSource, signal: AbortSignal): Promise<PdfDocument>;
  /** Gets ready for a further document, so that it need not wait for the engine itself. */
  warm?(): void;
  /** Lets go of what was got ready. */
  cool?(): void;
}

/** `gone`: the bytes could not be read; `slow`: no answer in time; `engine`: the engine itself did not start. */
export type PdfErrorKind = 'damaged' | 'protected' | 'gone' | 'slow' | 'engine';

export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly kind: PdfErrorKind;

  constructor(kind: PdfErrorKind, cause?: unknown) {
    super(kind, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
