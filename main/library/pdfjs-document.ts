/** Opens documents with pdf.js in a worker thread, and says why one can't be read. */
import './pdfjs-environment.ts';
import { fstatSync } from 'node:fs';
import {
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { FileTransport } from './file-transport.ts';

/**
 * What `use` makes of the document, which is closed then.
 *
 * @param fd the open file, which stays open
 * @param rangeChunkSize how much of it pdf.js reads at once, bytes
 * @param options more options of pdf.js
 */
export async function withDocument<T>(
  fd: number,
  rangeChunkSize: number,
  use: (document: PDFDocumentProxy, transport: FileTransport) => Promise<T>,
  options: { cMapUrl?: string } = {},
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
  const used = loading.promise.then((document) => use(document, transport));
  try {
    return await Promise.race([transport.failed, used]);
  } finally {
    await loading.destroy();
  }
}

/** Why a document could not be read; `code` is that of the system's error. */
export interface DocumentProblem {
  problem: 'password' | 'unsound' | 'disk';
  reason: string;
  code?: string;
}

export function problemOf(error: unknown): DocumentProblem {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof PasswordException) return { problem: 'password', reason };
  const isSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystem ? { problem: 'disk', reason, code: String(error.code) } : { problem: 'unsound', reason };
}
