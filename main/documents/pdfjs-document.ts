/** Opens documents with pdf.js in a worker thread. */

import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { fstatSync, readSync } from 'node:fs';
import { registerHooks } from 'node:module';
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Opens a document, returns the result of `use`, and closes the document.
 *
 * @param fd the open file, which stays open
 * @param rangeChunkSize how much of the file pdf.js reads at once, bytes
 * @param options more options of pdf.js
 */
export async function withDocument<T>(
  fd: number,
  rangeChunkSize: number,
  use: (document: PDFDocumentProxy, bytesRead: () => number) => Promise<T>,
  options: { cMapUrl?: string; wasmUrl?: string; stopAtErrors?: boolean } = {},
): Promise<T> {
  const transport = new FileTransport(fd, fstatSync(fd).size, rangeChunkSize);
  const loading = getDocument({
    range: transport,
    rangeChunkSize,
    disableAutoFetch: true,
    disableStream: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
    ...options,
  });
  const used = loading.promise.then((document) => use(document, () => transport.bytesRead));
  try {
    return await Promise.race([transport.failed, used]);
  } finally {
    await loading.destroy();
  }
}

// Import this before pdf.js, only in worker threads: it replaces modules that pdf.js loads at its start in Node and that
// opening a document does not need. pdf.js would load a native canvas (`@napi-rs/canvas`, 34 MB) for the DOMMatrix and Path2D
// that only drawing uses, and print warnings to standard output if they are missing.

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== '@napi-rs/canvas') return next(specifier, context);
    // Any built-in module works: it exists, and exports neither DOMMatrix nor Path2D.
    return { url: 'node:path', format: 'builtin', shortCircuit: true };
  },
});

class NotForDrawing {
  constructor() {
    throw new TypeError('a worker draws nothing');
  }
}
Object.assign(globalThis, { DOMMatrix: NotForDrawing, Path2D: NotForDrawing });

/** Gives pdf.js the pieces of a file that it requests, so memory is only needed for the parts that are read. */
class FileTransport extends PDFDataRangeTransport {
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
