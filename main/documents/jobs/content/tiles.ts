/** A picture's content, tile by tile: small enough to store, and different if a single pixel differs. */
import { TILE_BYTES } from '../../../comparison/rules/page-content.ts';

/** A decoded picture from pdf.js. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** 1: one bit a pixel, 2: red, green, blue, 3: with opacity. A mask has none, and one bit a pixel. */
  kind?: number;
  data: Uint8Array | Uint8ClampedArray;
}

const SMALLEST_TILE = 8;

/** Side of a picture's tiles, pixels, so that there are at most `most` tiles. */
export function tileSide(width: number, height: number, most: number): number {
  let side = SMALLEST_TILE;
  while (Math.ceil(width / side) * Math.ceil(height / side) > most) side *= 2;
  return side;
}

/** TILE_BYTES for each tile, row by row; null if the data do not fit such a picture. @param isMask paints where bits are 0 */
export function tilesOf(picture: DecodedPicture, side: number, isMask: boolean): Uint8Array | null {
  const { width, height, data } = picture;
  const pixel = pixelReader(picture, isMask);
  if (pixel === null) return null;
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const tiles = new Uint8Array(columns * rows * TILE_BYTES);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [endX, endY] = [Math.min(width, (column + 1) * side), Math.min(height, (row + 1) * side)];
      let [red, green, blue, opacity, count] = [0, 0, 0, 0, 0];
      let check = 0x811c9dc5;
      for (let y = row * side; y < endY; y += 1) {
        for (let x = column * side; x < endX; x += 1) {
          const value = pixel(data, x, y);
          const seen = value >>> 24;
          red += (((value >>> 16) & 255) * seen) / 255;
          green += (((value >>> 8) & 255) * seen) / 255;
          blue += ((value & 255) * seen) / 255;
          opacity += seen;
          count += 1;
          check = Math.imul(check ^ (seen === 0 ? 0 : value), 0x01000193);
          check ^= check >>> 15;
        }
      }
      const at = (row * columns + column) * TILE_BYTES;
      const share = opacity === 0 ? 0 : 255 / opacity;
      tiles[at] = Math.round(red * share);
      tiles[at + 1] = Math.round(green * share);
      tiles[at + 2] = Math.round(blue * share);
      tiles[at + 3] = Math.round(opacity / count);
      tiles[at + 4] = check & 255;
      tiles[at + 5] = (check >>> 8) & 255;
    }
  }
  return tiles;
}

type Data = Uint8Array | Uint8ClampedArray;

/** Reads a pixel as 0xAARRGGBB. */
function pixelReader(
  { width, height, kind, data }: DecodedPicture,
  isMask: boolean,
): ((data: Data, x: number, y: number) => number) | null {
  const lineBytes = (width + 7) >> 3;
  if (isMask || kind === 1) {
    if (data.length < lineBytes * height) return null;
    const [unset, set] = isMask ? [0xffffffff, 0] : [0xff000000, 0xffffffff];
    return (bytes, x, y) => (((bytes[y * lineBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? set : unset);
  }
  const size = kind === 2 ? 3 : kind === 3 ? 4 : 0;
  if (size === 0 || data.length < width * height * size) return null;
  return (bytes, x, y) => {
    const at = (y * width + x) * size;
    const colour = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    return (colour | ((size === 4 ? (bytes[at + 3] ?? 0) : 255) << 24)) >>> 0;
  };
}
