import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { abortable } from '../common/wait.ts';
import { inWorkTime } from './work-time.ts';

/** Events that a worker sends to its supervisor. */
export interface WorkerEvents {
  /** The first message says that the worker has loaded; each later one answers a request. */
  message(value: unknown): void;
  /** The worker has ended, or can't continue. */
  ended(cause: unknown): void;
}

/** One instance of a worker: a thread, or a page (main/electron/document-page.ts). */
interface WorkerLife<Request> {
  post(request: Request): void;
  /** Whether it uses more memory than a document of this many bytes may. Rejects if it has ended. */
  takesTooMuch(document_bytes: number): Promise<boolean>;
  /** Whether the worker keeps the process alive. */
  keepAlive(on: boolean): void;
  /** Ends it at once, even in the middle of a job. Never rejects. */
  end(): Promise<unknown>;
}

/** Starts a worker; `file` is its first document. Never throws: failures are reported by `events.ended`. */
export type StartWorker<Request> = (file: string, events: WorkerEvents) => WorkerLife<Request>;

export interface SupervisedWorkerOptions<Request> {
  start: StartWorker<Request>;
  /** Ends the worker after this long without a job, ms, to free its memory. 0: each document gets a new worker. */
  idle_ms: number;
  errors: {
    notStarted(cause: unknown): Error;
    /** Also for a crash in the middle of a document: the most likely cause by far is the memory limit. */
    tooLarge(cause: unknown): Error;
    /** For the job that `close` ends. */
    closed(): Error;
  };
}

/** Sends a request to the worker and waits for its answer, at most `limit_ms` of {@link inWorkTime}. */
export type Ask<Request, Answer> = (request: Request, limit_ms: number, late: () => Error) => Promise<Answer>;

/** Interval between measurements of the worker's memory, ms. */
const MEASURE_MS = 250;
/** Time limit for loading pdf.js, ms; a computer that takes longer has another problem. */
const START_MS = 60_000;

/**
 * A worker that reads documents, one job at a time; other jobs wait. It is ended when a document hangs it, uses too much memory
 * or fails, and when it is idle; the next job starts a new one. It keeps the process alive only during a job.
 */
export class SupervisedWorker<Request, Answer> {
  readonly #options: SupervisedWorkerOptions<Request>;
  #worker: Life<Request> | null = null;
  /** Resolves when the last job in the queue has ended. */
  #turn: Promise<void> = Promise.resolve();
  /** Resolves when the last ended worker is gone. */
  #gone: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: SupervisedWorkerOptions<Request>) {
    this.#options = options;
  }

  /**
   * Runs a job on the document `file` when its turn comes.
   *
   * @throws what the job throws (the worker is then ended); an error of `options.errors`; the signal's reason
   */
  async run<T>(
    file: string,
    signal: AbortSignal,
    job: (ask: Ask<Request, Answer>) => Promise<T>,
  ): Promise<T> {
    const before = this.#turn;
    const mine = Promise.withResolvers<void>();
    this.#turn = mine.promise;
    try {
      await abortable(before, signal);
      signal.throwIfAborted();
      return await this.#run(file, signal, job);
    } finally {
      // If this job gave up waiting, the next one still waits for the jobs before it.
      void before.then(() => mine.resolve());
    }
  }

  /** Ends the worker and its current job; waiting jobs get a new worker. */
  async close(): Promise<void> {
    if (this.#worker !== null) this.#end(this.#worker, this.#options.errors.closed());
    await this.#gone;
  }

  async #run<T>(file: string, signal: AbortSignal, job: (ask: Ask<Request, Answer>) => Promise<T>) {
    const { errors, idle_ms } = this.#options;
    const worker = this.#start(file);
    const onAbort = () => this.#end(worker, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    let measure: NodeJS.Timeout | undefined;
    try {
      if (!worker.isReady) await inWorkTime(worker.message(), START_MS, () => errors.notStarted(undefined));
      worker.isReady = true;
      const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      measure = setInterval(() => void this.#measure(worker, bytes), MEASURE_MS);
      return await job((request, limit_ms, late) => {
        const answer = worker.message() as Promise<Answer>;
        worker.life.post(request);
        return inWorkTime(answer, limit_ms, late);
      });
    } catch (error) {
      // After any error, the worker may be in the middle of the document.
      this.#end(worker, error);
      throw error;
    } finally {
      clearInterval(measure);
      signal.removeEventListener('abort', onAbort);
      // A worker that is being ended keeps the process alive until it is gone: `close` waits for that.
      if (this.#worker === worker) worker.life.keepAlive(false);
      if (idle_ms === 0) void this.close();
      else if (this.#worker !== null) this.#idle = setTimeout(() => void this.close(), idle_ms).unref();
    }
  }

  #start(file: string): Life<Request> {
    clearTimeout(this.#idle);
    const { start, errors } = this.#options;
    if (this.#worker === null) {
      const worker = new Life(start, file, (cause) =>
        this.#end(worker, worker.isReady ? errors.tooLarge(cause) : errors.notStarted(cause)),
      );
      this.#worker = worker;
    }
    this.#worker.life.keepAlive(true);
    return this.#worker;
  }

  async #measure(worker: Life<Request>, document_bytes: number): Promise<void> {
    try {
      if (await worker.life.takesTooMuch(document_bytes))
        this.#end(worker, this.#options.errors.tooLarge(undefined));
    } catch {
      // The worker ended meanwhile; that is reported by its own event.
    }
  }

  #end(worker: Life<Request>, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    worker.fail(error);
    this.#gone = worker.life.end();
  }
}

