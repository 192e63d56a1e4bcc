import { join } from 'node:path';
import type { AllowedKinds, IdentityKind } from '../../preload/contract.ts';
import type { Host } from '../host/host.ts';
import type { ProfileAgreements } from '../profile/profile-agreements.ts';
import { type CertificateFacts, checkValidity } from './certificate-facts.ts';
import { ComputerChoice, type ComputerChoiceDeps } from './computer-choice.ts';
import { DroppedIdentity } from './dropped-identity.ts';
import { ExpiryWatch, type ExpiryWatchDeps } from './expiry-watch.ts';
import { type IdentityCallsDeps, identityCalls, identityState } from './identity-calls.ts';
import { IdentityFiles } from './identity-file.ts';
import { IdentityStore } from './identity-store.ts';

export interface IdentityNeeds {
  profiles: IdentityCallsDeps['profiles'] & { names: ExpiryWatchDeps['profiles'] };
  agreements: ProfileAgreements;
  /** Which kinds of certificates administrators allow. */
  kinds: AllowedKinds;
  /** The certificates of this computer that the profile's server would accept. */
  listCandidates: ComputerChoiceDeps['list'];
}

/** Client certificates: one per profile. */
export function openIdentities(host: Host, { profiles, agreements, kinds, listCandidates }: IdentityNeeds) {
  const folder = join(host.paths.user_data, 'identities');
  const identities = new IdentityStore({ ...host, folder, kinds, agreed: (id) => agreements.holds(id) });
  const files = new IdentityFiles(folder);
  const factsOf = async (id: string): Promise<(CertificateFacts & { kind: IdentityKind }) | null> => {
    const record = await files.read(id).catch(() => null);
    return record === null || record === 'damaged' ? null : { ...record.facts, kind: record.kind };
  };
  const computerChoice = new ComputerChoice({ ...host, list: listCandidates });
  const expiry = new ExpiryWatch({ ...host, profiles: () => profiles.names(), factsOf });
  const dropped = new DroppedIdentity();
  return {
    identities,
    expiry,
    /** A certificate file that was dropped on the library's window. */
    dropped,
    /** Public facts of a profile's certificate, without asking the keychain; null if there is none that can be read. */
    factsOf,
    /** Until when a profile's certificate is valid, ms since 1970 UTC; null if that is not known. */
    validUntil: async (id: string) => (await factsOf(id))?.valid_to ?? null,
    /** The check before every request. @throws TripKitError of kind `identity` or `config` */
    requireReady: async (id: string) => {
      profiles.profile(id);
      const facts = await factsOf(id);
      if (!facts) return;
      identities.requireAllowed(facts.kind);
      checkValidity(facts, host.now(), facts.kind);
    },
    calls: { identity: { state: (id: string) => identityState({ ...host, identities }, id) } },
    setupCalls: (
      needs: Pick<IdentityCallsDeps, 'identityImported' | 'forgetIdentity' | 'profilesChanged'>,
    ) => ({
      identity: identityCalls({
        ...host,
        ...needs,
        ...{ identities, computerChoice, dropped, profiles },
        agree: (id) => agreements.ask(id),
        dialogs: host.setupDialogs,
      }),
    }),
    start: () => expiry.start(),
    stop() {
      computerChoice.cancel();
      expiry.stop();
    },
  };
}
