import { z } from 'zod';
import type { EventLog } from './event-log.ts';
import type { LibraryRows } from './library-rows.ts';
import { time } from './row-schema.ts';

/**
 * Pinned kits: they are kept regardless of the retention policy (main/kits/retention.ts). Synchronous and durable like
 * KitStore. Removing a kit removes its pin.
 *
 * @throws TripKitError of kind `disk` if the store can't be read or written
 */
export interface PinStore {
  /** When each kit was pinned, ms since 1970 UTC, by the kit's id. */
  list(): Map<string, number>;
  /**
   * Pins or unpins a kit. One that is pinned already keeps its first time.
   *
   * @param at ms since 1970 UTC
   * @throws TripKitError of kind `config`, condition `unknown_kit`, if a kit to pin does not exist
   */
  set(kit_id: string, pinned: boolean, at: number): void;
}

const pinRow = z.object({ kit_id: z.string(), pinned_at: time });

/** @throws ZodError if the row is not a pin */
export const readPinRow = (row: unknown) => pinRow.parse(row);

/** @param log gets an entry for each change */
export function pinStore(rows: LibraryRows, log: EventLog): PinStore {
  return {
    list: () => {
      const pins = rows.all('pins', readPinRow, 'SELECT kit_id, pinned_at FROM pins ORDER BY pinned_at');
      return new Map(pins.map(({ kit_id, pinned_at }) => [kit_id, pinned_at]));
    },
    set: (kit_id, pinned, at) =>
      rows.write((sql) => {
        const { changes } = pinned
          ? sql('INSERT INTO pins (kit_id, pinned_at) VALUES (?, ?) ON CONFLICT DO NOTHING').run(kit_id, at)
          : sql('DELETE FROM pins WHERE kit_id = ?').run(kit_id);
        if (Number(changes) === 0) return;
        const what = pinned ? 'Kept, whatever the retention says.' : 'No longer kept.';
        log.append({ at, kind: pinned ? 'kept' : 'unkept', kit_id, who: log.user, body: { what } });
      }),
  };
}
