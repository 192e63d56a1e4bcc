/** Shows a bitmap, whose pixels the canvas takes over. */
export function showBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  // Setting the size, even to the same value, makes the compositor allocate new memory.
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
