/** Waiting on the engine, which itself waits for ever: every wait ends by an answer, a failure, a limit or an abort. */
import { PdfError } from './pdf-engine.ts';

/** What an aborted wait rejects with. */
export function abortError(): DOMException {
  return new DOMException('aborted', 'AbortError');
}

/** `work`, or an AbortError at the signal, or a PdfError `slow` after `ms`. */
export async function bounded<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw abortError();
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(() => end.reject(new PdfError('slow')), ms);
  const onAbort = () => end.reject(abortError());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Remembers that a read failed or that the worker died, until it is tried again. */
export class ReadWatch {
  #waiting = Promise.withResolvers<never>();

  constructor() {
    this.reset();
  }

  /** Never resolves; rejects with a PdfError `gone` when a read fails. */
  failure(): Promise<never> {
    return this.#waiting.promise;
  }

  fail(cause: unknown): void {
    this.#waiting.reject(cause instanceof PdfError ? cause : new PdfError('gone', cause));
  }

  reset(): void {
    this.#waiting = Promise.withResolvers<never>();
    this.#waiting.promise.catch(() => {});
  }
}
