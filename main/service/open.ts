import type { Clock } from '../common/clock.ts';
import type { Host } from '../host/host.ts';
import { commonNameOf } from '../identity/certificate-facts.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { OpenComputerClient } from './computer-client.ts';
import type { ProxyFinder } from './proxy.ts';
import type { PresentedIdentity, TripKitService } from './trip-kit-service.ts';

/** The parts of an identity that a client needs. */
export type PoolIdentity =
  | { kind: 'file'; key: string; cert: string; facts: { sha256: string } }
  | { kind: 'computer'; facts: { sha256: string; subject: string }; cards: readonly string[] | null };

/**
 * What a client presents for an identity: the key with its chain, or a way to have the computer's own key sign. Made for
 * one client and closed with it.
 *
 * @param open calls with certificates of this computer
 */
export async function presentedIdentity(
  profile: Pick<ServiceProfile, 'auth_url' | 'trust'>,
  identity: PoolIdentity,
  { computer: open, clock }: { computer: OpenComputerClient; clock: Pick<Clock, 'now'> },
): Promise<PresentedIdentity> {
  if (identity.kind === 'file') return { key: identity.key, cert: identity.cert };
  const { sha256, subject } = identity.facts;
  const { ComputerTransport } = await import('./computer-transport.ts');
  const now = () => clock.now();
  return {
    transport: new ComputerTransport({
      profile,
      sha256,
      name: commonNameOf(subject),
      cards: identity.cards,
      open,
      now,
    }),
  };
}

interface ServicePoolDeps {
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

  /** The profile has another text: later calls are made by it, and those in progress may finish. */
  renew(profile_id: string): void {
    const known = this.#clients.get(profile_id);
    this.#clients.delete(profile_id);
    if (known) this.#retired.push(known.service);
  }

  /** Ends the client of a profile: its identity or the profile itself was removed. */
  async forget(profile_id: string): Promise<void> {
    const known = this.#clients.get(profile_id);
    this.#clients.delete(profile_id);
    await known?.service.close();
  }

  /** Closes every client. */
  async stop(): Promise<void> {
    const open = [...this.#retired, ...[...this.#clients.values()].map(({ service }) => service)];
    this.#clients.clear();
    this.#retired.length = 0;
    await Promise.all(open.map((service) => service.close()));
  }
}

/** The service clients, one per profile. `findProxy`: the system's proxy settings. */
export function openServices(
  host: Host,
  needs: Pick<ServicePoolDeps, 'identityOf' | 'profileOf' | 'computer'> & { findProxy: ProxyFinder },
): ServicePool {
  return new ServicePool({ ...host, ...needs });
}
