import { spawn } from 'node:child_process';
import { TripKitError } from '../common/errors.ts';

/** How long a command may take, ms. */
export const COMMAND_LIMIT_MS = 60_000;
/** The environment variables that a command gets: where things are and how to write, nothing else. */
const KEPT = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'XDG_RUNTIME_DIR'],
  ...['Path', 'PATHEXT', 'SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'TEMP', 'TMP', 'USERNAME'],
  ...['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ProgramFiles'],
];

/**
 * Runs a program, without a shell, with an event on its standard input. It gets no secret, in arguments or environment, and its
 * output is discarded.
 *
 * @param command the program, absolute, and its arguments
 * @throws TripKitError of kind `config` if it doesn't start, ends with a code other than 0, or times out; the signal's reason
 */
export async function runCommand(
  command: readonly string[],
  body: string,
  signal: AbortSignal,
  limit_ms: number = COMMAND_LIMIT_MS,
): Promise<void> {
  signal.throwIfAborted();
  const [program = '', ...args] = command;
  const ended = Promise.withResolvers<void>();
  const child = spawn(program, args, {
    shell: false,
    windowsHide: true,
    // A separate process group, so its child processes end with it.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'ignore', 'ignore'],
    env: Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  });
  const end = () => endGroup(child.pid, () => child.kill('SIGKILL'));
  const limit = setTimeout(() => {
    end();
    ended.reject(wrong(program, `took longer than ${Math.round(limit_ms / 1000)} s and was ended`));
  }, limit_ms);
  const onAbort = () => {
    end();
    ended.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  child.on('error', (cause) => ended.reject(wrong(program, 'can’t be started', cause)));
  child.on('close', (code, by) =>
    code === 0
      ? ended.resolve()
      : ended.reject(wrong(program, by === null ? `ended with code ${code}` : `was ended by ${by}`)),
  );
  // A program that doesn't read its input may still succeed.
  child.stdin.on('error', () => {});
  child.stdin.end(`${body}\n`);
  try {
    await ended.promise;
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', onAbort);
  }
}

function endGroup(pid: number | undefined, alone: () => void): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') alone();
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function wrong(program: string, what: string, cause?: unknown): TripKitError {
  return new TripKitError('config', `The command ${program} ${what}. It is run again automatically.`, {
    condition: 'command',
    ...(cause === undefined ? {} : { cause }),
  });
}
