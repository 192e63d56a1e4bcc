import type { PosterStore } from './poster-store.ts';

/**
 * Answers the window's requests for pictures of first pages: 200, 304 where the window has it already (RFC 9110,
 * 13.1.2), 404 where there is none, 405 for other methods than GET and HEAD.
 *
 * @param sha256Of the kit's present document; null where it has none
 */
export function createPosterResponder(
  posters: Pick<PosterStore, 'jpeg'>,
  sha256Of: (kit_id: string) => string | null,
): (request: Request, kit_id: string) => Promise<Response> {
  return async (request, kit_id) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405, { Allow: 'GET, HEAD' });
    const sha256 = sha256Of(kit_id);
    const poster = sha256 === null ? null : posters.jpeg(kit_id, sha256);
    if (poster === null) return empty(404);
    const headers = {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(poster.jpeg.byteLength),
      // To be asked for each time: the picture goes with its kit.
      'Cache-Control': 'no-cache',
      ETag: poster.etag,
    };
    if (namesTag(request.headers.get('If-None-Match'), poster.etag)) {
      return empty(304, { ETag: poster.etag, 'Cache-Control': 'no-cache' });
    }
    return new Response(request.method === 'HEAD' ? null : poster.jpeg, { headers });
  };
}

function namesTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

function empty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
