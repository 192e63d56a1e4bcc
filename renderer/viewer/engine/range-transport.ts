import { PDFDataRangeTransport } from 'pdfjs-dist';
import type { RangeSource } from './range-source.ts';

/** Gives PDF.js the bytes that it asks for. A failed read is told, and can be tried again: PDF.js itself would wait. */
export class RangeTransport extends PDFDataRangeTransport {
  readonly #source: RangeSource;
  readonly #onFailure: (error: unknown) => void;
  readonly #failed: { begin: number; end: number }[] = [];

  constructor(source: RangeSource, onFailure: (error: unknown) => void) {
    super(source.length, null);
    this.#source = source;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#source.read(begin, end).then(
      (bytes) => this.onDataRange(begin, bytes),
      (error) => {
        this.#failed.push({ begin, end });
        this.#onFailure(error);
      },
    );
  }

  /** Asks again for every part that failed. */
  retry(): void {
    for (const { begin, end } of this.#failed.splice(0)) this.requestDataRange(begin, end);
  }

  override abort(): void {
    this.#source.close();
  }
}
