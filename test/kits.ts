/** Kits for all tests: as the library stores them, as the engine has them, and as the page sees them. */
import type { LiveKit } from '../main/kits/kit-engine.ts';
import type { KitRecord } from '../main/store/kit-record.ts';
import type { Kit, Soundness } from '../preload/contract.ts';

export const KIT_ID = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
/** As a person removes a kit. */
export const BY_PERSON = { reason: 'person' as const, what: 'A person removed it.', who: 'pilot' };
const ASKED_AT = Date.UTC(2026, 10, 21, 8);

/** A record EHAM to KJFK that is being generated, with `changes`. */
export function kitRecord(changes: Partial<KitRecord> = {}): KitRecord {
  return {
    id: KIT_ID,
    profile_id: 'p1',
    tripkit_id: 'TK-1',
    trip: { origin: 'EHAM', destination: 'KJFK', flight: 'KLM511', departure: '2026-11-21T10:45:00Z' },
    state: 'generating',
    created_at: ASKED_AT,
    state_since: ASKED_AT + 1_005,
    due_at: null,
    requested_at: null,
    messages: [],
    failure: null,
    document: null,
    ...changes,
  };
}

/** The record of a kit whose document is ready; its times are in the first seconds of 1970. */
export function readyKitRecord(document: KitRecord['document'], changes: Partial<KitRecord> = {}): KitRecord {
  return kitRecord({ trip: null, state: 'ready', created_at: 1, state_since: 1, document, ...changes });
}

/** A kit as the engine has it, with `changes`. */
export function liveKit(changes: Partial<LiveKit> = {}): LiveKit {
  const live = { activity: null, wait: null, progress: null, expected_ms: { from: 20_000, to: 30_000 } };
  return { ...kitRecord(), ...live, ...changes };
}

/** What is said of a document that was verified at `at`, ISO 8601 UTC. */
export function verifiedAt(at: string): Soundness {
  return { state: 'verified', at, seal: 'intact', what: 'Every byte is the one that was verified.' };
}

/** Charts whose dates fit, in a document that says nothing of itself. */
const SOUND_CHARTS: Kit['charts'] = {
  ...{ charts: 40, later: 0, expired: 0, undated: 0, without_text: 0 },
  stamp: { cycle: null, valid_to: null, expired: false },
};

/**
 * A kit EGLL to KJFK as the page sees it, that is being requested, with `changes`. One with a document is sound unless they
 * say otherwise, and of the date of its request where it was requested here.
 */
export function aKit(changes: Partial<Kit> = {}): Kit {
  const created_at = changes.created_at ?? '2026-11-21T08:00:00.000Z';
  const state_since = changes.state_since ?? created_at;
  const requested = changes.document && changes.trip !== null;
  return {
    id: '0b8f6f43-2f4e-4d61-9f4e-1d5a4a8f0c11',
    profile_id: 'demo',
    tripkit_id: null,
    trip: { origin: 'EGLL', destination: 'KJFK' },
    state: 'requesting',
    created_at,
    state_since,
    due_at: null,
    activity: null,
    wait: null,
    progress: null,
    expected_ms: null,
    messages: [],
    failure: null,
    document: null,
    soundness: changes.document ? verifiedAt(state_since) : null,
    dates: requested ? [{ evidence: 'request', at: created_at }] : [],
    pinned: false,
    superseded_by: null,
    acknowledged: true,
    opened_at: null,
    charts: changes.document ? SOUND_CHARTS : null,
    changes: null,
    ...changes,
  };
}
