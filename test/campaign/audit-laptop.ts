/** The database of a laptop and its activity record, put together as main/start/ does it, without Electron and window. */
import { join } from 'node:path';
import type { Log } from '../../main/common/log.ts';
import { CarriedStore } from '../../main/comparison/carried-store.ts';
import { SqliteReviewStore } from '../../main/comparison/review-store.ts';
import { SqliteActStore } from '../../main/kits/act-store.ts';
import { SqliteOrderStore } from '../../main/kits/order-store.ts';
import { MarkStore } from '../../main/marks/mark-store.ts';
import { openRecord } from '../../main/record/audit-record.ts';
import { AuditStore } from '../../main/record/audit-store.ts';
import { AuditTrail } from '../../main/record/audit-trail.ts';
import {
  auditedAcknowledgements,
  auditedActs,
  auditedKits,
  auditedPins,
  auditedReviews,
} from '../../main/record/audited-stores.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';

export interface LaptopOptions {
  now(): number;
  log: Log;
  months?: number;
  /** Stands between each store and whoever uses it, by the store's name. */
  wrap?<T extends object>(name: string, store: T): T;
}

export type AuditLaptop = ReturnType<typeof openLaptop>;

/** Opens what is in the folder; what an ended process left behind is on record then. */
export function openLaptop(
  folder: string,
  { now, log, months = 24, wrap = (_name, store) => store }: LaptopOptions,
) {
  const database = openUserDatabase(join(folder, 'user.sqlite'), { now });
  const { connection } = database;
  const store = new AuditStore(connection, join(folder, 'audit-head.json'));
  const raw = {
    kits: wrap('kits', database.kits),
    pins: wrap('pins', database.pins),
    acknowledgements: wrap('acknowledgements', database.acknowledgements),
    acts: wrap('acts', new SqliteActStore(connection)),
    orders: wrap('orders', new SqliteOrderStore(connection)),
    marks: wrap('marks', new MarkStore(connection)),
    reviews: wrap('reviews', new SqliteReviewStore(connection)),
  };
  const trail = new AuditTrail({
    ...raw,
    store: wrap('audit', store),
    orders: () => raw.orders.list(),
    profileName: () => 'Demo Air',
    months: () => months,
    user: 'pilot',
    now,
    log,
  });
  trail.recover('The activity record begins.');
  const signal = new AbortController().signal;
  return {
    connection,
    store,
    trail,
    orders: raw.orders,
    marks: raw.marks,
    carried: new CarriedStore(connection, new MarkStore(connection)),
    kits: auditedKits(raw.kits, trail),
    pins: auditedPins(raw.pins, trail),
    acknowledgements: auditedAcknowledgements(raw.acknowledgements, trail),
    acts: auditedActs(raw.acts, trail),
    reviews: auditedReviews(raw.reviews, trail),
    record: openRecord({
      store,
      trail,
      kits: raw.kits,
      profiles: () => [{ name: 'Demo Air' }],
      app_version: '0.1.0',
      user: 'pilot',
      now,
      signal,
    }),
    /** As a kill would: nothing is written any more. */
    abandon() {
      database.close();
    },
    close() {
      trail.stop();
      database.close();
    },
  };
}
