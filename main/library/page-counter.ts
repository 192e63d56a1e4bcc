import { TripKitError } from '../common/errors.ts';
import { documentError, problemError } from './document-error.ts';
import { SupervisedWorker } from './supervised-worker.ts';
import type { VerifyAnswer } from './verify-worker.ts';

/** Counts the pages of documents with pdf.js in a worker thread, one document at a time. */
export class PageCounter {
  readonly #worker = new SupervisedWorker<string, VerifyAnswer>({
    url: new URL('./verify-worker.ts', import.meta.url),
    thread: {
      name: 'verify-document',
      // Opening a document of hundreds of MB takes far less; a document that wants more is hostile.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 },
    },
    idle_ms: 30_000,
    errors: {
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
    },
  });

  /**
   * @param timeout_ms time allowed for opening the document; waiting for its turn does not count
   * @throws TripKitError of kind `document` where it does not open, or not in time; of kind `disk`; the signal's reason
   */
  async count(file: string, timeout_ms: number, signal: AbortSignal): Promise<number> {
    const late = () =>
      documentError(
        'timeout',
        `The document did not open within ${Math.ceil(timeout_ms / 1000)} s, so it was refused. Try again; if it happens again, tell the service’s operator.`,
      );
    const answer = await this.#worker.run(file, signal, (ask) => ask(file, timeout_ms, late));
    if ('pages' in answer) return answer.pages;
    throw problemError(answer, 'Checking the document', file, {
      password: 'The document is locked with a password, so it can’t be read. Tell the service’s operator.',
      unsound:
        'The document is damaged: it does not open as a PDF. Try again; if it happens again, tell the service’s operator.',
    });
  }

  /** Ends the worker, and the count under way. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}
