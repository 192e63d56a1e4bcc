import type { Log } from '../common/log.ts';
import { abortable } from '../common/wait.ts';

/** Time limit for stopping one phase, ms; the next start continues its work. */
const STOP_LIMIT_MS = 4_000;

/** One step of the start: what it opened, ready for the next step. */
export interface Phase {
  /** Starts its work, once every phase is open. */
  start?(): void;
  /** Ends its work and closes what it opened. */
  stop?(): unknown;
}

/** The phases of a start, in order. */
export class Phases {
  readonly #log: Log;
  readonly #limit_ms: number;
  readonly #open: { name: string; phase: Phase }[] = [];
  readonly #passed: string[] = [];

  constructor(log: Log, limit_ms: number = STOP_LIMIT_MS) {
    this.#log = log;
    this.#limit_ms = limit_ms;
  }

  /** Adds an opened phase. */
  add<P extends Phase>(name: string, phase: P): P {
    this.#open.push({ name, phase });
    this.passed(name);
    return phase;
  }

  /** Notes that the start got so far. */
  passed(name: string): void {
    this.#passed.push(`${name} ${performance.now().toFixed(0)}`);
  }

  /** Writes how far the start was when, ms since the process began, for `--trace-start`. */
  trace(): void {
    this.#log.info(`Start (ms): ${this.#passed.join(', ')}.`);
  }

  /** Starts the work of each phase, in the order of opening. */
  start(): void {
    for (const { phase } of this.#open) phase.start?.();
  }

  /** Stops what is open, the last one first. Never rejects: a phase that fails or takes too long delays no other. */
  async stop(): Promise<void> {
    for (const { name, phase } of this.#open.splice(0).reverse()) {
      try {
        await abortable(Promise.resolve(phase.stop?.()), AbortSignal.timeout(this.#limit_ms));
      } catch (error) {
        this.#log.error(`This could not be stopped in order: ${name}.`, error);
      }
    }
  }
}
