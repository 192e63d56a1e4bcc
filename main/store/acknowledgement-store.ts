import { z } from 'zod';
import type { ServiceMessage } from '../common/failure.ts';
import type { EventLog } from './event-log.ts';
import { time } from './kit-record.ts';
import type { LibraryRows } from './library-rows.ts';

/** A person's acknowledgement of one message of a kit. */
export interface Acknowledgement {
  kit_id: string;
  /** The message as it was acknowledged. A message with other words needs a new acknowledgement. */
  message: ServiceMessage;
  /** SHA-256 of the document at that time, lower-case hex; null if there was none. */
  document_sha256: string | null;
  /** The user name of the operating system's account. */
  by: string;
  /** ms since 1970 UTC. */
  at: number;
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

/** @throws ZodError if the row is not an acknowledgement */
function readAcknowledgementRow(row: unknown): Acknowledgement {
  const { code, type, message, document_sha256, who, ...rest } = acknowledgementRow.parse(row);
  return {
    ...rest,
    message: { code, type, message },
    document_sha256: document_sha256 === '' ? null : document_sha256,
    by: who,
  };
}

const COLUMNS = 'kit_id, code, type, message, document_sha256, who, at';

export type AcknowledgementStore = ReturnType<typeof acknowledgementStore>;

/**
 * The store of acknowledgements. Synchronous and durable like KitStore. Removing a kit removes its acknowledgements.
 *
 * @param log gets an entry for each new acknowledgement
 * @throws TripKitError of kind `disk` if the store can't be read or written
 */
export function acknowledgementStore(rows: LibraryRows, log: EventLog) {
  const select = (rest: string, ...args: string[]) =>
    rows.all(
      'acknowledgements',
      readAcknowledgementRow,
      `SELECT ${COLUMNS} FROM acknowledgements ${rest} ORDER BY seq`,
      ...args,
    );
  return {
    /** The acknowledgements of a kit, oldest first. */
    list: (kit_id: string) => select('WHERE kit_id = ?', kit_id),
    /** The acknowledgements of all kits, oldest first. */
    all: () => select(''),
    /**
     * Adds all or none. One that exists already (same kit, message, document and person) keeps its first time.
     *
     * @throws TripKitError of kind `config`, condition `unknown_kit`, if the kit does not exist
     */
    add: (...acknowledgements: readonly Acknowledgement[]) =>
      rows.write(() => {
        for (const { kit_id, message, document_sha256, by, at } of acknowledgements) {
          const { code, type, message: text } = message;
          const document = { document_sha256: document_sha256 ?? '' };
          const row = { kit_id, code, type, message: text, ...document, who: by, at };
          if (rows.insert('acknowledgements', row, 'ON CONFLICT DO NOTHING') === 0) continue;
          const body = {
            ...{ what: `Message ${code} (${type}) was read and acknowledged.`, message },
            ...(document_sha256 === null ? {} : { document_sha256 }),
          };
          log.append({ at, kind: 'acknowledged', kit_id, who: by, body });
        }
      }),
  };
}

/** Whether the person has acknowledged exactly this message for exactly this document. */
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

const pinRow = z.object({ kit_id: z.string(), pinned_at: time });

export type PinStore = ReturnType<typeof pinStore>;

/**
 * Pinned kits: they are kept regardless of the retention policy (main/kits/retention.ts). Synchronous and durable like
 * KitStore. Removing a kit removes its pin.
 *
 * @param log gets an entry for each change
 * @throws TripKitError of kind `disk` if the store can't be read or written
 */
export function pinStore(rows: LibraryRows, log: EventLog) {
  return {
    /** When each kit was pinned, ms since 1970 UTC, by the kit's id. */
    list: () => {
      const query = 'SELECT kit_id, pinned_at FROM pins ORDER BY pinned_at';
      const pins = rows.all('pins', (row) => pinRow.parse(row), query);
      return new Map(pins.map(({ kit_id, pinned_at }) => [kit_id, pinned_at]));
    },
    /**
     * Pins or unpins a kit. One that is pinned already keeps its first time.
     *
     * @param at ms since 1970 UTC
     * @throws TripKitError of kind `config`, condition `unknown_kit`, if a kit to pin does not exist
     */
    set: (kit_id: string, pinned: boolean, at: number) =>
      rows.write((sql) => {
        const changes = pinned
          ? rows.insert('pins', { kit_id, pinned_at: at }, 'ON CONFLICT DO NOTHING')
          : Number(sql('DELETE FROM pins WHERE kit_id = ?').run(kit_id).changes);
        if (changes === 0) return;
        const what = pinned ? 'Kept, whatever the retention says.' : 'No longer kept.';
        log.append({ at, kind: pinned ? 'kept' : 'unkept', kit_id, who: log.user, body: { what } });
      }),
  };
}
