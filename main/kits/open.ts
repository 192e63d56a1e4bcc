import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host } from '../host/host.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { UserDatabase } from '../store/user-database.ts';
import type { RulesOf } from '../trips/trip-rules.ts';
import { ActivityLog } from './activity-log.ts';
import type { DocumentDates } from './document-dates.ts';
import { createKitEngine, type EngineDeps } from './engine.ts';
import { type FirstList, firstList } from './first-list.ts';
import { kitCalls } from './kit-calls.ts';
import { libraryDocuments } from './kit-documents.ts';
import type { KitEngine } from './kit-engine.ts';
import { KitFlags, type KitFlagsDeps } from './kit-flags.ts';
import { forwardKitChanges } from './kit-view.ts';
import { canGoOn, isUnfinished } from './lifecycle.ts';
import { RemovalGuard } from './removal-guard.ts';
import { LibraryRetention, retentionCalls } from './retention.ts';

/** How long the engine waits for one kit while the service answers, ms. Being offline is a pause: a person can end it. */
const PATIENCE = { deadline_ms: 30 * 60_000, max_failures: Infinity, outages_stop_the_clock: true };
/** What each planned kit shows if administrators have switched standing orders off. */
const FORBIDDEN_ORDERS =
  'Your administrators have switched off standing orders on this computer, so this one waits. Request the kit yourself, or ask your IT.';
/** If a profile can't be read any more, its kits still run one at a time; the calls report the problem. */
const CAUTIOUS_LIMITS = { parallel_requests: 1, parallel_downloads: 1 };

interface KitsNeeds extends Pick<KitFlagsDeps, 'soundness' | 'charts' | 'changes'> {
  /** Where kits and the activity log are kept. */
  library: Pick<UserDatabase, 'kits' | 'pins' | 'acknowledgements' | 'events' | 'times'> & {
    dates: DocumentDates;
  };
  /** @throws TripKitError of kind `config` if there is no such profile */
  limitsOf: EngineDeps['limitsOf'];
  serviceOf: EngineDeps['serviceOf'];
  shelfOf: NonNullable<EngineDeps['shelfOf']>;
  /** The check before every request of a person. @throws TripKitError of kind `identity` or `config` */
  requireReady(profile_id: string): Promise<void>;
  /** Until when the profile's certificate is valid, ms since 1970 UTC; null if that is not known. */
  validUntil(profile_id: string): Promise<number | null>;
  rulesOf: RulesOf;
  /** Whether administrators allow standing orders. */
  standing_orders: boolean;
  /** Kits whose document is open in a viewer: the retention policy keeps them. */
  open: ReadonlySet<string>;
  /** Called when a kit's document was verified and is in its place. */
  published(kit_id: string): void;
}

/** Kits: their life, and retention. */
export function openKits(host: Host, needs: KitsNeeds) {
  const { log, cockpit, settings, notices } = host;
  const { library } = needs;
  const { kits, dates, pins } = library;
  const engine = openEngine(host, needs);
  const activity = new ActivityLog({ ...host, events: library.events });
  const flags = new KitFlags({ ...host, ...needs, ...library, kits: () => engine.list(), activity });
  const retention = new LibraryRetention({
    ...host,
    engine,
    pinned: () => pins.list(),
    open: needs.open,
    superseded: () => flags.superseded(),
    keepDays: () => settings.state().values.keep_days_after_departure,
    held: () => cockpit.on,
  });
  const unfollow = [
    activity.follow(engine),
    dates.follow(engine),
    forwardKitChanges(engine, (batch) => host.send('kits.changed', batch), flags, log),
  ];
  const reading = new AbortController();
  const removals = new RemovalGuard(host);
  return {
    engine,
    activity,
    flags,
    retention,
    firstList: firstList(engine, flags, log, host.now),
    /** How many kits of the profile can still continue. */
    unfinishedKits: (profile_id: string) =>
      engine.list().filter((kit) => kit.profile_id === profile_id && canGoOn(kit.state)).length,
    calls: (window: { dialogs: FileDialogs; firstList: FirstList }) => ({
      kits: kitCalls({
        ...needs,
        ...{ engine, flags, activity, firstList: window.firstList, now: host.now },
        requireValidIdentity: needs.requireReady,
        removeKit: async (id) => {
          engine.get(id);
          await removals.pass();
          await engine.remove(id, { reason: 'person', what: 'A person removed it.', who: host.user });
        },
      }),
      retention: retentionCalls({ ...host, retention }),
    }),
    start() {
      tellResumed(kits, notices);
      engine.start();
      retention.start();
      void dates.readMissing(kits, reading.signal);
    },
    async stop() {
      reading.abort();
      retention.stop();
      for (const end of unfollow) end();
      await engine.stop();
    },
  };
}

function openEngine(host: Host, needs: KitsNeeds): KitEngine {
  const { library, limitsOf, serviceOf, shelfOf, published, requireReady, validUntil } = needs;
  return createKitEngine({
    ...host,
    times: library.times,
    store: library.kits,
    documents: libraryDocuments(host.paths.documents, host.verifier, published),
    dates: library.dates,
    serviceOf,
    shelfOf,
    limitsOf: (id) => {
      try {
        return limitsOf(id);
      } catch {
        return CAUTIOUS_LIMITS;
      }
    },
    gate: {
      ...{ requireReady, validUntil },
      held: () => host.cockpit.on,
      forbidden: needs.standing_orders ? null : FORBIDDEN_ORDERS,
    },
    random: Math.random,
    patience: PATIENCE,
  });
}

/** Reports the work of an earlier run that continues now. Call before the engine starts. */
export function tellResumed(kits: Pick<KitStore, 'list'>, notices: Pick<Host['notices'], 'add'>): void {
  const open = kits.list().filter(({ state }) => isUnfinished(state)).length;
  if (open === 0) return;
  const message =
    open === 1
      ? '1 kit goes on where it stopped when the app ended.'
      : `${open} kits go on where they stopped when the app ended.`;
  notices.add({ id: 'resumed', severity: 'info', message });
}
