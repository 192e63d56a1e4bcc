import type { DatabaseSync } from 'node:sqlite';
import type { Acknowledgement, AcknowledgementStore } from './acknowledgement-store.ts';
import type { RowReader } from './row-reader.ts';
import { readAcknowledgementRow } from './row-schema.ts';
import type { RowWriter } from './row-writer.ts';

const columns = 'kit_id, code, type, message, document_sha256, who, at';

/** Acknowledgements in SQLite; durable when a call returns. */
export class SqliteAcknowledgementStore implements AcknowledgementStore {
  readonly #writer: RowWriter;
  readonly #reader: RowReader;
  readonly #list;
  readonly #all;
  readonly #add;

  constructor(db: DatabaseSync, writer: RowWriter, reader: RowReader) {
    this.#writer = writer;
    this.#reader = reader;
    this.#list = db.prepare(`SELECT ${columns} FROM acknowledgements WHERE kit_id = ? ORDER BY seq`);
    this.#all = db.prepare(`SELECT ${columns} FROM acknowledgements ORDER BY seq`);
    this.#add = db.prepare(
      `INSERT INTO acknowledgements (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
  }

  list(kit_id: string): Acknowledgement[] {
    return this.#reader.all('acknowledgements', this.#list, [kit_id], readAcknowledgementRow);
  }

  all(): Acknowledgement[] {
    return this.#reader.all('acknowledgements', this.#all, [], readAcknowledgementRow);
  }

  add(...acknowledgements: readonly Acknowledgement[]): void {
    this.#writer.write(() => {
      for (const { kit_id, message, document_sha256, by, at } of acknowledgements) {
        const { code, type, message: text } = message;
        this.#add.run(kit_id, code, type, text, document_sha256 ?? '', by, at);
      }
    });
  }
}
