/** The audit of a kit: one history, combined from the kit and its entries in the activity record. */
import type { ServiceMessage } from '../common/failure.ts';
import { utc } from '../common/utc.ts';
import type { ActKind } from '../kits/acts.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { EventDraft, EventKind } from '../store/event-entry.ts';
import type { KitRecord, KitState } from '../store/kit-record.ts';

/** One line of an audit. */
export interface AuditEntry {
  /** ISO 8601 UTC. */
  at: string;
  /** `decided`: a person decided something that did not change the state at once. */
  kind: Exclude<EventKind, Exclude<ActKind, 'opened'>> | 'decided';
  /** The new state; null if the line is not about a state. */
  state: KitState | null;
  /** The person's user name; null: the app or the service acted, or the person is not known. */
  by: string | null;
  /** A sentence. */
  what: string;
  document_sha256: string | null;
  message: ServiceMessage | null;
}

/** The complete history of one kit; `entries` oldest first. Times are ISO 8601 UTC. */
export interface KitAudit
  extends Pick<
    KitRecord,
    'tripkit_id' | 'profile_id' | 'trip' | 'state' | 'messages' | 'failure' | 'document'
  > {
  kit_id: string;
  /** Null if the profile is no longer on this laptop. */
  profile_name: string | null;
  asked_by: string | null;
  asked_at: string;
  state_since: string;
  dates: ReturnType<KitFlags['of']>['dates'];
  entries: AuditEntry[];
}

export interface AuditSources extends Pick<KitAudit, 'profile_name' | 'dates'> {
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
};

/** Builds the audit of a kit. */
export function auditOf(kit: LiveKit, { entries, dates, profile_name }: AuditSources): KitAudit {
  const states = entries
    .filter(({ kind }) => kind === 'state')
    .map((draft): TimedEntry => ({ at: draft.at, entry: { ...lineOf(draft), kind: 'state' } }));
  const others = entries.flatMap((draft) => otherLine(draft, states));
  const first = entries.find(({ kind }) => kind === 'asked' || kind === 'followed');
  const { id, tripkit_id, profile_id, trip, state, messages, failure, document } = kit;
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
