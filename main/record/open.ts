import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '../common/errors.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { UserDatabase } from '../store/user-database.ts';
import { auditCalls } from './audit-calls.ts';
import { openAudits } from './audit-files.ts';
import { checkOf, openRecord as openPages, problemWords } from './audit-record.ts';
import { openNotes } from './record-notes.ts';

/** Delay before the record is checked, ms: until then the first document has the disk for itself. */
const AFTER_MS = 4_000;
/** How often expired entries are deleted while the app runs, ms. */
const EXPIRE_EVERY_MS = 24 * 60 * 60_000;
/** Regulators ask for three months (AC 120-76E). */
const LEAST_MONTHS = 3;

export type RecordDeps = Pick<Host, 'log' | 'now' | 'user' | 'notices' | 'settings'>;

interface Sources {
  database: Pick<UserDatabase, 'events' | 'setAside'>;
  kits: KitStore;
  profiles: Pick<ProfileBook, 'names'>;
}

/** The activity record: the event log for people, who search, export and check it. */
export function openRecord(
  base: RecordDeps,
  { database, kits, profiles }: Sources,
  after_ms: number = AFTER_MS,
) {
  const { settings, user, log } = base;
  const { events, setAside } = database;
  events.describe({ user, profileName: namesOf(profiles) });
  const notes = openNotes({ ...base, events, kits });
  begin(notes, events, setAside);
  const ended = new AbortController();
  let expiring: NodeJS.Timeout | undefined;
  const expire = () => {
    try {
      events.expire(cutoffOf(base.now(), settings.state().values.audit_months));
    } catch (error) {
      log.error('Entries of the activity record whose time is over could not be removed.', error);
    }
  };
  return {
    notes,
    /** @param host the complete host: the record itself is opened before parts of it exist */
    calls: (
      host: Host,
      window: { dialogs: FileDialogs },
      needs: { engine: KitEngine; flags: Pick<KitFlags, 'of'> },
    ) => {
      const named = { ...host, ...needs, kits, notes, events, profiles: () => profiles.names() };
      const audits = openAudits(named);
      const record = openPages({ ...named, signal: ended.signal });
      return { audit: auditCalls({ ...host, ...window, audits, record }) };
    },
    start() {
      void check(base, events, after_ms, ended.signal).then(() => {
        if (!ended.signal.aborted) expire();
      });
      expiring = setInterval(expire, EXPIRE_EVERY_MS).unref();
    },
    stop() {
      clearInterval(expiring);
      ended.abort();
      notes.stop();
    },
  };
}

/** Records a damaged end of the record before another entry follows it. */
function begin(
  { note }: Pick<ReturnType<typeof openNotes>, 'note'>,
  events: UserDatabase['events'],
  setAside: string | null,
): void {
  const found = events.endAsFound();
  if (found === 'new')
    note(
      'began',
      setAside === null
        ? 'The activity record begins.'
        : `The activity record begins anew, because the one before was damaged; that one is kept as ${basename(setAside)}.`,
    );
  else if (found !== null) note('damage', DAMAGED_ENDS[found]);
}

const DAMAGED_ENDS = {
  rewritten: 'At a start of the app the last entry before this one was not the one that was written.',
  unconfirmed:
    'At a start of the app the file that names the last entry (audit-head.json) was missing, so entries may have been cut off before this one.',
};

/** @param now ms since 1970 UTC @param months how long entries are kept */
function cutoffOf(now: number, months: number): number {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - Math.max(LEAST_MONTHS, months));
  return date.getTime();
}

/** Checks the whole record in the background. Never rejects. */
async function check(
  { notices, log, now }: Pick<RecordDeps, 'notices' | 'log' | 'now'>,
  events: UserDatabase['events'],
  after_ms: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pause(after_ms, undefined, { signal });
    const report = await events.verify(signal);
    const { ok, what } = checkOf(report, now());
    if (ok) return log.info(what);
    // Without the flight: notices are included in the diagnostics file.
    const [first] = report.problems.map((problem) => problemWords({ ...problem, subject: '' }));
    const message = `The activity record on this laptop is not as it was written: ${first} Open the activity record to see what is wrong with it.`;
    // Without the entries: the log may be sent to support, and must not name flights or people.
    log.error(what);
    notices.add({ id: 'activity-record', severity: 'error', message });
  } catch (error) {
    if (!isAbort(error)) log.error('The activity record could not be checked.', error);
  }
}

/** Names of profiles, each read once: a profile is never renamed. */
function namesOf(profiles: Pick<ProfileBook, 'names'>): (id: string) => string | null {
  const known = new Map<string, string>();
  return (id) => {
    const name = known.get(id) ?? profiles.names().find((profile) => profile.id === id)?.name;
    if (name !== undefined) known.set(id, name);
    return name ?? null;
  };
}
