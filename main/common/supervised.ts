/**
 * A command that runs in a process of its own, because what it looks at may not answer: a thread that waits for a share that went away
 * can't be ended, and no process ends before its threads do. That process is killed instead.
 */
import { spawn } from 'node:child_process';

/** Longest output of the other process, characters. */
const MAX_OUTPUT = 8 * 1024 * 1024;

/**
 * Runs `command`, and gives the first line that it writes. `late`: none came within `limit_ms`, and the process was killed; without a line and
 * not late it ended by itself, or could not be started.
 *
 * @throws the signal's reason, once the process was killed
 */
export function firstLineOf(
  [file = '', ...args]: readonly string[],
  limit_ms: number,
  signal: AbortSignal,
): Promise<{ line: string | null; late: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
    let out = '';
    const end = (line: string | null, late = false) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.kill('SIGKILL');
      // One that can't even be killed, because the system waits for a share, must not keep this one.
      child.stdout.destroy();
      child.unref();
      if (signal.aborted) reject(signal.reason);
      else resolve({ line, late });
    };
    const onAbort = () => end(null);
    const timer = setTimeout(() => end(null, true), limit_ms);
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('error', () => end(null));
    child.on('close', () => end(null));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const at = out.indexOf('\n');
      if (at >= 0) end(out.slice(0, at));
      else if (out.length > MAX_OUTPUT) end(null);
    });
    if (signal.aborted) onAbort();
  });
}
