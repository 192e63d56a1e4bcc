import { type Clock, systemClock } from '../../main/common/clock.ts';
import { openPkcs12 } from '../../main/identity/pkcs12.ts';
import { parseServiceProfile, type ServiceProfile } from '../../main/profile/profile.ts';
import type { TimeLimits } from '../../main/service/connection.ts';
import type { DocumentSink } from '../../main/service/download.ts';
import { TripKitService } from '../../main/service/trip-kit-service.ts';
import { type DemoService, type DemoServiceOptions, startDemoService } from '../demo-service/demo-service.ts';

/** A demo service and our client of it, over real TLS. */
export interface DemoClient {
  demo: DemoService;
  profile: ServiceProfile;
  service: TripKitService;
  /** A further client: with another profile, the foreign identity, or other time limits. */
  client(change?: {
    profile?: Partial<ServiceProfile>;
    foreign?: boolean;
    limits?: Partial<TimeLimits>;
    clock?: Clock;
  }): TripKitService;
  close(): Promise<void>;
}

/** Starts a demo service whose kits are there at once, with a client of it. */
export async function startDemoClient(options: DemoServiceOptions = {}): Promise<DemoClient> {
  const demo = await startDemoService({
    seed: 1,
    generation_ms: { from: 0, to: 0 },
    earliest_poll_ms: 0,
    pages_max: 2,
    ...options,
  });
  const profile = parseServiceProfile(JSON.stringify(demo.profile));
  const clients: TripKitService[] = [];
  const client: DemoClient['client'] = ({
    profile: change = {},
    foreign = false,
    limits = {},
    clock = systemClock,
  } = {}) => {
    const { p12, passphrase } = foreign ? demo.foreignIdentity : demo.identity;
    const made = new TripKitService({
      profile: { ...profile, ...change },
      identity: openPkcs12(p12, passphrase),
      clock,
      limits,
    });
    clients.push(made);
    return made;
  };
  return {
    demo,
    profile,
    client,
    service: client(),
    async close() {
      await Promise.all(clients.map((made) => made.close()));
      await demo.close();
    },
  };
}

/** A document in memory. */
export class MemorySink implements DocumentSink {
  bytes = new Uint8Array();
  etag: string | null = null;
  total: number | null = null;
  begun = 0;

  get received(): number {
    return this.bytes.length;
  }

  async begin(start: { etag: string | null; total: number | null }): Promise<void> {
    this.begun += 1;
    Object.assign(this, { bytes: new Uint8Array(), ...start });
  }

  async write(piece: Uint8Array): Promise<void> {
    this.bytes = Buffer.concat([this.bytes, piece]);
  }
}
