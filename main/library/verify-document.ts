/** Whether a downloaded file is a sound PDF document: `%PDF-` … `%%EOF`, and it opens (design.md, "A kit's way"). */
import { checkEnds } from './document-ends.ts';
import { PdfWorker, type PdfWorkerOptions } from './pdf-worker.ts';

export interface VerifyOptions {
  /** Gives the check up; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time allowed for opening the document, ms; waiting for its turn does not count. 20 s if absent. */
  timeout_ms?: number | undefined;
}

export interface VerifiedDocument {
  pages: number;
}

/**
 * Opens documents one at a time in a worker thread that is started early, used again, and ended when it is idle, hangs
 * or takes too much memory. A document can neither block nor crash the process.
 */
export class DocumentVerifier {
  readonly #worker: PdfWorker;
  #closing = new AbortController();

  constructor(options: PdfWorkerOptions = {}) {
    this.#worker = new PdfWorker(options);
  }

  /** Starts the worker, so that it is ready when the document is. Never throws. */
  warm(): void {
    this.#worker.warm();
  }

  /**
   * @throws TripKitError of kind `document`, saying what is wrong with it; of kind `disk` where the file can't be read
   */
  async verify(file: string, options: VerifyOptions = {}): Promise<VerifiedDocument> {
    const signals = [this.#closing.signal, options.signal].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    signal.throwIfAborted();
    this.warm();
    await checkEnds(file);
    signal.throwIfAborted();
    return { pages: await this.#worker.countPages(file, options.timeout_ms ?? 20_000, signal) };
  }

  /** Ends the worker; every running and waiting check rejects with an AbortError. A later `verify` starts anew. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#closing = new AbortController();
    await this.#worker.close();
  }
}

let shared: DocumentVerifier | null = null;

function sharedVerifier(options?: PdfWorkerOptions): DocumentVerifier {
  shared ??= new DocumentVerifier(options);
  return shared;
}

/**
 * Starts the shared worker in parallel with whatever comes next: best called first thing in the process, because
 * loading pdf.js costs a few hundred ms of another core. Options count at the first call only.
 */
export function warmVerifier(options?: PdfWorkerOptions): void {
  sharedVerifier(options).warm();
}

/**
 * Verifies with the shared worker, which never keeps the process alive by itself.
 *
 * @throws TripKitError of kind `document` or `disk`, as DocumentVerifier.verify
 */
export function verifyDocument(file: string, options?: VerifyOptions): Promise<VerifiedDocument> {
  return sharedVerifier().verify(file, options);
}

/** Ends the shared worker. A later verifyDocument starts a new one. */
export async function closeVerifier(): Promise<void> {
  await shared?.close();
}
