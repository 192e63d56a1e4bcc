/** Programs of the rig: certutil, softhsm2-util and their like. */
import { execFile } from 'node:child_process';

/** How long one may take, ms: making a key on a busy machine. */
const TIMEOUT_MS = 60_000;

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  /** Its standard input. */
  input?: string;
}

/** Runs a program; its standard output. @throws Error with what it said */
export function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, input = '' }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { env: { ...process.env, ...env }, timeout: TIMEOUT_MS },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${program} failed: ${stderr || stdout || error.message}`));
        else resolve(stdout);
      },
    );
    // One that ends before it has read says why on its own.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
