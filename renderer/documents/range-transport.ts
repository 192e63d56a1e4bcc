import { PDFDataRangeTransport } from 'pdfjs-dist';
import type { RangeSource } from './range-source.ts';

/** Gives PDF.js the bytes that it asks for. A failed read is reported, and can be tried again: PDF.js would wait. */
export class RangeTransport extends PDFDataRangeTransport {
  readonly #source: RangeSource;
  readonly #onFailure: (error: unknown) => void;
  readonly #failed: { begin: number; end: number }[] = [];
  #stopped = false;
  /** Bytes given so far; PDF.js's worker keeps them until it ends. */
  bytesGiven = 0;

  constructor(source: RangeSource, onFailure: (error: unknown) => void) {
    super(source.length, null);
    this.#source = source;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    if (this.#stopped) return;
    this.#source.read(begin, end).then(
      (bytes) => {
        if (this.#stopped) return;
        this.bytesGiven += bytes.length;
        this.onDataRange(begin, bytes);
      },
      (error) => {
        if (this.#stopped) return;
        this.#failed.push({ begin, end });
        this.#onFailure(error);
      },
    );
  }

  /** Asks again for every part that failed. */
  retry(): void {
    for (const { begin, end } of this.#failed.splice(0)) this.requestDataRange(begin, end);
  }

  /** Gives nothing any more. The source itself stays: another run of PDF.js may read from it. */
  stop(): void {
    this.#stopped = true;
    this.#failed.length = 0;
  }

  override abort(): void {
    this.stop();
  }
}