/** One instance of the worker. It sends one message when it has loaded, then one for each message that it receives. */
class Life<Request> {
  readonly life: WorkerLife<Request>;
  isReady = false;
  #message = Promise.withResolvers<unknown>();
  #failure: { error: unknown } | null = null;

  constructor(start: StartWorker<Request>, file: string, ended: (cause: unknown) => void) {
    this.life = start(file, { message: (value) => this.#message.resolve(value), ended });
  }

  /** The worker's next message. @throws the error that the worker was ended with */
  message(): Promise<unknown> {
    this.#message = Promise.withResolvers();
    if (this.#failure !== null) this.#message.reject(this.#failure.error);
    return this.#message.promise;
  }

  fail(error: unknown): void {
    this.#failure = { error };
    // Nothing may be waiting for the message.
    this.#message.promise.catch(() => {});
    this.#message.reject(error);
  }
}

/** Memory limit outside the thread's heap (buffers of decoded streams) in addition to the document's length, bytes. */
const EXTERNAL_BYTES = 512 * 1024 ** 2;

let isDisallowed = false;

/**
 * V8 flags can't be set for one thread (ERR_WORKER_INVALID_EXEC_ARGV), and this one must be set before a thread's first context is
 * created. Existing contexts are not affected. Set only once: changing flags while threads run may crash V8 (Node docs,
 * `v8.setFlagsFromString`).
 */
function disallowCode(): void {
  if (isDisallowed) return;
  setFlagsFromString('--disallow-code-generation-from-strings');
  isDisallowed = true;
}

/**
 * Starts worker threads that can't turn text into code (`eval`, `new Function`).
 *
 * @param url the thread's module, named as build/main.config.ts finds it. It posts 'ready' when it has loaded.
 * @param options name, memory limits and data of the thread
 */
export function workerThread<Request>(url: URL, options: WorkerOptions): StartWorker<Request> {
  return (_file, { message, ended }) => {
    disallowCode();
    const worker = new Worker(url, {
      ...options,
      // pdf.js output must not reach our standard output, which scripts read. These streams are not read either: that
      // would keep the process alive.
      stdout: true,
      stderr: true,
      // The thread does not inherit this process's own options (--input-type, --inspect, …).
      execArgv: [],
    });
    worker.on('message', message);
    worker.on('error', ended);
    worker.on('exit', () => ended(undefined));
    return {
      post: (request) => worker.postMessage(request),
      takesTooMuch: async (document_bytes) => {
        const { external_memory } = await worker.getHeapStatistics();
        return external_memory > EXTERNAL_BYTES + document_bytes;
      },
      keepAlive: (on) => (on ? worker.ref() : worker.unref()),
      end: () => worker.terminate(),
    };
  };
}
