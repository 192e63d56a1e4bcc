/** What the kernel knows of the processes of a browser (proc(5)): Linux only; elsewhere there is no figure. */
import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  pid: number;
  parent: number;
  command: string;
  /** User and system time. */
  ticks: number;
}

/** sysconf(_SC_CLK_TCK) is 100 on every Linux that Electron runs on. */
const MS_PER_TICK = 10;

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        // proc(5), stat: after the name in brackets the state is field 3.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const parent = Number(fields[1]);
        const ticks = Number(fields[11]) + Number(fields[12]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, command, ticks }];
      } catch {
        return [];
      }
    });
}

/**
 * The renderer processes of the Chromium that runs on this profile folder, without the one for the browser's own bars
 * (`--top-chrome-webui`), which an Electron app has not.
 */
function renderersOf(profile: string): number[] {
  const all = processes();
  const browser = all.find(
    ({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='),
  );
  if (!browser) return [];
  return family(browser.pid, all).flatMap(({ pid, command }) => (isPage(command) ? [pid] : []));
}

/** The process and all below it. */
function family(root: number, all: readonly Process[]): Process[] {
  const below = new Set([root]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => below.has(pid));
}

/**
 * Proportional set sizes of a program's processes now, MiB, by Chromium's type of process (`main` is that of the program
 * itself); null where /proc can't tell.
 */
export function memoryByType(root: number): Map<string, number> | null {
  if (process.platform !== 'linux') return null;
  const sizes = new Map<string, number>();
  for (const { pid, command } of family(root, processes())) {
    const type = typeOf(command);
    sizes.set(type, (sizes.get(type) ?? 0) + pssOf(pid));
  }
  return sizes.size > 0 ? sizes : null;
}

/** Chromium's type of process, by its command line; `main` where it names none. */
export function typeOf(command: string): string {
  return / --type=([a-z-]+)/.exec(command)?.[1] ?? 'main';
}

/** Processor time that a program's processes have used until now, ms (proc(5), stat: utime and stime). */
export function processorTime(root: number): number {
  return family(root, processes()).reduce((sum, { ticks }) => sum + ticks * MS_PER_TICK, 0);
}

function isPage(command: string): boolean {
  return command.includes('--type=renderer') && !command.includes('--top-chrome-webui');
}

/** Proportional set size of all renderers now, MiB: private pages and their share of the shared ones; null where /proc can't tell. */
export function rendererMemory(profile: string): number | null {
  if (process.platform !== 'linux') return null;
  const pids = renderersOf(profile);
  return pids.length > 0 ? pids.reduce((sum, pid) => sum + pssOf(pid), 0) : null;
}

/** MiB; 0 where the process has ended meanwhile. */
function pssOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
