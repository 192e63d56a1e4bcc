/** Whether a downloaded file is a sound PDF document: `%PDF-` … `%%EOF`, and it opens (ARCHITECTURE.md, "A kit's way"). */

import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { checkEnds } from './document-ends.ts';
import type { DocumentReader } from './document-reader.ts';
import { PageCounter } from './page-counter.ts';
import { readWrittenDates, type WrittenDates } from './pdf/document-dates.ts';
import { type PdfStructure, readPdfStructure } from './pdf/structure.ts';

/** How long pdf.js may take to open a document, ms. */
const OPEN_TIMEOUT_MS = 20_000;

export interface VerifyOptions {
  /** Gives the check up; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time allowed for opening the document, ms; waiting for its turn does not count. 20 s if absent. */
  timeout_ms?: number | undefined;
}

/**
 * Verifies documents. A perfectly regular one is checked here in some milliseconds; pdf.js judges all others, where the reader
 * lets it. A document can neither block nor crash the process.
 */
export class DocumentVerifier {
  readonly #counter: PageCounter;
  #closing = new AbortController();

  constructor(reader: DocumentReader) {
    this.#counter = new PageCounter(reader);
  }

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
    if (regular !== null) return regular;
    const { pages } = await this.#counter.count(file, options.timeout_ms ?? OPEN_TIMEOUT_MS, signal);
    return { pages };
  }

  /**
   * The dates that a sound document gives itself, as it writes them.
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

  /** Whether a reader can show anything of the file, however damaged it is; null where that could not be found out. */
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
