/** The processes of a running Electron, as Linux lists them (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

/** Chromium's kinds of the processes below `pid`, for example `zygote`, `gpu-process`, `utility`; Linux only. */
export function chromiumProcesses(pid: number): string[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return [...parents.keys()]
    .filter(isBelow)
    .flatMap((one) => /--type=([a-z-]+)/.exec(read(`${one}/cmdline`))?.[1] ?? []);
}

function parentOf(pid: string): number {
  const stat = read(`${pid}/stat`);
  // The name before it may hold anything.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** The text of a file below /proc; empty where the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
