import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { TripKitError } from '../common/errors.ts';
import { abortable } from '../common/wait.ts';
import { diskError } from './disk-error.ts';
import type { VerifyAnswer, VerifyRequest } from './verify-worker.ts';

export interface PdfWorkerOptions {
  /**
   * Folder, private to this user, where Node keeps the worker's compiled code (nodejs.org/api/module.html, "Module
   * compile cache"); from the second start on it saves some 100 ms, and run from source 20 MB. None if absent.
   */
  compile_cache?: string | undefined;
  /** The worker is ended after so long without work, ms, to give its memory back. 30 s if absent. */
  idle_ms?: number | undefined;
}

/** Heap of the worker. Opening a document of hundreds of MB takes far less; a document that wants more is hostile. */
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 };
/** Memory outside that heap (buffers of decoded streams) beyond the document's own length, bytes. */
const external_bytes = 512 * 1024 ** 2;
/** How often that memory is looked at, ms. */
const look_ms = 250;
/** A machine that can't load pdf.js in this time has another problem, ms. */
const start_ms = 60_000;

type Ending = { error: Error };

interface Job {
  id: number;
  settle(answer: VerifyAnswer | Ending): void;
}

/** One worker thread with one job at a time. It never keeps the process alive but while there is a job. */
export class PdfWorker {
  readonly #options: PdfWorkerOptions;
  #worker: Worker | null = null;
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #job: Job | null = null;
  /** The end of the last job in the queue. */
  #turn: Promise<void> = Promise.resolve();
  #lastId = 0;
  /** Resolves when the last worker that was ended is gone. */
  #ended: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;

  constructor(options: PdfWorkerOptions) {
    this.#options = options;
  }

  /**
   * @throws TripKitError of kind `document` where the file does not open in `timeout_ms`; the signal's reason
   */
  async countPages(file: string, timeout_ms: number, signal: AbortSignal | undefined): Promise<number> {
    const before = this.#turn;
    const mine = Promise.withResolvers<void>();
    this.#turn = mine.promise;
    try {
      await (signal === undefined ? before : abortable(before, signal));
      signal?.throwIfAborted();
      return await this.#run(file, timeout_ms, signal);
    } finally {
      // Whoever comes next waits for those before us too, if we gave up while waiting.
      void before.then(() => mine.resolve());
    }
  }

  /** Ends the worker, and with it the job that it has; jobs that wait get a new one. */
  async close(): Promise<void> {
    this.#end(new TripKitError('document', 'The check of the document was given up. Try again.'));
    await this.#ended;
  }

  async #run(file: string, timeout_ms: number, signal: AbortSignal | undefined): Promise<number> {
    const worker = this.#start();
    const id = ++this.#lastId;
    const answered = Promise.withResolvers<VerifyAnswer | Ending>();
    this.#job = { id, settle: answered.resolve };
    worker.ref();
    const end = (error: unknown) => {
      if (this.#worker === worker) this.#end(error instanceof Error ? error : new Error(String(error)));
    };
    const onAbort = () => end(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const start = setTimeout(() => end(notStarted(null)), start_ms);
    const watches: NodeJS.Timeout[] = [];
    try {
      await Promise.race([this.#ready.promise, answered.promise]);
      clearTimeout(start);
      watches.push(setTimeout(() => end(tooLong(timeout_ms)), timeout_ms));
      const allowed = external_bytes + (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      watches.push(setInterval(() => void watchMemory(worker, allowed, end), look_ms));
      if (this.#worker === worker) worker.postMessage({ id, file } satisfies VerifyRequest);
      return pagesOf(await answered.promise, file);
    } finally {
      clearTimeout(start);
      for (const watch of watches) clearInterval(watch);
      signal?.removeEventListener('abort', onAbort);
      if (this.#job?.id === id) this.#job = null;
      this.#restOrEnd();
    }
  }

  #start(): Worker {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#worker !== null) return this.#worker;
    const cache = this.#options.compile_cache;
    const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), {
      name: 'verify-document',
      resourceLimits: limits,
      // Whatever pdf.js prints must not reach our standard output, which scripts read. Nobody reads these streams
      // either: that would keep the process alive.
      stdout: true,
      stderr: true,
      // Options of our own start (--input-type, --inspect, …) are none of its.
      execArgv: [],
      env: cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    this.#worker = worker;
    this.#isReady = false;
    this.#ready = Promise.withResolvers();
    worker.on('message', (answer: VerifyAnswer | 'ready') => this.#hear(worker, answer));
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#forget(this.#isReady ? crashed(error) : notStarted(error));
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#forget(this.#isReady ? crashed(null) : notStarted(null));
    });
    return worker;
  }

  #hear(worker: Worker, answer: VerifyAnswer | 'ready'): void {
    if (this.#worker !== worker) return;
    if (answer === 'ready') {
      this.#isReady = true;
      this.#ready.resolve();
    } else if (answer.id === this.#job?.id) {
      this.#job.settle(answer);
    }
  }

  /** The worker is of no more use: its job ends with `error`, and the next one gets a new worker. */
  #forget(error: Error): void {
    this.#worker = null;
    this.#job?.settle({ error });
    this.#job = null;
  }

  #end(error: Error): void {
    const worker = this.#worker;
    this.#forget(error);
    if (worker !== null) this.#ended = worker.terminate();
  }

  #restOrEnd(): void {
    const worker = this.#worker;
    if (worker === null || this.#job !== null) return;
    worker.unref();
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), this.#options.idle_ms ?? 30_000);
    this.#idle.unref();
  }
}

async function watchMemory(worker: Worker, allowed: number, end: (error: unknown) => void): Promise<void> {
  try {
    const { external_memory } = await worker.getHeapStatistics();
    if (external_memory > allowed) end(tooLarge(null));
  } catch {
    // The worker ended meanwhile; that is reported by its own event.
  }
}

function pagesOf(answer: VerifyAnswer | Ending, file: string): number {
  if ('error' in answer) throw answer.error;
  if ('pages' in answer) return answer.pages;
  switch (answer.problem) {
    case 'password':
      throw new TripKitError(
        'document',
        'The document is locked with a password, so it can’t be read. Tell the service’s operator.',
        { condition: 'encrypted' },
      );
    case 'disk':
      throw diskError(
        Object.assign(new Error(answer.reason), { code: answer.code }),
        'Checking the document',
        file,
      );
    default:
      throw new TripKitError(
        'document',
        'The document is damaged: it does not open as a PDF. Try again; if it happens again, tell the service’s operator.',
        { condition: 'damaged', cause: answer.reason },
      );
  }
}

function tooLong(timeout_ms: number): TripKitError {
  return new TripKitError(
    'document',
    `The document did not open within ${Math.ceil(timeout_ms / 1000)} s, so it was refused. Try again; if it happens again, tell the service’s operator.`,
    { condition: 'timeout' },
  );
}

function tooLarge(cause: unknown): TripKitError {
  return new TripKitError(
    'document',
    'The document needs too much memory to open, so it was refused. Tell the service’s operator.',
    { condition: 'memory', cause },
  );
}

/** The worker ended in the middle of a document: by far the likeliest cause is its memory limit. */
function crashed(error: Error | null): TripKitError {
  return tooLarge(error);
}

function notStarted(cause: Error | null): TripKitError {
  return new TripKitError(
    'disk',
    'The check of PDF documents could not be started on this machine. Start Trip Kit Desktop again; if that does not help, install it again.',
    { condition: 'verifier', cause },
  );
}
