/** PDF.js behind our interface: an open document whose run of PDF.js is replaced when it has grown or has died. */
import { type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import {
  type InnerTarget,
  type OutlineItem,
  type PageSize,
  type PaintRequest,
  type PdfDocument,
  type PdfEngine,
  PdfError,
  type PdfLink,
  type PdfSource,
  type Place,
  type QuarterTurn,
  type TextRun,
} from './pdf-engine.ts';
import { readLinks, readOutline, resolvePlace } from './pdfjs-links.ts';
import { CSS_UNITS, paintPage } from './pdfjs-paint.ts';
import { asPdfError, openSession, type PdfjsSession, type SessionOptions } from './pdfjs-session.ts';
import { RangeSource } from './range-source.ts';
import { addTurns } from './turned.ts';
import { abortError, bounded } from './waiting.ts';

/** Limit of one wait, ms. */
const PAGE_TIMEOUT_MS = 60_000;
/** PDF.js keeps what it has read and some of what it has painted: after so much it starts afresh, behind the scenes. */
const RENEW_BYTES = 48 * 1024 * 1024;
const RENEW_PAINTINGS = 150;
/** How long nothing may have been asked before that, ms; not waited for beyond twice as much. */
const RENEW_REST_MS = 600;

const never = new AbortController().signal;
/** PDF.js paints in frames of the window, and there are none while it is hidden. */
const hidden = () => document.hidden;

interface Run {
  session: PdfjsSession;
  /** Calls under way; the run ends when it was replaced and they are done. */
  busy: number;
  replaced: boolean;
  paintings: number;
}

class PdfjsDocument implements PdfDocument {
  readonly pageCount: number;
  readonly #bytes: RangeSource;
  readonly #options: SessionOptions;
  readonly #closing = new AbortController();
  /** All runs whose workers live. */
  readonly #runs = new Set<Run>();
  /** The run that answers from now on. */
  #next: Promise<Run>;
  #now: Run;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(session: PdfjsSession, bytes: RangeSource, options: SessionOptions) {
    this.pageCount = session.document.numPages;
    this.#bytes = bytes;
    this.#options = options;
    this.#now = this.#started(session);
    this.#next = Promise.resolve(this.#now);
  }

  #started(session: PdfjsSession): Run {
    const run = { session, busy: 0, replaced: false, paintings: 0 };
    this.#runs.add(run);
    return run;
  }

  #end(run: Run): void {
    if (this.#runs.delete(run)) void run.session.close();
  }

  /** Runs `work` until it ends, a read fails, its time is over, or the signal aborts. */
  async #do<T>(work: (run: Run) => Promise<T>, signal = never, again = true): Promise<T> {
    if (this.#now.session.reads.failed?.kind === 'engine') this.#replace(this.#now);
    const run = await bounded(this.#next, PAGE_TIMEOUT_MS, signal);
    run.busy += 1;
    try {
      return await bounded(run.session.reads.during(work(run)), PAGE_TIMEOUT_MS, signal, hidden);
    } catch (error) {
      const told = asPdfError(error);
      if (!(told instanceof PdfError)) throw told;
      if (told.kind === 'slow') {
        // A page on which PDF.js hangs would hold up all others: they go on in a new run.
        this.#replace(run);
        run.session.reads.fail(new PdfError('engine', told));
      } else if (told.kind === 'engine' && again && !this.#closing.signal.aborted) {
        return await this.#do(work, signal, false);
      }
      throw told;
    } finally {
      run.busy -= 1;
      this.#settle(run);
    }
  }

  #page<T>(
    number: number,
    work: (page: PDFPageProxy, run: Run) => Promise<T> | T,
    signal = never,
  ): Promise<T> {
    return this.#do(async (run) => work(await run.session.document.getPage(number), run), signal);
  }

  /** Lets a new run answer from now on; the old one ends after its last call. */
  #replace(run: Run): void {
    if (this.#now !== run || run.replaced || this.#closing.signal.aborted) return;
    run.replaced = true;
    this.#next = openSession(this.#bytes, this.#options, this.#closing.signal).then(
      (session) => {
        this.#now = this.#started(session);
        if (this.#closing.signal.aborted) this.#end(this.#now);
        this.#settle(run);
        return this.#now;
      },
      () => {
        // The old run stays, dead or alive; the next call tries anew.
        run.replaced = false;
        return run;
      },
    );
  }

  #settle(run: Run): void {
    if (run.busy > 0) return;
    if (run.replaced) {
      if (run !== this.#now) this.#end(run);
      return;
    }
    clearTimeout(this.#rest);
    const grown = Math.max(run.session.bytesGiven() / RENEW_BYTES, run.paintings / RENEW_PAINTINGS);
    if (grown < 1) return;
    if (grown >= 2) {
      this.#replace(run);
      return;
    }
    this.#rest = setTimeout(() => {
      if (run.busy === 0 && !hidden()) this.#replace(run);
    }, RENEW_REST_MS);
  }

  pageSize(number: number, turn: QuarterTurn = 0): Promise<PageSize> {
    return this.#page(number, (page) => {
      const rotation = addTurns(page.rotate, turn);
      const { width, height } = page.getViewport({ scale: CSS_UNITS, rotation });
      return { width, height };
    });
  }

  paint(request: PaintRequest): Promise<void> {
    return this.#page(
      request.page,
      async (page, run) => {
        run.paintings += 1;
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
    return this.#page(number, async (page) =>
      readLinks(await page.getAnnotations({ intent: 'display' }), page.getViewport({ scale: 1 })),
    );
  }

  outline(): Promise<readonly OutlineItem[]> {
    return this.#do(async ({ session }) => readOutline(await session.document.getOutline()));
  }

  async resolve(target: InnerTarget): Promise<Place | null> {
    return this.#do(async ({ session }) => {
      const { dest } = target;
      const named = dest !== null && typeof dest === 'object' && 'named' in dest ? dest.named : null;
      if (named === 'FirstPage') return { page: 1, down: 0 };
      if (named === 'LastPage') return { page: this.pageCount, down: 0 };
      return resolvePlace(session.document, dest);
    });
  }

  release(number: number): void {
    const { session } = this.#now;
    session.document.getPage(number).then(
      (page) => {
        // PDF.js refuses by itself while the page is being painted. What it remembers of the strokes holds only for the
        // list of drawing steps that goes with it.
        if (page.cleanup()) page.recordedBBoxes = null;
      },
      () => {},
    );
  }

  retryReads(): void {
    const { session } = this.#now;
    // A dead worker is replaced by the next call.
    if (session.reads.failed?.kind !== 'engine') session.retryReads();
  }

  onClose(listener: () => void): void {
    if (this.#closing.signal.aborted) listener();
    else this.#closing.signal.addEventListener('abort', listener, { once: true });
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest);
    this.#closing.abort();
    this.#bytes.close();
    const open = [...this.#runs];
    this.#runs.clear();
    await Promise.all(open.map((run) => run.session.close()));
  }
}

/** The engine; `workerRendering` is on by default. */
export function createPdfjsEngine(options: Partial<SessionOptions> = {}): PdfEngine {
  const chosen: SessionOptions = { workerRendering: true, ...options };
  return {
    async open(source: PdfSource, signal: AbortSignal): Promise<PdfDocument> {
      const bytes = new RangeSource(new URL(source.url, document.baseURI).href, source.bytes);
      try {
        return new PdfjsDocument(await openSession(bytes, chosen, signal), bytes, chosen);
      } catch (error) {
        bytes.close();
        throw error;
      }
    },
  };
}

export const pdfjsEngine: PdfEngine = createPdfjsEngine();
