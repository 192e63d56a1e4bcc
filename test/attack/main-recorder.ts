/**
 * What the main process does outside itself while a page is attacked, recorded inside it: connections, programs, dialogs,
 * the system's browser, windows, its own end, and how long its thread is busy without a pause.
 */
import type { LaunchedApp } from '../runtime/launch.ts';

/** What was done since the last reading. */
export interface Effects {
  /** `connects HOST:PORT`, `starts a program`, `asks`, `opens URL`, `opens a window`, `quits`, `restarts`, `drags`. */
  done: string[];
  /** The longest that the main thread worked without a pause, ms of its own time on a processor; null where none tells. */
  longest_ms: number | null;
}

/** Begins recording; every dialog is answered with no from now on, and nothing ends the app or opens a browser. */
export async function recordMain(app: LaunchedApp): Promise<{ read(): Promise<Effects> }> {
  await app.inMain(install);
  return { read: () => app.inMain(take) };
}

interface Recorder {
  done: string[];
  longest_ms: number | null;
}
type Electron = typeof import('electron');
type Patchable = Record<string, (...args: unknown[]) => unknown>;

/** Runs in the main process by its source text: uses nothing outside itself. */
function install(electron: Electron): void {
  const recorder: Recorder = { done: [], longest_ms: null };
  Object.assign(globalThis, { attackRecorder: recorder });
  const note = (what: string) => void recorder.done.push(what);
  const net = process.getBuiltinModule('node:net');
  const dgram = process.getBuiltinModule('node:dgram');
  const { ChildProcess } = process.getBuiltinModule('node:child_process');
  const { readFileSync } = process.getBuiltinModule('node:fs');

  const before = (object: object, name: string, work: (args: unknown[]) => void) => {
    const patched = object as Patchable;
    const original = patched[name];
    patched[name] = function (this: unknown, ...args: unknown[]) {
      work(args);
      return original?.apply(this, args);
    };
  };
  before(net.Socket.prototype, 'connect', ([first, second]) => {
    const given = Array.isArray(first) ? first[0] : first;
    if (typeof given === 'object' && given !== null) {
      const { host = 'localhost', port, path } = given as Record<string, unknown>;
      note(`connects ${path === undefined ? `${host}:${port}` : path}`);
    } else note(`connects ${typeof second === 'string' ? second : 'localhost'}:${given}`);
  });
  before(dgram.Socket.prototype, 'send', () => note('sends a datagram'));
  before(ChildProcess.prototype, 'spawn', () => note('starts a program'));

  const { app, dialog, shell } = electron;
  Object.assign(dialog, {
    showMessageBox: async () => {
      note('asks');
      return { response: 1, checkboxChecked: false };
    },
    showOpenDialog: async () => {
      note('asks');
      return { canceled: true, filePaths: [] };
    },
    showSaveDialog: async () => {
      note('asks');
      return { canceled: true, filePath: '' };
    },
  });
  Object.assign(shell, { openExternal: async (url: string) => note(`opens ${url}`) });
  Object.assign(app, {
    quit: () => note('quits'),
    exit: () => note('quits'),
    relaunch: () => note('restarts'),
    setLoginItemSettings: () => note('starts with the session'),
  });
  app.on('web-contents-created', (_event, contents) => {
    note('opens a window');
    contents.print = (_options, done) => {
      note('asks');
      done?.(false, 'Print job canceled');
    };
  });

  // On a busy machine a wait says nothing: time on a processor does (proc(5), schedstat, ns).
  const own = `/proc/self/task/${process.pid}/schedstat`;
  const busy = () => Number(readFileSync(own, 'utf8').split(' ')[0]) / 1e6;
  try {
    let last = busy();
    recorder.longest_ms = 0;
    const beat = () => {
      const now = busy();
      recorder.longest_ms = Math.max(recorder.longest_ms ?? 0, now - last);
      last = now;
    };
    setInterval(beat, 4).unref();
  } catch {
    // Linux alone tells.
  }
}

function take(): Effects {
  const { attackRecorder: recorder } = globalThis as unknown as { attackRecorder: Recorder };
  const read = { done: recorder.done, longest_ms: recorder.longest_ms };
  recorder.done = [];
  if (recorder.longest_ms !== null) recorder.longest_ms = 0;
  return read;
}
