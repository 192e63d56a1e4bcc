/** The document of this page, by PDF.js. */
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import { matrixOf } from '../../main/documents/jobs/content/state.ts';
import { LIMITS } from './messages/checks.ts';
import type {
  OutlineItem,
  PageRegion,
  PageSize,
  PdfComment,
  PdfLink,
  Place,
  PlacedText,
  TextRun,
} from './messages/document.ts';
import { readComments, readLinks, readOutline, resolvePlace } from './pdfjs-annotations.ts';
import { keptSteps } from './pdfjs-internals.ts';
import { picturesIn } from './pdfjs-pictures.ts';
import { PdfjsRuns, type Run } from './pdfjs-runs.ts';
import { asPdfError, openSession, type PdfjsSession } from './pdfjs-session.ts';
import { CSS_UNITS, type Painting, paintPage, placeText } from './pdfjs-text.ts';
import { RangeSource } from './range-source.ts';

/** Of a painting that nobody looks at. */
const SMALLEST_SCALE = 0.04;

/** What can be asked of a document. Calls reject with a PdfError, or an AbortError after an abort. */
export class PdfjsDocument {
  readonly pageCount: number;
  readonly #bytes: RangeSource;
  readonly #runs: PdfjsRuns;

  private constructor(session: PdfjsSession, bytes: RangeSource) {
    this.pageCount = session.document.numPages;
    this.#bytes = bytes;
    this.#runs = new PdfjsRuns(session, { open: (signal) => openSession(bytes, signal), asPdfError });
  }

  /** Opens the document at this address of the page's own origin, so many bytes long. @param file which it must be; null for any */
  static async open(
    url: string,
    length: number,
    file: string | null,
    signal: AbortSignal,
  ): Promise<PdfjsDocument> {
    const bytes = new RangeSource(url, length, undefined, file);
    try {
      return new PdfjsDocument(await openSession(bytes, signal), bytes);
    } catch (error) {
      bytes.close();
      throw error;
    }
  }

  /** Which file it was opened from (its ETag); null where nothing says so. */
  get file(): string | null {
    return this.#bytes.file;
  }

  /** Resolves when the file is another one than the document was opened from. */
  get changed(): Promise<void> {
    return this.#bytes.changed;
  }

  #page<T>(
    number: number,
    work: (page: PDFPageProxy, run: Run) => Promise<T> | T,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#runs.do(async (run) => work(await run.session.document.getPage(number), run), signal);
  }

  #annotations<T>(
    number: number,
    signal: AbortSignal,
    read: (annotations: unknown[], viewport: PageViewport) => T,
  ): Promise<T> {
    return this.#page(
      number,
      async (page) => read(await page.getAnnotations({ intent: 'display' }), page.getViewport({ scale: 1 })),
      signal,
    );
  }

  pageSize(number: number, signal: AbortSignal): Promise<PageSize> {
    return this.#page(
      number,
      (page) => {
        const { width, height } = page.getViewport({ scale: CSS_UNITS });
        return { width, height };
      },
      signal,
    );
  }

  /** The caller closes the picture. */
  paint(number: number, painting: Painting, signal: AbortSignal): Promise<ImageBitmap> {
    return this.#page(
      number,
      (page, run) => {
        run.paintings += 1;
        run.painted.add(number);
        return paintPage(page, painting, signal);
      },
      signal,
    );
  }

  textLayer(number: number, signal: AbortSignal): Promise<PlacedText> {
    return this.#page(number, (page) => placeText(page, signal), signal);
  }

  text(number: number, signal: AbortSignal): Promise<readonly TextRun[]> {
    return this.#page(
      number,
      async (page) => {
        const content = await page.getTextContent();
        return content.items
          .flatMap((item) => ('str' in item ? [{ text: item.str, lineEnd: item.hasEOL }] : []))
          .slice(0, LIMITS.runs);
      },
      signal,
    );
  }

  async links(number: number, signal: AbortSignal): Promise<readonly PdfLink[]> {
    return (await this.#annotations(number, signal, readLinks)).slice(0, LIMITS.links);
  }

  async comments(number: number, signal: AbortSignal): Promise<readonly PdfComment[]> {
    return (await this.#annotations(number, signal, readComments)).slice(0, LIMITS.comments);
  }

  pictures(number: number, signal: AbortSignal): Promise<readonly PageRegion[]> {
    return this.#page(
      number,
      async (page, run) => {
        const { transform, width, height } = page.getViewport({ scale: 1 });
        if (!keptSteps(page)) {
          run.paintings += 1;
          run.painted.add(number);
          const size = (side: number) => Math.max(1, Math.round(side * CSS_UNITS * SMALLEST_SCALE));
          const small = { scale: SMALLEST_SCALE, width: size(width), height: size(height), region: null };
          (await paintPage(page, { ...small, remember: false }, signal)).close();
        }
        const steps = keptSteps(page);
        return steps ? picturesIn(steps, matrixOf(transform), width, height).slice(0, LIMITS.pictures) : [];
      },
      signal,
    );
  }

  outline(signal: AbortSignal): Promise<readonly OutlineItem[]> {
    return this.#runs.do(async ({ session }) => readOutline(await session.document.getOutline()), signal);
  }

  /** Null where the place is not in the document. */
  resolve(dest: string, signal: AbortSignal): Promise<Place | null> {
    return this.#runs.do(({ session }) => resolvePlace(session.document, dest), signal);
  }

  /** The page is out of sight: what was kept for painting it may go. */
  release(number: number): void {
    const { session, painted } = this.#runs.now;
    // Asking a new run for a page that it has not met would make it read the page.
    if (!painted.has(number)) return;
    session.document.getPage(number).then(
      (page) => {
        // PDF.js refuses while the page is being painted. What it remembers of the strokes holds only for the
        // list of drawing steps that goes with it.
        if (!page.cleanup()) return;
        page.recordedBBoxes = null;
        painted.delete(number);
      },
      () => {},
    );
  }

  /** Asks again for bytes that could not be read. */
  retryReads(): void {
    const { session } = this.#runs.now;
    // A dead worker is replaced by the next call.
    if (session.reads.failed?.kind !== 'engine') session.retryReads();
  }
}
