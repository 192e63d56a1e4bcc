/** Verifies that a downloaded file is a valid PDF: `%PDF-` … `%%EOF`, and it opens (ARCHITECTURE.md, "A kit's way"). */

import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { anySignal } from '../common/wait.ts';
import { type DocumentReader, DocumentWorker, documentError, problemError } from './document-reader.ts';
import type { OpenedDocument } from './jobs/answers.ts';
import { withFile } from './pdf/bytes.ts';
import { readWrittenDates, type WrittenDates } from './pdf/document-dates.ts';
import { type PdfStructure, readPdfStructure } from './pdf/structure.ts';

/** Time limit for pdf.js to open a document, ms. */
const OPEN_TIMEOUT_MS = 20_000;

interface VerifyOptions {
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
    const signal = anySignal(this.#closing.signal, options.signal);
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
    const signal = anySignal(this.#closing.signal, options.signal);
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

// The cheap checks of a document: its beginning and its end.

/** Readers accept the header anywhere in the first 1024 bytes, the trailer in the last 1024 (PDF 1.7, appendix H.3). */
const ENDS_BYTES = 1024;
/** Storage systems pad files: the trailer is searched before at most this many bytes of padding. */
const PADDING_BYTES = 64 * 1024;

/**
 * @throws TripKitError of kind `document` if the file is empty, not a PDF or cut off; `disk` if it can't be read
 */
export async function checkEnds(file: string): Promise<void> {
  const { head, tail } = await readEnds(file);
  if (head === '') {
    throw documentError(
      'empty',
      'The document is empty. Try again; if it stays empty, tell the service’s operator.',
    );
  }
  if (!head.includes('%PDF-')) throw notPdf(head);
  let end = tail.length;
  while ('\0\t\n\f\r '.includes(tail.charAt(end - 1)) && end > 0) end -= 1;
  if (!tail.slice(0, end).slice(-ENDS_BYTES).includes('%%EOF')) {
    throw documentError(
      'cut_off',
      'The document is cut off: its end is missing. Try again; if it happens again, tell the service’s operator.',
    );
  }
}

/** One character a byte (latin1). */
async function readEnds(file: string): Promise<{ head: string; tail: string }> {
  try {
    return await withFile(file, async ({ size, read }) => {
      const piece = async (at: number, length: number) => {
        const bytes = Buffer.alloc(length);
        return bytes.toString('latin1', 0, await read(bytes, at));
      };
      const tailBytes = Math.min(size, ENDS_BYTES + PADDING_BYTES);
      return {
        head: await piece(0, Math.min(size, ENDS_BYTES)),
        tail: await piece(size - tailBytes, tailBytes),
      };
    });
  } catch (error) {
    throw diskError(error, 'Checking the document', file);
  }
}

function notPdf(head: string): TripKitError {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (/^<(!doctype\s+html|html|head|body|!--)/i.test(text)) {
    return documentError(
      'html',
      'A web page came instead of the PDF document, often a network’s log-in page. Check the connection, then try again.',
    );
  }
  if (/^(<\?xml|<[a-z]|\{|\[)/i.test(text)) {
    return documentError(
      'not_pdf',
      'The storage sent an error message instead of the PDF document. Try again; if it happens again, tell the service’s operator.',
    );
  }
  return documentError(
    'not_pdf',
    'What came is not a PDF document. Try again; if it happens again, tell the service’s operator.',
  );
}

/** Counts the pages of documents and reads their dates with pdf.js, one document at a time. */
export class PageCounter {
  readonly #worker: DocumentWorker<'verify'>;

  constructor(reader: DocumentReader) {
    this.#worker = new DocumentWorker('verify', reader, {
      notStarted: (cause) =>
        new TripKitError(
          'disk',
          'The check of PDF documents could not be started on this machine. Start Trip Kit Desktop again; if that does not help, install it again.',
          { condition: 'verifier', cause },
        ),
      tooLarge: (cause) =>
        documentError(
          'memory',
          'The document needs too much memory to open, so it was refused. Tell the service’s operator.',
          cause,
        ),
      closed: () => new TripKitError('document', 'The check of the document was given up. Try again.'),
    });
  }

  /**
   * @param timeout_ms time limit for opening the document, not including the wait for its turn
   * @throws TripKitError of kind `document` if it does not open, or not in time; of kind `disk`; the signal's reason
   */
  async count(file: string, timeout_ms: number, signal: AbortSignal): Promise<OpenedDocument> {
    const late = () =>
      documentError(
        'timeout',
        `The document did not open within ${Math.ceil(timeout_ms / 1000)} s, so it was refused. Try again; if it happens again, tell the service’s operator.`,
      );
    const answer = await this.#worker.run(file, signal, (ask) =>
      ask({ kind: 'verify', file }, timeout_ms, late),
    );
    if ('pages' in answer) return answer;
    throw problemError(answer, 'Checking the document', file, {
      password: 'The document is locked with a password, so it can’t be read. Tell the service’s operator.',
      unsound:
        'The document is damaged: it does not open as a PDF. Try again; if it happens again, tell the service’s operator.',
    });
  }

  /** Ends the worker and its current job. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}
