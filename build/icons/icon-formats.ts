/** The container formats of icons, written from pixels. */

/** A picture: its pixels (RGBA, not premultiplied, from the top left) and the same as PNG. */
export interface Drawing {
  width: number;
  height: number;
  rgba: Buffer;
  png: Buffer;
}

/** The types of an ICNS file and their edge in px, as iconutil writes them; ic11 to ic14 are for Retina displays. */
export const icnsTypes = {
  ic04: 16,
  ic05: 32,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
} as const;

/** Those of them that hold runs of pixels instead of a PNG: PNGs of these sizes are not shown by every macOS. */
const runTypes = new Set(['ic04', 'ic05']);

/** An ICO file (Win32 docs, "Icons"; the layout of ICONDIR). Sizes below 256 px are 32-bit DIBs, which every reader knows. */
export function encodeIco(drawings: readonly Drawing[]): Buffer {
  const images = drawings.map((drawing) => (drawing.width >= 256 ? drawing.png : dibOf(drawing)));
  const header = Buffer.alloc(6 + 16 * drawings.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(drawings.length, 4);
  let offset = header.length;
  for (const [index, { width, height }] of drawings.entries()) {
    const bytes = images[index]?.length ?? 0;
    const entry = 6 + 16 * index;
    // 256 is written as 0.
    header.writeUInt8(width % 256, entry);
    header.writeUInt8(height % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(bytes, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += bytes;
  }
  return Buffer.concat([header, ...images]);
}

/** A BITMAPINFOHEADER with BGRA rows from the bottom, and the mask of one bit a pixel that old readers look at. */
function dibOf({ width, height, rgba }: Drawing): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  // Twice the height: picture and mask.
  header.writeInt32LE(height * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(width * height * 4);
  const maskRow = Math.ceil(width / 32) * 4;
  const mask = Buffer.alloc(maskRow * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const row = height - 1 - y;
      const to = (row * width + x) * 4;
      pixels[to] = rgba.readUInt8(from + 2);
      pixels[to + 1] = rgba.readUInt8(from + 1);
      pixels[to + 2] = rgba.readUInt8(from);
      pixels[to + 3] = rgba.readUInt8(from + 3);
      if (rgba.readUInt8(from + 3) === 0) {
        const at = row * maskRow + (x >> 3);
        mask[at] = mask.readUInt8(at) | (0x80 >> (x & 7));
      }
    }
  }
  header.writeUInt32LE(pixels.length + mask.length, 20);
  return Buffer.concat([header, pixels, mask]);
}

/** An ICNS file: a length and elements of type, length and data, big-endian. */
export function encodeIcns(drawings: ReadonlyMap<string, Drawing>): Buffer {
  const elements = [...drawings].map(([type, drawing]) =>
    element(type, runTypes.has(type) ? pixelRuns(drawing) : drawing.png),
  );
  return element('icns', Buffer.concat(elements));
}

function element(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(data.length + 8, 4);
  return Buffer.concat([head, data]);
}

/** `ARGB`, then the four channels one after the other, each packed in runs. */
function pixelRuns({ rgba }: Drawing): Buffer {
  const channels = [3, 0, 1, 2].map((channel) => {
    const bytes = Buffer.alloc(rgba.length / 4);
    for (let index = 0; index < bytes.length; index += 1) {
      bytes[index] = rgba.readUInt8(index * 4 + channel);
    }
    return packRuns(bytes);
  });
  return Buffer.concat([Buffer.from('ARGB'), ...channels]);
}

/** Apple's runs: n < 128 is followed by n + 1 bytes as they are, n ≥ 128 by one byte that stands n - 125 times. */
function packRuns(bytes: Buffer): Buffer {
  const out: number[] = [];
  let literal: number[] = [];
  const flush = () => {
    if (literal.length > 0) out.push(literal.length - 1, ...literal);
    literal = [];
  };
  let at = 0;
  while (at < bytes.length) {
    const value = bytes.readUInt8(at);
    let run = 1;
    while (run < 130 && at + run < bytes.length && bytes[at + run] === value) run += 1;
    if (run >= 3) {
      flush();
      out.push(run + 125, value);
      at += run;
    } else {
      literal.push(value);
      if (literal.length === 128) flush();
      at += 1;
    }
  }
  flush();
  return Buffer.from(out);
}

/** A BMP file of 24 bits a pixel, which is what the pages of NSIS show. */
export function encodeBmp({ width, height, rgba }: Drawing): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + row * height, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const to = (height - 1 - y) * row + x * 3;
      pixels[to] = rgba.readUInt8(from + 2);
      pixels[to + 1] = rgba.readUInt8(from + 1);
      pixels[to + 2] = rgba.readUInt8(from);
    }
  }
  return Buffer.concat([header, pixels]);
}
