/** The processes of a running Electron, as Linux lists them (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';
import type { LaunchedApp } from '../runtime/launch.ts';

/** Chromium's kinds of the processes below `pid`, for example `zygote`, `gpu-process`, `utility`; Linux only. */
export function chromiumProcesses(pid: number): string[] {
  return processesBelow(pid).flatMap((one) => chromiumKind(one) ?? []);
}

/** Chromium's kind of a process; undefined where it has ended or is none. */
export function chromiumKind(pid: number): string | undefined {
  return /--type=([a-z-]+)/.exec(read(`${pid}/cmdline`))?.[1];
}

/** The processes that a process started, and that those started; Linux only. */
export function processesBelow(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
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

/** What Linux says of a process, by name, for example `Seccomp: '2'` (proc(5), status); empty where it has ended. */
export function statusOf(pid: number): Record<string, string> {
  const lines = read(`${pid}/status`).split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
}

/** Whether a process is there and has not ended; signal 0 only asks. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Every frame of every window: its origin and the process that runs it, on every system. */
export function framesOf(app: LaunchedApp): Promise<{ origin: string; pid: number }[]> {
  return app.inMain(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap(({ webContents }) =>
      webContents.mainFrame.framesInSubtree.flatMap((frame) => {
        try {
          const { protocol, host } = new URL(frame.url || 'about:blank');
          return [{ origin: `${protocol}//${host}`, pid: frame.osProcessId }];
        } catch {
          // Electron throws for a frame that ended meanwhile.
          return [];
        }
      }),
    ),
  );
}
