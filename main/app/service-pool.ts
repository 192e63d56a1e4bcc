import type { Clock } from '../common/clock.ts';
import type { CertificateFacts } from '../identity/certificate-facts.ts';
import type { ClientIdentity } from '../identity/pkcs12.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import type { TripKitService } from '../service/trip-kit-service.ts';

/** As much of an identity as a client needs. */
export type PoolIdentity = Pick<ClientIdentity, 'key' | 'cert'> & { facts: Pick<CertificateFacts, 'sha256'> };

export interface ServicePoolDeps {
  /** @throws TripKitError of kind `identity` while there is no usable one */
  identityOf(profile_id: string): Promise<PoolIdentity>;
  /** @throws TripKitError of kind `config` where there is no such profile */
  profileOf(profile_id: string): ServiceProfile;
  clock: Clock;
  /** The system's proxy settings; without them every connection is direct. */
  findProxy?: ProxyFinder;
  create?(profile: ServiceProfile, identity: PoolIdentity): TripKitService;
}

/** One client of the service a profile, with its tokens and connections, for as long as its identity stays. */
export class ServicePool {
  readonly #deps: ServicePoolDeps;
  readonly #clients = new Map<string, { sha256: string; service: TripKitService }>();
  readonly #retired: TripKitService[] = [];

  constructor(deps: ServicePoolDeps) {
    this.#deps = deps;
  }

  /** The client of a profile. The identity is asked for each time, so that an expired or removed one is noticed. */
  async serviceOf(profile_id: string): Promise<TripKitService> {
    const identity = await this.#deps.identityOf(profile_id);
    // The HTTP client is half of the main process's code: a start that asks no service does without it.
    const { TripKitService } = await import('../service/trip-kit-service.ts');
    const known = this.#clients.get(profile_id);
    if (known?.sha256 === identity.facts.sha256) return known.service;
    const profile = this.#deps.profileOf(profile_id);
    // Calls that are under way with the certificate from before may end.
    if (known) this.#retired.push(known.service);
    const { create, clock, findProxy } = this.#deps;
    const { key, cert } = identity;
    const service =
      create?.(profile, identity) ??
      new TripKitService({ profile, identity: { key, cert }, clock, findProxy });
    this.#clients.set(profile_id, { sha256: identity.facts.sha256, service });
    return service;
  }

  /** Ends the client of a profile: its identity or the profile itself was removed. */
  async forget(profile_id: string): Promise<void> {
    const known = this.#clients.get(profile_id);
    this.#clients.delete(profile_id);
    await known?.service.close();
  }

  async close(): Promise<void> {
    const open = [...this.#retired, ...[...this.#clients.values()].map(({ service }) => service)];
    this.#clients.clear();
    this.#retired.length = 0;
    await Promise.all(open.map((service) => service.close()));
  }
}
