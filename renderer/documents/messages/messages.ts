/** What the library's page and the page of a document say to each other by their port (structured clones). */
import {
  type OutlineItem,
  type PageRegion,
  type PageSize,
  type PdfComment,
  PdfError,
  type PdfErrorKind,
  type PdfLink,
  type Place,
  type PlacedText,
  type TextRun,
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

// PDF.js and the page that runs it wait for ever: each wait here ends by an answer, a failure, a limit or an abort.

/** What an aborted wait rejects with. */
export function abortError(): DOMException {
  return new DOMException('aborted', 'AbortError');
}

/** How often the limit of a wait for frames is looked at, ms. */
const LOOK_MS = 1_000;

/** Starts counting `ms` and answers how to stop; with `paused`, time in which that is true does not count. */
function countDown(ms: number, end: () => void, paused?: () => boolean): () => void {
  if (!paused) {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }
  let left = ms;
  const timer = setInterval(() => {
    if (!paused()) left -= LOOK_MS;
    if (left <= 0) end();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** `work`, or an AbortError at the signal, or a PdfError `slow` after `ms` (in which `paused` was not true). */
export async function bounded<T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal,
  paused?: () => boolean,
): Promise<T> {
  if (signal.aborted) {
    // Nobody waits for it any more, and its own end is nobody's error.
    work.catch(() => {});
    throw abortError();
  }
  const end = Promise.withResolvers<never>();
  const stop = countDown(ms, () => end.reject(new PdfError('slow')), paused);
  const onAbort = () => end.reject(abortError());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}

/** What the library's page says as it hands a port to the page of a document, and that page's first answer by it. */
export const HANDSHAKE = 'tripkit-document-1';
