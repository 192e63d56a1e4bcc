/**
 * Answers requests for documents on the app's own protocol (main/electron hands it to `protocol.handle`). Reads with
 * the service, the keychain and the network out of reach.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type ByteRange, parseRange } from './byte-range.ts';
import { errorCode } from './disk-error.ts';

export interface DocumentResponderOptions {
  /** Where the kit's ready document is; null where it has none. */
  fileOf(kit_id: string): string | null;
  /** SHA-256 of the document as it was verified, hex: the strong ETag. Without it there is no ETag. */
  sha256Of?(kit_id: string): string | null;
}

const common = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Read from the disk ahead of the reader, bytes. */
const ahead_bytes = 256 * 1024;

/**
 * A function that answers GET and HEAD with the kit's document: 200, 206 for one Range, 304 never, 404 where there is
 * no document, 405 for other methods, 416, and 500 where the disk fails. Memory is constant; an abort of the request
 * or a cancelled body closes the file.
 */
export function createDocumentResponder(
  options: DocumentResponderOptions,
): (request: Request, kit_id: string) => Promise<Response> {
  return async (request, kit_id) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...common, Allow: 'GET, HEAD' } });
    }
    const path = options.fileOf(kit_id);
    const file = path === null ? 404 : await openDocument(path);
    if (typeof file === 'number') return new Response(null, { status: file, headers: common });
    const sha256 = options.sha256Of?.(kit_id) ?? null;
    return answer(request, file, sha256 === null ? null : `"${sha256}"`);
  };
}

async function openDocument(path: string): Promise<FileHandle | 404 | 500> {
  try {
    return await open(path, 'r');
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') ? 404 : 500;
  }
}

async function answer(request: Request, file: FileHandle, etag: string | null): Promise<Response> {
  let handedOver = false;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return new Response(null, { status: 404, headers: common });
    const length = stats.size;
    const headers: Record<string, string> = {
      ...common,
      'Content-Type': 'application/pdf',
      'Accept-Ranges': 'bytes',
      ...(etag === null ? {} : { ETag: etag }),
    };
    const range = parseRange(rangeHeader(request, etag), length);
    if (range === 'unsatisfiable') {
      const { 'Content-Type': _type, ...others } = headers;
      return new Response(null, {
        status: 416,
        headers: { ...others, 'Content-Range': `bytes */${length}` },
      });
    }
    const span: ByteRange = range === 'whole' ? { first: 0, last: length - 1 } : range;
    headers['Content-Length'] = String(span.last - span.first + 1);
    if (range !== 'whole') headers['Content-Range'] = `bytes ${span.first}-${span.last}/${length}`;
    const status = range === 'whole' ? 200 : 206;
    if (request.method === 'HEAD' || length === 0) return new Response(null, { status, headers });
    handedOver = true;
    return new Response(stream(file, span, request.signal), { status, headers });
  } catch {
    return new Response(null, { status: 500, headers: common });
  } finally {
    if (!handedOver) await file.close();
  }
}

/** The Range counts for GET only (RFC 9110, 14.2), and with If-Range only for exactly this document (13.1.5). */
function rangeHeader(request: Request, etag: string | null): string | null {
  if (request.method !== 'GET') return null;
  const condition = request.headers.get('If-Range');
  return condition === null || condition === etag ? request.headers.get('Range') : null;
}

function stream(file: FileHandle, { first, last }: ByteRange, signal: AbortSignal): ReadableStream {
  const source = file.createReadStream({ start: first, end: last, highWaterMark: ahead_bytes });
  const stop = () => source.destroy();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  source.once('close', () => signal.removeEventListener('abort', stop));
  // Without a strategy of its own, toWeb takes highWaterMark for a number of chunks and reads the whole file ahead.
  return Readable.toWeb(source, {
    strategy: new ByteLengthQueuingStrategy({ highWaterMark: ahead_bytes }),
  }) as ReadableStream;
}
