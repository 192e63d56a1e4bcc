/** A secret in the environment (environ(7)): used once, then removed. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Removes a variable from this process's environment: processes that it starts do not inherit it, and on Linux /proc/PID/environ no
 * longer shows it.
 *
 * @returns its value; undefined if it is not set
 */
export function takeVariable(name: string): string | undefined {
  const value = process.env[name];
  delete process.env[name];
  if (value !== undefined && process.platform === 'linux') overwriteFirstEnvironment(name);
  return value;
}

/**
 * Overwrites the value in the block that the process was started with, which unsetenv(3) leaves unchanged. It can only be reached
 * through the process's own memory (proc_pid_mem(5)). If the kernel refuses, programs of the same user can still read the value.
 */
function overwriteFirstEnvironment(name: string): void {
  try {
    const block = readFileSync('/proc/self/environ');
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Field 50, env_start (proc_pid_stat(5)). The program's name may contain anything; it ends with the last parenthesis.
    const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[47]);
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      const entry = Buffer.from(`${name}=`);
      for (let from = 0, to = 0; from < block.length; from = to + 1) {
        to = block.indexOf(0, from);
        if (to < 0) to = block.length;
        if (!block.subarray(from, to).subarray(0, entry.length).equals(entry)) continue;
        const value = from + entry.length;
        writeSync(memory, Buffer.alloc(to - value), 0, to - value, start + value);
      }
    } finally {
      closeSync(memory);
    }
  } catch {
    // The value stays readable.
  }
}
