/** Waiting on the engine, which itself waits for ever: every wait ends by an answer, a failure, a limit or an abort. */
import { PdfError } from './pdf-engine.ts';

/** What an aborted wait rejects with. */
export function abortError(): DOMException {
  return new DOMException('aborted', 'AbortError');
}

/** How often the limit of a wait for frames is looked at, ms. */
const LOOK_MS = 1_000;

/** Starts counting `ms` and answers how to stop; with `paused`, time in which that is true does not count. */
function countDown(ms: number, end: () => void, paused?: () => boolean): () => void {
  if (!paused) {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }
  let left = ms;
  const timer = setInterval(() => {
    if (!paused()) left -= LOOK_MS;
    if (left <= 0) end();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** `work`, or an AbortError at the signal, or a PdfError `slow` after `ms` (in which `paused` was not true). */
export async function bounded<T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal,
  paused?: () => boolean,
): Promise<T> {
  if (signal.aborted) {
    // Nobody waits for it any more, and its own end is nobody's error.
    work.catch(() => {});
    throw abortError();
  }
  const end = Promise.withResolvers<never>();
  const stop = countDown(ms, () => end.reject(new PdfError('slow')), paused);
  const onAbort = () => end.reject(abortError());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Remembers that a read failed or that the worker died, until it is tried again. */
export class ReadWatch {
  readonly #waiting = new Set<(error: PdfError) => void>();
  #failed: PdfError | null = null;

  /** The failure that stands; null where reading goes on. */
  get failed(): PdfError | null {
    return this.#failed;
  }

  /** `work`, or a PdfError when a read fails meanwhile or has failed before. */
  async during<T>(work: Promise<T>): Promise<T> {
    if (this.#failed) {
      work.catch(() => {});
      throw this.#failed;
    }
    const failure = Promise.withResolvers<never>();
    this.#waiting.add(failure.reject);
    try {
      return await Promise.race([work, failure.promise]);
    } finally {
      this.#waiting.delete(failure.reject);
    }
  }

  /** Tells all who wait, and those who come; anything but a PdfError becomes one of kind `gone`. */
  fail(cause: unknown): void {
    this.#failed ??= cause instanceof PdfError ? cause : new PdfError('gone', cause);
    for (const tell of this.#waiting) tell(this.#failed);
    this.#waiting.clear();
  }

  reset(): void {
    this.#failed = null;
  }
}
