/**
 * One run of PDF.js 6.5 over one document: display layer only, with a worker that parses. Nothing is fetched but the document
 * and PDF.js's own files below /pdfjs/; no scripting (the sandbox is never loaded), no XFA, no WebAssembly (the policy allows
 * no `wasm-unsafe-eval`; PDF.js has plain decoders for that case). PDF.js 6 holds no eval.
 *
 * It draws in this page, which nobody sees and which has a process of its own: PDF.js's drawing worker takes twice as long for
 * a page, because all that it draws is posted to it first.
 */
import {
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  VerbosityLevel,
} from 'pdfjs-dist';
import { workerUrl } from '../design/workers/worker-url.ts';
import { PdfError } from './messages/document.ts';
import { abortError, bounded } from './messages/messages.ts';
import { type RangeSource, RangeTransport } from './range-source.ts';

/** Limits of one wait, ms. */
const OPEN_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 5_000;
/**
 * What PDF.js asks for at least, bytes. Its worker keeps for good all that it was given, so this is small; reading is made
 * cheap by the windows of RangeSource instead.
 */
const CHUNK_BYTES = 32 * 1024;

/**
 * Pictures of more pixels than this are decoded at half their size, bytes of pixels: 128 megapixels, a sheet of A0 at 300
 * dots an inch. Without a limit PDF.js finds the browser's own by trying, again for every picture larger than 2048 x 2048,
 * with a canvas of the picture's size: 50 ms for each scanned page, twice (src/core/image_resizer.js).
 */
const PICTURE_BYTES = 512 * 1024 * 1024;

function asset(path: string): string {
  return new URL(`/pdfjs/${path}`, location.origin).href;
}

/** Whatever PDF.js threw, as a PdfError; aborts and cancelled paintings as an AbortError. */
export function asPdfError(error: unknown): unknown {
  if (error instanceof PdfError || (error instanceof DOMException && error.name === 'AbortError'))
    return error;
  if (error instanceof RenderingCancelledException) return abortError();
  return new PdfError(error instanceof PasswordException ? 'protected' : 'damaged', error);
}

/** Our own worker: PDF.js would judge by the page's origin whether to wrap it in a blob, which the policy forbids. */
const startWorker = () => new Worker(workerUrl('/pdfjs/pdf.worker.min.mjs'), { type: 'module', name: 'pdf' });

/** One that was started before it was needed. */
let spare: Worker | null = null;

/** Starts the worker of the page's document, so that it need not wait for it. */
export function warmWorker(): void {
  if (spare) return;
  const made = startWorker();
  made.addEventListener('error', () => {
    if (spare === made) spare = null;
  });
  spare = made;
}

function takeWorker(): Worker {
  const worker = spare ?? startWorker();
  spare = null;
  return worker;
}

export interface PdfjsSession {
  readonly document: PDFDocumentProxy;
  readonly reads: ReadWatch;
  /** Bytes that PDF.js was given, which its worker keeps. */
  bytesGiven(): number;
  /** Asks again for bytes that could not be read. */
  retryReads(): void;
  /** Ends the worker. Never rejects. */
  close(): Promise<void>;
}

/** Opens a document. Rejects with a PdfError or an AbortError. */
export async function openSession(bytes: RangeSource, signal: AbortSignal): Promise<PdfjsSession> {
  const reads = new ReadWatch();
  const port = takeWorker();
  port.addEventListener('error', (event) => {
    event.preventDefault();
    reads.fail(new PdfError('engine', event.message));
  });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const transport = new RangeTransport(bytes, (error) => reads.fail(error));
  const task = getDocument({
    range: transport,
    worker,
    rangeChunkSize: CHUNK_BYTES,
    canvasMaxAreaInBytes: PICTURE_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    disableWorkerRendering: true,
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
  let closing = false;
  let isOpen = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    // Its worker would answer "terminated" to the opening that nobody waits for any more, as an error of the page.
    if (!isOpen) port.terminate();
    transport.stop();
    const never = new AbortController().signal;
    // A worker that hangs does not answer; it is ended all the same.
    await bounded(task.destroy(), CLOSE_TIMEOUT_MS, never).catch(() => {});
    worker.destroy();
    port.terminate();
  };
  try {
    const opened = await bounded(reads.during(task.promise), OPEN_TIMEOUT_MS, signal);
    isOpen = true;
    return {
      document: opened,
      reads,
      bytesGiven: () => transport.bytesGiven,
      retryReads: () => {
        reads.reset();
        transport.retry();
      },
      close,
    };
  } catch (error) {
    void close();
    throw asPdfError(error);
  }
}

/** Remembers that a read failed or that the worker died, until it is tried again. */
export class ReadWatch {
  readonly #waiting = new Set<(error: PdfError) => void>();
  #failed: PdfError | null = null;

  /** The current failure; null while reading continues. */
  get failed(): PdfError | null {
    return this.#failed;
  }

  /** `work`, or a PdfError when a read fails meanwhile or has failed before. */
  async during<T>(work: Promise<T>): Promise<T> {
    if (this.#failed) {
      work.catch(() => {});
      throw this.#failed;
    }
    const failure = Promise.withResolvers<never>();
    this.#waiting.add(failure.reject);
    try {
      return await Promise.race([work, failure.promise]);
    } finally {
      this.#waiting.delete(failure.reject);
    }
  }

  /** Rejects all waiting and later callers; any error other than a PdfError becomes one of kind `gone`. */
  fail(cause: unknown): void {
    this.#failed ??= cause instanceof PdfError ? cause : new PdfError('gone', cause);
    for (const tell of this.#waiting) tell(this.#failed);
    this.#waiting.clear();
  }

  reset(): void {
    this.#failed = null;
  }
}
