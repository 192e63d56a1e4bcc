import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { TripKitError } from '../../common/errors.ts';
import { diskError } from '../disk-error.ts';
import type { ExtractAnswer, ExtractRequest, ExtractWorkerData } from './extract-worker.ts';
import type { OutlineLine } from './headings.ts';
import type { PageSize } from './prepared-store.ts';

export interface TextExtractorOptions {
  /** Folder with the data files of pdf.js (`cmaps`), absolute. */
  pdfjs_folder: string;
  /** The worker is ended after so long without work, ms, to give its memory back. 10 s if absent. */
  idle_ms?: number;
  /** Longest time between two answers of the worker, ms. 30 s if absent. */
  step_ms?: number;
}

export interface ExtractTask {
  /** The document, absolute. */
  file: string;
  /** Text is taken from this page on. */
  from: number;
  /** Whether sizes and outline are wanted. */
  shape: boolean;
  /** Pages of the first batch. */
  batch: number;
}

/** Takes what comes, in order. The worker waits until it has been taken. */
export interface ExtractSink {
  shape(sizes: PageSize[], outline: OutlineLine[]): void | Promise<void>;
  /** @param from the page of the first text */
  texts(from: number, texts: string[]): void | Promise<void>;
  /** Pages of the next batch; as many as of the first if absent. */
  batch?(): number;
}

/** Heap of the worker. A document of hundreds of MB takes far less; one that wants more is hostile. */
const limits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
/** Memory outside that heap (buffers of decoded streams) beyond the document's own length, bytes. */
const EXTERNAL_BYTES = 512 * 1024 ** 2;
/** How often that memory is looked at, ms. */
const LOOK_MS = 250;
/** A machine that can't load pdf.js in this time has another problem, ms. */
const START_MS = 60_000;

type Heard = ExtractAnswer | { kind: 'ended'; error: unknown };

/** One worker thread with one document at a time. It never keeps the process alive but while it has a document. */
export class TextExtractor {
  readonly #options: TextExtractorOptions;
  #worker: Worker | null = null;
  #ready = Promise.withResolvers<void>();
  #hear: ((heard: Heard) => void) | null = null;
  #lastId = 0;
  #idle: NodeJS.Timeout | null = null;
  /** Resolves when the last worker that was ended is gone. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: TextExtractorOptions) {
    this.#options = options;
  }

  /**
   * Takes a document into the sink. One at a time.
   *
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, and `timeout` or `memory`
   *   where a page took the worker with it), of kind `disk`; what the sink throws; the signal's reason
   */
  async extract(task: ExtractTask, sink: ExtractSink, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#hear !== null) throw new Error('the extractor has a document already');
    const { step_ms = 30_000 } = this.#options;
    const answers = new Answers();
    this.#hear = answers.push;
    const worker = this.#start();
    worker.ref();
    const onAbort = () => this.#end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const watch = setInterval(() => void this.#watchMemory(worker, task.file), LOOK_MS);
    const id = ++this.#lastId;
    try {
      await this.#within(START_MS, Promise.race([this.#ready.promise, answers.ended]), notStarted);
      worker.postMessage({ kind: 'extract', id, ...task } satisfies ExtractRequest);
      for (;;) {
        const answer = await this.#within(step_ms, answers.next(), () => tooLong(step_ms));
        if (answer.kind === 'done') return;
        if (answer.kind === 'problem') throw problemOf(answer, task.file);
        if (answer.kind === 'shape') await sink.shape(answer.sizes, answer.outline);
        else await sink.texts(answer.from, answer.texts);
        signal.throwIfAborted();
        worker.postMessage({ kind: 'go', id, batch: sink.batch?.() ?? task.batch } satisfies ExtractRequest);
      }
    } catch (error) {
      // Whatever it was, the worker may be in the middle of the document.
      this.#end(error);
      throw error;
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      this.#hear = null;
      this.#restOrEnd();
    }
  }

