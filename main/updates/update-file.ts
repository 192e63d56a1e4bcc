import { readFileSync } from 'node:fs';
import { errorCode } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { replaceFileSync } from '../common/whole-file.ts';
import { readRecord, type UpdateRecord } from './update-record.ts';

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
