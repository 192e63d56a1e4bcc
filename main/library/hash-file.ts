import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * The bytes of a file up to `end` (included), in pieces.
 *
 * @throws the file system's error; an AbortError when the signal aborts
 */
export function readPieces(
  path: string,
  { end, signal }: { end?: number; signal?: AbortSignal | undefined },
): AsyncIterable<Buffer> {
  return createReadStream(path, {
    highWaterMark: 1024 * 1024,
    ...(end === undefined ? {} : { end }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * SHA-256 of a file, hex, lower case, in constant memory.
 *
 * @throws the file system's error; an AbortError when the signal aborts
 */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path, { signal })) hash.update(piece);
  return hash.digest('hex');
}
