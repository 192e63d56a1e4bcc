/** How bright a picture of the window is, as an eye in the dark has it: relative luminance of WCAG 2.2, 0 (black) to 1 (white). */
import type { Page } from 'playwright-core';

export interface Brightness {
  /** The brightest area of 4 by 4 px: what is smaller is a hair of a letter. */
  area: number;
  /** The brightest of all pixels but one in a thousand. */
  most: number;
  /** The mean of all pixels: the light that it throws. */
  mean: number;
}

/** The brightness of pixels in RGBA. It names nothing outside itself, so that it runs in a page, too. */
export function brightnessOf(rgba: ArrayLike<number>, width: number): Brightness {
  const edge = 4;
  const linear = Float64Array.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const weigh = (weight: number) => linear.map((light) => weight * light);
  const [red, green, blue] = [weigh(0.2126), weigh(0.7152), weigh(0.0722)];
  const count = Math.floor(rgba.length / 4);
  const light = new Float64Array(count);
  /** How many pixels have each light, in ten-thousandths: sorting them all takes most of the time. */
  const counts = new Uint32Array(10_001);
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    const of = (weights: Float64Array, offset: number) => weights[rgba[at * 4 + offset] as number] as number;
    const one = of(red, 0) + of(green, 1) + of(blue, 2);
    light[at] = one;
    counts[Math.round(one * 10_000)] = (counts[Math.round(one * 10_000)] ?? 0) + 1;
    sum += one;
  }
  // Sums of four pixels side by side, then of four such sums one below the other.
  const rows = new Float64Array(count);
  let area = 0;
  for (let at = 0; at < count; at += 1) {
    if (at % width <= width - edge)
      for (let x = 0; x < edge; x += 1) rows[at] = (rows[at] as number) + (light[at + x] as number);
    const above = at - (edge - 1) * width;
    if (above < 0) continue;
    let part = 0;
    for (let row = above; row <= at; row += width) part += rows[row] as number;
    if (part > area) area = part;
  }
  let most = 10_000;
  for (let brighter = counts[most] ?? 0; brighter < count / 1000 && most > 0; brighter += counts[most] ?? 0)
    most -= 1;
  return {
    area: area / edge ** 2,
    most: most / 10_000,
    mean: sum / Math.max(1, count),
  };
}

/** The brightness of a PNG. It is measured in `decoder`, a page of another browser context: the app's own is left alone. */
export async function brightnessOfPng(decoder: Page, png: Buffer): Promise<Brightness> {
  return await decoder.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    // Made once, so that it is compiled once.
    return (globalThis.brightnessOf ??= ${brightnessOf})(context.getImageData(0, 0, bitmap.width, bitmap.height).data, bitmap.width);
  })()`);
}
