/** Posters as bitmaps: what an `<img>` shows Chromium keeps decoded for minutes after the element has gone, up to 7 MB each. */

interface Ahead {
  url: string;
  abort: AbortController;
  reading: Promise<ImageBitmap>;
  /** Null until it is read. */
  bitmap: ImageBitmap | null;
}

/** The one that is read before it is asked for. */
let ahead: Ahead | null = null;

async function read(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const answer = await fetch(url, { signal, priority: 'high' });
  if (!answer.ok) throw new Error(`the poster was answered with ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Reads a poster that is about to be asked for, and lets go of the one before. The answer lets go of it. */
export function readPosterAhead(url: string): () => void {
  letGo(ahead);
  const abort = new AbortController();
  const mine: Ahead = { url, abort, bitmap: null, reading: read(url, abort.signal) };
  mine.reading.then(
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

/**
 * The poster: at once where it was read ahead. The caller closes or shows it. Rejects where there is none, and with the
 * signal's reason.
 */
export function takePoster(url: string, signal: AbortSignal): ImageBitmap | Promise<ImageBitmap> {
  const mine = ahead?.url === url ? ahead : null;
  if (mine) ahead = null;
  if (mine?.bitmap) return mine.bitmap;
  return (mine?.reading ?? read(url, signal)).then((bitmap) => {
    if (!signal.aborted) return bitmap;
    bitmap.close();
    throw signal.reason;
  });
}
