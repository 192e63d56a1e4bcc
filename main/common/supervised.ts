/**
 * Runs a command in a separate process, because its file system may not answer: a thread that waits for an unreachable share can't be
 * ended, and a process can't end before its threads do. The separate process can be killed.
 */
import { spawn } from 'node:child_process';

/** Longest output of the other process, characters. */
const MAX_OUTPUT = 8 * 1024 * 1024;

/**
 * Runs `command` and returns the first line of its output. `late`: it wrote none within `limit_ms` and was killed. No line and not late:
 * it ended without a line, or could not be started.
 *
 * @throws the signal's reason, after the process was killed
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
      // If it can't be killed because the system waits for a share, it must not keep this process alive.
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
