/**
 * Responds to requests for documents on the app's own protocol (main/electron passes it to `protocol.handle`). Does not
 * need the service, the keychain or the network.
 */
import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { errorCode } from '../common/files.ts';
import { type ByteRange, parseRange } from '../documents/byte-range.ts';
import { stampOf } from '../documents/examine-document.ts';

/** Hears of problems with files (main/soundness/document-checker.ts). */
interface Doubts {
  /** Called when the file exists, with its length and stamp (stampOf). */
  served(kitId: string, bytes: number, stamp: string): void;
  /** Called when the file is missing, or can't be read to its end. */
  suspect(kitId: string, stamp: null): void;
}

const COMMON = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * Bytes read at once. A range of the viewer is one piece: Node's streams, wrapped in a web stream, cost as much for each piece as
 * reading half a megabyte.
 */
const PIECE_BYTES = 1024 * 1024;

/**
 * Returns a function that responds to GET and HEAD with the kit's document: 200, 206 for one Range, never 304, 404 if there is
 * no document, 405 for other methods, 416, and 500 if the disk fails. The ETag identifies the file's current version, so
 * pieces of two versions are never combined. Memory is constant: at most two pieces. Aborting
 * the request or cancelling the body closes the file.
 *
 * @param fileOf path of the kit's document; null if it has none
 */
export function createDocumentResponder(
  fileOf: (kitId: string) => string | null,
  doubts: Doubts,
): (request: Request, kitId: string) => Promise<Response> {
  return async (request, kitId) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...COMMON, Allow: 'GET, HEAD' } });
    }
    const path = fileOf(kitId);
    if (path === null) return new Response(null, { status: 404, headers: COMMON });
    const opened = openDocument(path);
    if ('file' in opened) return answer(request, opened.file, kitId, doubts);
    doubts.suspect(kitId, null);
    return new Response(null, { status: opened.status, headers: COMMON });
  };
}

/** Synchronous, without Node's threads: each of their results takes a turn of Chromium's loop, as long as a small read. */
function openDocument(path: string): { file: number } | { status: 404 | 500 } {
  try {
    return { file: openSync(path, 'r') };
  } catch (error) {
    return { status: ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') ? 404 : 500 };
  }
}

async function answer(request: Request, file: number, kitId: string, doubts: Doubts): Promise<Response> {
  let handedOver = false;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return new Response(null, { status: 404, headers: COMMON });
    const length = stats.size;
    const stamp = stampOf(stats);
    doubts.served(kitId, length, stamp);
    const etag = `"${stamp}"`;
    const headers: Record<string, string> = { ...COMMON, 'Accept-Ranges': 'bytes', ETag: etag };
    const range = parseRange(rangeHeader(request, etag), length);
    if (range === 'unsatisfiable') {
      headers['Content-Range'] = `bytes */${length}`;
      return new Response(null, { status: 416, headers });
    }
    const span: ByteRange = range === 'whole' ? { first: 0, last: length - 1 } : range;
    headers['Content-Type'] = 'application/pdf';
    headers['Content-Length'] = String(span.last - span.first + 1);
    if (range !== 'whole') headers['Content-Range'] = `bytes ${span.first}-${span.last}/${length}`;
    const status = range === 'whole' ? 200 : 206;
    if (request.method === 'HEAD' || length === 0) return new Response(null, { status, headers });
    const first = await readPiece(file, span.first, span.last);
    if (first.byteLength === span.last - span.first + 1)
      return new Response(asStream(first), { status, headers });
    handedOver = true;
    return new Response(
      stream(file, first, span, request.signal, () => doubts.suspect(kitId, null)),
      { status, headers },
    );
  } catch {
    doubts.suspect(kitId, null);
    return new Response(null, { status: 500, headers: COMMON });
  } finally {
    if (!handedOver) closeSync(file);
  }
}

/** The Range header, for GET only (RFC 9110, 14.2), and with If-Range only if it matches this document (13.1.5). */
function rangeHeader(request: Request, etag: string): string | null {
  if (request.method !== 'GET') return null;
  const condition = request.headers.get('If-Range');
  return condition === null || condition === etag ? request.headers.get('Range') : null;
}

const readFrom = promisify(read);

/** The bytes from `first` to `last` (inclusive), at most PIECE_BYTES. */
async function readPiece(file: number, first: number, last: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, last - first + 1));
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesRead } = await readFrom(file, bytes, at, bytes.byteLength - at, first + at);
    if (bytesRead === 0) throw new Error('the document has become shorter');
    at += bytesRead;
  }
  return bytes;
}

/** The bytes as a stream: a response copies bytes, but not a stream. */
function asStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** A stream of the first piece and those after it, which are read on demand. */
function stream(
  file: number,
  first: Uint8Array<ArrayBuffer>,
  span: ByteRange,
  signal: AbortSignal,
  onFailure: () => void,
): ReadableStream<Uint8Array> {
  let at = span.first + first.byteLength;
  let reading = false;
  let ended = false;
  const listening = new AbortController();
  const end = () => {
    if (ended) return;
    ended = true;
    listening.abort();
    // Not during a read: another file could get the same descriptor number after closing.
    if (!reading) closeSync(file);
  };
  return new ReadableStream(
    {
      start(controller) {
        controller.enqueue(first);
        const abort = () => {
          controller.error(signal.reason);
          end();
        };
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true, signal: listening.signal });
      },
      async pull(controller) {
        reading = true;
        const piece = await readPiece(file, at, span.last).catch((error: unknown) => {
          if (!ended) {
            onFailure();
            controller.error(error);
          }
          return null;
        });
        reading = false;
        if (ended) return closeSync(file);
        if (piece !== null) {
          at += piece.byteLength;
          controller.enqueue(piece);
          if (at <= span.last) return;
          controller.close();
        }
        end();
      },
      cancel: end,
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  );
}
