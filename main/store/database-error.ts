/** Turns SQLite errors into sentences that a person can act on (result codes: sqlite.org/rescode.html). */
import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskCondition } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode } from '../common/files.ts';

/** Primary result codes of SQLite that are handled here. */
export const sqlite = {
  perm: 3,
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  constraint: 19,
  notADatabase: 26,
} as const;

const CONSTRAINT_FOREIGN_KEY = 787;

/** The extended result code of an error of node:sqlite; undefined for any other error. */
function extendedCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** The primary result code of an error of node:sqlite; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** Whether the error says that the file itself is damaged, not only unreachable. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqlite.corrupt || code === sqlite.notADatabase;
}

/** The condition for a result code. SQLite only says that it could not write or open; the folder shows why. */
function conditionOf(code: number | undefined, file: string): string | undefined {
  switch (code) {
    case sqlite.full:
      return 'no_space';
    case sqlite.busy:
    case sqlite.locked:
      return 'in_use';
    case sqlite.corrupt:
    case sqlite.notADatabase:
      return 'damaged';
    case sqlite.ioError:
      return whyNot(file) ?? 'io';
    case sqlite.cantOpen:
    case sqlite.readOnly:
    case sqlite.perm:
      return whyNot(file) ?? 'no_access';
    default:
      return code === undefined ? undefined : `sqlite_${code}`;
  }
}

/** Why the file can't be written, as far as the system reports it; null if no reason is found. */
function whyNot(file: string): string | null {
  const folder = dirname(file);
  for (const path of [folder, file]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const condition = diskCondition(errorCode(error)) ?? '';
      if (['read_only', 'no_access', 'gone'].includes(condition)) return condition;
    }
  }
  try {
    // A full quota or volume may be reported as SQLITE_IOERR_WRITE instead of SQLITE_FULL.
    if (statfsSync(folder).bavail === 0) return 'no_space';
  } catch {
    // Not every volume reports its free space.
  }
  return null;
}

function sentence(condition: string | undefined, file: string): string {
  const folder = dirname(file);
  switch (condition) {
    case 'no_space':
      return `The library could not be saved: there is no space left in ${folder}. Free some space and try again.`;
    case 'no_access':
      return `The library could not be opened or saved: your account may not use ${file}. Give your account write access to ${folder}.`;
    case 'read_only':
      return `The library could not be opened or saved: ${folder} is on a read-only volume. Make the volume writable and try again.`;
    case 'gone':
      return `The library ${file} is not there any more. If it is on a removable or network volume, connect it and try again.`;
    case 'in_use':
      return `The library ${file} is in use by another Trip Kit Desktop. Close that one and try again.`;
    case 'io':
      return `The disk that holds ${folder} reported an error. Check the disk, then start Trip Kit Desktop again.`;
    case 'damaged':
      return `The library ${file} is damaged. Start Trip Kit Desktop again: it sets the damaged file aside and goes on.`;
    case `sqlite_${sqlite.noMemory}`:
      return 'The library could not be read: this machine is out of memory. Close other programs and try again.';
    default:
      return `The library ${file} could not be read or written. Start Trip Kit Desktop again; if that does not help, ask support.`;
  }
}

/**
 * Converts an error of node:sqlite to a TripKitError of kind `disk` (conditions: DiskCondition, `damaged`, else the result code).
 * For a kit that does not exist: kind `config`, condition `unknown_kit`. A TripKitError is returned unchanged.
 */
export function databaseError(error: unknown, file: string): TripKitError {
  if (error instanceof TripKitError) return error;
  if (extendedCode(error) === CONSTRAINT_FOREIGN_KEY) {
    const message = 'This kit is no longer on this laptop. Look at the list again.';
    return new TripKitError('config', message, { condition: 'unknown_kit', cause: error });
  }
  const condition = conditionOf(sqliteCode(error), file);
  return new TripKitError('disk', sentence(condition, file), { condition, cause: error });
}

/** The error when the library's file disappears while the app runs: further writes would be lost with it. */
export function libraryGone(file: string): TripKitError {
  return new TripKitError('disk', sentence('gone', file), { condition: 'gone' });
}
