import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
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

/** The last complete lines of the log and the one before it; null if there is none that can be read. @param folder absolute */
export function logTail(folder: string): string | null {
  const newer = endOfLog(folder, LOG_FILE, MAX_LOG);
  const older = endOfLog(folder, OLDER_LOG_FILE, MAX_LOG - Buffer.byteLength(newer));
  return older + newer || null;
}

/** The last complete lines of a log; empty if there is none that can be read. Synchronous, for a process that is about to end. */
export function endOfLog(folder: string, name: string, max_bytes: number): string {
  try {
    const file = openSync(join(folder, name), 'r');
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, size - max_bytes);
      const bytes = Buffer.alloc(size - from);
      const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
      return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
