/** What the library's page and the page of a document say to each other by their port (structured clones). */
import type {
  OutlineItem,
  PageRegion,
  PageSize,
  PdfComment,
  PdfErrorKind,
  PdfLink,
  Place,
  PlacedText,
  TextRun,
} from './document.ts';

/** A picture of a page. */
export interface PictureCall {
  name: 'paint';
  page: number;
  /** Canvas px for each CSS px at 100 %. */
  scale: number;
  /** Only this part of the page; null for all of it. */
  region: PageRegion | null;
  /** Its size, px: what comes has exactly that. */
  width: number;
  height: number;
  purpose: 'screen' | 'print';
  /** Remember where each stroke lies, for later parts of the page. */
  remember: boolean;
}

/** A question of the library; each has one answer. */
export type DocumentCall =
  /**
   * The first one: `pass` is what the document is read by, on the page's own origin; `bytes` its length; `file` which file it must
   * be (its ETag), null where any will do.
   */
  | { name: 'open'; pass: string; bytes: number; file: string | null }
  | { name: 'pageSize' | 'textLayer' | 'text' | 'links' | 'comments' | 'pictures'; page: number }
  | { name: 'outline' }
  | { name: 'resolve'; dest: string }
  | PictureCall;

/** What each call is answered with. */
export interface Answers {
  open: { pageCount: number; file: string | null };
  pageSize: PageSize;
  textLayer: PlacedText;
  text: readonly TextRun[];
  links: readonly PdfLink[];
  comments: readonly PdfComment[];
  pictures: readonly PageRegion[];
  outline: readonly OutlineItem[];
  resolve: Place | null;
  paint: ImageBitmap;
}

/** To the page of a document. `stop`: nobody waits for the answer of this id any more. */
export type ToDocument =
  | { id: number; call: DocumentCall }
  | { stop: number }
  | { release: number }
  | { retryReads: true };

/** From the page of a document, as it should be: whatever comes is checked (checks.ts). `changed` comes once. */
export type FromDocument =
  | { id: number; value: unknown }
  | { id: number; failure: PdfErrorKind | 'aborted' }
  | { changed: true };

/** What the gate lets through to the library's page (renderer/viewer/document/engine/gate.ts). `gone`: the page of the document has ended. */
export type FromGate =
  | { ready: true }
  | { id: number; value: Answers[keyof Answers] }
  | { id: number; failure: PdfErrorKind | 'aborted' }
  | { changed: true }
  | { gone: true };
