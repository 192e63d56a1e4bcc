import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '../common/errors.ts';
import { SqliteReviewStore } from '../comparison/review-store.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host } from '../host/host.ts';
import { SqliteActStore } from '../kits/act-store.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { SqliteOrderStore } from '../kits/order-store.ts';
import { MarkStore } from '../marks/mark-store.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { UserDatabase } from '../store/user-database.ts';
import { auditCalls } from './audit-calls.ts';
import { openAudits } from './audit-files.ts';
import { checkOf, openRecord as openPages, problemWords } from './audit-record.ts';
import { AuditStore } from './audit-store.ts';
import { AuditTrail } from './audit-trail.ts';
import {
  auditedAcknowledgements,
  auditedActs,
  auditedKits,
  auditedPins,
  auditedReviews,
} from './audited-stores.ts';
import { type RemoveKitDeps, removeKit } from './remove-kit.ts';

/** How long the app has run before the record is completed and checked, ms: a first opening has the disk to itself. */
const AFTER_MS = 4_000;
/** How often entries whose time is over go while the app runs, ms. */
const EXPIRE_EVERY_MS = 24 * 60 * 60_000;

export type RecordDeps = Pick<Host, 'paths' | 'log' | 'now' | 'user' | 'notices' | 'settings'>;

interface Sources {
  database: UserDatabase;
  kits: KitStore;
  profiles: Pick<ProfileBook, 'names'>;
}

/** The activity record, and the stores that it hears of; what an ended process left behind is written already. */
export function openRecord(
  base: RecordDeps,
  { database, kits, profiles }: Sources,
  after_ms: number = AFTER_MS,
) {
  const { paths, settings } = base;
  const { connection, setAside } = database;
  const store = new AuditStore(connection, join(paths.user_data, 'audit-head.json'), setAside !== null);
  const acts = new SqliteActStore(connection);
  const orders = new SqliteOrderStore(connection);
  const reviews = new SqliteReviewStore(connection);
  const trail = new AuditTrail({
    ...base,
    store,
    kits,
    acts,
    acknowledgements: database.acknowledgements,
    pins: database.pins,
    marks: new MarkStore(connection),
    reviews,
    orders: () => orders.list(),
    profileName: namesOf(profiles),
    months: () => settings.state().values.audit_months,
  });
  trail.recover(
    setAside === null
      ? 'The activity record begins. What was known of the kits on this laptop is taken over.'
      : `The activity record begins anew, because the one before was damaged; that one is kept as ${basename(setAside)}.`,
  );
  const ended = new AbortController();
  let expiring: NodeJS.Timeout | undefined;
  return {
    store,
    trail,
    signal: ended.signal,
    kits: auditedKits(kits, trail),
    pins: auditedPins(database.pins, trail),
    acknowledgements: auditedAcknowledgements(database.acknowledgements, trail),
    acts: auditedActs(acts, trail),
    reviews: auditedReviews(reviews, trail),
    /** Removes a kit, with its line in the record. */
    remove: (engine: RemoveKitDeps['engine'], id: string, removal: Parameters<typeof removeKit>[2]) =>
      removeKit({ engine, trail }, id, removal),
    /** @param host the whole of it: the record itself is opened before some of it is there */
    calls: (
      host: Host,
      window: { dialogs: FileDialogs },
      needs: { engine: KitEngine; flags: Pick<KitFlags, 'of'> },
    ) => {
      const named = { ...host, ...needs, kits, trail, profiles: () => profiles.names() };
      const audits = openAudits(named);
      const record = openPages({ ...named, store, signal: ended.signal });
      return { audit: auditCalls({ ...host, ...window, audits, record }) };
    },
    start() {
      void completeAndCheck(base, trail, after_ms, ended.signal);
      expiring = setInterval(() => trail.expire(), EXPIRE_EVERY_MS).unref();
    },
    stop() {
      clearInterval(expiring);
      ended.abort();
      trail.stop();
    },
  };
}

/** In the background: takes in what is not on record yet, then checks the whole of it. Never rejects. */
async function completeAndCheck(
  { notices, log, now }: Pick<RecordDeps, 'notices' | 'log' | 'now'>,
  trail: AuditTrail,
  after_ms: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pause(after_ms, undefined, { signal });
    await trail.takeInAll(signal);
    const report = await trail.verify(signal);
    const { ok, what } = checkOf(report, now());
    if (ok) return log.info(what);
    // Without the flight: notices are in the diagnostics file.
    const [first] = report.problems.map((problem) => problemWords({ ...problem, subject: '' }));
    const message = `The activity record on this laptop is not as it was written: ${first} Open the activity record to see what is wrong with it.`;
    // Not which entries: the log may go to support, and flights and people stay here.
    log.error(what);
    notices.add({ id: 'activity-record', severity: 'error', message });
  } catch (error) {
    if (!isAbort(error)) log.error('The activity record could not be checked.', error);
  }
}

/** Names of profiles, each read once: a profile never gets another name. */
function namesOf(profiles: Pick<ProfileBook, 'names'>): (id: string) => string | null {
  const known = new Map<string, string>();
  return (id) => {
    const name = known.get(id) ?? profiles.names().find((profile) => profile.id === id)?.name;
    if (name !== undefined) known.set(id, name);
    return name ?? null;
  };
}
