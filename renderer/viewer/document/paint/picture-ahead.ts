/** Stored thumbnails as bitmaps. One is read before its view is drawn, so the first frame has it. */

interface Ahead {
  url: string;
  abort: AbortController;
  reading: Promise<ImageBitmap>;
  /** Null until it is read. */
  bitmap: ImageBitmap | null;
}

/** The thumbnail that is read ahead. */
let ahead: Ahead | null = null;

/** The path of a page's stored thumbnail, or of a range of pages. The document's hash makes it unique to the document. */
export function thumbnailUrl(
  { kitId, sha256 }: { kitId: string; sha256: string },
  pages: number | string,
): string {
  return `/thumbnails/${kitId}/${pages}?v=${sha256.slice(0, 16)}`;
}

/**
 * Decodes with WebCodecs: `createImageBitmap` of a blob sends the bytes through the browser process and takes three times as long.
 *
 * @param size px; the picture's own size by default
 */
export async function decodePicture(
  webp: Uint8Array<ArrayBuffer>,
  size?: { width: number; height: number },
): Promise<ImageBitmap> {
  const decoder = new ImageDecoder({ data: webp, type: 'image/webp' });
  try {
    const { image } = await decoder.decode();
    try {
      const resized = size && { resizeWidth: size.width, resizeHeight: size.height };
      return await createImageBitmap(image, resized && { ...resized, resizeQuality: 'high' });
    } finally {
      image.close();
    }
  } finally {
    decoder.close();
  }
}

/** The bytes of a stored thumbnail, WebP. Rejects if there is none, and with an AbortError. */
export async function readPicture(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, { signal, priority: 'high' });
  if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Reads a picture ahead, and frees the one read before. Returns a function that frees it. */
export function readPictureAhead(url: string): () => void {
  letGo(ahead);
  const abort = new AbortController();
  const reading = readPicture(url, abort.signal).then((webp) => decodePicture(webp));
  const mine: Ahead = { url, abort, bitmap: null, reading };
  reading.then(
    (bitmap) => {
      if (abort.signal.aborted) bitmap.close();
      else mine.bitmap = bitmap;
    },
    () => letGo(mine),
  );
  ahead = mine;
  return () => letGo(mine);
}

function letGo(one: Ahead | null): void {
  if (!one || ahead !== one) return;
  ahead = null;
  one.abort.abort();
  one.bitmap?.close();
}

/** The picture that was read ahead, or null if it is not there yet. The caller closes or shows it. */
export function takeDecoded(url: string): ImageBitmap | null {
  const bitmap = ahead?.url === url ? ahead.bitmap : null;
  if (bitmap) ahead = null;
  return bitmap;
}

/** The picture, read ahead or now. The caller closes it. Rejects if there is none, and may reject with an AbortError. */
export function takePicture(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const mine = ahead?.url === url ? ahead : null;
  if (mine) ahead = null;
  return mine?.reading ?? readPicture(url, signal).then((webp) => decodePicture(webp));
}
