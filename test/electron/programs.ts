/** The programs that the suite starts, and what a run of one left. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ALLOWANCE } from '../../main/electron/process-sandbox.ts';
import { findElectron } from '../host/find-electron.ts';

const root = join(import.meta.dirname, '../..');

export interface Program {
  file: string;
  /** Before the app's own arguments. */
  args: string[];
}

/** Chromium has no sandbox for root, and none is asked of it where CI says that the kernel refuses it. */
const NO_SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
// The packed app refuses that unless it is told that somebody means it.
if (NO_SANDBOX.length > 0) process.env[ALLOWANCE] = 'allow';

/** The app from its bundles in Electron's runtime; rehearsed, its command line in Node. @throws Error where it isn't here */
export function unpackagedApp(): Program {
  if (process.env.TRIPKIT_ELECTRON_REHEARSAL === '1') {
    return { file: process.execPath, args: [join(root, 'test/electron/rehearsal.ts')] };
  }
  const electron = findElectron();
  if (!electron) throw new Error('Electron is not here.');
  return { file: electron, args: [...NO_SANDBOX, root] };
}

/** The packed app. @throws Error outside run.ts */
export function packagedApp(): Program {
  const file = process.env.TRIPKIT_PACKAGED;
  if (!file) throw new Error('Run the suite by "npm run test:electron".');
  return { file, args: NO_SANDBOX };
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
