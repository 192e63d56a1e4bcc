import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Hashing one piece takes less than a millisecond of the main process's time. */
const PIECE_BYTES = 256 * 1024;

/**
 * The bytes of a file up to `end` (inclusive), in pieces. Each is read into the same buffer, so checking thousands of documents
 * leaves no garbage. A piece is valid until the next one is read.
 *
 * @throws the file system's error; an AbortError when the signal aborts
 */
export async function* readPieces(
  path: string,
  { end = Number.POSITIVE_INFINITY, signal }: { end?: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted();
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
    for (let at = 0; at <= end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE_BYTES, end - at + 1), at);
      signal?.throwIfAborted();
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/**
 * SHA-256 of a file, lower-case hex, in constant memory.
 *
 * @throws the file system's error; an AbortError when the signal aborts
 */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path, { signal })) hash.update(piece);
  return hash.digest('hex');
}
