import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type Clock, systemClock } from '../common/clock.ts';
import { diskCondition } from '../common/disk-error.ts';
import { errorCode } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { redactText } from '../common/redact.ts';
import { type ManagedFileAccess, machineFiles } from '../policies/managed-file.ts';

/** Where a headless command reads and writes; passed in, so tests see all output. */
export interface HeadlessIo {
  /** Standard output: events, or lines for people. */
  out(line: string): void;
  /** Standard error: logs. */
  err(line: string): void;
  /** Whether logs are left out; errors are written. */
  isQuiet?: boolean;
  /** Why standard output could not be written, once all of it was tried; null if it could. */
  outputProblem?(): Promise<string | null>;
  /** Shows a line that the next one replaces; null without a terminal. */
  status: ((line: string) => void) | null;
  /** Standard input, for the file name “-”. Opened when it is asked for: an open one keeps the process running. */
  stdin?(): AsyncIterable<Uint8Array>;
  env: Record<string, string | undefined>;
  /** Removes a variable with a secret from the environment and returns it; undefined if there is none. */
  takeVariable(name: string): string | undefined;
  /** The command's clock. */
  clock: Clock;
  /** The computer whose administrators' decisions apply. */
  computer: { platform: string; files: ManagedFileAccess };
  /** Aborts when a person ends the command. */
  signal: AbortSignal;
  /** The program and the arguments that start this command line again, without the command. */
  self?: readonly string[];
}

/** A log on standard error; every line is redacted. */
export function stderrLog(io: HeadlessIo): Log {
  const line = (level: string, text: string) => io.err(redactText(`${level}: ${text}`));
  return {
    info: (text) => {
      if (!io.isQuiet) line('info', text);
    },
    warn: (text) => line('warning', text),
    error: (text, cause) => line('error', cause instanceof Error ? `${text} (${cause.name})` : text),
  };
}

/** The process's own streams. If a reader closes early or the disk is full, the command continues: the kits are still saved. */
export function processIo(signal: AbortSignal, self?: readonly string[]): HeadlessIo {
  let failed: unknown = null;
  process.stderr.on('error', () => {});
  // A reader such as head(1) has all that it wanted.
  process.stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') failed ??= error;
  });
  return {
    outputProblem: async () => {
      await new Promise<void>((done) => process.stdout.write('', () => done()));
      if (failed === null) return null;
      const code = errorCode(failed);
      return diskCondition(code) === 'no_space' ? 'no space is left' : (code ?? 'an unknown error');
    },
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    status: process.stderr.isTTY
      ? (line) => process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns || 80) - 1)}`)
      : null,
    stdin: () => process.stdin,
    env: process.env,
    takeVariable,
    clock: systemClock,
    computer: { platform: process.platform, files: machineFiles() },
    signal,
    ...(self === undefined ? {} : { self }),
  };
}

/** How long a command may take to end after a signal, ms. */
const END_MS = 10_000;

/** Aborts at one of the signals. If the process does not end in time, because a file system hangs it, it is killed. */
export function endingSignal(signals: readonly NodeJS.Signals[]): AbortSignal {
  const ended = new AbortController();
  for (const signal of signals)
    process.once(signal, () => {
      ended.abort();
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_MS).unref();
    });
  return ended.signal;
}

// A secret in the environment (environ(7)): used once, then removed.

/**
 * Removes a variable from this process's environment: processes that it starts do not inherit it, and on Linux /proc/PID/environ no
 * longer shows it.
 *
 * @returns its value; undefined if it is not set
 */
export function takeVariable(name: string): string | undefined {
  const value = process.env[name];
  delete process.env[name];
  if (value !== undefined && process.platform === 'linux') overwriteFirstEnvironment(name);
  return value;
}

/**
 * Overwrites the value in the block that the process was started with, which unsetenv(3) leaves unchanged. It can only be reached
 * through the process's own memory (proc_pid_mem(5)). If the kernel refuses, programs of the same user can still read the value.
 */
function overwriteFirstEnvironment(name: string): void {
  try {
    const block = readFileSync('/proc/self/environ');
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Field 50, env_start (proc_pid_stat(5)). The program's name may contain anything; it ends with the last parenthesis.
    const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[47]);
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      const entry = Buffer.from(`${name}=`);
      for (let from = 0, to = 0; from < block.length; from = to + 1) {
        to = block.indexOf(0, from);
        if (to < 0) to = block.length;
        if (!block.subarray(from, to).subarray(0, entry.length).equals(entry)) continue;
        const value = from + entry.length;
        writeSync(memory, Buffer.alloc(to - value), 0, to - value, start + value);
      }
    } finally {
      closeSync(memory);
    }
  } catch {
    // The value stays readable.
  }
}
