/** Makes a screenshot small: a PNG of true colours becomes one with a palette. Screens have few colours; the rare ones get the nearest. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOUR = 2;
const PALETTE = 3;
/** Colours that share these bits count as one. */
const shared = (red: number, green: number, blue: number) =>
  ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

/** @throws Error where it is no PNG of 8-bit RGB without interlace, as Chromium's screenshots are */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const sums = new Map<number, [count: number, red: number, green: number, blue: number]>();
  for (let at = 0; at < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const sum = sums.get(shared(red, green, blue)) ?? [0, 0, 0, 0];
    sums.set(shared(red, green, blue), [sum[0] + 1, sum[1] + red, sum[2] + green, sum[3] + blue]);
  }
  const colours = [...sums].map(([key, [count, ...sum]]) => ({
    ...{ key, count, place: 0, error: Number.POSITIVE_INFINITY },
    rgb: sum.map((one) => Math.round(one / count)),
  }));
  const palette: number[][] = [];
  // The next colour is the one that the palette misses most, so a red word on a large chart stays red.
  for (let next = colours.toSorted((one, other) => other.count - one.count)[0]; next; ) {
    const { rgb } = next;
    palette.push(rgb);
    for (const colour of colours) {
      const error = colour.rgb.reduce((sum, value, index) => sum + (value - (rgb[index] ?? 0)) ** 2, 0);
      if (error < colour.error) Object.assign(colour, { error, place: palette.length - 1 });
    }
    const worst = Math.max(...colours.map(({ count, error }) => count * error));
    if (worst === 0 || palette.length === 256) break;
    next = colours.find(({ count, error }) => count * error === worst);
  }
  const places = new Map(colours.map(({ key, place }) => [key, place]));
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 3, pixel * 3 + 3);
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] =
      places.get(shared(red, green, blue)) ?? 0;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, PALETTE, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function decode(png: Buffer): { width: number; height: number; pixels: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (!png.subarray(0, 8).equals(SIGNATURE) || png[24] !== 8 || png[25] !== TRUE_COLOUR || png[28] !== 0)
    throw new Error('This picture is no PNG of 8-bit RGB without interlace.');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data);
  }
  const rows = inflateSync(Buffer.concat(parts));
  const bytes = width * 3;
  const pixels = Buffer.alloc(bytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < bytes; x += 1) {
      const left = x < 3 ? 0 : (pixels[y * bytes + x - 3] ?? 0);
      const up = y === 0 ? 0 : (pixels[(y - 1) * bytes + x] ?? 0);
      const corner = x < 3 || y === 0 ? 0 : (pixels[(y - 1) * bytes + x - 3] ?? 0);
      const filter = rows[y * (bytes + 1)] ?? 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[y * bytes + x] = ((rows[y * (bytes + 1) + 1 + x] ?? 0) + predicted) & 255;
    }
  return { width, height, pixels };
}

/** The predictor of filter 4 (PNG, 9.4). */
function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
