import { z } from 'zod';
import type { ServiceMessage } from '../common/failure.ts';
import type { EventLog } from './event-log.ts';
import type { LibraryRows } from './library-rows.ts';
import { time } from './row-schema.ts';

/** That a person has read one message of a kit. */
export interface Acknowledgement {
  kit_id: string;
  /** Exactly as it was acknowledged: a message that says something else later is another one. */
  message: ServiceMessage;
  /** SHA-256 of the document that it was acknowledged for, hex, lower case; null while there was none. */
  document_sha256: string | null;
  /** The user name of the operating system's account. */
  by: string;
  /** ms since 1970 UTC. */
  at: number;
}

/**
 * Where acknowledgements are kept. Synchronous and durable like KitStore; they go with their kit.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written
 */
export interface AcknowledgementStore {
  /** Those of a kit, oldest first. */
  list(kit_id: string): Acknowledgement[];
  /** Those of all kits, oldest first. */
  all(): Acknowledgement[];
  /**
   * Adds all of them or none. One that is there already (same kit, message, document and person) stays with its first
   * time.
   *
   * @throws TripKitError of kind `config`, condition `unknown_kit`, where there is no such kit
   */
  add(...acknowledgements: readonly Acknowledgement[]): void;
}

const acknowledgementRow = z.object({
  kit_id: z.string(),
  code: z.string(),
  type: z.string(),
  message: z.string(),
  document_sha256: z.string().regex(/^([0-9a-f]{64})?$/),
  who: z.string(),
  at: time,
});

/** @throws ZodError when the row is not an acknowledgement */
export function readAcknowledgementRow(row: unknown): Acknowledgement {
  const { code, type, message, document_sha256, who, ...rest } = acknowledgementRow.parse(row);
  return {
    ...rest,
    message: { code, type, message },
    document_sha256: document_sha256 === '' ? null : document_sha256,
    by: who,
  };
}

const COLUMNS = 'kit_id, code, type, message, document_sha256, who, at';

/** @param log has an entry of each that is new */
export function acknowledgementStore(rows: LibraryRows, log: EventLog): AcknowledgementStore {
  const select = (rest: string, ...args: string[]) =>
    rows.all(
      'acknowledgements',
      readAcknowledgementRow,
      `SELECT ${COLUMNS} FROM acknowledgements ${rest} ORDER BY seq`,
      ...args,
    );
  return {
    list: (kit_id) => select('WHERE kit_id = ?', kit_id),
    all: () => select(''),
    add: (...acknowledgements) =>
      rows.write(() => {
        const insert = `INSERT INTO acknowledgements (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
        for (const { kit_id, message, document_sha256, by, at } of acknowledgements) {
          const { code, type, message: text } = message;
          const values = [kit_id, code, type, text, document_sha256 ?? '', by, at];
          const { changes } = rows.write((sql) => sql(insert).run(...values));
          if (Number(changes) === 0) continue;
          const body = {
            ...{ what: `Message ${code} (${type}) was read and acknowledged.`, message },
            ...(document_sha256 === null ? {} : { document_sha256 }),
          };
          log.append({ at, kind: 'acknowledged', kit_id, who: by, body });
        }
      }),
  };
}

/** Whether the person has acknowledged this very message for this very document. */
export function isAcknowledged(
  acknowledgements: readonly Acknowledgement[],
  { code, type, message }: ServiceMessage,
  document_sha256: string | null,
): boolean {
  return acknowledgements.some(
    (given) =>
      given.document_sha256 === document_sha256 &&
      given.message.code === code &&
      given.message.type === type &&
      given.message.message === message,
  );
}
