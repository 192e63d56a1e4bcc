/** Responds to the window's requests for pictures of pages. */
import { createHash } from 'node:crypto';
import type { ThumbnailStore } from './thumbnail-store.ts';

interface Picture {
  type: 'image/webp' | 'application/octet-stream';
  bytes: Uint8Array<ArrayBuffer>;
}

/** Maximum number of stored thumbnails in one response. */
const THUMBNAILS_AT_ONCE = 64;

/**
 * Serves stored thumbnails: 200, 304 if the window has it already (RFC 9110, 13.1.2), 404 if there is none, 405 for methods other than
 * GET. With `last`, all from `page` to `last`, at most 64, in sequence, each preceded by its page and its length in bytes
 * (both uint32, little-endian).
 *
 * @param sha256Of the hash of the kit's current document; null if it has none
 */
export function createStoredThumbnailResponder(
  thumbnails: Pick<ThumbnailStore, 'webp' | 'range'>,
  sha256Of: (kitId: string) => string | null,
): (request: Request, kitId: string, page: number, last: number | null) => Promise<Response> {
  return async (request, kitId, page, last) =>
    answer(request, () => {
      const sha256 = sha256Of(kitId);
      if (sha256 === null) return null;
      if (last !== null) {
        if (last < page || last - page >= THUMBNAILS_AT_ONCE) return null;
        return packOf(thumbnails.range(sha256, page, last));
      }
      const bytes = thumbnails.webp(sha256, page);
      return bytes && { type: 'image/webp', bytes };
    });
}

/** A strong ETag of these bytes, with its quotes (RFC 9110, 8.8.3). */
function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
}

function packOf(thumbnails: readonly { page: number; webp: Uint8Array }[]): Picture {
  const parts = thumbnails.flatMap(({ page, webp }) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(page, 0);
    head.writeUInt32LE(webp.byteLength, 4);
    return [head, webp];
  });
  const bytes = new Uint8Array(Buffer.concat(parts));
  return { type: 'application/octet-stream', bytes };
}

function answer(request: Request, find: () => Picture | null): Response {
  if (request.method !== 'GET') return empty(405, { Allow: 'GET' });
  const picture = find();
  if (picture === null) return empty(404);
  const { type, bytes } = picture;
  const etag = etagOf(bytes);
  // The window must revalidate each time: the picture is removed with its kit.
  const headers = { 'Cache-Control': 'no-cache', ETag: etag };
  if (request.headers.get('If-None-Match') === etag) return empty(304, headers);
  return new Response(bytes, {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.byteLength) },
  });
}

function empty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
