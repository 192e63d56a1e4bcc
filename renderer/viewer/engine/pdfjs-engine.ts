/**
 * PDF.js 6.5 behind our interface: display layer only. Nothing is fetched but the document and PDF.js's own files below
 * ./pdfjs/; no scripting (the sandbox is never loaded), no XFA, no WebAssembly (the policy allows no `wasm-unsafe-eval`;
 * PDF.js has plain decoders for that case). PDF.js 6 holds no eval any more, so `isEvalSupported` is gone.
 */
import {
  AnnotationMode,
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist';
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
  type TextRun,
} from './pdf-engine.ts';
import { readLinks, readOutline, resolvePlace } from './pdfjs-links.ts';
import { RangeSource } from './range-source.ts';
import { RangeTransport } from './range-transport.ts';
import { abortError, bounded, ReadWatch } from './waiting.ts';

/** CSS px for each PDF point. */
const CSS_UNITS = 96 / 72;
/** Limits of one wait, ms. */
const OPEN_TIMEOUT_MS = 60_000;
const PAGE_TIMEOUT_MS = 60_000;

function asset(path: string): string {
  return new URL(`pdfjs/${path}`, document.baseURI).href;
}

function asPdfError(error: unknown): unknown {
  if (error instanceof PdfError || (error instanceof DOMException && error.name === 'AbortError'))
    return error;
  if (error instanceof RenderingCancelledException) return abortError();
  return new PdfError(error instanceof PasswordException ? 'protected' : 'damaged', error);
}

class PdfjsDocument implements PdfDocument {
  readonly #document: PDFDocumentProxy;
  readonly #transport: RangeTransport;
  readonly #reads: ReadWatch;
  readonly #close: () => Promise<void>;

  constructor(
    document: PDFDocumentProxy,
    transport: RangeTransport,
    reads: ReadWatch,
    close: () => Promise<void>,
  ) {
    this.#document = document;
    this.#transport = transport;
    this.#reads = reads;
    this.#close = close;
  }

  get pageCount(): number {
    return this.#document.numPages;
  }

  /** Runs `work` until it ends, a read fails, its time is over, or the signal aborts. */
  async #run<T>(work: () => Promise<T>, signal: AbortSignal = new AbortController().signal): Promise<T> {
    try {
      return await bounded(Promise.race([work(), this.#reads.failure()]), PAGE_TIMEOUT_MS, signal);
    } catch (error) {
      throw asPdfError(error);
    }
  }

  pageSize(page: number): Promise<PageSize> {
    return this.#run(async () => {
      const { width, height } = (await this.#document.getPage(page)).getViewport({ scale: CSS_UNITS });
      return { width, height };
    });
  }

  async paint({ page: number, canvas, scale, region, signal }: PaintRequest): Promise<void> {
    await this.#run(async () => {
      const page = await this.#document.getPage(number);
      if (signal.aborted) throw abortError();
      const whole = page.getViewport({ scale: CSS_UNITS * scale });
      const part = region ?? { x: 0, y: 0, width: whole.width / scale, height: whole.height / scale };
      canvas.width = Math.max(1, Math.round(part.width * scale));
      canvas.height = Math.max(1, Math.round(part.height * scale));
      const task = page.render({
        canvas,
        viewport: page.getViewport({
          scale: CSS_UNITS * scale,
          offsetX: -part.x * scale,
          offsetY: -part.y * scale,
        }),
        annotationMode: AnnotationMode.ENABLE,
      });
      const cancel = () => task.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        await task.promise;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    }, signal);
  }

  textLayer(number: number, container: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]> {
    return this.#run(async () => {
      const page = await this.#document.getPage(number);
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
    }, signal);
  }

  text(number: number): Promise<readonly TextRun[]> {
    return this.#run(async () => {
      const content = await (await this.#document.getPage(number)).getTextContent();
      return content.items.flatMap((item) =>
        'str' in item ? [{ text: item.str, lineEnd: item.hasEOL }] : [],
      );
    });
  }

  links(number: number): Promise<readonly PdfLink[]> {
    return this.#run(async () => {
      const page = await this.#document.getPage(number);
      return readLinks(await page.getAnnotations({ intent: 'display' }), page.getViewport({ scale: 1 }));
    });
  }

  outline(): Promise<readonly OutlineItem[]> {
    return this.#run(async () => readOutline(await this.#document.getOutline()));
  }

  async resolve(target: InnerTarget): Promise<Place | null> {
    return this.#run(async () => {
      const { dest } = target;
      const named = dest !== null && typeof dest === 'object' && 'named' in dest ? dest.named : null;
      if (named === 'FirstPage') return { page: 1, down: 0 };
      if (named === 'LastPage') return { page: this.pageCount, down: 0 };
      return resolvePlace(this.#document, dest);
    });
  }

  release(number: number): void {
    // PDF.js refuses by itself while the page is being painted.
    this.#document.getPage(number).then(
      (page) => page.cleanup(),
      () => {},
    );
  }

  retryReads(): void {
    this.#reads.reset();
    this.#transport.retry();
  }

  close(): Promise<void> {
    return this.#close();
  }
}

export const pdfjsEngine: PdfEngine = {
  async open(source: PdfSource, signal: AbortSignal): Promise<PdfDocument> {
    const reads = new ReadWatch();
    // Our own worker: PDF.js would judge by the page's origin whether to wrap it in a blob, which the policy forbids.
    const port = new Worker(asset('pdf.worker.min.mjs'), { type: 'module', name: 'pdf' });
    port.addEventListener('error', (event) => reads.fail(new PdfError('engine', event.message)));
    const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
    const bytes = new RangeSource(new URL(source.url, document.baseURI).href, source.bytes);
    const transport = new RangeTransport(bytes, (error) => reads.fail(error));
    const task = getDocument({
      range: transport,
      worker,
      rangeChunkSize: 128 * 1024,
      disableStream: true,
      disableAutoFetch: true,
      enableXfa: false,
      useWasm: false,
      wasmUrl: asset('wasm/'),
      cMapUrl: asset('cmaps/'),
      standardFontDataUrl: asset('standard_fonts/'),
      iccUrl: asset('iccs/'),
      // By default only for http(s); here it is the app's own scheme.
      useWorkerFetch: true,
      verbosity: VerbosityLevel.ERRORS,
    });
    const close = async () => {
      bytes.close();
      try {
        await task.destroy();
      } finally {
        worker.destroy();
        port.terminate();
      }
    };
    try {
      const opened = await bounded(Promise.race([task.promise, reads.failure()]), OPEN_TIMEOUT_MS, signal);
      return new PdfjsDocument(opened, transport, reads, close);
    } catch (error) {
      void close().catch(() => {});
      throw asPdfError(error);
    }
  },
};
