/** What a crash leaves on the disk (core(5)). Windows and macOS write no memory of programs unless an administrator asks for it. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** How long the system's tool may take, ms. */
const TOOL_TIMEOUT_MS = 5_000;
/** Sets the soft and the hard limit of each process (prlimit(1)). */
const LIMIT = 'for pid; do prlimit --core=0:0 --pid "$pid"; done';

/**
 * Keeps this process, and those that it started or will start, from leaving their memory in a core dump: a key or a passphrase may
 * be in it. The limit stops the kernel's own files; a program that takes dumps by a pipe need not keep to it, so the filter leaves
 * nothing to take. Linux alone. Never rejects: without the system's tool (util-linux) the filter still holds.
 */
export async function forbidCoreDumps(): Promise<void> {
  if (process.platform !== 'linux') return;
  await attempt(async () => {
    // Both are inherited by what these start from now on.
    const pids = [process.pid, ...startedBy(process.pid)].map(String);
    for (const pid of pids) await attempt(() => writeFileSync(`/proc/${pid}/coredump_filter`, '0'));
    // One process of ours for all, not with our environment: a passphrase may be in it.
    const options = { timeout: TOOL_TIMEOUT_MS, env: { PATH: process.env.PATH } };
    await promisify(execFile)('/bin/sh', ['-c', LIMIT, 'sh', ...pids], options);
  });
}

/** The processes that a process started, and that those started: Chromium's zygotes are there before any code of ours. */
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

/** Field 4 of proc_pid_stat(5); 0 where the process has ended. */
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
    // A process that has ended meanwhile, or shuts others out, leaves no dump either.
  }
}
