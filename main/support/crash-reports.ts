import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../common/log.ts';
import { LOG_FILE } from './app-log.ts';
import { type CrashFacts, type CrashReport, makeCrashReport, writeCrashReport } from './crash-report.ts';
import { withoutPerson } from './without-person.ts';

/** How much of the end of the log goes into a report, bytes. */
const LOG_BYTES = 24 * 1024;
/** Further reports within this time are not written, ms: repeated crashes have the same cause. */
const BURST_MS = 60_000;
const BURST = 5;

export interface CrashReportsDeps {
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
      const rest = { app, uptime_s: Math.max(0, Math.round(uptime())), log: endOfLog(logs) };
      const name = writeCrashReport(folder, makeCrashReport(facts, rest, at, withoutPerson));
      log.info(`A crash report was written: ${name}`);
    } catch (error) {
      log.error('A crash report could not be written.', error);
    }
  }
}

function endOfLog(logs: string): string {
  const path = join(logs, LOG_FILE);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '';
  const handle = openSync(path, 'r');
  try {
    const from = Math.max(0, size - LOG_BYTES);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(handle, bytes, 0, bytes.length, from);
    const text = bytes.toString('utf8', 0, read);
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(handle);
  }
}
