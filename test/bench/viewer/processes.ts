/** What the kernel knows of the processes of a browser (proc(5)): Linux only; elsewhere there is no figure. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Memory {
  /** Proportional set size of all renderer processes, MiB: private pages and their share of the shared ones. */
  pss: number;
  rss: number;
  /** Pages that only these processes have and that were written, MiB. */
  private_dirty: number;
  processes: number;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, command }];
      } catch {
        return [];
      }
    });
}

/**
 * The renderer processes of the Chromium that runs on this profile folder, without the one for the browser's own bars
 * (`--top-chrome-webui`), which an Electron app has not.
 */
export function renderersOf(profile: string): number[] {
  const all = processes();
  const browser = all.find(
    ({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='),
  );
  if (!browser) return [];
  const below = new Set([browser.pid]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.flatMap(({ pid, command }) => (below.has(pid) && isPage(command) ? [pid] : []));
}

function isPage(command: string): boolean {
  return command.includes('--type=renderer') && !command.includes('--top-chrome-webui');
}

/** Memory of the renderers now; null where /proc can't tell. */
export function rendererMemory(profile: string): Memory | null {
  if (process.platform !== 'linux') return null;
  const pids = renderersOf(profile);
  const total = { pss: 0, rss: 0, private_dirty: 0, processes: pids.length };
  for (const pid of pids) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
      const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
      total.pss += kib('Pss') / 1024;
      total.rss += kib('Rss') / 1024;
      total.private_dirty += kib('Private_Dirty') / 1024;
    } catch {
      // It ended meanwhile.
    }
  }
  return pids.length > 0 ? total : null;
}
