/** Whether a downloaded file is a sound PDF document: `%PDF-` … `%%EOF`, and it opens (ARCHITECTURE.md, "A kit's way"). */
import { diskError } from './disk-error.ts';
import { checkEnds } from './document-ends.ts';
import { PageCounter } from './page-counter.ts';
import { type PdfStructure, readPdfStructure } from './pdf/structure.ts';

export interface VerifyOptions {
  /** Gives the check up; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time allowed for opening the document, ms; waiting for its turn does not count. 20 s if absent. */
  timeout_ms?: number | undefined;
}

/**
 * Verifies documents. A perfectly regular one is checked here in some milliseconds; pdf.js judges all others in a worker
 * thread. A document can neither block nor crash the process.
 */
export class DocumentVerifier {
  readonly #counter = new PageCounter();
  #closing = new AbortController();

  /**
   * @throws TripKitError of kind `document`, saying what is wrong with it; of kind `disk` where the file can't be read
   */
  async verify(file: string, options: VerifyOptions = {}): Promise<PdfStructure> {
    const signals = [this.#closing.signal, options.signal].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    signal.throwIfAborted();
    await checkEnds(file);
    signal.throwIfAborted();
    const regular = await structureOf(file, signal);
    return regular ?? { pages: await this.#counter.count(file, options.timeout_ms ?? 20_000, signal) };
  }

  /** Ends the worker; every running and waiting check rejects with an AbortError. A later `verify` starts a new one. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#closing = new AbortController();
    await this.#counter.close();
  }
}

async function structureOf(file: string, signal: AbortSignal): Promise<PdfStructure | null> {
  try {
    return await readPdfStructure(file, signal);
  } catch (error) {
    throw signal.aborted ? error : diskError(error, 'Checking the document', file);
  }
}

let shared: DocumentVerifier | null = null;

/**
 * Verifies with the shared worker, which never keeps the process alive.
 *
 * @throws TripKitError of kind `document` or `disk`, as DocumentVerifier.verify
 */
export function verifyDocument(file: string, options?: VerifyOptions): Promise<PdfStructure> {
  shared ??= new DocumentVerifier();
  return shared.verify(file, options);
}

/** Ends the shared worker. A later verifyDocument starts a new one. */
export async function closeVerifier(): Promise<void> {
  await shared?.close();
}
