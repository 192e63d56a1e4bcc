import type { OutlineEntry, PageText } from '../../../preload/charts/page-text.ts';
import { TripKitError } from '../../common/errors.ts';
import { documentError, problemError } from '../document-error.ts';
import { pdfjsFolder } from '../pdfjs-folder.ts';
import { SupervisedWorker } from '../supervised-worker.ts';
import { workerThread } from '../worker-thread.ts';
import type { RunsAnswer, RunsRequest, RunsWorkerData } from './runs-worker.ts';

/** Takes what comes, in order. */
export interface RunsSink {
  /** Comes first. */
  outline(outline: OutlineEntry[]): void;
  /** @param number from 1 */
  page(number: number, text: PageText): void;
}

/** Takes outline and text with its places from documents with pdf.js in a worker thread, one document at a time. */
export class RunsReader {
  readonly #step_ms: number;
  readonly #worker: SupervisedWorker<RunsRequest, RunsAnswer>;

  /** @param step_ms longest time between two answers of the worker, ms */
  constructor({ step_ms = 60_000 }: { step_ms?: number } = {}) {
    this.#step_ms = step_ms;
    this.#worker = new SupervisedWorker({
      start: workerThread(new URL('./runs-worker.ts', import.meta.url), {
        name: 'read-runs',
        // A document of hundreds of MB takes far less; one that wants more is hostile.
        resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
        workerData: { pdfjs_folder: pdfjsFolder() } satisfies RunsWorkerData,
      }),
      idle_ms: 1000,
      errors: {
        notStarted: (cause) =>
          new TripKitError(
            'disk',
            'The reading of documents could not be started on this machine. Install Trip Kit Desktop again.',
            { condition: 'reader', cause },
          ),
        tooLarge: (cause) =>
          documentError(
            'memory',
            'The document needs too much memory to read. Tell the service’s operator.',
            cause,
          ),
        closed: () => documentError('closed', 'The reading of the document was given up. Try again.'),
      },
    });
  }

  /**
   * Takes a document into the sink.
   *
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, `timeout`, `memory`), of kind
   *   `disk`; what the sink throws; the signal's reason
   */
  read(file: string, sink: RunsSink, signal: AbortSignal): Promise<void> {
    const late = () =>
      documentError(
        'timeout',
        `A page of the document took longer than ${Math.ceil(this.#step_ms / 1000)} s to read. Tell the service’s operator.`,
      );
    return this.#worker.run(file, signal, async (ask) => {
      let request: RunsRequest = { file };
      for (;;) {
        const answer: RunsAnswer = await ask(request, this.#step_ms, late);
        if (answer === 'done') return;
        if ('problem' in answer) throw errorOf(answer, file);
        if ('outline' in answer) sink.outline(answer.outline);
        else for (const [index, page] of answer.pages.entries()) sink.page(answer.from + index, page);
        request = 'next';
      }
    });
  }

  /** Ends the worker, and the document that it has. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}

function errorOf(problem: Extract<RunsAnswer, { problem: string }>, file: string): TripKitError {
  if (problem.problem === 'too_large')
    return documentError('too_large', 'The document has too many pages to be read.', problem.reason);
  return problemError(problem, 'Reading the document', file, {
    password: 'The document is locked with a password, so it can’t be read. Tell the service’s operator.',
    unsound: 'The document does not open as a PDF, so it can’t be read. Choose another file.',
  });
}
