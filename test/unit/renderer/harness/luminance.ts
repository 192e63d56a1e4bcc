/** How bright a picture of the window is, as an eye in the dark has it: relative luminance of WCAG 2.2, 0 (black) to 1 (white). */
import type { Page } from 'playwright-core';

/** Edge of the smallest area that counts, px: what is smaller is a hair of a letter. */
const AREA = 4;

export interface Brightness {
  /** The brightest area of 4 by 4 px. */
  area: number;
  /** The brightest of all pixels but one in a thousand. */
  most: number;
  /** The mean of all pixels: the light that it throws. */
  mean: number;
}

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The brightness of pixels in RGBA. */
export function brightnessOf(rgba: ArrayLike<number>, width: number): Brightness {
  const count = Math.floor(rgba.length / 4);
  const light = new Float64Array(count);
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    const channel = (offset: number) => linear[rgba[at * 4 + offset] ?? 0] ?? 0;
    const one = 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
    light[at] = one;
    sum += one;
  }
  let area = 0;
  const height = Math.floor(count / width);
  for (let top = 0; top + AREA <= height; top += 1) {
    for (let left = 0; left + AREA <= width; left += 1) {
      let part = 0;
      for (let y = 0; y < AREA; y += 1) {
        for (let x = 0; x < AREA; x += 1) part += light[(top + y) * width + left + x] ?? 0;
      }
      area = Math.max(area, part / AREA ** 2);
    }
  }
  const sorted = light.slice().sort();
  return { area, most: sorted[Math.floor(count * 0.999)] ?? 0, mean: sum / Math.max(1, count) };
}

/** The brightness of a PNG. It is decoded by `decoder`, a page of another browser context: the app's own is left alone. */
export async function brightnessOfPng(decoder: Page, png: Buffer): Promise<Brightness> {
  const { width, text } = await decoder.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    });
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    let letters = '';
    for (const value of data) letters += String.fromCharCode(value);
    return { width: bitmap.width, text: btoa(letters) };
  }, png.toString('base64'));
  return brightnessOf(Buffer.from(text, 'base64'), width);
}
