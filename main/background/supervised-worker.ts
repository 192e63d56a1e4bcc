import { statSync } from 'node:fs';
import { abortable } from '../common/wait.ts';

/** What a worker that was started tells its supervisor. */
export interface WorkerEvents {
  /** The first one says that it is loaded; each after that is the answer to a request. */
  message(value: unknown): void;
  /** It has ended by itself, or can't go on. */
  ended(cause: unknown): void;
}

/** One life of a worker: a thread (worker-thread.ts), or a page (main/electron/document-page.ts). */
export interface WorkerLife<Request> {
  post(request: Request): void;
  /** Whether it takes more memory than a document of so many bytes may. Rejects where it has ended. */
  takesTooMuch(document_bytes: number): Promise<boolean>;
  /** Whether the process lives as long as it has a job. */
  keepAlive(on: boolean): void;
  /** Ends it at once, whatever it does. Never rejects. */
  end(): Promise<unknown>;
}

/** Starts a worker, at first for this document. Never throws: what goes wrong is told. */
export type StartWorker<Request> = (file: string, events: WorkerEvents) => WorkerLife<Request>;

export interface SupervisedWorkerOptions<Request> {
  start: StartWorker<Request>;
  /** The worker is ended after so long without a job, ms, to give its memory back; 0: it is for one document alone. */
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

/** How often the worker's memory is measured, ms. */
const MEASURE_MS = 250;
/** A machine that can't load pdf.js in this time has another problem, ms. */
const START_MS = 60_000;

/**
 * A worker that reads documents, with one job at a time; others wait. It is ended when a document hangs it, takes too much
 * memory or fails, and when it is idle; the next job starts another one. It keeps the process alive only while it has a job.
 */
export class SupervisedWorker<Request, Answer> {
  readonly #options: SupervisedWorkerOptions<Request>;
  #worker: Life<Request> | null = null;
  /** The end of the last job in the queue. */
  #turn: Promise<void> = Promise.resolve();
  /** Resolves when the last worker that was ended is gone. */
  #gone: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: SupervisedWorkerOptions<Request>) {
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
      if (!worker.isReady) await within(START_MS, worker.message(), () => errors.notStarted(undefined));
      worker.isReady = true;
      const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      measure = setInterval(() => void this.#measure(worker, bytes), MEASURE_MS);
      return await job((request, limit_ms, late) => {
        const answer = worker.message() as Promise<Answer>;
        worker.life.post(request);
        return within(limit_ms, answer, late);
      });
    } catch (error) {
      // Whatever it was, the worker may be in the middle of the document.
      this.#end(worker, error);
      throw error;
    } finally {
      clearInterval(measure);
      signal.removeEventListener('abort', onAbort);
      worker.life.keepAlive(false);
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

/** One life of the worker. It sends a message when it is loaded, and then one for each that it gets. */
class Life<Request> {
  readonly life: WorkerLife<Request>;
  isReady = false;
  #message = Promise.withResolvers<unknown>();
  #failure: { error: unknown } | null = null;

  constructor(start: StartWorker<Request>, file: string, ended: (cause: unknown) => void) {
    this.life = start(file, { message: (value) => this.#message.resolve(value), ended });
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
