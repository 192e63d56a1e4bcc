/** Opens documents with pdf.js in a worker thread. */
import './pdfjs-environment.ts';
import { fstatSync } from 'node:fs';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { FileTransport } from './file-transport.ts';

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
