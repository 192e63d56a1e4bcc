import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { sleepUntil, Wakeup } from '../common/wait.ts';
import { copiedName, listCrashReports } from './crash-report.ts';

/** The first look after a start, ms: the window comes first. */
const FIRST_MS = 60_000;
/** Between two looks, ms; after a look that failed, twice as long each time up to `LATEST_MS`. */
const EVERY_MS = 15 * 60_000;
const LATEST_MS = 4 * 3_600_000;

/** So long after a report, ms. */
const SETTLE_MS = 5_000;

const computer = z.strictObject({ form: z.literal(1), id: z.uuid() });

export interface CrashCopiesDeps {
  /** The folder of crash reports, absolute. */
  folder: string;
  /** Where copies go: null where administrators named no folder. */
  to(): string | null;
  /** Whether the person agreed, or administrators did for them. */
  agreed(): boolean;
  /**
   * Copies all that are not copied yet into `to`, under the id of this computer, outside this process: a share that does not answer
   * must not hold it up. The names of those that lie there now; null where that failed or took too long.
   */
  copy(to: string, computer: string, signal: AbortSignal): Promise<readonly string[] | null>;
  clock: Clock;
  log: Log;
}

/** Brings crash reports into the folder that administrators named, once each, as soon as it can be reached. */
export class CrashCopies {
  readonly #deps: CrashCopiesDeps;
  readonly #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #failed = false;
  readonly #woken = new Wakeup();

  constructor(deps: CrashCopiesDeps) {
    this.#deps = deps;
  }

  /** For the diagnostics file. */
  state(): string {
    const { to, agreed } = this.#deps;
    if (to() === null) return 'they stay on this computer: administrators named no folder';
    if (!agreed()) return 'they stay on this computer: nobody agreed';
    return this.#failed ? 'copied, but the folder could not be reached last time' : 'copied';
  }

  /** There is something to copy: looked at soon. */
  readonly soon = (): void => this.#woken.wake();

  start(): void {
    this.#running = this.#run(this.#stopped.signal);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let wait = FIRST_MS;
    try {
      for (;;) {
        // A report may be one of several of the same moment.
        await sleepUntil(this.#woken.wait, wait, this.#deps.clock, signal);
        await this.#deps.clock.sleep(SETTLE_MS, signal);
        await this.look(signal);
        wait = this.#failed ? Math.min(Math.max(wait, EVERY_MS) * 2, LATEST_MS) : EVERY_MS;
      }
    } catch {
      // Stopped.
    }
  }

  /** One look. @throws the signal's reason */
  async look(signal: AbortSignal): Promise<void> {
    const { folder, to, agreed, copy, log } = this.#deps;
    const place = to();
    if (place === null || !agreed()) return;
    try {
      const waiting = (await listCrashReports(folder)).filter(({ copied }) => !copied);
      if (waiting.length === 0) return;
      const copied = await copy(place, await this.#computer(), signal);
      this.#failed =
        copied === null || waiting.some(({ name, kind }) => kind !== null && !copied.includes(name));
      const known = new Set(waiting.map(({ name }) => name));
      for (const name of copied ?? []) {
        if (known.has(name)) await rename(join(folder, name), join(folder, copiedName(name)));
      }
      if (this.#failed) log.warn('Crash reports could not be copied; it is tried again.');
    } catch (error) {
      signal.throwIfAborted();
      this.#failed = true;
      log.error('Crash reports could not be copied.', error);
    }
  }

  /** A random id, so that reports of one computer are known to be of one without saying which. */
  async #computer(): Promise<string> {
    const file = join(this.#deps.folder, 'computer.json');
    try {
      return computer.parse(JSON.parse(await readFile(file, 'utf8'))).id;
    } catch {
      const id = randomUUID();
      await mkdir(this.#deps.folder, { recursive: true, mode: 0o700 });
      await writeFile(file, JSON.stringify({ form: 1, id }), { mode: 0o600, flush: true });
      return id;
    }
  }
}
