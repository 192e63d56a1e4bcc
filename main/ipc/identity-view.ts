import type { IdentityState } from '../../preload/contract.ts';
import type { CertificateFacts } from '../identity/certificate-facts.ts';
import type { IdentityState as StoredState } from '../identity/identity-store.ts';
import { utc } from './kit-view.ts';

/** An identity's state as the contract shows it; times become ISO UTC. */
export function viewIdentity(state: StoredState): IdentityState {
  if (state.state === 'none') return state;
  if (state.state === 'usable') return { ...state, identity: viewFacts(state.identity) };
  return { ...state, identity: state.identity && viewFacts(state.identity) };
}

function viewFacts(facts: CertificateFacts) {
  return { ...facts, valid_from: utc(facts.valid_from), valid_to: utc(facts.valid_to) };
}
