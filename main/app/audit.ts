/**
 * The audit of a kit: one story, put together from the kit, its history, what people did with it, and what they
 * acknowledged. Derived at every look.
 */
import type { ServiceMessage } from '../common/failure.ts';
import { utc } from '../common/utc.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import type { Acknowledgement } from '../library/acknowledgement-store.ts';
import type { KitEventRecord, KitRecord, KitState } from '../library/kit-record.ts';
import type { Act, ActKind } from '../library/personal/act-store.ts';

/** One line of an audit. */
export interface AuditEntry {
  /** ISO 8601 UTC. */
  at: string;
  kind: 'state' | 'decided' | 'opened' | 'acknowledged';
  /** The state that was entered; null where the line tells of none. */
  state: KitState | null;
  /** The user name of whose doing it was; null: the app's, the service's, or not known. */
  by: string | null;
  /** A sentence. */
  what: string;
  document_sha256: string | null;
  message: ServiceMessage | null;
}

/** Everything that is known of one kit's way; `entries` oldest first. Times are ISO 8601 UTC. */
export interface KitAudit
  extends Pick<
    KitRecord,
    'tripkit_id' | 'profile_id' | 'trip' | 'state' | 'messages' | 'failure' | 'document'
  > {
  kit_id: string;
  /** Null where the profile is no longer on this laptop. */
  profile_name: string | null;
  asked_by: string | null;
  asked_at: string;
  state_since: string;
  entries: AuditEntry[];
}

export interface AuditSources extends Pick<KitAudit, 'profile_name'> {
  history: readonly KitEventRecord[];
  acts: readonly Act[];
  acknowledgements: readonly Acknowledgement[];
}

/** The line of history that an act led to was written at most so long before the act was, ms. */
const SAME_MOMENT_MS = 5_000;

/** The states that an act may have led to, and its words where it led to none. */
const decisions: Record<Exclude<ActKind, 'opened'>, { to: readonly KitState[]; what: string }> = {
  asked: { to: ['requesting'], what: 'Request created.' },
  followed: { to: ['generating'], what: 'Following began.' },
  cancelled: { to: ['cancelled'], what: 'Cancelled.' },
  retried: { to: ['requesting', 'generating', 'unconfirmed'], what: 'Taken up again.' },
  asked_again: { to: ['requesting'], what: 'The request was made again.' },
};

/** Puts the audit of a kit together. */
export function auditOf(kit: LiveKit, sources: AuditSources): KitAudit {
  const { acts, history, acknowledgements } = sources;
  const states: TimedEntry[] = history.map(({ at, state, what }) => ({
    ms: at,
    entry: { ...blank(at), kind: 'state', state, what },
  }));
  const others = [
    ...acts.flatMap((act) => entryOf(act, states)),
    ...acknowledgements.map(({ at, by, message, document_sha256 }): TimedEntry => {
      const what = `Message ${message.code} (${message.type}) was read and acknowledged.`;
      return { ms: at, entry: { ...blank(at), kind: 'acknowledged', by, what, document_sha256, message } };
    }),
  ];
  const first = acts.find(({ act }) => act === 'asked' || act === 'followed');
  const { id, tripkit_id, profile_id, trip, state, messages, failure, document } = kit;
  return {
    kit_id: id,
    tripkit_id,
    profile_id,
    profile_name: sources.profile_name,
    asked_by: first?.who ?? null,
    asked_at: utc(kit.created_at),
    trip,
    state,
    state_since: utc(kit.state_since),
    messages,
    failure,
    document,
    entries: merge(states, others),
  };
}

interface TimedEntry {
  ms: number;
  entry: AuditEntry;
}

function blank(at: number) {
  return { at: utc(at), state: null, by: null, document_sha256: null, message: null };
}

/** The entry of an act; none where it led to a line of the history, which then gets the person's name. */
function entryOf({ act, at, who, document_sha256 }: Act, states: readonly TimedEntry[]): TimedEntry[] {
  if (act === 'opened') {
    const what = 'The document was opened.';
    return [{ ms: at, entry: { ...blank(at), kind: 'opened', by: who, what, document_sha256 } }];
  }
  const { to, what } = decisions[act];
  const led = states.findLast(
    ({ ms, entry }) =>
      entry.by === null &&
      ms <= at &&
      at - ms <= SAME_MOMENT_MS &&
      entry.state !== null &&
      to.includes(entry.state),
  );
  if (!led) return [{ ms: at, entry: { ...blank(at), kind: 'decided', by: who, what } }];
  led.entry.by = who;
  return [];
}

/** The history's own order is kept, because its wall clock may have jumped; the others go where their time is. */
function merge(states: readonly TimedEntry[], others: readonly TimedEntry[]): AuditEntry[] {
  const waiting = [...others].sort((a, b) => a.ms - b.ms);
  const merged: TimedEntry[] = [];
  for (const line of states) {
    while (waiting[0] && waiting[0].ms < line.ms) merged.push(...waiting.splice(0, 1));
    merged.push(line);
  }
  return [...merged, ...waiting].map(({ entry }) => entry);
}
