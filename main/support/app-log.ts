import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../common/log.ts';
import { redactingLog } from '../common/redact.ts';

/** A larger log file is renamed at the next start, bytes; one old file is kept. */
const MAX_BYTES = 2 * 1024 * 1024;
/** The log of this start, in the log folder. */
export const LOG_FILE = 'trip-kit-desktop.log';
/** The previous log, renamed when it had reached the limit. */
const OLDER_LOG_FILE = `${LOG_FILE}.1`;

/**
 * The app's log: `<folder>/trip-kit-desktop.log` and standard error. Every text is redacted (main/common/redact.ts). If the
 * disk fails, the line is lost, but the app continues.
 */
export function openAppLog(folder: string, now: () => number = Date.now): Log {
  const file = join(folder, LOG_FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
      renameSync(file, join(folder, OLDER_LOG_FILE));
  } catch {
    // The lines still go to standard error.
  }
  const line = (level: string, text: string, cause?: unknown) => {
    const whole = cause === undefined ? text : `${text} ${String(cause)}`;
    const written = `${new Date(now()).toISOString()} ${level} ${whole.replaceAll('\n', '\n  ')}\n`;
    process.stderr.write(written);
    try {
      appendFileSync(file, written, { mode: 0o600 });
    } catch {
      // See above.
    }
  };
  return redactingLog({
    info: (text) => line('info', text),
    warn: (text) => line('warn', text),
    error: (text, cause) => line('error', text, cause),
  });
}

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
