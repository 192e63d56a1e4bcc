/** Whether two colours look the same. */

/** Tolerance for red, green and blue: producers round and convert the same colour differently. */
const TOLERANCE = 8;

/**
 * How pdf.js shows a grey that is printed with black ink only (DeviceCMYK, 0 0 0 k): not neutral, and never quite black. Other
 * producers write the same ink as a grey with the lightness 1 - k.
 */
const BLACK_INK: readonly number[] = Array.from({ length: 256 }, (_, lightness) => {
  const k = 1 - lightness / 255;
  const red = 255 + k * (-21.86122147463605 * k - 189.48180835922747);
  const green = 255 + k * (-20.737325471181034 * k - 187.80453709719578);
  const blue = 255 + k * (-22.33816807309886 * k - 180.12613974708367);
  return (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
});

/** Whether two colours, 0xRRGGBB, look the same. Negative values are only equal to themselves. */
export function isSameColour(one: number, other: number): boolean {
  if (one === other) return true;
  if (one < 0 || other < 0) return false;
  return isNear(one, other) || isNear(plain(one), plain(other));
}

function isNear(one: number, other: number): boolean {
  return [16, 8, 0].every(
    (shift) => Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)) <= TOLERANCE,
  );
}

/** A grey of black ink as the neutral grey; other colours unchanged. */
function plain(colour: number): number {
  const red = (colour >>> 16) & 255;
  // The ramp rises with the lightness: an error of one step is small.
  const lightness = BLACK_INK.findIndex((ink) => ((ink >>> 16) & 255) >= red);
  const ink = BLACK_INK[lightness];
  const isInk = ink !== undefined && [8, 0].every((shift) => nearBy(ink, colour, shift, 2));
  return isInk ? lightness * 0x010101 : colour;
}

function nearBy(one: number, other: number, shift: number, most: number): boolean {
  return Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)) <= most;
}
