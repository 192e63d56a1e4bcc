import { join } from 'node:path';
import { safeStorage, session } from 'electron';
import { ExpiryWatch } from '../app/expiry-watch.ts';
import { ProfileBook } from '../app/profile-book.ts';
import { ServicePool } from '../app/service-pool.ts';
import { systemClock } from '../common/clock.ts';
import { createSealer } from '../electron/sealing.ts';
import { type CertificateFacts, checkValidity } from '../identity/certificate-facts.ts';
import { IdentityFiles } from '../identity/identity-file.ts';
import { IdentityStore } from '../identity/identity-store.ts';
import { closeVerifier } from '../library/verify-document.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import type { Base } from './open-base.ts';
import type { Library } from './open-library.ts';

export type Profiles = ReturnType<typeof openProfiles>;

/** Service profiles, the identities that belong to them, and the clients of the services. */
export function openProfiles({ paths, log, notices, managed }: Base, { database }: Library) {
  const folder = join(paths.user_data, 'identities');
  const identities = new IdentityStore({
    folder,
    sealer: createSealer(safeStorage),
    clock: systemClock,
    log,
  });
  const files = new IdentityFiles(folder);
  /** Public facts of a profile's certificate, without asking the keychain; null where there is none that can be read. */
  const factsOf = async (id: string): Promise<CertificateFacts | null> => {
    const record = await files.read(id).catch(() => null);
    return record === null || record === 'damaged' ? null : record.facts;
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
  });
  const expiry = new ExpiryWatch({
    profiles: () => profiles.names(),
    factsOf,
    notices,
    now: systemClock.now,
  });
  return {
    profiles,
    identities,
    services,
    expiry,
    findProxy,
    factsOf,
    /** @throws TripKitError of kind `identity` where the certificate is known to be out of its time */
    requireValidIdentity: async (id: string) => {
      const facts = await factsOf(id);
      if (facts) checkValidity(facts, systemClock.now());
    },
    /** Removes the identity of a profile, and what works with it. */
    forgetIdentity: async (id: string) => {
      await identities.remove(id);
      await services.forget(id);
      await expiry.check();
    },
    start: () => expiry.start(),
    stop: async () => {
      expiry.stop();
      await Promise.all([services.close(), closeVerifier()]);
    },
  };
}
