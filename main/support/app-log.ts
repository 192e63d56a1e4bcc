import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../common/log.ts';
import { redactingLog } from '../common/redact.ts';

/** A larger log file is renamed at the next start, bytes; one old file is kept. */
const MAX_BYTES = 2 * 1024 * 1024;
/** The log of this start, in the log folder. */
export const LOG_FILE = 'trip-kit-desktop.log';
/** The previous log, renamed when it had reached the limit. */
export const OLDER_LOG_FILE = `${LOG_FILE}.1`;

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
