/** Programs of the system that say what administrators decided: `reg.exe` of Windows, `plutil` of macOS. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { abortable } from '../common/wait.ts';

/**
 * Runs a program to its end.
 *
 * @param program its path
 * @param options `env` all of its environment; `input` what it reads, nothing where absent
 * @returns what it wrote
 * @throws Error where it is not there, fails, writes more than 16 MB, or takes more than 20 s
 */
export type RunProgram = (
  program: string,
  args: readonly string[],
  options: { env: Record<string, string>; input?: Uint8Array },
) => Promise<string>;

/** On a machine that has just started, with a virus scanner; ms. */
const LIMIT_MS = 20_000;
const MAX_OUTPUT = 16 * 1024 * 1024;
const runFile = promisify(execFile);

/** Runs a real program. A child that can't be ended is no longer waited for. */
export const runProgram: RunProgram = async (program, args, { env, input }) => {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const running = runFile(program, args, {
    env,
    cwd: dirname(program),
    signal,
    windowsHide: true,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT,
  });
  // What it doesn't read is no failure of its own.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await abortable(running, signal)).stdout;
};
