/**
 * The runs of PDF.js over one document. PDF.js keeps what it has read and some of what it has painted, so a run is replaced
 * when it has grown, and also when it hangs or dies.
 */
import { PdfError } from './messages/document.ts';
import { bounded } from './messages/messages.ts';
import type { PdfjsSession } from './pdfjs-session.ts';

/** Limit of one wait, ms. */
const CALL_TIMEOUT_MS = 60_000;
/** After so many bytes or paintings a run is replaced when it is idle; after twice as much in any case. */
export const RENEW_BYTES = 24 * 1024 * 1024;
export const RENEW_PAINTINGS = 50;
/** Idle: how long nothing may have been asked, ms. */
export const RENEW_IDLE_MS = 600;

const never = new AbortController().signal;
/** Chromium slows down a window that is hidden: what takes long there is not stuck. */
const hidden = () => document.hidden;

export interface Run {
  readonly session: PdfjsSession;
  /** Calls under way; the run ends when its successor is there and they are done. */
  busy: number;
  /** The run that comes after this one, from when it is being opened. */
  successor: Promise<Run> | null;
  paintings: number;
  /** Pages that it keeps something of. */
  readonly painted: Set<number>;
}

interface RunsDeps {
  /** Opens a further run. */
  open: (signal: AbortSignal) => Promise<PdfjsSession>;
  /** What PDF.js threw, in our words. */
  asPdfError: (error: unknown) => unknown;
}

export class PdfjsRuns {
  readonly #deps: RunsDeps;
  /** All runs whose workers live. */
  readonly #runs = new Set<Run>();
  /** The run that answers from now on. */
  #next: Promise<Run>;
  #now: Run;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(first: PdfjsSession, deps: RunsDeps) {
    this.#deps = deps;
    this.#now = this.#started(first);
    this.#next = Promise.resolve(this.#now);
  }

  /** The run that answers. */
  get now(): Run {
    return this.#now;
  }

  /** Runs `work` until it ends, a read fails, its time is over, or the signal aborts. Rejects as `PdfDocument` says. */
  async do<T>(work: (run: Run) => Promise<T>, signal = never, again = true): Promise<T> {
    if (this.#now.session.reads.failed?.kind === 'engine') this.#replace(this.#now, true);
    let run = await bounded(this.#next, CALL_TIMEOUT_MS, signal);
    // It may have ended between its answer and this line.
    while (!this.#runs.has(run)) run = await bounded(this.#next, CALL_TIMEOUT_MS, signal);
    run.busy += 1;
    try {
      return await bounded(run.session.reads.during(work(run)), CALL_TIMEOUT_MS, signal, hidden);
    } catch (error) {
      const failure = this.#deps.asPdfError(error);
      if (!(failure instanceof PdfError)) throw failure;
      if (failure.kind === 'slow') {
        // A page on which PDF.js hangs would block all others: they continue in a new run.
        this.#replace(run, true);
        run.session.reads.fail(new PdfError('engine', failure));
      } else if (failure.kind === 'engine' && again) {
        return await this.do(work, signal, false);
      }
      throw failure;
    } finally {
      run.busy -= 1;
      this.#settle(run);
    }
  }

  #started(session: PdfjsSession): Run {
    const run: Run = { session, busy: 0, successor: null, paintings: 0, painted: new Set() };
    this.#runs.add(run);
    return run;
  }

  #end(run: Run): void {
    if (this.#runs.delete(run)) void run.session.close();
  }

  /**
   * Opens a new run, which answers as soon as it is there; the old one ends after its last call. `dead`: until then calls
   * wait. Otherwise the old one goes on answering, so that no page in sight waits for the change.
   */
  #replace(run: Run, dead: boolean): void {
    if (this.#now !== run) return;
    run.successor ??= this.#deps.open(never).then(
      (session) => {
        this.#now = this.#started(session);
        this.#next = Promise.resolve(this.#now);
        this.#settle(run);
        return this.#now;
      },
      () => {
        // The old run stays, dead or alive; the next call tries again.
        run.successor = null;
        return run;
      },
    );
    if (dead) this.#next = run.successor;
  }

  #settle(run: Run): void {
    if (run.busy > 0) return;
    if (run.successor) {
      if (run !== this.#now) this.#end(run);
      return;
    }
    clearTimeout(this.#idle);
    const grown = Math.max(run.session.bytesGiven() / RENEW_BYTES, run.paintings / RENEW_PAINTINGS);
    if (grown < 1) return;
    if (grown >= 2) {
      this.#replace(run, false);
      return;
    }
    this.#idle = setTimeout(() => {
      if (run.busy === 0 && !hidden()) this.#replace(run, false);
    }, RENEW_IDLE_MS);
  }
}
