/** What stands in an asar, and whether it is what the header says (Electron docs, "ASAR Integrity"). */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { type AsarFile, type AsarFolder, asar } from './builder-parts.ts';

export interface PackedFile {
  /** With slashes, from the root of the asar. */
  path: string;
  /** Bytes. */
  size: number;
  content: Buffer;
}

/** Reads every file of an asar from its bytes, in the order of the header. */
export async function readAsar(archive: string): Promise<PackedFile[]> {
  const { header, headerSize } = asar.getRawHeader(archive);
  const bytes = await readFile(archive);
  const found: PackedFile[] = [];
  const walk = (folder: AsarFolder, prefix: string) => {
    for (const [name, entry] of Object.entries(folder.files)) {
      const path = prefix + name;
      if ('files' in entry) walk(entry, `${path}/`);
      else found.push({ path, size: entry.size, content: contentOf(path, entry, bytes, 8 + headerSize) });
    }
  };
  walk(header, '');
  return found;
}

function contentOf(path: string, entry: AsarFile, archive: Buffer, start: number): Buffer {
  if (entry.unpacked || entry.link !== undefined || entry.offset === undefined || !entry.integrity) {
    throw new Error(`${path} lies outside the asar, or has no integrity.`);
  }
  const from = start + Number(entry.offset);
  const content = archive.subarray(from, from + entry.size);
  const sum = createHash('sha256').update(content).digest('hex');
  if (sum !== entry.integrity.hash) throw new Error(`${path} is not what the header says.`);
  return content;
}

/** The hash that Electron compares at start: SHA-256 of the header as text. */
export function headerHash(archive: string): string {
  return createHash('sha256').update(asar.getRawHeader(archive).headerString).digest('hex');
}

/** SHA-256 of a whole file, hex. */
export async function fileHash(path: string): Promise<string> {
  const file = await open(path);
  try {
    const sum = createHash('sha256');
    for await (const chunk of file.createReadStream()) sum.update(chunk);
    return sum.digest('hex');
  } finally {
    await file.close();
  }
}
