import type { Host } from '../host/host.ts';
import type { OpenComputerClient } from './computer-client.ts';
import type { ProxyFinder } from './proxy.ts';
import { ServicePool, type ServicePoolDeps } from './service-pool.ts';

export interface ServiceNeeds {
  identityOf: ServicePoolDeps['identityOf'];
  profileOf: ServicePoolDeps['profileOf'];
  /** The system's proxy settings. */
  findProxy: ProxyFinder;
  /** Calls with certificates of this computer. */
  computer: OpenComputerClient;
}

/** The service clients, one per profile. */
export function openServices(host: Host, needs: ServiceNeeds) {
  const services = new ServicePool({ ...host, ...needs });
  return {
    serviceOf: (id: string) => services.serviceOf(id),
    forget: (id: string) => services.forget(id),
    stop: () => services.close(),
  };
}
