/** The record of updates between starts, and what a start finds in it. Pure. */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../common/files.ts';
import { parsedJson } from '../common/json-text.ts';
import type { Log } from '../common/log.ts';
import { replaceFileSync } from '../common/whole-file.ts';

/** Consecutive unfinished starts after which a person is warned. */
export const FAILED_STARTS = 2;

const version = z.string().min(1).max(100);
const ms = z.number().int().nonnegative();

const stored = z.strictObject({
  form: z.literal(1),
  /** The version that ran last. */
  running: version,
  /** Consecutive starts of this version that did not reach its window. */
  unfinished_starts: z.number().int().min(0).max(1000),
  /** The last change of version; null before the first. */
  came: z.strictObject({ from: version, at: ms, notes: z.string().max(4_000).nullable() }).nullable(),
  /** An installation that a person started. */
  going_to: z.strictObject({ version, notes: z.string().max(4_000).nullable() }).nullable(),
  /** The last successful check, ms since 1970 UTC. */
  checked_at: ms.nullable(),
});
export type UpdateRecord = z.infer<typeof stored>;

/** The findings at a start. */
export interface StartFindings {
  /** The version that ran before this one, if it was another; otherwise null. */
  changed_from: string | null;
  /** A version that a person wanted to install but that is not running. */
  not_installed: string | null;
  /** Consecutive unfinished starts of this version before this one. */
  failed_starts: number;
}

/** The record in a file's text; null if there is none. */
export function readRecord(text: string): UpdateRecord | null {
  return stored.safeParse(parsedJson(text)).data ?? null;
}

function firstRecord(running: string): UpdateRecord {
  return { form: 1, running, unfinished_starts: 0, came: null, going_to: null, checked_at: null };
}

/** The record and the findings when `running` starts. */
export function beginStart(
  before: UpdateRecord | null,
  running: string,
  now: number,
): { record: UpdateRecord; findings: StartFindings } {
  const record = before ?? firstRecord(running);
  const { going_to, unfinished_starts } = record;
  if (record.running !== running) {
    const notes = going_to?.version === running ? going_to.notes : null;
    const came = { from: record.running, at: now, notes };
    return {
      record: { ...record, running, came, going_to: null, unfinished_starts: 1 },
      findings: { changed_from: record.running, not_installed: null, failed_starts: 0 },
    };
  }
  return {
    record: { ...record, going_to: null, unfinished_starts: Math.min(unfinished_starts + 1, 1000) },
    findings: {
      changed_from: null,
      not_installed: going_to !== null && going_to.version !== running ? going_to.version : null,
      failed_starts: unfinished_starts,
    },
  };
}

/**
 * Notices for a start, the most serious first; empty if all is well. A new version alone is no reason to interrupt: the
 * page shows its news at a calm moment (renderer/guides/news-card.tsx).
 */
export function startNotices(
  { running, came }: UpdateRecord,
  { not_installed, failed_starts }: StartFindings,
): { id: string; severity: 'info' | 'warning'; message: string }[] {
  const notices: ReturnType<typeof startNotices> = [];
  if (failed_starts >= FAILED_STARTS && came !== null) {
    notices.push({
      id: 'update-start',
      severity: 'warning',
      message: `Version ${running} stopped ${failed_starts} times in a row while it started. To go back, close the app and install version ${came.from} over it; Settings, Updates says how. Your kits stay.`,
    });
  }
  if (not_installed !== null) {
    notices.push({
      id: 'update-not-installed',
      severity: 'warning',
      message: `Version ${not_installed} could not be installed; version ${running} goes on. Try again from Settings, Updates, or ask your IT.`,
    });
  }
  return notices;
}

/** `update-state.json` in the user-data folder. It contains versions, times and release notes, no personal data. */
export interface UpdateFile {
  /** Null if there is none, or none that can be read. */
  read(): UpdateRecord | null;
  /** Writes the file completely or not at all. If the disk fails, only this record is lost. */
  write(record: UpdateRecord): void;
}

/** @param path absolute */
export function updateFile(path: string, log: Log): UpdateFile {
  return {
    read() {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') log.warn(`update-state.json can't be read: ${String(error)}`);
        return null;
      }
      const record = readRecord(text);
      if (record === null) log.warn('update-state.json is damaged or of another version; it starts over.');
      return record;
    },
    write(record) {
      try {
        replaceFileSync(path, `${JSON.stringify(record)}\n`);
      } catch (error) {
        log.warn(`update-state.json can't be written: ${String(error)}`);
      }
    },
  };
}
