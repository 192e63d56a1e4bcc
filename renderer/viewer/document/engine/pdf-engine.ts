/**
 * What the viewer needs of a PDF engine. Page numbers start at 1. Lengths are CSS px at 100 % (96 px an inch), origin at
 * the top left of the page as it is shown.
 */
import type {
  InnerTarget,
  OutlineItem,
  PageRegion,
  PageSize,
  PdfComment,
  PdfLink,
  Place,
  TextRun,
} from '../../../documents/messages/document.ts';

export type * from '../../../documents/messages/document.ts';
export { PdfError } from '../../../documents/messages/document.ts';

/** Which document. */
export interface PdfSource {
  kitId: string;
  /** Length of the whole file, bytes. */
  bytes: number;
  /** Of the file, hex; null if it is not known. Views of the same document have one process. */
  sha256: string | null;
}

export interface PaintRequest {
  page: number;
  canvas: HTMLCanvasElement;
  /** Canvas px for each CSS px at 100 %: zoom times the pixel ratio. */
  scale: number;
  /** Only this part of the page; all of it by default. */
  region?: PageRegion;
  /** Record where each drawing operation lies, so that painting a `region` later costs only what lies in it. */
  remember?: boolean;
  signal: AbortSignal;
}

/** An open document. Text and links have positions on the unturned page. Calls reject with a PdfError, or with an AbortError. */
export interface PdfDocument {
  readonly pageCount: number;
  pageSize(page: number): Promise<PageSize>;
  /** Paints into an unused canvas, whose size the engine sets. */
  paint(request: PaintRequest): Promise<void>;
  /** Fills the container with selectable text. Resolves to one element for each run of `text`. */
  textLayer(page: number, container: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  text(page: number): Promise<readonly TextRun[]>;
  links(page: number): Promise<readonly PdfLink[]>;
  /** The document's own notes, whose texts are not part of the page's picture. */
  comments(page: number): Promise<readonly PdfComment[]>;
  /**
   * Where photographs and scans lie, as shares of the page. They may overlap. Cheap for a page that was painted and not
   * released since; any other page is painted first.
   */
  pictures(page: number, signal: AbortSignal): Promise<readonly PageRegion[]>;
  outline(): Promise<readonly OutlineItem[]>;
  /** Null if the place is not in the document. */
  resolve(target: InnerTarget): Promise<Place | null>;
  /** The page is not visible: frees what was kept for painting it. */
  release(page: number): void;
  /** Requests bytes again that could not be read. */
  retryReads(): void;
  /** Calls `listener` once, when the file has been replaced since the document was opened; at once if it already has. */
  onChanged?(listener: () => void): void;
  /** Calls `listener` once, when the document is closed. */
  onClose?(listener: () => void): void;
  close(): Promise<void>;
}

export interface PdfEngine {
  /** Opens a document. Rejects with a PdfError. */
  open(source: PdfSource, signal: AbortSignal): Promise<PdfDocument>;
  /** Prepares the engine for another document, so opening it need not wait for the engine. */
  warm?(): void;
  /** Frees what `warm` prepared. */
  cool?(): void;
}
