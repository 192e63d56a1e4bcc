/** Makes stored thumbnails: small pictures of whole pages, shown until the page is painted. */
import type { PageRegion, PageSize } from '../engine/pdf-engine.ts';
import { dropCanvas, encodeWithin, hiddenCanvas } from './canvases.ts';
import { drawnPartOf } from './drawn-part.ts';

/** Pixels of a stored thumbnail: a portrait A4 page is 280 wide. With fewer, enlarged words look like lines. */
const PIXELS = 280 * 396;
/** Longest side, px; the main process refuses more than 1536. */
const LONGEST = 1000;
/** The thumbnail of page 1, at which most openings begin, is readable: its width, px, and its longest side. */
const FIRST_WIDTH = 800;
const FIRST_LONGEST = 1500;
/** The target size of a stored thumbnail, bytes, and the qualities that are tried to reach it. */
const GOAL_BYTES = 8 * 1024;
const QUALITIES = [0.4, 0.15, 0.01];
const FIRST_GOAL_BYTES = 120 * 1024;
const FIRST_QUALITIES = [0.75, 0.4, 0.1];
/** The main process refuses more (preload/contract/reading.ts). */
const MOST_BYTES = 24 * 1024;
const FIRST_MOST_BYTES = 200 * 1024;

/** A stored thumbnail (WebP), and the drawn part of its page. */
export interface ThumbnailPicture {
  webp: Uint8Array;
  drawn: PageRegion;
}

/** Px for each CSS px at 100 %. */
export function thumbnailScale(page: number, { width, height }: PageSize): number {
  if (page === 1) return Math.min(FIRST_WIDTH / width, FIRST_LONGEST / height);
  return Math.min(Math.sqrt(PIXELS / (width * height)), LONGEST / Math.max(width, height));
}

/** The picture as WebP, which keeps letters legible at half of JPEG's bytes. Rejects if it can't be made small enough. */
export async function encodeStoredThumbnail(
  page: number,
  canvas: HTMLCanvasElement,
): Promise<ThumbnailPicture> {
  const isFirst = page === 1;
  const drawn = drawnPartOf(canvas);
  const qualities = isFirst ? FIRST_QUALITIES : QUALITIES;
  const goal = isFirst ? FIRST_GOAL_BYTES : GOAL_BYTES;
  const blob = await encodeWithin(canvas, qualities, goal);
  if (blob?.type !== 'image/webp' || blob.size > (isFirst ? FIRST_MOST_BYTES : MOST_BYTES))
    throw new Error('no small picture');
  return { webp: new Uint8Array(await blob.arrayBuffer()), drawn };
}

/** The same from a larger picture of the page. */
export async function shrinkToStoredThumbnail(
  page: number,
  picture: HTMLCanvasElement | ImageBitmap,
): Promise<ThumbnailPicture> {
  const scale = thumbnailScale(page, picture);
  const canvas = hiddenCanvas();
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  try {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await encodeStoredThumbnail(page, canvas);
  } finally {
    dropCanvas(canvas);
  }
}
