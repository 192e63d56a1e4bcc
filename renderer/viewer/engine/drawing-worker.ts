/**
 * The worker that draws. PDF.js gives it a copy of each decoded picture and keeps its own in the window, for the case that
 * it has to draw there: a scanned page of 2480 x 3508 dots costs 35 MB twice, and as much again while it is copied. Here the
 * picture itself goes to the worker, and the window keeps an empty one.
 */

/** A picture as PDF.js hands it on (pdfjs-dist/build/pdf.mjs, RendererWorker.sendObj). */
interface Picture {
  bitmap?: unknown;
  /** Bytes of its pixels; PDF.js makes copies for other pages only of pictures that have some. */
  dataLen?: number;
}

/** The picture in a message to the worker: `obj` belongs to a page, `commonobj` to the document. */
function pictureIn(message: unknown): Picture | null {
  const { action, data } = (message ?? {}) as { action?: unknown; data?: unknown };
  if (!Array.isArray(data)) return null;
  const picture: unknown = action === 'obj' ? data[3] : action === 'commonobj' ? data[2] : null;
  return picture !== null && typeof picture === 'object' ? picture : null;
}

/**
 * Makes `worker` take over the pictures that are posted to it. The answer says whether it has any: from then on only it can
 * draw the document.
 */
export function takePictures(worker: Pick<Worker, 'postMessage'>): () => boolean {
  let taken = false;
  const post = worker.postMessage.bind(worker) as (message: unknown, transfer: Transferable[]) => void;
  worker.postMessage = (message: unknown, more?: Transferable[] | StructuredSerializeOptions) => {
    const transfer = Array.isArray(more) ? more : (more?.transfer ?? []);
    const picture = pictureIn(message);
    if (!(picture?.bitmap instanceof ImageBitmap)) return post(message, transfer);
    post(message, [...transfer, picture.bitmap]);
    taken = true;
    picture.dataLen = 0;
  };
  return () => taken;
}
