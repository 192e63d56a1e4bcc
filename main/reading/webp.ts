/** A minimal WebP parser, enough to recognise WebP (RFC 9649, 2.3 to 2.7). */

/** The sides of a still WebP picture from its container, px; null for anything else, or a picture that is cut off. */
export function webpSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.byteLength < 30) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fourCC = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (fourCC(0) !== 'RIFF' || fourCC(8) !== 'WEBP') return null;
  if (view.getUint32(4, true) + 8 !== bytes.byteLength) return null;
  switch (fourCC(12)) {
    case 'VP8 ':
      // The start code of a key frame (RFC 6386, 9.1), then 14 bits of width and of height.
      if (bytes[23] !== 0x9d || bytes[24] !== 0x01 || bytes[25] !== 0x2a) return null;
      return sides(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8X':
      // Bit 1: an animation.
      if (((bytes[20] ?? 0) & 0x02) !== 0) return null;
      return sides(uint24(view, 24) + 1, uint24(view, 27) + 1);
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function sides(width: number, height: number) {
  return width > 0 && height > 0 ? { width, height } : null;
}
