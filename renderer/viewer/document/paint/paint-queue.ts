/**
 * The order of painting. Visible pages start at once, at most two at a time. Everything else waits for them, runs one at a time
 * by priority, and is stopped and restarted for visible pages: PDF.js paints all pages in one worker.
 */

/** In this order: a visible page, the pages around it, visible thumbnails, and stored ones. */
export type PaintPriority = 'visible' | 'neighbour' | 'thumbnail' | 'stored';

const order: Record<PaintPriority, number> = { visible: 0, neighbour: 1, thumbnail: 2, stored: 3 };
/** Visible pages painted at the same time. */
const VISIBLE_AT_ONCE = 2;

export interface PaintJob {
  /** Rejects with what the work rejected with, or with the signal's reason. */
  done: Promise<void>;
  /** Raises the job's priority; never lowers it. */
  raise(priority: PaintPriority): void;
}

interface Job {
  priority: PaintPriority;
  work: (signal: AbortSignal) => Promise<void>;
  settle: (error?: unknown) => void;
  /** Ends the current attempt. */
  stop: AbortController | null;
  /** Stopped for a job of higher priority: it starts again. */
  preempted: boolean;
  serial: number;
}

export class PaintQueue {
  readonly #waiting = new Set<Job>();
  readonly #running = new Set<Job>();
  #serial = 0;

  /** Whether a visible page is being painted or waits to be. */
  get busyInSight(): boolean {
    return [...this.#running, ...this.#waiting].some(({ priority }) => priority === 'visible');
  }

  /** Runs `work` in its turn; it may run again after it was stopped for a job of higher priority. */
  add(priority: PaintPriority, work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): PaintJob {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      this.#waiting.delete(job);
      job.preempted = false;
      job.stop?.abort();
      job.settle(signal.reason);
    };
    const job: Job = {
      priority,
      work,
      stop: null,
      preempted: false,
      serial: this.#serial++,
      settle: (error) => {
        signal.removeEventListener('abort', onAbort);
        if (error === undefined) resolve();
        else reject(error);
      },
    };
    if (signal.aborted) reject(signal.reason);
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(job);
      this.#next();
    }
    return {
      done: promise,
      raise: (to) => {
        if (order[to] >= order[job.priority]) return;
        job.priority = to;
        this.#next();
      },
    };
  }

  #next(): void {
    for (;;) {
      const job = this.#best();
      if (!job) return;
      const inSight = job.priority === 'visible';
      if (inSight) {
        for (const other of this.#running) {
          if (other.priority === 'visible') continue;
          other.preempted = true;
          other.stop?.abort();
        }
        const now = [...this.#running].filter((other) => other.priority === 'visible').length;
        if (now >= VISIBLE_AT_ONCE) return;
      } else if (this.#running.size > 0) return;
      this.#waiting.delete(job);
      void this.#run(job);
    }
  }

  #best(): Job | undefined {
    const before = (a: Job, b: Job) => order[a.priority] - order[b.priority] || a.serial - b.serial;
    return [...this.#waiting].sort(before)[0];
  }

  async #run(job: Job): Promise<void> {
    const stop = new AbortController();
    job.stop = stop;
    job.preempted = false;
    this.#running.add(job);
    try {
      await job.work(stop.signal);
      job.settle();
    } catch (error) {
      if (job.preempted && stop.signal.aborted) this.#waiting.add(job);
      else job.settle(error);
    } finally {
      job.stop = null;
      this.#running.delete(job);
      this.#next();
    }
  }
}
