import { randomUUID } from 'node:crypto';
import { app } from 'electron';
import { ActivityLog } from '../app/activity-log.ts';
import { openAudits } from '../app/audit-files.ts';
import { KitFlags } from '../app/kit-flags.ts';
import { libraryDocuments } from '../app/kit-library.ts';
import { keepSidecars } from '../app/repair-library.ts';
import { LibraryRetention } from '../app/retention.ts';
import { tellResumed } from '../app/start-notices.ts';
import { systemClock } from '../common/clock.ts';
import { watchForBetter } from '../electron/wake.ts';
import { FirstList } from '../ipc/first-list.ts';
import { forwardKitChanges } from '../ipc/kit-events.ts';
import { OpenDocuments } from '../ipc/open-documents.ts';
import { viewOrders } from '../ipc/order-calls.ts';
import { createKitEngine } from '../kits/engine.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import { StandingOrders } from '../kits/standing-orders.ts';
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

export type Kits = ReturnType<typeof openKits>;

/** The engine that requests, follows and fetches kits, and what is known of them beside their life. */
export function openKits(base: Base, library: Library, profiles: Profiles) {
  const { log, now, window } = base;
  const { database, personal, kits } = library;
  const { pins, acknowledgements } = database;
  const engine = openEngine(base, library, profiles);
  const activity = new ActivityLog({ ...base, store: new PersonalActStore(personal) });
  const flags = new KitFlags({ ...base, kits: () => engine.list(), pins, acknowledgements, activity });
  const open = new OpenDocuments();
  window.on('closed', () => open.clear());
  const orders = openOrders(base, library, profiles, { engine, activity });
  const retention = new LibraryRetention({
    ...base,
    engine,
    pinned: () => pins.list(),
    open,
    superseded: () => flags.superseded(),
    keepDays: () => base.settings.state().values.keep_days_after_departure,
  });
  const audits = openAudits({
    ...base,
    engine,
    activity,
    acknowledgements,
    profiles: () => profiles.profiles.names(),
    app_version: app.getVersion(),
  });
  const firstList = new FirstList(engine, flags, log);
  const wake = () => {
    engine.wake();
    orders.wake();
  };
  const unfollow = [
    activity.follow(engine),
    forwardKitChanges(engine, (batch) => window.send('kits.changed', batch), flags, log),
    watchForBetter(wake),
  ];
  const stopSidecars = keepSidecars(base.paths.documents, engine, kits, log);
  return {
    engine,
    activity,
    flags,
    open,
    orders,
    retention,
    audits,
    firstList,
    identityImported: async () => {
      await profiles.expiry.check();
      engine.wake();
    },
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

function openOrders(
  { log, user, window }: Base,
  { personal }: Library,
  { profiles, requireValidIdentity }: Profiles,
  { engine, activity }: { engine: KitEngine; activity: ActivityLog },
) {
  return new StandingOrders({
    store: new PersonalOrderStore(personal),
    engine,
    requireReady: async (id) => {
      profiles.profile(id);
      await requireValidIdentity(id);
    },
    onRequested: (kit) => activity.record('asked', [kit]),
    onChange: (all) => window.send('orders.changed', viewOrders(all)),
    user,
    newId: randomUUID,
    clock: systemClock,
    log,
  });
}
