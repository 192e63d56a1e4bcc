import { type Clock, systemClock } from '../common/clock.ts';
import { takeVariable } from '../common/environment.ts';
import type { Log } from '../common/log.ts';
import { redactText } from '../common/redact.ts';
import { type ManagedFileAccess, machineFiles } from '../policies/managed-file.ts';

/** Where a headless command reads and writes; passed in, so tests see all output. */
export interface HeadlessIo {
  /** Standard output: events, or lines for people. */
  out(line: string): void;
  /** Standard error: logs. */
  err(line: string): void;
  /** Shows a line that the next one replaces; null without a terminal. */
  status: ((line: string) => void) | null;
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
    info: (text) => line('info', text),
    warn: (text) => line('warning', text),
    error: (text, cause) => line('error', cause instanceof Error ? `${text} (${cause.name})` : text),
  };
}

/** The process's own streams. If a reader closes early, the command continues: the kits are still saved. */
export function processIo(signal: AbortSignal, self?: readonly string[]): HeadlessIo {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    status: process.stderr.isTTY
      ? (line) => process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns || 80) - 1)}`)
      : null,
    env: process.env,
    takeVariable,
    clock: systemClock,
    computer: { platform: process.platform, files: machineFiles() },
    signal,
    ...(self === undefined ? {} : { self }),
  };
}
