import type { IdentityKind, IdentityState, IdentitySummary } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import type { SetupDomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import { PendingFile } from '../host/pending-file.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import { whoseIdentity } from '../profile/profile-question.ts';
import type { CertificateFacts } from './certificate-facts.ts';
import type { ComputerChoice } from './computer-choice.ts';
import type { DroppedIdentity } from './dropped-identity.ts';
import { expiryNotice } from './expiry.ts';
import { identityError } from './identity-error.ts';
import type { IdentityStore, IdentityState as StoredState } from './identity-store.ts';
import { SeveralKeysError } from './several-keys.ts';

/** More than any PKCS#12 file with a key and a chain, bytes. */
const MAX_PKCS12_BYTES = 1024 * 1024;

export interface IdentityCallsDeps {
  identities: Pick<IdentityStore, 'state' | 'canStore' | 'import' | 'choose' | 'kinds' | 'requireAllowed'>;
  /** The certificates of this computer that a profile's server would accept. */
  computerChoice: Pick<ComputerChoice, 'list' | 'cancel' | 'pick'>;
  /** An identity was imported: kits that wait for one may continue. */
  identityImported(): Promise<void>;
  /** Removes the identity of a profile and closes its client. */
  forgetIdentity(profile_id: string): Promise<unknown>;
  /** Above the calling window. */
  dialogs: FileDialogs;
  dropped: DroppedIdentity;
  /** A new UUID. */
  newId(): string;
  /** Ms since 1970 UTC. */
  now(): number;
  /** Notifies the library. `use`: the profile for new requests from now on; null: unchanged. */
  profilesChanged(use: string | null): void;
  profiles: Pick<ProfileBook, 'profile'>;
  /** Asks the person to agree to the servers of the profile, unless they have. */
  agree(profile_id: string): Promise<boolean>;
}

/** The call `identity.state` of both contracts. */
export async function identityState(
  { identities, now }: Pick<IdentityCallsDeps, 'identities' | 'now'>,
  profile_id: string,
): Promise<IdentityState> {
  return viewIdentity(await identities.state(profile_id), now());
}

/** Calls of set-up's domain `identity`. */
export function identityCalls(deps: IdentityCallsDeps): SetupDomainCalls<'identity'> {
  const { identities, dialogs, profiles, computerChoice } = deps;
  const file = new PendingFile({
    newId: deps.newId,
    max_bytes: MAX_PKCS12_BYTES,
    what: 'The identity file',
    kind: 'identity',
  });
  const state = (profile_id: string) => identityState(deps, profile_id);
  const requireAgreed = async (profile_id: string) => {
    if (await deps.agree(profile_id)) return;
    throw identityError(
      'given_up',
      'The certificate was not taken, because you did not agree to the servers of this profile. Choose the profile’s file again.',
    );
  };
  return {
    state,
    canStore: () => identities.canStore(),
    kinds: () => identities.kinds,
    listComputer: async (profile_id) => {
      identities.requireAllowed('computer');
      profiles.profile(profile_id);
      const candidates = await computerChoice.list(profile_id);
      return candidates.map(({ facts, problem }) => ({
        identity: viewFacts(facts, 'computer', deps.now()),
        problem,
      }));
    },
    cancelComputer: () => computerChoice.cancel(),
    chooseComputer: async (profile_id, sha256) => {
      profiles.profile(profile_id);
      const { facts, cards } = computerChoice.pick(profile_id, sha256);
      await requireAgreed(profile_id);
      const chosen = await identities.choose(profile_id, facts, cards);
      await deps.identityImported();
      computerChoice.cancel();
      deps.profilesChanged(null);
      return viewIdentity(chosen, deps.now());
    },
    choose: async (profile_id) => {
      identities.requireAllowed('file');
      const path = await dialogs.openIdentity(whoseIdentity(profiles.profile(profile_id)));
      return path === null ? null : file.choose(path, profile_id);
    },
    offer: (profile_id, file_name, bytes) => {
      identities.requireAllowed('file');
      profiles.profile(profile_id);
      return file.offer(file_name, bytes, profile_id);
    },
    takeDropped: (profile_id) => {
      profiles.profile(profile_id);
      const dropped = deps.dropped.take();
      if (dropped) identities.requireAllowed('file');
      return dropped && file.offer(dropped.file_name, dropped.bytes, profile_id);
    },
    import: async ({ profile_id, handle, passphrase, store, key_sha256 }) => {
      profiles.profile(profile_id);
      // Only for the profile that the person saw when they provided the file.
      const bytes = await file.read(handle, profile_id);
      await requireAgreed(profile_id);
      try {
        const key = key_sha256 === undefined ? {} : { key: { sha256: key_sha256 } };
        const imported = await identities.import(profile_id, bytes, passphrase, { store, ...key });
        await deps.identityImported();
        file.spend(handle);
        deps.profilesChanged(null);
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
      deps.profilesChanged(null);
      return state(profile_id);
    },
  };
}

/**
 * An identity's state in the contract's form; times become ISO UTC.
 * @param now ms since 1970 UTC
 */
function viewIdentity(state: StoredState, now: number): IdentityState {
  if (state.state === 'none') return state;
  const { kind } = state;
  if (state.state === 'usable' || state.state === 'refused')
    return { ...state, identity: viewFacts(state.identity, kind, now) };
  return { ...state, identity: state.identity && viewFacts(state.identity, kind, now) };
}

function viewFacts(facts: CertificateFacts, kind: IdentityKind, now: number): IdentitySummary {
  const { level, days, message } = expiryNotice(facts.valid_to, now, kind);
  return {
    ...facts,
    valid_from: utc(facts.valid_from),
    valid_to: utc(facts.valid_to),
    expiry: { level, days, message },
  };
}
