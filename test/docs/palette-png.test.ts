import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withPalette } from './palette-png.ts';

const chunk = (type: string, data: Buffer) => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** Two rows of three pixels: white, red and black without a filter, then the same by filters `up`. */
function sample(): Buffer {
  const head = Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]);
  const row = [255, 255, 255, 192, 32, 16, 0, 0, 0];
  const rows = Buffer.from([0, ...row, 2, ...row.map(() => 0)]);
  return Buffer.concat([
    ...[Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head)],
    ...[chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

test('a screenshot has the same size and colours with a palette', () => {
  const small = withPalette(sample());
  expect([small.readUInt32BE(16), small.readUInt32BE(20), small[25]]).toEqual([3, 2, 3]);
  const palette = small.subarray(small.indexOf('PLTE') + 4);
  const data = small.indexOf('IDAT');
  const rows = inflateSync(small.subarray(data + 4, data + 4 + small.readUInt32BE(data - 4)));
  const colours = [...rows.subarray(1, 4)].map((place) =>
    palette.subarray(place * 3, place * 3 + 3).toString('hex'),
  );
  expect(colours).toEqual(['ffffff', 'c02010', '000000']);
  expect(rows.subarray(5)).toEqual(rows.subarray(1, 4));
});

test('any other file is refused', () => {
  expect(() => withPalette(Buffer.alloc(64))).toThrow('no PNG of 8-bit RGB');
});
