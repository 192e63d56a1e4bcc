/** PDF.js behind our interface. */
import { type PageViewport, type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import type {
  InnerTarget,
  OutlineItem,
  PageRegion,
  PageSize,
  PaintRequest,
  PdfComment,
  PdfDocument,
  PdfEngine,
  PdfLink,
  PdfSource,
  Place,
  TextRun,
} from './pdf-engine.ts';
import { readComments, readLinks, readOutline, resolvePlace } from './pdfjs-annotations.ts';
import { keptSteps } from './pdfjs-internals.ts';
import { CSS_UNITS, paintPage } from './pdfjs-paint.ts';
import { picturesIn } from './pdfjs-pictures.ts';
import { PdfjsRuns, type Run } from './pdfjs-runs.ts';
import { asPdfError, coolWorkers, openSession, type PdfjsSession, warmWorkers } from './pdfjs-session.ts';
import { RangeSource } from './range-source.ts';
import { abortError } from './waiting.ts';

/** Of a painting that nobody looks at. */
const SMALLEST_SCALE = 0.04;

class PdfjsDocument implements PdfDocument {
  readonly pageCount: number;
  readonly #bytes: RangeSource;
  readonly #runs: PdfjsRuns;

  constructor(session: PdfjsSession, bytes: RangeSource) {
    this.pageCount = session.document.numPages;
    this.#bytes = bytes;
    this.#runs = new PdfjsRuns(session, { open: (signal) => openSession(bytes, signal), asPdfError });
  }

  #page<T>(
    number: number,
    work: (page: PDFPageProxy, run: Run) => Promise<T> | T,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#runs.do(async (run) => work(await run.session.document.getPage(number), run), signal);
  }

  #annotations<T>(number: number, read: (annotations: unknown[], viewport: PageViewport) => T): Promise<T> {
    return this.#page(number, async (page) =>
      read(await page.getAnnotations({ intent: 'display' }), page.getViewport({ scale: 1 })),
    );
  }

  pageSize(number: number): Promise<PageSize> {
    return this.#page(number, (page) => {
      const { width, height } = page.getViewport({ scale: CSS_UNITS });
      return { width, height };
    });
  }

  paint(request: PaintRequest): Promise<void> {
    return this.#page(
      request.page,
      async (page, run) => {
        run.paintings += 1;
        run.painted.add(request.page);
        await paintPage(page, request);
      },
      request.signal,
    );
  }

  textLayer(number: number, container: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]> {
    return this.#page(
      number,
      async (page) => {
        const layer = new TextLayer({
          textContentSource: page.streamTextContent(),
          container,
          viewport: page.getViewport({ scale: CSS_UNITS }),
        });
        if (signal.aborted) throw abortError();
        const cancel = () => layer.cancel();
        signal.addEventListener('abort', cancel, { once: true });
        try {
          await layer.render();
        } catch (error) {
          if (signal.aborted) throw abortError();
          throw error;
        } finally {
          signal.removeEventListener('abort', cancel);
        }
        return layer.textDivs;
      },
      signal,
    );
  }

  text(number: number): Promise<readonly TextRun[]> {
    return this.#page(number, async (page) => {
      const content = await page.getTextContent();
      return content.items.flatMap((item) =>
        'str' in item ? [{ text: item.str, lineEnd: item.hasEOL }] : [],
      );
    });
  }

  links(number: number): Promise<readonly PdfLink[]> {
    return this.#annotations(number, readLinks);
  }

  comments(number: number): Promise<readonly PdfComment[]> {
    return this.#annotations(number, readComments);
  }

  pictures(number: number, signal: AbortSignal): Promise<readonly PageRegion[]> {
    return this.#page(
      number,
      async (page, run) => {
        const { transform, width, height } = page.getViewport({ scale: 1 });
        if (!keptSteps(page)) {
          run.paintings += 1;
          run.painted.add(number);
          const canvas = document.createElement('canvas');
          await paintPage(page, { canvas, scale: SMALLEST_SCALE, signal });
          canvas.width = 0;
        }
        const steps = keptSteps(page);
        return steps ? picturesIn(steps, transform, width, height) : [];
      },
      signal,
    );
  }

  outline(): Promise<readonly OutlineItem[]> {
    return this.#runs.do(async ({ session }) => readOutline(await session.document.getOutline()));
  }

  async resolve(target: InnerTarget): Promise<Place | null> {
    return this.#runs.do(async ({ session }) => {
      const { dest } = target;
      const named = dest !== null && typeof dest === 'object' && 'named' in dest ? dest.named : null;
      if (named === 'FirstPage') return { page: 1, down: 0 };
      if (named === 'LastPage') return { page: this.pageCount, down: 0 };
      return resolvePlace(session.document, dest);
    });
  }

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

  retryReads(): void {
    const { session } = this.#runs.now;
    // A dead worker is replaced by the next call.
    if (session.reads.failed?.kind !== 'engine') session.retryReads();
  }

  onClose(listener: () => void): void {
    const { closing } = this.#runs;
    if (closing.aborted) listener();
    else closing.addEventListener('abort', listener, { once: true });
  }

  close(): Promise<void> {
    const ended = this.#runs.close();
    this.#bytes.close();
    return ended;
  }
}

export const pdfjsEngine: PdfEngine = {
  warm: warmWorkers,
  cool: coolWorkers,
  async open(source: PdfSource, signal: AbortSignal): Promise<PdfDocument> {
    const bytes = new RangeSource(new URL(source.url, document.baseURI).href, source.bytes);
    try {
      return new PdfjsDocument(await openSession(bytes, signal), bytes);
    } catch (error) {
      bytes.close();
      throw error;
    }
  },
};
