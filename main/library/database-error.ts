/** Turns what SQLite says into sentences that a person can act on (result codes: sqlite.org/rescode.html). */
import { dirname } from 'node:path';
import { TripKitError } from '../common/errors.ts';

/** Primary result codes of SQLite that mean something to us. */
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
  notADatabase: 26,
} as const;

/** The primary result code of an error of node:sqlite; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}

/** Whether the error says that the file itself is damaged, rather than that it can't be reached. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqlite.corrupt || code === sqlite.notADatabase;
}

function sentence(code: number | undefined, file: string): string {
  const folder = dirname(file);
  switch (code) {
    case sqlite.full:
      return `The library could not be saved: there is no space left in ${folder}. Free some space and try again.`;
    case sqlite.readOnly:
    case sqlite.perm:
      return `The library could not be saved: ${file} can't be written. Give your account write access to ${folder}.`;
    case sqlite.cantOpen:
      return `The library ${file} can't be opened. Check that ${folder} is there and that your account may read and write it.`;
    case sqlite.busy:
    case sqlite.locked:
      return `The library ${file} is in use by another Trip Kit Desktop. Close that one and try again.`;
    case sqlite.ioError:
      return `The disk that holds ${folder} reported an error. Check the disk, then start Trip Kit Desktop again.`;
    case sqlite.corrupt:
    case sqlite.notADatabase:
      return `The library ${file} is damaged. Start Trip Kit Desktop again: it sets the damaged file aside and goes on.`;
    case sqlite.noMemory:
      return 'The library could not be read: this machine is out of memory. Close other programs and try again.';
    default:
      return `The library ${file} could not be read or written. Start Trip Kit Desktop again; if that does not help, ask support.`;
  }
}

/** An error of node:sqlite as a TripKitError of kind `disk`; one that is a TripKitError already stays as it is. */
export function databaseError(error: unknown, file: string): TripKitError {
  if (error instanceof TripKitError) return error;
  const code = sqliteCode(error);
  return new TripKitError('disk', sentence(code, file), {
    condition: code === undefined ? undefined : `sqlite_${code}`,
    cause: error,
  });
}
