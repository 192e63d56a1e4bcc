/** The readable head of a file encrypted to a passphrase (C2SP age.md). */
import { type FileHandle, open } from 'node:fs/promises';
import { damaged, foreign } from './manifest.ts';

/** log2 of scrypt's work factor, the same as in `age`: a second and 256 MiB. */
export const WORK_FACTOR = 18;
/** Much longer than any header for one passphrase, bytes. */
const MAX_HEADER_BYTES = 1024;
const HEADER =
  /^age-encryption\.org\/v1\n-> scrypt [A-Za-z0-9+/]{22} ([1-9][0-9]?)\n[A-Za-z0-9+/]{43}\n--- [A-Za-z0-9+/]{43}\n/;

/** Checks the form of the header before any work is done for it. @throws TripKitError of kind `config`: `foreign` or `damaged` */
export async function requireHeader(file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
  const found = HEADER.exec(buffer.subarray(0, bytesRead).toString('latin1'));
  if (found === null) throw foreign();
  // A file may not cause hours of work, or take all memory.
  if (Number(found[1]) > WORK_FACTOR) throw damaged();
}

/** Checks the header of the file at this path. @throws as {@link requireHeader}; the file system's error */
export async function checkHeader(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await requireHeader(file);
}
