/** Canvases that hold pictures of pages. */

/** Frees the pixels at once: Chromium keeps those of a detached canvas until the next collection. */
export function clearCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

export function dropCanvas(canvas: HTMLCanvasElement): void {
  clearCanvas(canvas);
  canvas.remove();
}

/** Bytes of a canvas's pixels. */
export function canvasBytes({ width, height }: { width: number; height: number }): number {
  return width * height * 4;
}

/** A canvas that is not shown; the pages' labels are for screen readers. */
export function hiddenCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** The canvas's picture, WebP, in the first of these qualities (0 to 1) that fits in `mostBytes`, else in the last one. */
export async function encodeWithin(
  canvas: HTMLCanvasElement,
  qualities: readonly number[],
  mostBytes: number,
): Promise<Blob | null> {
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', quality));
    if (blob && blob.size <= mostBytes) break;
  }
  return blob;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Shows a bitmap, whose pixels the canvas takes over. */
export function showBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  // Setting the size, even to the same value, makes the compositor allocate new memory.
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
