/** Verifies that a downloaded file is a valid PDF: `%PDF-` … `%%EOF`, and it opens (ARCHITECTURE.md, "A kit's way"). */

import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { checkEnds } from './document-ends.ts';
import type { DocumentReader } from './document-reader.ts';
import { PageCounter } from './page-counter.ts';
import { readWrittenDates, type WrittenDates } from './pdf/document-dates.ts';
import { type PdfStructure, readPdfStructure } from './pdf/structure.ts';

/** Time limit for pdf.js to open a document, ms. */
const OPEN_TIMEOUT_MS = 20_000;

export interface VerifyOptions {
  /** Aborts the check; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time limit for opening the document, ms, not including the wait for its turn. Default 20 s. */
  timeout_ms?: number | undefined;
}

/**
 * Verifies documents. A regular one is checked here in a few milliseconds; pdf.js checks all others, if the reader
 * allows it. A document can neither block nor crash the process.
 */
export class DocumentVerifier {
  readonly #counter: PageCounter;
  #closing = new AbortController();

  constructor(reader: DocumentReader) {
    this.#counter = new PageCounter(reader);
  }

  /**
   * @throws TripKitError of kind `document` that says what is wrong with it; of kind `disk` if the file can't be read
   */
  async verify(file: string, options: VerifyOptions = {}): Promise<PdfStructure> {
    const signals = [this.#closing.signal, options.signal].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    signal.throwIfAborted();
    await checkEnds(file);
    signal.throwIfAborted();
    const regular = await structureOf(file, signal);
    if (regular !== null) return regular;
    const { pages } = await this.#counter.count(file, options.timeout_ms ?? OPEN_TIMEOUT_MS, signal);
    return { pages };
  }

  /**
   * The dates in a valid document, as they are written there.
   *
   * @throws as `verify`
   */
  async dates(file: string, options: VerifyOptions = {}): Promise<WrittenDates> {
    const signals = [this.#closing.signal, options.signal].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    try {
      const regular = await readWrittenDates(file, signal);
      if (regular !== null) return regular;
    } catch (error) {
      throw signal.aborted ? error : diskError(error, 'Reading the document', file);
    }
    const { dates } = await this.#counter.count(file, options.timeout_ms ?? OPEN_TIMEOUT_MS, signal);
    return dates;
  }

  /** Whether a reader can show anything of the file, however damaged it is; null if that could not be determined. */
  async opens(file: string, signal: AbortSignal): Promise<boolean | null> {
    try {
      return (await this.#counter.count(file, OPEN_TIMEOUT_MS, signal)).pages > 0;
    } catch (error) {
      signal.throwIfAborted();
      const hopeless =
        error instanceof TripKitError && ['damaged', 'encrypted'].includes(error.condition ?? '');
      return hopeless ? false : null;
    }
  }

  /** Ends the worker; all running and waiting checks reject with an AbortError. A later `verify` starts a new worker. */
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