  /** Ends the worker, and the document that it has. */
  async close(): Promise<void> {
    this.#end(
      new TripKitError(
        'document',
        'The preparation of the document was given up. It goes on at the next start.',
      ),
    );
    await this.#ended;
  }

  async #within<T>(ms: number, promise: Promise<T>, late: () => Error): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(late()), ms);
    });
    try {
      return await Promise.race([promise, over]);
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Worker {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
      name: 'extract-text',
      resourceLimits: limits,
      stdout: true,
      stderr: true,
      execArgv: [],
      workerData: { pdfjs_folder: this.#options.pdfjs_folder } satisfies ExtractWorkerData,
    });
    this.#worker = worker;
    const ready = Promise.withResolvers<void>();
    this.#ready = ready;
    let started = false;
    worker.on('message', (answer: ExtractAnswer | 'ready') => {
      if (answer === 'ready') {
        started = true;
        ready.resolve();
      } else if (this.#worker === worker) {
        this.#hear?.(answer);
      }
    });
    const gone = (cause: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#hear?.({ kind: 'ended', error: started ? tooMuch(cause) : notStarted(cause) });
    };
    worker.on('error', gone);
    worker.on('exit', gone);
    return worker;
  }

  #end(error: unknown): void {
    const worker = this.#worker;
    if (worker === null) return;
    this.#worker = null;
    this.#hear?.({ kind: 'ended', error });
    this.#ended = worker.terminate();
  }

  #restOrEnd(): void {
    const worker = this.#worker;
    if (worker === null) return;
    worker.unref();
    this.#idle = setTimeout(() => void this.close(), this.#options.idle_ms ?? 10_000);
    this.#idle.unref();
  }

  async #watchMemory(worker: Worker, file: string): Promise<void> {
    try {
      const { external_memory } = await worker.getHeapStatistics();
      const allowed = EXTERNAL_BYTES + (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      if (external_memory > allowed && this.#worker === worker) this.#end(tooMuch(null));
    } catch {
      // The worker ended meanwhile; that is told by its own event.
    }
  }
}

/** The worker's answers as they come, to be waited for one by one. */
class Answers {
  readonly #waiting: ExtractAnswer[] = [];
  #next: ((answer: ExtractAnswer) => void) | null = null;
  readonly #ended = Promise.withResolvers<never>();
  /** Rejects when the worker ends. */
  readonly ended = this.#ended.promise;

  constructor() {
    this.ended.catch(() => {});
  }

  push = (heard: Heard): void => {
    if (heard.kind === 'ended') this.#ended.reject(heard.error);
    else if (this.#next) this.#next(heard);
    else this.#waiting.push(heard);
  };

  next(): Promise<ExtractAnswer> {
    const first = this.#waiting.shift();
    if (first) return Promise.resolve(first);
    const coming = new Promise<ExtractAnswer>((resolve) => {
      this.#next = (answer) => {
        this.#next = null;
        resolve(answer);
      };
    });
    return Promise.race([coming, this.ended]);
  }
}

function problemOf(
  { problem, reason, code }: Extract<ExtractAnswer, { kind: 'problem' }>,
  file: string,
): TripKitError {
  const unprepared = 'it is read without an index, and its text is not found by the search';
  switch (problem) {
    case 'disk':
      return diskError(Object.assign(new Error(reason), { code }), 'Reading the document', file);
    case 'password':
      return new TripKitError('document', `The document is locked with a password: ${unprepared}.`, {
        condition: 'encrypted',
      });
    case 'too_large':
      return new TripKitError('document', `The document is too large to be prepared: ${unprepared}.`, {
        condition: 'too_large',
        cause: reason,
      });
    default:
      return new TripKitError('document', `The document could not be prepared: ${unprepared}.`, {
        condition: 'damaged',
        cause: reason,
      });
  }
}

function tooLong(step_ms: number): TripKitError {
  return new TripKitError(
    'document',
    `A page of the document took longer than ${Math.ceil(step_ms / 1000)} s to prepare, so it was left out.`,
    { condition: 'timeout' },
  );
}

/** The worker ended in the middle of a document: by far the likeliest cause is its memory limit. */
function tooMuch(cause: unknown): TripKitError {
  return new TripKitError(
    'document',
    'A page of the document needs too much memory to prepare, so it was left out.',
    {
      condition: 'memory',
      cause,
    },
  );
}

function notStarted(cause?: unknown): TripKitError {
  return new TripKitError(
    'disk',
    'The preparation of documents could not be started on this machine. Start Trip Kit Desktop again; if that does not help, install it again.',
    { condition: 'extractor', cause },
  );
}
