/** Answers the window's requests for pictures of pages. */
import { createHash } from 'node:crypto';
import type { MiniatureStore } from './miniature-store.ts';
import type { PosterStore } from './poster-store.ts';

interface Picture {
  type: 'image/jpeg' | 'image/webp';
  /** Strong, with its quotes (RFC 9110, 8.8.3). */
  etag: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The hash of the kit's present document; null where it has none. */
type Sha256Of = (kit_id: string) => string | null;

/**
 * Serves pictures of first pages: 200, 304 where the window has it already (RFC 9110, 13.1.2), 404 where there is none,
 * 405 for other methods than GET and HEAD.
 */
export function createPosterResponder(
  posters: Pick<PosterStore, 'jpeg'>,
  sha256Of: Sha256Of,
): (request: Request, kit_id: string) => Promise<Response> {
  return async (request, kit_id) =>
    answer(request, () => {
      const sha256 = sha256Of(kit_id);
      const poster = sha256 === null ? null : posters.jpeg(kit_id, sha256);
      return poster && { type: 'image/jpeg', etag: poster.etag, bytes: poster.jpeg };
    });
}

/** Serves the miniatures of pages, in the same way. */
export function createMiniatureResponder(
  miniatures: Pick<MiniatureStore, 'webp'>,
  sha256Of: Sha256Of,
): (request: Request, kit_id: string, page: number) => Promise<Response> {
  return async (request, kit_id, page) =>
    answer(request, () => {
      const sha256 = sha256Of(kit_id);
      const bytes = sha256 === null ? null : miniatures.webp(sha256, page);
      if (bytes === null) return null;
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
      return { type: 'image/webp', etag, bytes };
    });
}

function answer(request: Request, find: () => Picture | null): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405, { Allow: 'GET, HEAD' });
  const picture = find();
  if (picture === null) return empty(404);
  const { type, etag, bytes } = picture;
  // To be asked for each time: the picture goes with its kit.
  const headers = { 'Cache-Control': 'no-cache', ETag: etag };
  if (namesTag(request.headers.get('If-None-Match'), etag)) return empty(304, headers);
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.byteLength) },
  });
}

function namesTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

function empty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
