import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Log } from '../common/log.ts';
import { readRecord, type UpdateRecord } from './update-record.ts';

/** `update-state.json` of the user-data folder. It holds versions, times and release notes, nothing of the person. */
export interface UpdateFile {
  /** Null where there is none, or none that can be read. */
  read(): UpdateRecord | null;
  /** The file is there as before or whole as now. A disk that refuses costs the memory, never the app. */
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
        const missing = error instanceof Error && Reflect.get(error, 'code') === 'ENOENT';
        if (!missing) log.warn(`update-state.json can't be read: ${String(error)}`);
        return null;
      }
      const record = readRecord(text);
      if (record === null) log.warn('update-state.json is damaged or of another version; it starts over.');
      return record;
    },
    write(record) {
      const part = `${path}.part`;
      try {
        const file = openSync(part, 'w', 0o600);
        try {
          writeSync(file, `${JSON.stringify(record)}\n`);
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
        renameSync(part, path);
      } catch (error) {
        log.warn(`update-state.json can't be written: ${String(error)}`);
        try {
          rmSync(part, { force: true });
        } catch {
          // The next writing replaces it.
        }
      }
    },
  };
}
