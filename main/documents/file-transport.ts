import { readSync } from 'node:fs';
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Gives pdf.js the pieces of a file that it requests, so memory is only needed for the parts that are read. */
export class FileTransport extends PDFDataRangeTransport {
  readonly #fd: number;
  readonly #failed = Promise.withResolvers<never>();
  /** Rejects when the file can't be read. */
  readonly failed = this.#failed.promise;
  /** Bytes read from the file: pdf.js keeps all of them until the document is closed. */
  bytesRead = 0;

  /** @param head_bytes how much of the file's beginning is passed at once; the `rangeChunkSize` of the document */
  constructor(fd: number, length: number, head_bytes: number) {
    super(length, readPiece(fd, 0, Math.min(length, head_bytes)), false);
    this.#fd = fd;
    this.failed.catch(() => {});
  }

  override requestDataRange(begin: number, end: number): void {
    try {
      const piece = readPiece(this.#fd, begin, end);
      this.bytesRead += piece.length;
      this.onDataRange(begin, piece);
    } catch (error) {
      this.#failed.reject(error);
    }
  }
}

function readPiece(fd: number, begin: number, end: number): Uint8Array {
  const piece = new Uint8Array(end - begin);
  let done = 0;
  while (done < piece.length) {
    const read = readSync(fd, piece, done, piece.length - done, begin + done);
    if (read === 0) break;
    done += read;
  }
  return piece.subarray(0, done);
}
