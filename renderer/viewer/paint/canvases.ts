/** Canvases that hold pictures of pages. */

/** Frees the pixels at once: Chromium keeps those of a detached canvas until the next collection. */
export function dropCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
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

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
