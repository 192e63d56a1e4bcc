/** The content of a page in plain values, so that it can be sent as JSON and validated. */
import type { PageContent, Picture } from './page-content.ts';

/** PageContent with its numbers as base64 of little-endian bytes. */
export interface PackedContent extends Omit<PageContent, 'letters' | 'edges' | 'shapes' | 'pictures'> {
  letters: string;
  edges: string;
  shapes: string;
  pictures: readonly PackedPicture[];
}

export interface PackedPicture extends Omit<Picture, 'tiles'> {
  tiles: string;
}

/** Packs a page's content. */
export function packContent(content: PageContent): PackedContent {
  const { letters, edges, shapes, pictures, ...rest } = content;
  return {
    ...rest,
    letters: toBase64(bytesOf(letters)),
    edges: toBase64(bytesOf(edges)),
    shapes: toBase64(bytesOf(shapes)),
    pictures: pictures.map(({ tiles, ...picture }) => ({ ...picture, tiles: toBase64(tiles) })),
  };
}

/** Unpacks a page's content. @throws Error if it is invalid */
export function unpackContent(packed: PackedContent): PageContent {
  const { letters, edges, shapes, pictures, ...rest } = packed;
  return {
    ...rest,
    letters: numbersOf(letters),
    edges: numbersOf(edges),
    shapes: numbersOf(shapes),
    pictures: pictures.map(({ tiles, ...picture }) => ({ ...picture, tiles: fromBase64(tiles) })),
  };
}

function bytesOf(numbers: Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function numbersOf(base64: string): Int32Array {
  const bytes = fromBase64(base64);
  if (bytes.length % 4 !== 0) throw new Error('numbers are cut off');
  return new Int32Array(bytes.buffer, 0, bytes.length / 4);
}

/** Number of bytes converted at a time: a function call can't have more arguments. */
const AT_ONCE = 0x2000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
