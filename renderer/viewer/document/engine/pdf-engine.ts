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
}

export interface PaintRequest {
  page: number;
  canvas: HTMLCanvasElement;
  /** Canvas px for each CSS px at 100 %: zoom times the pixel ratio. */
  scale: number;
  /** Only this part of the page; all of it by default. */
  region?: PageRegion;
  /** `print` paints what is meant for paper; `screen` by default. */
  purpose?: 'screen' | 'print';
  /** Remember where each stroke lies, so that a later `region` of this page costs only what lies in it. */
  remember?: boolean;
  signal: AbortSignal;
}

/** An open document. Text and links stand as on the unturned page. Calls reject with a PdfError, or an AbortError after an abort. */
export interface PdfDocument {
  readonly pageCount: number;
  pageSize(page: number): Promise<PageSize>;
  /** Paints into a canvas that nothing was drawn into, whose size the engine sets. */
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
  /** Asks again for bytes that could not be read. */
  retryReads(): void;
  /** Calls `listener` once, when the file is another one than the document was opened from, at once where it is by now. */
  onChanged?(listener: () => void): void;
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
