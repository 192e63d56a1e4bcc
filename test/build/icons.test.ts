/** The icons that are committed, as made by build/icons/make-icons.ts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../build/icons');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Width and height from a PNG's IHDR. */
function pngSize(png: Buffer): number[] {
  expect(png.subarray(0, 4)).toEqual(PNG);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('Linux: a PNG of every size, named by it', async () => {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
    expect(pngSize(await readFile(join(folder, 'png', `${size}x${size}.png`)))).toEqual([size, size]);
  }
});

test('Windows: nine sizes with 32 bits, the largest as PNG', async () => {
  const ico = await readFile(join(folder, 'icon.ico'));
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 9]);
  const sizes = Array.from({ length: 9 }, (_, index) => {
    const entry = 6 + index * 16;
    const size = ico.readUInt8(entry) || 256;
    const at = ico.readUInt32LE(entry + 12);
    expect(ico.readUInt16LE(entry + 6)).toBe(32);
    expect(at + ico.readUInt32LE(entry + 8)).toBeLessThanOrEqual(ico.length);
    const image = ico.subarray(at);
    if (size === 256) expect(pngSize(image)).toEqual([256, 256]);
    else expect([image.readInt32LE(4), image.readInt32LE(8)]).toEqual([size, size * 2]);
    return size;
  });
  expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
});

test('macOS: the elements that iconutil writes, each of its size', async () => {
  const icns = await readFile(join(folder, 'icon.icns'));
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const found: Record<string, number> = {};
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const type = icns.toString('latin1', at, at + 4);
    const data = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
    found[type] = data.subarray(0, 4).equals(PNG) ? (pngSize(data)[0] ?? 0) : unpackedEdge(data);
  }
  expect(found).toEqual({
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
  });
});

/** The edge of a picture in runs, from the number of its bytes when they are unpacked as Apple does. */
function unpackedEdge(data: Buffer): number {
  expect(data.toString('latin1', 0, 4)).toBe('ARGB');
  let bytes = 0;
  for (let at = 4; at < data.length; ) {
    const head = data.readUInt8(at);
    bytes += head < 128 ? head + 1 : head - 125;
    at += head < 128 ? head + 2 : 2;
  }
  return Math.sqrt(bytes / 4);
}

test('the pages of the Windows installer: bitmaps of the sizes that NSIS asks for', async () => {
  for (const [name, width, height] of [
    ['installer-sidebar.bmp', 164, 314],
    ['installer-header.bmp', 150, 57],
  ] as const) {
    const bmp = await readFile(join(folder, name));
    expect([name, bmp.readInt32LE(18), bmp.readInt32LE(22), bmp.readUInt16LE(28)]).toEqual([
      name,
      width,
      height,
      24,
    ]);
  }
});
