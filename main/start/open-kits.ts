import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, safeStorage } from 'electron';
import { ChartCounter } from '../charts/chart-counter.ts';
import { addKitSources } from '../cockpit/cockpit-sources.ts';
import { systemClock } from '../common/clock.ts';
import { ChangeCountsKeeper } from '../comparison/change-counts.ts';
import { createSealer } from '../electron/sealing.ts';
import { watchForBetter } from '../electron/wake.ts';
import { WindowKits } from '../electron/window-kits.ts';
import { ActivityLog } from '../kits/activity-log.ts';
import { createKitEngine } from '../kits/engine.ts';
import { FirstList } from '../kits/first-list.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { forwardKitChanges } from '../kits/kit-events.ts';
import { KitFlags } from '../kits/kit-flags.ts';
import { libraryDocuments } from '../kits/library-documents.ts';
import { LibraryRetention } from '../kits/library-retention.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import { viewOrders } from '../kits/order-calls.ts';
import { PersonalOrderStore } from '../kits/order-store.ts';
import { StandingOrders } from '../kits/standing-orders.ts';
import { openAudits } from '../record/audit-files.ts';
import { openRecord } from '../record/audit-record.ts';
import { removeKit } from '../record/remove-kit.ts';
import { DocumentSeals } from '../soundness/document-seals.ts';
import { SoundnessKeeper } from '../soundness/soundness.ts';
import { circumstancesOf } from '../updates/update-policy.ts';
import { DocumentPasses } from '../viewer/document-passes.ts';
import { OpenDocuments } from '../viewer/open-documents.ts';
import type { Base } from './open-base.ts';
import type { Library } from './open-library.ts';
import type { Profiles } from './open-profiles.ts';
import { tellResumed } from './start-notices.ts';

/** How long the engine waits for one kit while the service answers, ms. Being offline is a pause: a person can end it. */
/** What each waiting order says where administrators have switched them off. */
const FORBIDDEN_ORDERS =
  'Your administrators have switched off standing orders on this computer, so this one waits. Request the kit yourself, or ask your IT.';
const PATIENCE = { deadline_ms: 30 * 60_000, max_failures: Infinity, outages_stop_the_clock: true };
/** Where a profile can't be read any more, its kits still run one at a time; the calls say what is wrong. */
const CAUTIOUS_LIMITS = { parallel_requests: 1, parallel_downloads: 1 };

export type Kits = ReturnType<typeof openKits>;

/** The engine that requests, follows and fetches kits, and what is known of them beside their life. */
export function openKits(base: Base, library: Library, profiles: Profiles) {
  const { log, now, send, cockpit } = base;
  const { kits, dates, record } = library;
  const { pins, acknowledgements, trail } = record;
  const stopping = new AbortController();
  const soundness = new SoundnessKeeper();
  const charts = new ChartCounter(log);
  const changes = new ChangeCountsKeeper();
  const seals = new DocumentSeals({
    folder: base.paths.documents,
    keys: join(base.paths.user_data, 'seals'),
    sealer: createSealer(safeStorage),
    kits,
    datesOf: (id, sha256) => dates.learnedOf(id, sha256),
    clock: systemClock,
    log,
    signal: stopping.signal,
    sealed: (id) => {
      const kit = kits.get(id);
      if (!kit) return;
      const found = soundness.finding(kit);
      if (found.state === 'verified') soundness.put(kit, { ...found, seal: 'intact' });
    },
  });
  const engine = openEngine(base, library, profiles, (id) => seals.published(id));
  const activity = new ActivityLog({ ...base, store: record.acts });
  const flags = new KitFlags({
    ...base,
    kits: () => engine.list(),
    pins,
    acknowledgements,
    activity,
    dates,
    soundness,
    charts,
    changes,
  });
  const open = new OpenDocuments();
  const passes = new DocumentPasses();
  const windowKits = new WindowKits();
  const orders = openOrders(base, library, profiles, { engine, activity });
  const retention = new LibraryRetention({
    ...base,
    engine,
    remove: (id, removal) => removeKit({ engine, trail }, id, removal),
    pinned: () => pins.list(),
    open,
    superseded: () => flags.superseded(),
    keepDays: () => base.settings.state().values.keep_days_after_departure,
    held: () => cockpit.on,
  });
  addKitSources(cockpit, { engine, orders, retention: library.complete ? retention : null, now });
  const audits = openAudits({
    ...base,
    engine,
    trail,
    flags,
    profiles: () => profiles.profiles.names(),
    app_version: app.getVersion(),
  });
  const firstList = new FirstList(engine, flags, log);
  const wake = () => {
    engine.wake();
    orders.wake();
    void seals.ask();
  };
  const unfollow = [
    activity.follow(engine),
    dates.follow(engine),
    soundness.onChange(({ kit_id, now: found }) => {
      if (found.state === 'damaged') trail.integrityBroken(kit_id, found.what);
    }),
    forwardKitChanges(engine, (batch) => send('kits.changed', batch), flags, log),
    watchForBetter(wake),
  ];
  const stopSeals = seals.follow(engine);
  const reading = new AbortController();
  return {
    engine,
    activity,
    flags,
    changes,
    soundness,
    charts,
    seals,
    open,
    windowKits,
    passes,
    orders,
    retention,
    audits,
    trail,
    record: openRecord({
      ...base,
      ...record,
      profiles: () => profiles.profiles.names(),
      app_version: app.getVersion(),
    }),
    removeKit: (id: string) =>
      removeKit({ engine, trail }, id, { reason: 'person', what: 'A person removed it.', who: base.user }),
    firstList,
    identityImported: async () => {
      await profiles.expiry.check();
      wake();
    },
    /** What the app is doing that an update has to wait for. */
    circumstances: () => {
      const unfinished = engine.list().filter(({ state }) => isUnfinished(state)).length;
      // Orders that are switched off hold nothing back.
      const due = base.policies.standing_orders ? orders.list() : [];
      return circumstancesOf(open, unfinished, due, now(), cockpit.on);
    },
    start() {
      tellResumed(kits, base.notices);
      if (library.complete) activity.sweep(engine.list());
      engine.start();
      orders.start();
      // Kits that were to be kept may be unknown until the library is restored.
      if (library.complete) retention.start();
      firstList.prepare();
      void seals.received(library.received);
      void dates.readMissing(kits, reading.signal);
    },
    async stop() {
      reading.abort();
      retention.stop();
      for (const end of unfollow) end();
      await orders.stop();
      await engine.stop();
      stopping.abort();
      await stopSeals();
    },
  };
}

function openEngine(
  { paths, log, verifier }: Base,
  { database, kits, dates }: Library,
  { profiles, services }: Profiles,
  published: (kit_id: string) => void,
) {
  return createKitEngine({
    times: database.times,
    store: kits,
    documents: libraryDocuments(paths.documents, verifier, published),
    dates,
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
  { log, user, send, cockpit, policies }: Base,
  { personal, record }: Library,
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
    held: () => cockpit.on,
    forbidden: policies.standing_orders ? null : FORBIDDEN_ORDERS,
    onRequested: (kit) => activity.record('asked', [kit]),
    onChange: (all) => {
      record.trail.touchOrders();
      send('orders.changed', viewOrders(all));
    },
    user,
    newId: randomUUID,
    clock: systemClock,
    log,
  });
}
