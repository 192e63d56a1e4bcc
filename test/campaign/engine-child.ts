/** The campaign's hold on an engine's process. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Order, Said, SeenKit, Setup, Told } from './protocol.ts';

/** What came of an order; `gone` where the process died before it said so. */
export type Outcome = { done: SeenKit[] } | { refused: { kind: string; message: string } } | 'gone';

/** How a start ended. */
export type Start = 'started' | { not_started: { kind: string; message: string } } | 'gone';

/** No order takes longer, ms: a process that hangs is an error of the campaign's own. */
const PATIENCE_MS = 30_000;

export class EngineChild {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  readonly #loaded = Promise.withResolvers<void>();
  readonly #started = Promise.withResolvers<Start>();
  readonly #ended = Promise.withResolvers<void>();
  #orders = 0;
  #alive = true;
  #meant = false;
  /** What it wrote: its log and its standard error. */
  readonly log: string[] = [];

  /**
   * @param program the engine's process (bundle-engine.ts)
   * @param compile_cache folder in which Node keeps what it compiled
   */
  constructor(program: string, compile_cache: string) {
    this.#process = fork(program, [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, NODE_COMPILE_CACHE: compile_cache },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process.stderr?.on('data', (chunk: Buffer) => this.log.push(`stderr: ${chunk.toString()}`));
    this.#process.on('message', (said: Said) => this.#hear(said));
    this.#process.on('error', (error) => this.log.push(`error: ${error.message}`));
    this.#process.on('exit', (code, signal) => {
      this.log.push(`ended: ${signal ?? code}`);
      if (signal === 'SIGKILL' || code === 0) this.#meant = true;
      this.#alive = false;
      this.#loaded.resolve();
      this.#started.resolve('gone');
      for (const settle of this.#waiting.values()) settle('gone');
      this.#ended.resolve();
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether it ended in another way than by SIGKILL or an orderly stop. */
  get crashed(): boolean {
    return !this.#alive && !this.#meant;
  }

  async start(setup: Setup): Promise<Start> {
    await this.#loaded.promise;
    if (!this.#send({ start: setup })) return 'gone';
    return this.#started.promise;
  }

  order(order: Order): Promise<Outcome> {
    if (!this.#alive) return Promise.resolve('gone');
    this.#orders += 1;
    const n = this.#orders;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = setTimeout(() => {
      this.log.push(`No answer to "${order.do}" within ${PATIENCE_MS} ms.`);
      this.#meant = false;
      this.#process.kill('SIGABRT');
    }, PATIENCE_MS);
    this.#waiting.set(n, (outcome) => {
      clearTimeout(timer);
      this.#waiting.delete(n);
      resolve(outcome);
    });
    if (!this.#send({ n, order })) this.#waiting.get(n)?.('gone');
    return promise;
  }

  /** Kills it, as a laptop dies. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }

  #send(told: Told): boolean {
    if (!this.#alive || !this.#process.connected) return false;
    this.#process.send(told, () => {});
    return true;
  }

  #hear(said: Said): void {
    switch (said.said) {
      case 'loaded':
        this.#loaded.resolve();
        break;
      case 'started':
        this.#started.resolve('started');
        break;
      case 'not_started':
        this.#started.resolve({ not_started: { kind: said.kind, message: said.message } });
        break;
      case 'log':
        this.log.push(said.text);
        break;
      case 'done':
        this.#waiting.get(said.n)?.({ done: said.kits });
        break;
      case 'refused':
        this.#waiting.get(said.n)?.({ refused: { kind: said.kind, message: said.message } });
        break;
    }
  }
}
