import { randomUUID } from 'node:crypto';
import { app } from 'electron';
import { ActivityLog } from '../app/activity-log.ts';
import { openAudits } from '../app/audit-files.ts';
import { testConnection } from '../app/connection-test.ts';
import { KitFlags } from '../app/kit-flags.ts';
import { libraryDocuments } from '../app/kit-library.ts';
import { keepSidecars } from '../app/repair-library.ts';
import { LibraryRetention } from '../app/retention.ts';
import { tellResumed } from '../app/start-notices.ts';
import { userName } from '../app/user-name.ts';
import { systemClock } from '../common/clock.ts';
import { watchForBetter } from '../electron/wake.ts';
import { auditCalls } from '../ipc/audit-calls.ts';
import { batchCalls } from '../ipc/batch-calls.ts';
import { FirstList } from '../ipc/first-list.ts';
import { identityCalls } from '../ipc/identity-calls.ts';
import { kitCalls } from '../ipc/kit-calls.ts';
import { forwardKitChanges } from '../ipc/kit-events.ts';
import { OpenDocuments } from '../ipc/open-documents.ts';
import { orderCalls, viewOrders } from '../ipc/order-calls.ts';
import { profileCalls } from '../ipc/profile-calls.ts';
import type { RulesOf } from '../ipc/trip-input.ts';
import { createKitEngine } from '../kits/engine.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import { StandingOrders } from '../kits/standing-orders.ts';
import { checkTrip } from '../kits/trip-rules.ts';
import { PersonalActStore } from '../library/personal/act-store.ts';
import { PersonalOrderStore } from '../library/personal/order-store.ts';
import { circumstancesOf } from '../updates/update-policy.ts';
import type { Base } from './open-base.ts';
import type { Library } from './open-library.ts';
import type { Profiles } from './open-profiles.ts';

/** How long the engine waits for one kit while the service answers, ms. Being offline is a pause: a person can end it. */
const PATIENCE = { deadline_ms: 30 * 60_000, max_failures: Infinity, outages_stop_the_clock: true };
/** Where a profile can't be read any more, its kits still run one at a time; the calls say what is wrong. */
const CAUTIOUS_LIMITS = { parallel_requests: 1, parallel_downloads: 1 };

const { now } = systemClock;

export type Kits = ReturnType<typeof openKits>;

/** The engine that requests, follows and fetches kits, and what people do with them. */
export function openKits(base: Base, library: Library, profiles: Profiles) {
  const { log, window } = base;
  const { database, personal, kits } = library;
  const engine = openEngine(base, library, profiles);
  const user = userName();
  const activity = new ActivityLog({ store: new PersonalActStore(personal), user, now, log });
  const flags = new KitFlags({
    kits: () => engine.list(),
    pins: database.pins,
    acknowledgements: database.acknowledgements,
    activity,
    user,
    now,
  });
  const open = new OpenDocuments();
  window.on('closed', () => open.clear());
  const orders = new StandingOrders({
    store: new PersonalOrderStore(personal),
    engine,
    requireReady: async (id) => {
      profiles.profiles.profile(id);
      await profiles.requireValidIdentity(id);
    },
    onRequested: (kit) => activity.record('asked', [kit]),
    onChange: (all) => window.send('orders.changed', viewOrders(all)),
    user,
    newId: randomUUID,
    clock: systemClock,
    log,
  });
  const retention = new LibraryRetention({
    engine,
    pinned: () => database.pins.list(),
    open,
    superseded: () => flags.superseded(),
    keepDays: () => base.settings.state().values.keep_days_after_departure,
    notices: base.notices,
    now,
    log,
  });
  const firstList = new FirstList(engine, flags, log);
  const unfollow = [
    activity.follow(engine),
    forwardKitChanges(engine, (batch) => window.send('kits.changed', batch), flags, log),
    watchForBetter(() => {
      engine.wake();
      orders.wake();
    }),
  ];
  const stopSidecars = keepSidecars(base.paths.documents, engine, kits, log);
  return {
    engine,
    activity,
    flags,
    open,
    orders,
    retention,
    firstList,
    /** What the app is doing that an update has to wait for. */
    circumstances: () => {
      const unfinished = engine.list().filter(({ state }) => isUnfinished(state)).length;
      return circumstancesOf(open, unfinished, orders.list(), now());
    },
    start() {
      tellResumed(kits, base.notices);
      if (library.complete) activity.sweep(engine.list());
      engine.start();
      orders.start();
      retention.start();
      firstList.prepare();
    },
    async stop() {
      retention.stop();
      for (const end of unfollow) end();
      await orders.stop();
      await engine.stop();
      await stopSidecars();
    },
  };
}

function openEngine({ paths, log }: Base, { database, kits }: Library, { profiles, services }: Profiles) {
  return createKitEngine({
    times: database.times,
    store: kits,
    documents: libraryDocuments(paths.documents),
    serviceOf: (id) => services.serviceOf(id),
    limitsOf: (id) => {
      try {
        return profiles.profile(id).batch;
      } catch {
        return CAUTIOUS_LIMITS;
      }
    },
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    patience: PATIENCE,
    log,
  });
}

/** The calls about profiles, identities and kits. */
export function kitDomains(base: Base, { database }: Library, profiles: Profiles, kits: Kits) {
  const { dialogs, log, settings } = base;
  const { engine, activity, flags, orders } = kits;
  const { identities, requireValidIdentity, forgetIdentity } = profiles;
  const book = profiles.profiles;
  const rulesOf: RulesOf = (id) => {
    const { max_alternates } = book.profile(id).batch;
    return (trip) => checkTrip(trip, { max_alternates });
  };
  return {
    profiles: profileCalls({
      profiles: book,
      engine,
      dialogs,
      mayAdd: () => settings.state().allow_other_profiles,
      diagnose: (id) =>
        testConnection(book.profile(id), () => identities.use(id), { findProxy: profiles.findProxy }),
      forgetIdentity,
      log,
      newId: randomUUID,
      now,
    }),
    identity: identityCalls({
      identities,
      imported: async () => {
        await profiles.expiry.check();
        engine.wake();
      },
      forget: forgetIdentity,
      dialogs,
      newId: randomUUID,
      requireProfile: (id) => book.profile(id),
      now,
    }),
    kits: kitCalls({ engine, flags, list: kits.firstList, rulesOf, requireValidIdentity, activity }),
    audit: auditCalls({
      audits: openAudits({
        engine,
        activity,
        acknowledgements: database.acknowledgements,
        profiles: () => book.names(),
        app_version: app.getVersion(),
        user: userName(),
        now,
      }),
      dialogs,
      now,
    }),
    batch: batchCalls({ dialogs, rulesOf, now }),
    orders: orderCalls({ orders, rulesOf }),
    retention: kits.retention,
  };
}
