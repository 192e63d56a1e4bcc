import type { PosterImage } from '../../../../preload/contract.ts';
import type { PdfEngine } from '../engine/pdf-engine.ts';
import { dropCanvas, encodeWithin, hiddenCanvas } from './canvases.ts';
import type { PictureTask } from './picture-list.ts';

/** Width of a poster, px; a page that is higher than wide by more than half is bounded by its height. */
const WIDTH = 800;
const MOST_HEIGHT = 1500;
/** Largest poster, bytes, and the qualities that are tried to stay below it. */
const MOST_BYTES = 200 * 1024;
const QUALITIES = [0.82, 0.65, 0.45, 0.25];

/** Paints page 1 as a JPEG. Rejects with a PdfError, or an AbortError. */
export async function paintPoster(
  engine: PdfEngine,
  { kitId, sha256, bytes }: PictureTask,
  signal: AbortSignal,
): Promise<PosterImage> {
  const document = await engine.open({ kitId, bytes }, signal);
  const canvas = hiddenCanvas();
  try {
    const size = await document.pageSize(1);
    const scale = Math.min(WIDTH / size.width, MOST_HEIGHT / size.height);
    await document.paint({ page: 1, canvas, scale, signal });
    const { width, height } = canvas;
    const blob = await encodeWithin(canvas, 'image/jpeg', QUALITIES, MOST_BYTES);
    signal.throwIfAborted();
    if (!blob) throw new Error('the picture could not be encoded');
    return { sha256, width, height, jpeg: new Uint8Array(await blob.arrayBuffer()) };
  } finally {
    dropCanvas(canvas);
    await document.close();
  }
}
