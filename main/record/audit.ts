/** The audit of a kit: one history, combined from the kit and its entries in the activity record. */

import type { AuditEntry, KitAudit } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { csvText } from '../common/csv.ts';
import { TripKitError } from '../common/errors.ts';
import { withoutRemarks } from '../common/trip.ts';
import type { AppContext } from '../host/host.ts';
import type { ActKind } from '../kits/activity-log.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { EventDraft, EventKind } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import type { KitState } from '../store/kit-record.ts';

interface AuditSources extends Pick<KitAudit, 'profile_name' | 'dates'> {
  /** In the order of writing. */
  entries: readonly EventDraft[];
}

/** Maximum time between the history line that an act caused and the later entry of the act, ms. */
const SAME_MOMENT_MS = 5_000;

/** The states that an act may have caused. */
const ledTo: Readonly<Record<Exclude<ActKind, 'opened'>, readonly KitState[]>> = {
  asked: ['requesting'],
  followed: ['generating'],
  cancelled: ['cancelled'],
  retried: ['planned', 'requesting', 'generating', 'unconfirmed'],
  asked_again: ['requesting'],
  departure_entered: ['generating', 'downloading', 'ready', 'unconfirmed', 'failed', 'cancelled'],
};

/** Builds the audit of a kit. */
export function auditOf(kit: LiveKit, { entries, dates, profile_name }: AuditSources): KitAudit {
  const states = entries
    .filter(({ kind }) => kind === 'state')
    .map((draft): TimedEntry => ({ at: draft.at, entry: { ...lineOf(draft), kind: 'state' } }));
  const others = entries.flatMap((draft) => otherLine(draft, states));
  const first = entries.find(({ kind }) => kind === 'asked' || kind === 'followed');
  const { id, tripkit_id, profile_id, state, messages, failure, document } = kit;
  const trip = kit.trip && withoutRemarks(kit.trip);
  return {
    kit_id: id,
    tripkit_id,
    profile_id,
    profile_name,
    asked_by: first?.who ?? states[0]?.entry.by ?? null,
    asked_at: utc(kit.created_at),
    trip,
    state,
    state_since: utc(kit.state_since),
    messages,
    failure,
    document,
    dates,
    entries: merged(states, others).map(({ entry }) => entry),
  };
}

interface TimedEntry {
  at: number;
  entry: AuditEntry;
}

function lineOf({ at, who, body }: EventDraft): Omit<AuditEntry, 'kind'> {
  const { what, state = null, document_sha256 = null, message = null } = body;
  return { at: utc(at), state, by: who, what, document_sha256, message };
}

/** The line of an entry that is not a state. An act that caused a history line gets none; that line gets the person's name instead. */
function otherLine(draft: EventDraft, states: readonly TimedEntry[]): TimedEntry[] {
  const { kind, at, who } = draft;
  if (kind === 'state') return [];
  if (!isDecision(kind)) return [{ at, entry: { ...lineOf(draft), kind } }];
  const led = states.findLast(
    ({ at: before, entry }) =>
      (entry.by === null || entry.by === who) &&
      before <= at &&
      at - before <= SAME_MOMENT_MS &&
      entry.state !== null &&
      ledTo[kind].includes(entry.state),
  );
  if (!led) return [{ at, entry: { ...lineOf(draft), kind: 'decided' } }];
  led.entry.by = who;
  return [];
}

function isDecision(kind: EventKind): kind is Exclude<ActKind, 'opened'> {
  return Object.hasOwn(ledTo, kind);
}

/** The history lines in their own order, because the wall clock may have jumped; the others inserted by time. */
function merged<T extends { at: number }>(lines: readonly T[], others: readonly T[]): T[] {
  const waiting = [...others].sort((a, b) => a.at - b.at);
  const all: T[] = [];
  for (const line of lines) {
    while (waiting[0] && waiting[0].at < line.at) all.push(...waiting.splice(0, 1));
    all.push(line);
  }
  return [...all, ...waiting];
}

