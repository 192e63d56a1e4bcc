import { TripKitError } from '../../common/errors.ts';
import { documentError, problemError } from '../document-error.ts';
import { SupervisedWorker } from '../supervised-worker.ts';
import type { ExtractAnswer, ExtractRequest, ExtractTask, ExtractWorkerData } from './extract-worker.ts';
import type { OutlineLine } from './headings.ts';
import type { PageSize } from './prepared-store.ts';

export type { ExtractTask } from './extract-worker.ts';

export interface TextExtractorOptions {
  /** Folder with the data files of pdf.js (`cmaps`), absolute. */
  pdfjs_folder: string;
  /** Longest time between two answers of the worker, ms. 30 s if absent. */
  step_ms?: number;
}

/** Takes what comes, in order. The worker waits until it has been taken. */
export interface ExtractSink {
  shape(sizes: PageSize[], outline: OutlineLine[]): void | Promise<void>;
  /** @param from the page of the first text */
  texts(from: number, texts: string[]): void | Promise<void>;
  /** Pages of the next batch; as many as of the first if absent. */
  batch?(): number;
}

/** Takes sizes, outline and text from documents with pdf.js in a worker thread, one document at a time. */
export class TextExtractor {
  readonly #step_ms: number;
  readonly #worker: SupervisedWorker<ExtractRequest, ExtractAnswer>;

  constructor({ pdfjs_folder, step_ms = 30_000 }: TextExtractorOptions) {
    this.#step_ms = step_ms;
    this.#worker = new SupervisedWorker({
      url: new URL('./extract-worker.ts', import.meta.url),
      thread: {
        name: 'extract-text',
        // A document of hundreds of MB takes far less; one that wants more is hostile.
        resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
        workerData: { pdfjs_folder } satisfies ExtractWorkerData,
      },
      idle_ms: 10_000,
      errors: {
        notStarted: (cause) =>
          new TripKitError(
            'disk',
            'The preparation of documents could not be started on this machine. Start Trip Kit Desktop again; if that does not help, install it again.',
            { condition: 'extractor', cause },
          ),
        tooLarge: (cause) =>
          documentError(
            'memory',
            'A page of the document needs too much memory to prepare, so it was left out.',
            cause,
          ),
        closed: () =>
          new TripKitError(
            'document',
            'The preparation of the document was given up. It goes on at the next start.',
          ),
      },
    });
  }

  /**
   * Takes a document into the sink.
   *
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, and `timeout` or `memory`
   *   where a page took the worker with it), of kind `disk`; what the sink throws; the signal's reason
   */
  extract(task: ExtractTask, sink: ExtractSink, signal: AbortSignal): Promise<void> {
    const late = () =>
      documentError(
        'timeout',
        `A page of the document took longer than ${Math.ceil(this.#step_ms / 1000)} s to prepare, so it was left out.`,
      );
    return this.#worker.run(task.file, signal, async (ask) => {
      let request: ExtractRequest = task;
      for (;;) {
        const answer: ExtractAnswer = await ask(request, this.#step_ms, late);
        if (answer === 'done') return;
        if ('problem' in answer) throw errorOf(answer, task.file);
        if ('sizes' in answer) await sink.shape(answer.sizes, answer.outline);
        else await sink.texts(answer.from, answer.texts);
        request = { batch: sink.batch?.() ?? task.batch };
      }
    });
  }

  /** Ends the worker, and the document that it has. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}

function errorOf(problem: Extract<ExtractAnswer, { problem: string }>, file: string): TripKitError {
  const unprepared = 'it is read without an index, and its text is not found by the search';
  if (problem.problem === 'too_large') {
    const message = `The document is too large to be prepared: ${unprepared}.`;
    return documentError('too_large', message, problem.reason);
  }
  return problemError(problem, 'Reading the document', file, {
    password: `The document is locked with a password: ${unprepared}.`,
    unsound: `The document could not be prepared: ${unprepared}.`,
  });
}
