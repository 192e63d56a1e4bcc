import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { LOG_FILE, OLDER_LOG_FILE } from './app-log.ts';

/** How much of the end of the log is read, bytes. */
const MAX_LOG = 512 * 1024;

/** The last complete lines of the log; null if there is none that can be read. @param folder absolute */
export async function logTail(folder: string): Promise<string | null> {
  let left = MAX_LOG;
  const tails: string[] = [];
  for (const name of [LOG_FILE, OLDER_LOG_FILE]) {
    const tail = await endOf(join(folder, name), left).catch(() => null);
    if (tail === null) continue;
    tails.unshift(tail);
    left -= Buffer.byteLength(tail);
    if (left <= 0) break;
  }
  return tails.length === 0 ? null : tails.join('');
}

/** The last complete lines of a file. */
async function endOf(path: string, max_bytes: number): Promise<string> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const from = Math.max(0, size - max_bytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const text = buffer.toString('utf8', 0, bytesRead);
  return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
}
