/** The programs that the suite starts, and what a run of one left. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { findRuntime } from '../runtime/runtime.ts';
import { PACKAGED_VARIABLE } from './global-setup.ts';

const root = join(import.meta.dirname, '../..');

export interface Program {
  file: string;
  /** Before the app's own arguments. */
  args: string[];
}

/** The app from its bundles in Electron's runtime. @throws Error where it isn't here */
export function unpackagedApp(): Program {
  const runtime = findRuntime();
  if (!runtime || runtime.kind === 'chromium') throw new Error('Electron is not here.');
  return { file: runtime.executable, args: [runtime.app] };
}

/** The packed app, which global-setup.ts has seen to. @throws Error outside the suite */
export function packagedApp(): Program {
  const file = process.env[PACKAGED_VARIABLE];
  if (!file) throw new Error('Run the suite by "npm run test:electron".');
  return { file, args: [] };
}

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. Never rejects: a failure is a code. */
export function run(
  { file, args }: Program,
  further: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; timeout_ms?: number } = {},
): Promise<Run> {
  const { env = {}, cwd = root, timeout_ms = 60_000 } = options;
  return new Promise((resolve) => {
    execFile(
      file,
      [...args, ...further],
      { cwd, env: { ...process.env, ...env }, timeout: timeout_ms, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}
