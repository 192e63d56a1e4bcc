import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type GenerationTime, type GenerationTimes, KEPT_TIMES } from './generation-times.ts';
import type { RowReader } from './row-reader.ts';
import type { RowWriter } from './row-writer.ts';

const timeRow = z.object({ ms: z.number(), at: z.number() }) satisfies z.ZodType<GenerationTime>;

/** Generation times in SQLite. They are no part of what a rescue brings back: they are learned anew within a day. */
export class SqliteGenerationTimes implements GenerationTimes {
  readonly #writer: RowWriter;
  readonly #reader: RowReader;
  readonly #past;
  readonly #add;
  readonly #forget;

  constructor(db: DatabaseSync, writer: RowWriter, reader: RowReader) {
    this.#writer = writer;
    this.#reader = reader;
    this.#past = db.prepare(
      `SELECT ms, at FROM generation_times WHERE profile_id = ? ORDER BY seq DESC LIMIT ${KEPT_TIMES}`,
    );
    this.#add = db.prepare('INSERT INTO generation_times (profile_id, ms, at) VALUES (?, ?, ?)');
    this.#forget = db.prepare(`
      DELETE FROM generation_times WHERE profile_id = ?1 AND seq <=
        (SELECT seq FROM generation_times WHERE profile_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${KEPT_TIMES})`);
  }

  past(profile_id: string): readonly GenerationTime[] {
    return this.#reader.all('generation_times', this.#past, [profile_id], (row) => timeRow.parse(row));
  }

  add(profile_id: string, { ms, at }: GenerationTime): void {
    this.#writer.write(() => {
      this.#add.run(profile_id, Math.round(ms), Math.round(at));
      this.#forget.run(profile_id);
    });
  }
}
