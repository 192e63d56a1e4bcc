import type { IdentityState, IdentitySummary } from '../../preload/contract.ts';
import type { CertificateFacts } from '../identity/certificate-facts.ts';
import { expiryNotice } from '../identity/expiry.ts';
import type { IdentityState as StoredState } from '../identity/identity-store.ts';
import { utc } from './kit-view.ts';

/**
 * An identity's state as the contract shows it; times become ISO UTC.
 * @param now ms since 1970 UTC
 */
export function viewIdentity(state: StoredState, now: number): IdentityState {
  if (state.state === 'none') return state;
  if (state.state === 'usable') return { ...state, identity: viewFacts(state.identity, now) };
  return { ...state, identity: state.identity && viewFacts(state.identity, now) };
}

function viewFacts(facts: CertificateFacts, now: number): IdentitySummary {
  const { level, days, message } = expiryNotice(facts.valid_to, now);
  return {
    ...facts,
    valid_from: utc(facts.valid_from),
    valid_to: utc(facts.valid_to),
    chain_complete: facts.chain_complete ?? null,
    expiry: { level, days, message },
  };
}
