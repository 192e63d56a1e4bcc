/**
 * Crash reports: one small text file for each crash, in `crashes/` of the person's folder. They say what ended, when and
 * how, without process memory, which has keys and tokens (SECURITY.md). All texts are redacted before writing.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { fileStamp } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { userName } from '../common/processes.ts';
import { redactLog, redactText } from '../common/redact.ts';
import { replaceFileSync, UNFINISHED } from '../common/whole-file.ts';
import { endOfLog, LOG_FILE } from './app-log.ts';

/** What ended, or failed without ending. */
export const crashKinds = ['main', 'rejection', 'window', 'process', 'start'] as const;

/** The most reports that are kept; the oldest are removed first. */
export const MAX_REPORTS = 50;
/** Older reports are removed, ms. */
export const MAX_AGE_MS = 90 * 86_400_000;
/** Longest texts, characters. */
const MAX_STACK = 16_000;
export const MAX_LOG = 32_000;

/** A report in its stored form. */
export interface CrashReport {
  form: 1;
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  kind: (typeof crashKinds)[number];
  /** The process, in Electron's words; for a window, which window. */
  process: string;
  /** The reason, in Electron's words, or the error's name. */
  reason: string;
  exit_code: number | null;
  /** The stack of an error; null if there is none. */
  stack: string | null;
  app: { version: string; electron: string | null; platform: string; arch: string; release: string };
  /** How long the process had run, seconds. */
  uptime_s: number;
  /** The last lines of the log, oldest first. */
  log: string;
}

/** The facts that the place of the crash knows. */
export type CrashFacts = Pick<CrashReport, 'kind' | 'process' | 'reason' | 'exit_code' | 'stack'>;

/** The names of reports. */
export const FILE_NAME = /^crash-(\d{8}T\d{6}Z)-[0-9a-f]{8}\.json$/;

/** The facts of an uncaught error. */
export function factsOfError(kind: CrashFacts['kind'], process: string, error: unknown): CrashFacts {
  const known = error instanceof Error;
  const stack = known ? (error.stack ?? String(error)) : String(error);
  return { kind, process, reason: known ? error.name : typeof error, exit_code: null, stack };
}

/** A report, redacted and limited in length. `withoutPerson` removes names of person and computer. @param now ms since 1970 UTC */
export function makeCrashReport(
  facts: CrashFacts,
  rest: Pick<CrashReport, 'app' | 'uptime_s' | 'log'>,
  now: number,
  withoutPerson: (text: string) => string,
): CrashReport {
  const clean = (words: string, max: number) => withoutPerson(redactText(words)).slice(0, max);
  return {
    form: 1,
    id: randomUUID(),
    at: new Date(now).toISOString(),
    kind: facts.kind,
    process: clean(facts.process, 100),
    reason: clean(facts.reason, 500),
    exit_code: facts.exit_code,
    stack: facts.stack === null ? null : clean(facts.stack, MAX_STACK),
    ...rest,
    log: lastOf(withoutPerson(redactLog(rest.log)), MAX_LOG),
  };
}

function lastOf(words: string, max: number): string {
  if (words.length <= max) return words;
  const end = words.slice(-max);
  return end.slice(end.indexOf('\n') + 1);
}

/**
 * Writes a report completely or not at all, readable only by its owner, and removes those that are too many or too old.
 * Synchronous: the process may be about to end.
 *
 * @throws the file system's error
 */
export function writeCrashReport(folder: string, made: CrashReport): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = Date.parse(made.at);
  const name = `crash-${fileStamp(at)}-${randomBytes(4).toString('hex')}.json`;
  replaceFileSync(join(folder, name), `${JSON.stringify(made, null, 2)}\n`);
  tidy(folder, at, name);
  return name;
}

/** @param now ms since 1970 UTC. @param written the report that stays, whatever its time */
function tidy(folder: string, now: number, written: string): void {
  const names = readdirSync(folder);
  const others = names.filter((name) => FILE_NAME.test(name) && name !== written).sort(newestFirst);
  const over = others.filter((name, index) => index >= MAX_REPORTS - 1 || now - timeOf(name) > MAX_AGE_MS);
  const parts = names.filter(
    (name) =>
      name.startsWith('crash-') &&
      name.endsWith(UNFINISHED) &&
      now - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > 60_000,
  );
  for (const name of [...over, ...parts]) rmSync(join(folder, name), { force: true });
}

export function newestFirst(a: string, b: string): number {
  return a < b ? 1 : -1;
}

/** The time in a report's name, ms since 1970 UTC. */
export function timeOf(name: string): number {
  const stamp = FILE_NAME.exec(name)?.[1] ?? '';
  return Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** The text without the person's names, which are in paths, and the computer's name. */
export function withoutPerson(text: string): string {
  const names: [string, string][] = [
    [JSON.stringify(homedir()).slice(1, -1), '~'],
    [homedir(), '~'],
    [hostname(), 'this-computer'],
  ];
  const rest = names.reduce(
    (left, [name, word]) => (name.length > 3 ? left.replaceAll(name, word) : left),
    text,
  );
  const user = userName();
  if (user === '') return rest;
  const literal = user.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  // Only as a separate word: a short user name may occur inside other words.
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'giu');
  return rest.replace(word, 'this-user');
}

/** How much of the end of the log goes into a report, bytes. */
const LOG_BYTES = 24 * 1024;
/** Further reports within this time are not written, ms: repeated crashes have the same cause. */
const BURST_MS = 60_000;
const BURST = 5;

interface CrashReportsDeps {
  /** Absolute. */
  folder: string;
  /** Folder of the logs, absolute. */
  logs: string;
  app: CrashReport['app'];
  /** Ms since 1970 UTC. */
  now(): number;
  /** How long this process has run, seconds. */
  uptime(): number;
  log: Log;
}

/** Records crashes, one file each, without any process memory. */
export class CrashReports {
  readonly #deps: CrashReportsDeps;
  #times: number[] = [];

  constructor(deps: CrashReportsDeps) {
    this.#deps = deps;
  }

  /** Writes at once, because the process may be about to end. Never throws: if the disk fails, the report is lost. */
  record(facts: CrashFacts): void {
    const { folder, logs, app, now, uptime, log } = this.#deps;
    try {
      const at = now();
      this.#times = this.#times.filter((time) => at - time < BURST_MS && time <= at);
      if (this.#times.length >= BURST) return;
      this.#times.push(at);
      const end = endOfLog(logs, LOG_FILE, LOG_BYTES);
      const rest = { app, uptime_s: Math.max(0, Math.round(uptime())), log: end };
      const name = writeCrashReport(folder, makeCrashReport(facts, rest, at, withoutPerson));
      log.info(`A crash report was written: ${name}`);
    } catch (error) {
      log.error('A crash report could not be written.', error);
    }
  }
}
