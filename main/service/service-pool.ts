import type { Clock } from '../common/clock.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { OpenComputerClient } from './computer-client.ts';
import { type PoolIdentity, presentedIdentity } from './presented-identity.ts';
import type { ProxyFinder } from './proxy.ts';
import type { TripKitService } from './trip-kit-service.ts';

export type { PoolIdentity } from './presented-identity.ts';

export interface ServicePoolDeps {
  /** @throws TripKitError of kind `identity` while there is no usable identity */
  identityOf(profile_id: string): Promise<PoolIdentity>;
  /** @throws TripKitError of kind `config` if there is no such profile */
  profileOf(profile_id: string): ServiceProfile;
  clock: Clock;
  /** The system's proxy settings; without them every connection is direct. */
  findProxy?: ProxyFinder;
  /** Calls with certificates of this computer. */
  computer: OpenComputerClient;
  create?(profile: ServiceProfile, identity: PoolIdentity): TripKitService;
}

/** One service client per profile, with its tokens and connections, for as long as its identity stays. */
export class ServicePool {
  readonly #deps: ServicePoolDeps;
  readonly #clients = new Map<string, { key: string; service: TripKitService }>();
  readonly #retired: TripKitService[] = [];

  constructor(deps: ServicePoolDeps) {
    this.#deps = deps;
  }

  /** The client of a profile. Asks for the identity each time, to notice an expired or removed one. */
  async serviceOf(profile_id: string): Promise<TripKitService> {
    const identity = await this.#deps.identityOf(profile_id);
    const key = `${identity.kind} ${identity.facts.sha256}`;
    const before = this.#clients.get(profile_id);
    if (before?.key === key) return before.service;
    const service = await this.#create(this.#deps.profileOf(profile_id), identity);
    const known = this.#clients.get(profile_id);
    // Another caller may have created it meanwhile.
    if (known?.key === key) {
      await service.close();
      return known.service;
    }
    // Calls in progress with the previous certificate may finish.
    if (known) this.#retired.push(known.service);
    this.#clients.set(profile_id, { key, service });
    return service;
  }

  async #create(profile: ServiceProfile, identity: PoolIdentity): Promise<TripKitService> {
    const { create, clock, findProxy } = this.#deps;
    if (create) return create(profile, identity);
    // The HTTP client is half of the main process's code: load it only when a service is called.
    const { TripKitService } = await import('./trip-kit-service.ts');
    const presented = await presentedIdentity(profile, identity, this.#deps);
    return new TripKitService({ profile, identity: presented, clock, findProxy });
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
