/**
 * Answers requests for documents on the app's own protocol (main/electron hands it to `protocol.handle`). Reads with
 * the service, the keychain and the network out of reach.
 */
import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { errorCode } from '../common/files.ts';
import { type ByteRange, parseRange } from '../documents/byte-range.ts';
import { stampOf } from '../soundness/examine-document.ts';

export interface DocumentResponderOptions {
  /** Where the kit's document is; null where it has none. */
  fileOf(kitId: string): string | null;
  /** The file is there: its length and which one it is (stampOf). */
  onServe?(kitId: string, bytes: number, stamp: string): void;
  /** It is not there, or can't be read to its end. */
  onFailure?(kitId: string): void;
}

const COMMON = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * What is read at once, bytes. A range of the viewer is one piece: Node's streams, and one more of the web's around them, cost
 * as much for each piece as reading half a megabyte does.
 */
const PIECE_BYTES = 1024 * 1024;

/**
 * A function that answers GET and HEAD with the kit's document: 200, 206 for one Range, 304 never, 404 where there is
 * no document, 405 for other methods, 416, and 500 where the disk fails. The ETag names the file as it is now, so that
 * nobody puts together pieces of two. Memory is constant: two pieces at most. An abort
 * of the request or a cancelled body closes the file.
 */
export function createDocumentResponder(
  options: DocumentResponderOptions,
): (request: Request, kitId: string) => Promise<Response> {
  return async (request, kitId) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...COMMON, Allow: 'GET, HEAD' } });
    }
    const path = options.fileOf(kitId);
    if (path === null) return new Response(null, { status: 404, headers: COMMON });
    const opened = openDocument(path);
    if ('file' in opened) return answer(request, opened.file, kitId, options);
    options.onFailure?.(kitId);
    return new Response(null, { status: opened.status, headers: COMMON });
  };
}

/** At once, without Node's threads: each of their answers takes a turn of Chromium's loop, as long as a small read. */
function openDocument(path: string): { file: number } | { status: 404 | 500 } {
  try {
    return { file: openSync(path, 'r') };
  } catch (error) {
    return { status: ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') ? 404 : 500 };
  }
}

async function answer(
  request: Request,
  file: number,
  kitId: string,
  { onServe, onFailure }: DocumentResponderOptions,
): Promise<Response> {
  let handedOver = false;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return new Response(null, { status: 404, headers: COMMON });
    const length = stats.size;
    const stamp = stampOf(stats);
    onServe?.(kitId, length, stamp);
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
      stream(file, first, span, request.signal, () => onFailure?.(kitId)),
      { status, headers },
    );
  } catch {
    onFailure?.(kitId);
    return new Response(null, { status: 500, headers: COMMON });
  } finally {
    if (!handedOver) closeSync(file);
  }
}

/** The Range counts for GET only (RFC 9110, 14.2), and with If-Range only for exactly this document (13.1.5). */
function rangeHeader(request: Request, etag: string): string | null {
  if (request.method !== 'GET') return null;
  const condition = request.headers.get('If-Range');
  return condition === null || condition === etag ? request.headers.get('Range') : null;
}

const readFrom = promisify(read);

/** The bytes from `first` on, to `last` (included) or as many as are read at once. */
async function readPiece(file: number, first: number, last: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, last - first + 1));
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesRead } = await readFrom(file, bytes, at, bytes.byteLength - at, first + at);
    if (bytesRead === 0) throw new Error('the document has become shorter');
    at += bytesRead;
  }
  return bytes;
}

/** A response takes bytes by copying them, and a stream as it is. */
function asStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** A piece that is here, and those after it, read as they are taken. */
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
    // Its number may be another file's once it is closed: never while a read is under way.
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
