/** Kits for the tests of the renderer. */
import type { Kit } from '../../../preload/contract.ts';

/** A kit EGLL to KJFK that is being requested, with what `more` says. */
export function aKit(more: Partial<Kit> = {}): Kit {
  return {
    id: '0b8f6f43-2f4e-4d61-9f4e-1d5a4a8f0c11',
    profile_id: 'demo',
    tripkit_id: null,
    trip: { origin: 'EGLL', destination: 'KJFK' },
    state: 'requesting',
    created_at: '2026-11-21T08:00:00.000Z',
    state_since: '2026-11-21T08:00:00.000Z',
    activity: null,
    progress: null,
    expected_ms: null,
    messages: [],
    failure: null,
    document: null,
    pinned: false,
    superseded_by: null,
    acknowledged: true,
    opened_at: null,
    ...more,
  };
}
