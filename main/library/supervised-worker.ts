import { statSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { abortable } from '../common/wait.ts';

export interface SupervisedWorkerOptions {
  /** The worker's module, named as build/node-workers.ts finds it. It posts 'ready' when it is loaded. */
  url: URL;
  /** Name, memory limits and data of the thread. */
  thread: WorkerOptions;
  /** The worker is ended after so long without a job, ms, to give its memory back. */
  idle_ms: number;
  errors: {
    notStarted(cause: unknown): Error;
    /** Also for a crash in the middle of a document: by far the likeliest cause is the memory limit. */
    tooLarge(cause: unknown): Error;
    /** Of the job that `close` ends. */
    closed(): Error;
  };
}

/** Sends a request to the worker and waits for its answer, at most `limit_ms`. */
export type Ask<Request, Answer> = (request: Request, limit_ms: number, late: () => Error) => Promise<Answer>;

/** Memory outside the worker's heap (buffers of decoded streams) beyond the document's own length, bytes. */
const EXTERNAL_BYTES = 512 * 1024 ** 2;
/** How often that memory is measured, ms. */
const MEASURE_MS = 250;
/** A machine that can't load pdf.js in this time has another problem, ms. */
const START_MS = 60_000;

/**
 * A worker thread that reads documents, with one job at a time; others wait. It is ended when a document hangs it, takes
 * too much memory or fails, and when it is idle; the next job starts another one. It keeps the process alive only while it
 * has a job.
 */
export class SupervisedWorker<Request, Answer> {
  readonly #options: SupervisedWorkerOptions;
  #thread: Thread | null = null;
  /** The end of the last job in the queue. */
  #turn: Promise<void> = Promise.resolve();
  /** Resolves when the last thread that was ended is gone. */
  #gone: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: SupervisedWorkerOptions) {
    this.#options = options;
  }

  /**
   * Runs a job on the document `file` when its turn comes.
   *
   * @throws what the job throws, after which the worker is ended; an error of `options.errors`; the signal's reason
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
      // Whoever comes next waits for those before us too, if we gave up while waiting.
      void before.then(() => mine.resolve());
    }
  }

  /** Ends the worker, and with it the job that it has; jobs that wait get a new one. */
  async close(): Promise<void> {
    if (this.#thread !== null) this.#end(this.#thread, this.#options.errors.closed());
    await this.#gone;
  }

  async #run<T>(file: string, signal: AbortSignal, job: (ask: Ask<Request, Answer>) => Promise<T>) {
    const { errors, idle_ms } = this.#options;
    const thread = this.#start();
    const onAbort = () => this.#end(thread, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    let measure: NodeJS.Timeout | undefined;
    try {
      if (!thread.isReady) await within(START_MS, thread.message(), () => errors.notStarted(undefined));
      thread.isReady = true;
      const allowed = EXTERNAL_BYTES + (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      measure = setInterval(() => void this.#measure(thread, allowed), MEASURE_MS);
      return await job((request, limit_ms, late) => {
        thread.worker.postMessage(request);
        return within(limit_ms, thread.message() as Promise<Answer>, late);
      });
    } catch (error) {
      // Whatever it was, the worker may be in the middle of the document.
      this.#end(thread, error);
      throw error;
    } finally {
      clearInterval(measure);
      signal.removeEventListener('abort', onAbort);
      thread.worker.unref();
      if (this.#thread !== null) this.#idle = setTimeout(() => void this.close(), idle_ms).unref();
    }
  }

  #start(): Thread {
    clearTimeout(this.#idle);
    const { url, thread: options, errors } = this.#options;
    if (this.#thread === null) {
      const thread = new Thread(url, options, (cause) =>
        this.#end(thread, thread.isReady ? errors.tooLarge(cause) : errors.notStarted(cause)),
      );
      this.#thread = thread;
    }
    this.#thread.worker.ref();
    return this.#thread;
  }

  async #measure(thread: Thread, allowed: number): Promise<void> {
    try {
      const { external_memory } = await thread.worker.getHeapStatistics();
      if (external_memory > allowed) this.#end(thread, this.#options.errors.tooLarge(undefined));
    } catch {
      // The worker ended meanwhile; that is reported by its own event.
    }
  }

  #end(thread: Thread, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    thread.fail(error);
    this.#gone = thread.worker.terminate();
  }
}

/** One life of the worker. It sends a message when it is loaded, and then one for each that it gets. */
class Thread {
  readonly worker: Worker;
  isReady = false;
  #message = Promise.withResolvers<unknown>();
  #failure: { error: unknown } | null = null;

  constructor(url: URL, options: WorkerOptions, ended: (cause: unknown) => void) {
    this.worker = new Worker(url, {
      ...options,
      // Whatever pdf.js prints must not reach our standard output, which scripts read. Nobody reads these streams
      // either: that would keep the process alive.
      stdout: true,
      stderr: true,
      // Options of our own start (--input-type, --inspect, …) are none of its.
      execArgv: [],
    });
    this.worker.on('message', (message) => this.#message.resolve(message));
    this.worker.on('error', ended);
    this.worker.on('exit', () => ended(undefined));
  }

  /** The worker's next message. @throws what the worker was ended with */
  message(): Promise<unknown> {
    this.#message = Promise.withResolvers();
    if (this.#failure !== null) this.#message.reject(this.#failure.error);
    return this.#message.promise;
  }

  fail(error: unknown): void {
    this.#failure = { error };
    // Perhaps nobody waits for a message.
    this.#message.promise.catch(() => {});
    this.#message.reject(error);
  }
}

async function within<T>(ms: number, promise: Promise<T>, late: () => Error): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(late()), ms);
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
