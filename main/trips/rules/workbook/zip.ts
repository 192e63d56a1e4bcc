/** The files of a ZIP archive, in the forms that workbooks use: stored and deflated, within limits. Pure. */

/** Reads one file; null if it doesn't exist. @throws UnreadableZip */
export type ZipReader = (name: string) => Promise<Uint8Array | null>;

/** The archive is damaged, encrypted, or too large; `why` says which in a sentence. */
export class UnreadableZip extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

interface Entry {
  at: number;
  packed: number;
  method: number;
  isLocked: boolean;
}

const MAX_ENTRIES = 5_000;
/** For all files that are read from one archive, unpacked, bytes. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
export const DAMAGED = 'The file is damaged. Save the workbook again.';

/** Whether the bytes begin like an archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** @throws UnreadableZip */
export function openZip(bytes: Uint8Array): ZipReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = entriesOf(bytes, view);
  let left = MAX_UNPACKED;
  return async (name) => {
    const entry = entries.get(name);
    if (!entry) return null;
    if (entry.isLocked) throw new UnreadableZip('The workbook is encrypted. Save it without a password.');
    if (entry.at + 30 > bytes.length || view.getUint32(entry.at, true) !== LOCAL)
      throw new UnreadableZip(DAMAGED);
    const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
    if (start + entry.packed > bytes.length) throw new UnreadableZip(DAMAGED);
    const packed = bytes.slice(start, start + entry.packed);
    const unpacked = entry.method === 0 ? packed : await inflated(packed, left);
    left -= unpacked.length;
    if (left < 0) throw tooLarge();
    return unpacked;
  };
}

function tooLarge(): UnreadableZip {
  return new UnreadableZip('The workbook is too large. Save only the sheet with the flights.');
}

/** A file of XML as a text; null if it doesn't exist. @throws UnreadableZip */
export async function textOf(read: ZipReader, name: string): Promise<string | null> {
  const bytes = await read(name);
  return bytes && new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
}

function entriesOf(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  let end = bytes.length - 22;
  const first = Math.max(0, end - 65_535);
  while (end >= first && view.getUint32(end, true) !== END) end -= 1;
  if (end < first) throw new UnreadableZip(DAMAGED);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > MAX_ENTRIES) throw tooLarge();
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new UnreadableZip(DAMAGED);
    const method = view.getUint16(at + 10, true);
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    if (method === 0 || method === 8) {
      entries.set(name, {
        at: view.getUint32(at + 42, true),
        packed: view.getUint32(at + 20, true),
        method,
        isLocked: (view.getUint16(at + 8, true) & 1) === 1,
      });
    }
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function inflated(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    // The rest of the stream is not needed, and its error is the same.
    reader.cancel().catch(() => {});
    throw error instanceof UnreadableZip ? error : new UnreadableZip(DAMAGED);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
