import type { IdentityState, IdentitySummary } from '../../preload/contract.ts';
import { utc } from '../common/utc.ts';
import type { CertificateFacts } from '../identity/certificate-facts.ts';
import { expiryNotice } from '../identity/expiry.ts';
import type { IdentityState as StoredState } from '../identity/identity-store.ts';
import { SeveralKeysError } from '../identity/several-keys.ts';
import type { DomainCalls } from './call-map.ts';
import type { IpcContext } from './ipc-context.ts';
import { PendingFile } from './pending-file.ts';

/** A PKCS#12 file holds a key and a chain, but not more than this, bytes. */
const MAX_PKCS12_BYTES = 1024 * 1024;

export type IdentityCallsDeps = Pick<
  IpcContext,
  'identities' | 'identityImported' | 'forgetIdentity' | 'dialogs' | 'newId' | 'now'
> & { profiles: Pick<IpcContext['profiles'], 'profile'> };

/** Calls of the domain `identity`. */
export function identityCalls(deps: IdentityCallsDeps): DomainCalls<'identity'> {
  const { identities, dialogs } = deps;
  const file = new PendingFile({
    newId: deps.newId,
    max_bytes: MAX_PKCS12_BYTES,
    what: 'The identity file',
    kind: 'identity',
  });
  const state = async (profile_id: string) => viewIdentity(await identities.state(profile_id), deps.now());
  return {
    state,
    canStore: () => identities.canStore(),
    choose: async () => {
      const path = await dialogs.openIdentity();
      return path === null ? null : file.choose(path);
    },
    offer: (file_name, bytes) => file.offer(file_name, bytes),
    import: async ({ profile_id, handle, passphrase, store, key_sha256 }) => {
      deps.profiles.profile(profile_id);
      const bytes = await file.read(handle);
      try {
        const key = key_sha256 === undefined ? {} : { key: { sha256: key_sha256 } };
        const imported = await identities.import(profile_id, bytes, passphrase, { store, ...key });
        await deps.identityImported();
        file.spend(handle);
        return viewIdentity(imported, deps.now());
      } catch (error) {
        if (!(error instanceof SeveralKeysError)) throw error;
        return {
          state: 'several',
          choices: error.choices.map(({ sha256, subject }) => ({ sha256, subject })),
        };
      }
    },
    remove: async (profile_id) => {
      await deps.forgetIdentity(profile_id);
      return state(profile_id);
    },
  };
}

/**
 * An identity's state as the contract shows it; times become ISO UTC.
 * @param now ms since 1970 UTC
 */
function viewIdentity(state: StoredState, now: number): IdentityState {
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
