import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordQuery } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { isAbort } from '../common/errors.ts';
import { tryOrLog } from '../common/log.ts';
import type { Proofs } from '../host/agreements.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { AppContext, Host, RecordNotes } from '../host/host.ts';
import { saveChosen, writeText } from '../host/save-file.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { EventDraft } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { UserDatabase } from '../store/user-database.ts';
import { type Audits, openAudits } from './audit.ts';
import { type ActivityRecord, checkOf, openRecord as openPages, problemWords } from './audit-record.ts';

/** Delay before the record is checked, ms: until then the first document has the disk for itself. */
const AFTER_MS = 4_000;
/** How often expired entries are deleted while the app runs, ms. */
const EXPIRE_EVERY_MS = 24 * 60 * 60_000;
/** Regulators ask for three months (AC 120-76E). */
const LEAST_MONTHS = 3;

type RecordDeps = Pick<Host, 'log' | 'now' | 'user' | 'notices' | 'settings' | 'agreements'>;

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
  let stopSealing = () => {};
  const expire = () =>
    tryOrLog(log, 'Entries of the activity record whose time is over could not be removed.', () =>
      events.expire(cutoffOf(base.now(), settings.state().values.audit_months)),
    );
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
      stopSealing = base.agreements.withProofs('record', (proofs) => seal(notes, events, setAside, proofs));
      void check(base, events, after_ms, ended.signal).then(() => {
        if (!ended.signal.aborted) expire();
      });
      expiring = setInterval(expire, EXPIRE_EVERY_MS).unref();
    },
    stop() {
      stopSealing();
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

/** Looks once whether the record ends as it was sealed, records if it does not, and seals its end from now on. */
function seal(
  { note }: Pick<ReturnType<typeof openNotes>, 'note'>,
  events: UserDatabase['events'],
  setAside: string | null,
  proofs: Proofs,
): void {
  const found = events.endAsFound();
  if (!proofs.is_new && !events.isSealedBy(proofs)) {
    if (found === null) note('damage', NOT_SEALED);
    else if (found === 'new' && setAside === null) note('damage', GONE);
  }
  events.sealWith(proofs);
}

const NOT_SEALED =
  'When the app started, the keychain of this computer did not confirm the end of the record. Entries before this one may have been cut off or replaced.';
const GONE =
  'This laptop had an activity record before this one. When the app started, that record and the file that names its last entry (audit-head.json) were missing.';

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

interface NotesDeps extends Pick<AppContext, 'log' | 'now' | 'user'> {
  events: Pick<EventLog, 'append' | 'isBroken'>;
  kits: Pick<KitStore, 'get'>;
}

/**
 * Entries for events that are stored nowhere else in the database. If one can't be written (a full disk), the caller is not stopped: it is
 * written together with the next entry, and the log reports it.
 */
export function openNotes({ events, kits, log, now, user }: NotesDeps) {
  let unwritten: EventDraft[] = [];
  const write = (...drafts: EventDraft[]) => {
    unwritten.push(...drafts);
    tryOrLog(log, 'The activity record could not be written; it is tried again with the next entry.', () => {
      events.append(...unwritten);
      unwritten = [];
    });
  };
  const note: RecordNotes['note'] = (kind, what, kit = null) => {
    const sha256 = kit?.document?.sha256;
    const body = { what, ...(sha256 === undefined ? {} : { document_sha256: sha256 }) };
    write({ at: now(), kind, kit_id: kit?.id ?? null, who: user, body });
  };
  return {
    note,
    /** Records that a kit's document is not the verified one, once for each document. @param what a sentence */
    integrityBroken(kit_id: string, what: string): void {
      const sha256 = kits.get(kit_id)?.document?.sha256 ?? null;
      if (events.isBroken(kit_id, sha256)) return;
      const body = { what, ...(sha256 === null ? {} : { document_sha256: sha256 }) };
      write({ at: now(), kind: 'integrity', kit_id, who: null, body });
    },
    /** Writes the waiting entries, if possible. */
    stop: (): void => write(),
  };
}

interface AuditCallsDeps {
  audits: Audits;
  record: ActivityRecord;
  /** The dialogs of the calling window. */
  dialogs: FileDialogs;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Handlers of the domain `audit`. */
export function auditCalls({ audits, record, dialogs, now }: AuditCallsDeps): DomainCalls<'audit'> {
  const today = () => utc(now()).slice(0, 10);
  return {
    of: (kit_id) => audits.of(kit_id),
    export: (kit_ids, format) => {
      const name = `Trip kit history ${today()}.${format}`;
      return saveChosen(dialogs.saveAudit(name), (path) => writeText(path, audits.file(kit_ids, format)));
    },
    record: (query, offset) => record.page(meant(query), offset),
    exportRecord: (query, format) =>
      saveChosen(dialogs.saveRecord(`Activity record ${today()}.${format}`), async (path) => {
        await writeText(path, await record.file(meant(query), format));
        record.exported(meant(query), format);
      }),
    verify: () => record.verify(),
  };
}

/** The query for the log; empty texts are ignored. */
function meant({ from, to, by, text, kit_id }: RecordQuery) {
  const ms = (time: string | null) => (time === null ? null : Date.parse(time));
  return { from: ms(from), to: ms(to), who: by || null, text: text?.trim() || null, kit_id };
}
