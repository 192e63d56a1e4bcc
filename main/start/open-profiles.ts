import { join } from 'node:path';
import { app, net, safeStorage, session } from 'electron';
import { systemClock } from '../common/clock.ts';
import type { Trip } from '../common/trip.ts';
import { ComputerCertificates } from '../electron/computer-certificates.ts';
import { promptForPins } from '../electron/pin-prompt.ts';
import { createSealer } from '../electron/sealing.ts';
import { type CertificateFacts, checkValidity } from '../identity/certificate-facts.ts';
import { ComputerChoice } from '../identity/computer-choice.ts';
import { DroppedIdentity } from '../identity/dropped-identity.ts';
import { ExpiryWatch } from '../identity/expiry-watch.ts';
import { IdentityFiles } from '../identity/identity-file.ts';
import { type IdentityKind, IdentityStore } from '../identity/identity-store.ts';
import { ProfileBook } from '../profile/profile-book.ts';
import { createProfileIntake } from '../profile/profile-intake.ts';
import type { OpenComputerClient } from '../service/computer-client.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import { ServicePool } from '../service/service-pool.ts';
import { testConnection } from '../support/connection-test.ts';
import { checkTrip } from '../trips/trip-rules.ts';
import type { Base } from './open-base.ts';
import type { Library } from './open-library.ts';

export type Profiles = ReturnType<typeof openProfiles>;

/** Service profiles, the identities that belong to them, and the clients of the services. */
export function openProfiles(base: Base, { database }: Library) {
  const { paths, log, now, managed } = base;
  const folder = join(paths.user_data, 'identities');
  const identities = new IdentityStore({
    folder,
    sealer: createSealer(safeStorage),
    clock: systemClock,
    log,
    kinds: managed?.settings.identity_kinds ?? 'any',
  });
  const certificates = new ComputerCertificates({
    app,
    net,
    session: (partition) => session.fromPartition(partition, { cache: false }),
  });
  promptForPins(app, certificates, process.platform);
  const computer: OpenComputerClient = certificates.open;
  const files = new IdentityFiles(folder);
  const factsOf = async (id: string): Promise<(CertificateFacts & { kind: IdentityKind }) | null> => {
    const record = await files.read(id).catch(() => null);
    return record === null || record === 'damaged' ? null : { ...record.facts, kind: record.kind };
  };
  const profiles = new ProfileBook(database.profiles, managed?.profiles ?? []);
  // The system's settings, PAC and WPAD included, in the syntax of PAC; Chromium drops credentials from them.
  const proxies = session.fromPartition('system-proxies');
  const findProxy: ProxyFinder = (url) => proxies.resolveProxy(url);
  const services = new ServicePool({
    identityOf: (id) => identities.use(id),
    profileOf: (id) => profiles.profile(id),
    clock: systemClock,
    findProxy,
    computer,
  });
  const computerChoice = new ComputerChoice({
    list: async (id, signal) => {
      const profile = profiles.profile(id);
      const { listCandidates } = await import('../service/computer-transport.ts');
      return listCandidates({ profile, open: computer, now, signal });
    },
    now,
  });
  const expiry = new ExpiryWatch({ ...base, profiles: () => profiles.names(), factsOf });
  return {
    profiles,
    intake: createProfileIntake({
      ...base,
      profiles,
      mayAdd: () => base.settings.state().allow_other_profiles,
      added: base.profilesChanged,
    }),
    dropped: new DroppedIdentity(),
    identities,
    computerChoice,
    services,
    findProxy,
    expiry,
    /** Public facts of a profile's certificate, without asking the keychain; null where there is none that can be read. */
    factsOf,
    diagnose: (id: string) =>
      testConnection(profiles.profile(id), () => identities.use(id), { findProxy, computer }),
    requireValidIdentity: async (id: string) => {
      const facts = await factsOf(id);
      if (!facts) return;
      identities.requireAllowed(facts.kind);
      checkValidity(facts, now(), facts.kind);
    },
    forgetIdentity: async (id: string) => {
      await identities.remove(id);
      await services.forget(id);
      await expiry.check();
    },
    /** The trip rules by a profile's limits. @throws TripKitError of kind `config` where there is no such profile */
    rulesOf: (id: string) => {
      const { max_alternates } = profiles.profile(id).batch;
      return (trip: Trip) => checkTrip(trip, { max_alternates });
    },
    start: () => expiry.start(),
    stop: async () => {
      computerChoice.cancel();
      expiry.stop();
      await services.close();
    },
  };
}
