/** The databases of a laptop and its activity record, put together as main/start/ does it, without Electron and window. */
import { join } from 'node:path';
import type { Log } from '../../main/common/log.ts';
import { CarriedStore } from '../../main/comparison/carried-store.ts';
import { PersonalReviewStore } from '../../main/comparison/review-store.ts';
import { PersonalActStore } from '../../main/kits/act-store.ts';
import { PersonalOrderStore } from '../../main/kits/order-store.ts';
import { MarkStore } from '../../main/marks/mark-store.ts';
import { openAuditDatabase } from '../../main/record/audit-database.ts';
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
import { openDatabase } from '../../main/store/database.ts';
import { openPersonalDatabase } from '../../main/store/personal-database.ts';

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
  const database = openDatabase(join(folder, 'library.sqlite'), { now });
  const personal = openPersonalDatabase(join(folder, 'personal.sqlite'), { now });
  const audit = openAuditDatabase(join(folder, 'audit.sqlite'), { now });
  const store = new AuditStore(audit, join(folder, 'audit-head.json'));
  const raw = {
    kits: wrap('kits', database.kits),
    pins: wrap('pins', database.pins),
    acknowledgements: wrap('acknowledgements', database.acknowledgements),
    acts: wrap('acts', new PersonalActStore(personal)),
    orders: wrap('orders', new PersonalOrderStore(personal)),
    marks: wrap('marks', new MarkStore(personal)),
    reviews: wrap('reviews', new PersonalReviewStore(personal)),
  };
  const trail = new AuditTrail({
    ...raw,
    store: wrap('audit', store),
    orders: () => raw.orders.list(),
    profileName: () => 'Demo Air',
    months: () => months,
    loose_events: database.rescued?.loose_events ?? [],
    user: 'pilot',
    now,
    log,
  });
  trail.recover('The activity record begins.');
  const signal = new AbortController().signal;
  return {
    audit,
    store,
    trail,
    orders: raw.orders,
    marks: raw.marks,
    carried: new CarriedStore(personal, new MarkStore(personal)),
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
      for (const one of [database, personal, audit]) one.close();
    },
    close() {
      trail.stop();
      for (const one of [database, personal, audit]) one.close();
    },
  };
}
