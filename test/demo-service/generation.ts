/** Draws kits in a worker thread, so that the servers answer while a 400-page kit is being made. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GenerationAnswer, GenerationJob } from './generation-worker.ts';
import { describeFile, type KitFile } from './kits.ts';
import type { KitSpec } from './pdf/kit-document.ts';

interface Pending {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Idle workers of closed generators, for the next ones: a start takes half a second of processor time. */
const idleWorkers: Worker[] = [];

/** The generator of one service. The worker starts with the first kit: pinned documents need none. */
export class Generator {
  readonly #folder: string;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #jobs = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes a temp folder for the documents. */
  static async create(): Promise<Generator> {
    return new Generator(await mkdtemp(join(tmpdir(), 'tripkit-demo-')));
  }

  /** Draws a kit; resolves when its file is whole. Rejects where drawing fails or the generator is closed. */
  async generate(spec: KitSpec): Promise<KitFile> {
    const n = this.#jobs;
    this.#jobs += 1;
    const file = join(this.#folder, `${n}.pdf`);
    await new Promise<void>((resolve, reject) => {
      this.#pending.set(n, { resolve, reject });
      this.#worker ??= this.#startWorker();
      this.#worker.postMessage({ n, spec, file } satisfies GenerationJob);
    });
    return describeFile(file);
  }

  /** Lets go of the worker, which ends where it is still drawing, and removes the documents. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker && this.#pending.size === 0) {
      this.#worker = undefined;
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
      idleWorkers.push(worker);
    } else await worker?.terminate();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #startWorker(): Worker {
    const worker =
      idleWorkers.pop() ??
      new Worker(new URL('./generation-worker.ts', import.meta.url), {
        execArgv: ['--disable-warning=ExperimentalWarning'],
      });
    worker.on('message', (answer: GenerationAnswer) => this.#settle(answer));
    worker.on('error', (error: Error) => this.#failAll(error));
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#failAll(new Error('The generation worker has ended.'));
    });
    worker.unref();
    return worker;
  }

  #settle(answer: GenerationAnswer): void {
    const pending = this.#pending.get(answer.n);
    this.#pending.delete(answer.n);
    if ('error' in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve();
  }

  #failAll(error: Error): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
