import { TripKitError } from '../common/errors.ts';
import { documentError, problemError } from './document-error.ts';
import { type DocumentReader, DocumentWorker } from './document-reader.ts';
import type { OpenedDocument } from './jobs/answers.ts';

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
