import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createPrivately } from '../../store/sqlite-connection.ts';

const record = z.object({
  /** Copied files that were damaged or missing, and when that was found, ms since 1970 UTC; nobody has decided yet. */
  damaged: z.record(z.string(), z.number()).catch({}),
  /** The set that the next start restores; null: none. */
  restore: z.string().nullable().catch(null),
});
export type RestoreRecord = z.infer<typeof record>;

/** What is remembered from one start to the next: what was damaged, and what a person wants restored. */
export class RestoreRecordFile {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'restore.json');
  }

  /** Nothing, where it is missing or can't be read. */
  read(): RestoreRecord {
    try {
      return record.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return { damaged: {}, restore: null };
    }
  }

  /** @throws the file system's error */
  write(next: RestoreRecord): void {
    const fresh = `${this.#path}.new`;
    createPrivately(fresh);
    writeFileSync(fresh, JSON.stringify(next), { mode: 0o600, flush: true });
    renameSync(fresh, this.#path);
  }
}
