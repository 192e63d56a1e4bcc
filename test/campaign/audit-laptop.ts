/** The database of a laptop and its activity record, put together as main/start/ does it, without Electron and window. */
import { join } from 'node:path';
import type { Log } from '../../main/common/log.ts';
import { CarriedStore } from '../../main/comparison/carry-over.ts';
import { ReviewStore } from '../../main/comparison/review-store.ts';
import { MarkStore } from '../../main/marks/mark-store.ts';
import { openRecord } from '../../main/record/audit-record.ts';
import { openNotes } from '../../main/record/open.ts';
import type { EventDraft } from '../../main/store/event-entry.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';

export interface LaptopOptions {
  now(): number;
  log: Log;
  months?: number;
  /** Stands between each store and whoever uses it, by the store's name. */
  wrap?<T extends object>(name: string, store: T): T;
}

export type AuditLaptop = ReturnType<typeof openLaptop>;

/** Opens what is in the folder. */
export function openLaptop(
  folder: string,
  { now, log, months = 24, wrap = (_name, store) => store }: LaptopOptions,
) {
  const database = openUserDatabase(join(folder, 'user.sqlite'), { now });
  const { connection, events } = database;
  events.describe({ user: 'pilot', profileName: () => 'Demo Air' });
  const marks = new MarkStore(connection, events);
  const kits = wrap('kits', database.kits);
  const notes = openNotes({ events, kits, user: 'pilot', now, log });
  if (events.isEmpty()) notes.note('began', 'The activity record begins.');
  /** Lets entries go whose time is over. */
  const expire = () => {
    const cutoff = new Date(now());
    cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
    events.expire(cutoff.getTime());
  };
  const signal = new AbortController().signal;
  return {
    ...{ connection, events, notes, kits, expire },
    pins: wrap('pins', database.pins),
    acknowledgements: wrap('acknowledgements', database.acknowledgements),
    acts: wrap('acts', { add: (...drafts: EventDraft[]) => events.append(...drafts) }),
    marks: wrap('marks', marks),
    carried: new CarriedStore(connection, marks),
    reviews: wrap('reviews', new ReviewStore(connection, events)),
    record: openRecord({
      ...{ events, notes, kits },
      profiles: () => [{ name: 'Demo Air' }],
      app_version: '0.1.0',
      user: 'pilot',
      now,
      signal,
    }),
    /** As a kill would: nothing is written any more. */
    abandon: () => connection.close(),
    close() {
      notes.stop();
      database.close();
    },
  };
}