// Audits of the kits on this laptop, also as files: JSON for programs, CSV for a spreadsheet.

interface AuditsDeps extends Pick<AppContext, 'now' | 'user'> {
  engine: Pick<KitEngine, 'get'>;
  events: Pick<EventLog, 'ofKit'>;
  flags: Pick<KitFlags, 'of'>;
  /** Names of the profiles that can be read. */
  profiles(): readonly { id: string; name: string }[];
  app_version: string;
}

export type Audits = ReturnType<typeof openAudits>;

/** Every call @throws TripKitError of kind `disk`. */
export function openAudits({ engine, events, flags, profiles, app_version, user, now }: AuditsDeps) {
  const of = (kit_id: string): KitAudit => {
    const kit = engine.get(kit_id);
    const profile_name = profiles().find(({ id }) => id === kit.profile_id)?.name ?? null;
    return auditOf(kit, { entries: events.ofKit(kit_id), dates: flags.of(kit).dates, profile_name });
  };
  const ifThere = (kit_id: string): KitAudit[] => {
    try {
      return [of(kit_id)];
    } catch (error) {
      if (error instanceof TripKitError && error.condition === 'unknown_kit') return [];
      throw error;
    }
  };
  return {
    /** The audit of a kit. @throws TripKitError of kind `config`, condition `unknown_kit` */
    of,
    /** The text of a file. Kits that were removed meanwhile are left out. */
    file(kit_ids: readonly string[], format: 'json' | 'csv'): string {
      const audits = kit_ids.flatMap(ifThere);
      return format === 'csv'
        ? auditCsv(audits)
        : auditJson(audits, { app_version, exported_at: utc(now()), exported_by: user });
    },
  };
}

/** One JSON document, indented by two spaces; `facts` say who exported it and when. */
export function auditJson(audits: readonly KitAudit[], facts: Record<string, string>): string {
  return `${JSON.stringify({ ...facts, kits: audits }, null, 2)}\n`;
}

/** The CSV's columns, in order, and what each has in the row of a line. */
const columns: Readonly<Record<string, (audit: KitAudit, line: AuditEntry) => string | null | undefined>> = {
  kit_id: (audit) => audit.kit_id,
  tripkit_id: (audit) => audit.tripkit_id,
  profile: (audit) => audit.profile_name ?? audit.profile_id,
  flight: ({ trip }) => trip?.flight,
  origin: ({ trip }) => trip?.origin,
  destination: ({ trip }) => trip?.destination,
  alternates: ({ trip }) => trip?.alternates?.join(' '),
  route: ({ trip }) => trip?.route,
  departure_utc: ({ trip }) => trip?.departure,
  asked_by: (audit) => audit.asked_by,
  at_utc: (_audit, { at }) => at,
  kind: (_audit, { kind }) => kind,
  state: (_audit, { state }) => state,
  by: (_audit, { by }) => by,
  what: (_audit, { what }) => what,
  message_code: (_audit, { message }) => message?.code,
  message_type: (_audit, { message }) => message?.type,
  message: (_audit, { message }) => message?.message,
  document_sha256: (_audit, line) => line.document_sha256,
  kit_document_sha256: ({ document }) => document?.sha256,
  kit_document_dates: ({ dates }) =>
    dates.map(({ evidence, from, at }) => `${evidence} ${from ? `${from}/${at}` : at}`).join('; '),
};
export const auditColumns = Object.keys(columns);

/** One CSV row for each line of each audit, in the order of the audits. */
export function auditCsv(audits: readonly KitAudit[]): string {
  const row = (audit: KitAudit, line: AuditEntry) =>
    Object.values(columns).map((value) => value(audit, line) ?? '');
  return csvText([auditColumns, ...audits.flatMap((audit) => audit.entries.map((line) => row(audit, line)))]);
}
