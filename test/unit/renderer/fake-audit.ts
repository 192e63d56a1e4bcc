/** The fake's audit of a kit, with the contract's own shape. */
import type { Kit, KitAudit, KitEvent } from '../../../preload/contract.ts';

export function fakeAudit(kit: Kit, history: readonly KitEvent[]): KitAudit {
  const sha256 = kit.document?.sha256 ?? null;
  return {
    kit_id: kit.id,
    tripkit_id: kit.tripkit_id,
    profile_id: kit.profile_id,
    profile_name: 'Demo Air (training)',
    asked_by: 'pilot',
    asked_at: kit.created_at,
    trip: kit.trip,
    state: kit.state,
    state_since: kit.state_since,
    messages: kit.messages,
    failure: kit.failure,
    document: kit.document,
    entries: [
      ...history.map(({ at, state, what }, index) => ({
        at,
        kind: 'state' as const,
        state,
        by: index === 0 ? 'pilot' : null,
        what,
        document_sha256: null,
        message: null,
      })),
      ...(kit.opened_at === null
        ? []
        : [
            {
              at: kit.opened_at,
              kind: 'opened' as const,
              state: null,
              by: 'pilot',
              what: 'The document was opened.',
              document_sha256: sha256,
              message: null,
            },
          ]),
    ],
  };
}
