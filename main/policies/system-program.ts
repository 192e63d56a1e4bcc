/** Programs of the system that read administrators' decisions: `reg.exe` of Windows, `plutil` of macOS. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { abortable } from '../common/wait.ts';

/**
 * Runs a program to its end.
 *
 * @param program its path
 * @param options `env` its complete environment; `input` its standard input, empty if absent
 * @returns its output
 * @throws Error if it is missing, fails, writes more than 16 MB, or takes more than 20 s
 */
export type RunProgram = (
  program: string,
  args: readonly string[],
  options: { env: Record<string, string>; input?: Uint8Array },
) => Promise<string>;

/** Time limit, ms: for a machine that has just started, with a virus scanner. */
const LIMIT_MS = 20_000;
const MAX_OUTPUT = 16 * 1024 * 1024;
const runFile = promisify(execFile);

/** Runs a real program. Stops waiting for a child that can't be killed. */
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
  // A program that does not read all input may still succeed.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await abortable(running, signal)).stdout;
};
