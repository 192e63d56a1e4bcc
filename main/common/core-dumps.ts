/** Core dumps (core(5)). Windows and macOS write none unless an administrator asks for them. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

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
