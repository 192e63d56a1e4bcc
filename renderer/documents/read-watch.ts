import { PdfError } from './messages/document.ts';

/** Remembers that a read failed or that the worker died, until it is tried again. */
export class ReadWatch {
  readonly #waiting = new Set<(error: PdfError) => void>();
  #failed: PdfError | null = null;

  /** The current failure; null while reading continues. */
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

  /** Rejects all waiting and later callers; any error other than a PdfError becomes one of kind `gone`. */
  fail(cause: unknown): void {
    this.#failed ??= cause instanceof PdfError ? cause : new PdfError('gone', cause);
    for (const tell of this.#waiting) tell(this.#failed);
    this.#waiting.clear();
  }

  reset(): void {
    this.#failed = null;
  }
}
