/**
 * A baseline JPEG encoder for grey pictures (ITU-T T.81, Annex K tables): scans of synthetic kits must be real JPEGs,
 * and the same bytes for the same seed on every machine.
 */

const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];
const LUMINANCE = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const DC_COUNTS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const AC_COUNTS = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d];
const AC_VALUES = Buffer.from(
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a43' +
    '4445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aa' +
    'b2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  'hex',
);

/** Code and length of each symbol (T.81, Annex C). */
function huffman(
  counts: readonly number[],
  values: ArrayLike<number>,
): { code: Uint16Array; size: Uint8Array } {
  const code = new Uint16Array(256);
  const size = new Uint8Array(256);
  let next = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    for (let i = 0; i < (counts[length - 1] ?? 0); i += 1) {
      const symbol = values[index] ?? 0;
      code[symbol] = next;
      size[symbol] = length;
      next += 1;
      index += 1;
    }
    next <<= 1;
  }
  return { code, size };
}

const dcTable = huffman(DC_COUNTS, DC_VALUES);
const acTable = huffman(AC_COUNTS, AC_VALUES);

/** cos((2x+1)uπ/16)·c(u)/2, row u. */
const DCT = Float64Array.from({ length: 64 }, (_, i) => {
  const u = i >> 3;
  const x = i & 7;
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

class BitWriter {
  #bytes: Buffer = Buffer.allocUnsafe(1 << 20);
  #length = 0;
  #bits = 0;
  #count = 0;

  put(value: number, size: number): void {
    for (let i = size - 1; i >= 0; i -= 1) {
      this.#bits = (this.#bits << 1) | ((value >> i) & 1);
      this.#count += 1;
      if (this.#count === 8) this.#flushByte();
    }
  }

  #flushByte(): void {
    if (this.#length + 2 > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    }
    this.#bytes[this.#length] = this.#bits;
    this.#length += 1;
    if (this.#bits === 0xff) {
      this.#bytes[this.#length] = 0;
      this.#length += 1;
    }
    this.#bits = 0;
    this.#count = 0;
  }

  end(): Buffer {
    while (this.#count !== 0) this.put(1, 1);
    return this.#bytes.subarray(0, this.#length);
  }
}

function magnitude(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

function segment(marker: number, body: readonly number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...body]);
}

/**
 * Encodes grey samples, a byte each, row by row.
 *
 * @param quality 1 to 100, as libjpeg counts it
 */
export function encodeGreyJpeg(samples: Uint8Array, width: number, height: number, quality: number): Buffer {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  const table = LUMINANCE.map((q) => Math.min(255, Math.max(1, Math.floor((q * scale + 50) / 100))));
  const head = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...ZIGZAG.map((at) => table[at] ?? 1)]),
    segment(0xc0, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, ...DC_COUNTS, ...DC_VALUES]),
    segment(0xc4, [0x10, ...AC_COUNTS, ...AC_VALUES]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
  ]);
  const bits = new BitWriter();
  const block = new Float64Array(64);
  const rows = new Float64Array(64);
  const quantised = new Int32Array(64);
  let before = 0;
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      for (let y = 0; y < 8; y += 1) {
        const line = Math.min(top + y, height - 1) * width;
        for (let x = 0; x < 8; x += 1) {
          block[y * 8 + x] = (samples[line + Math.min(left + x, width - 1)] ?? 0) - 128;
        }
      }
      transform(block, rows, quantised, table);
      before = writeBlock(bits, quantised, before);
    }
  }
  return Buffer.concat([head, bits.end(), Buffer.from([0xff, 0xd9])]);
}

function transform(block: Float64Array, rows: Float64Array, out: Int32Array, table: readonly number[]): void {
  for (let y = 0; y < 8; y += 1) {
    for (let u = 0; u < 8; u += 1) {
      let sum = 0;
      for (let x = 0; x < 8; x += 1) sum += (DCT[u * 8 + x] ?? 0) * (block[y * 8 + x] ?? 0);
      rows[y * 8 + u] = sum;
    }
  }
  for (let u = 0; u < 8; u += 1) {
    for (let v = 0; v < 8; v += 1) {
      let sum = 0;
      for (let y = 0; y < 8; y += 1) sum += (DCT[v * 8 + y] ?? 0) * (rows[y * 8 + u] ?? 0);
      out[v * 8 + u] = Math.round(sum / (table[v * 8 + u] ?? 1));
    }
  }
}

/** @returns the block's DC value, for the next one */
function writeBlock(bits: BitWriter, values: Int32Array, before: number): number {
  const dc = values[0] ?? 0;
  writeValue(bits, dcTable, 0, dc - before);
  let zeros = 0;
  for (let k = 1; k < 64; k += 1) {
    const value = values[ZIGZAG[k] ?? 0] ?? 0;
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) bits.put(acTable.code[0xf0] ?? 0, acTable.size[0xf0] ?? 0);
    writeValue(bits, acTable, zeros, value);
    zeros = 0;
  }
  if (zeros > 0) bits.put(acTable.code[0] ?? 0, acTable.size[0] ?? 0);
  return dc;
}

function writeValue(bits: BitWriter, table: typeof acTable, zeros: number, value: number): void {
  const size = magnitude(value);
  const symbol = (zeros << 4) | size;
  bits.put(table.code[symbol] ?? 0, table.size[symbol] ?? 0);
  if (size > 0) bits.put(value < 0 ? value + (1 << size) - 1 : value, size);
}
