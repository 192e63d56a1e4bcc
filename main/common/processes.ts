import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { errorCode } from './files.ts';

/** Whether a process with this pid runs on this computer, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another account.
    return errorCode(error) !== 'ESRCH';
  }
}

// Core dumps (core(5)). Windows and macOS write none unless an administrator asks for them.

/** Time limit of the system's tool, ms. */
const TOOL_TIMEOUT_MS = 5_000;
/** Sets the soft and the hard limit of each process (prlimit(1)). */
const LIMIT = 'for pid; do prlimit --core=0:0 --pid "$pid"; done';

/**
 * Keeps the memory of this process, and of processes that it has started or will start, out of core dumps: it may contain a key or a
 * passphrase. The limit stops the kernel's own files. A program that receives dumps through a pipe may ignore the limit, so the filter
 * leaves nothing to dump. Linux only. Never rejects: without the system's tool (util-linux) the filter still applies.
 */
export async function forbidCoreDumps(): Promise<void> {
  if (process.platform !== 'linux') return;
  await attempt(async () => {
    // Processes that are started from now on inherit both.
    const pids = [process.pid, ...startedBy(process.pid)].map(String);
    for (const pid of pids) await attempt(() => writeFileSync(`/proc/${pid}/coredump_filter`, '0'));
    // One prlimit process for all, without our environment: a passphrase may be in it.
    const options = { timeout: TOOL_TIMEOUT_MS, env: { PATH: process.env.PATH } };
    await promisify(execFile)('/bin/sh', ['-c', LIMIT, 'sh', ...pids], options);
  });
}

/** This process's children and their children: Chromium's zygotes start before any code of ours. */
function startedBy(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [[Number(name), parentOf(name)]] : [])),
  );
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one) ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

/** Field 4 of proc_pid_stat(5); 0 if the process has ended. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    // A process that has ended, or denies access, leaves no dump either.
  }
}

// Runs a command in a separate process, because its file system may not answer: a thread that waits for an unreachable share can't be
// ended, and a process can't end before its threads do. The separate process can be killed.

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

/** The user name of the operating system's account; '' if the system does not provide it. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
