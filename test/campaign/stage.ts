/** What runs share: one demo service with its documents, behind relays that stand for the network. */
import { z } from 'zod';
import { type DemoService, startDemoService } from '../demo-service/demo-service.ts';
import { generationErrors } from '../demo-service/trip-rules.ts';
import { type PoolDocument, writeDocuments } from './documents.ts';
import type { ServiceKit } from './evidence.ts';
import { type NetworkState, Relay } from './relay.ts';
import { type Scenario, USUAL_FACTOR } from './scenario.ts';

/** The interface's times, as many times shorter as the engine's clock is faster. */
const GENERATION_MS = { from: 20_000 / USUAL_FACTOR, to: 30_000 / USUAL_FACTOR };
const EARLIEST_POLL_MS = 5_000 / USUAL_FACTOR;
/** More than any stage ever accepts. */
const PINNED = 3_000;

const aboutShape = z.object({
  kits: z.array(
    z.object({
      tripkit_id: z.string(),
      trip: z
        .object({
          origin: z.string(),
          destination: z.string(),
          alternates: z.array(z.string()),
          route: z.string(),
          flight: z.string(),
          departure: z.string(),
        })
        .nullable(),
    }),
  ),
});

export class Stage {
  readonly service: DemoService;
  readonly documents: readonly PoolDocument[];
  readonly #relays: Record<'auth' | 'api' | 'api_seen_through' | 'storage', Relay>;
  /** Documents of kits that were added rather than requested, by tripkit_id. */
  readonly #added = new Map<string, PoolDocument>();

  private constructor(
    service: DemoService,
    documents: readonly PoolDocument[],
    relays: Record<'auth' | 'api' | 'api_seen_through' | 'storage', Relay>,
  ) {
    this.service = service;
    this.documents = documents;
    this.#relays = relays;
  }

  /** @param folder for the documents */
  static async open(seed: number, folder: string): Promise<Stage> {
    const documents = await writeDocuments(folder);
    const service = await startDemoService({
      seed,
      generation_ms: GENERATION_MS,
      earliest_poll_ms: EARLIEST_POLL_MS,
      documents: Array.from({ length: PINNED }, (_, i) => documents[i % documents.length]?.path ?? ''),
    });
    const port = (origin: string) => Number(new URL(origin).port);
    const terminating = { ...service.pki.server, ca: service.pki.operator.pem };
    const relays = {
      auth: await Relay.start(port(service.urls.auth)),
      api: await Relay.start(port(service.urls.api)),
      api_seen_through: await Relay.start(port(service.urls.api), terminating),
      storage: await Relay.start(port(service.urls.storage)),
    };
    // The service signs URLs of the origin that it knows for its storage: from now on the relay's.
    service.urls.storage = relays.storage.origin;
    return new Stage(service, documents, relays);
  }

  /** The profile's JSON text for a run. */
  profile(scenario: Scenario): string {
    const { auth, api, api_seen_through } = this.#relays;
    const { profile } = this.service;
    return JSON.stringify({
      ...profile,
      auth_url: `${auth.origin}${new URL(profile.auth_url).pathname.replace('%7B', '{').replace('%7D', '}')}`,
      base_url: (scenario.duplicates ? api_seen_through : api).origin,
      batch: {
        parallel_requests: scenario.parallel.requests,
        parallel_downloads: scenario.parallel.downloads,
      },
    });
  }

  async network(where: 'auth' | 'api' | 'storage' | 'everywhere', state: NetworkState): Promise<void> {
    const { auth, api, api_seen_through, storage } = this.#relays;
    const of = { auth: [auth], api: [api, api_seen_through], storage: [storage] };
    const relays = where === 'everywhere' ? Object.values(of).flat() : of[where];
    await Promise.all(relays.map((relay) => relay.become(state)));
  }

  cut(): void {
    for (const relay of Object.values(this.#relays)) relay.cut();
  }

  duplicate(answers: number): void {
    this.#relays.api_seen_through.duplicate(answers);
  }

  /** A kit that somebody else has requested. */
  async add(tripkit_id: string, n: number, ready_in_ms: number): Promise<void> {
    const document = this.documents[n % this.documents.length];
    if (!document) return;
    this.#added.set(tripkit_id, document);
    await this.service.addTripKit({ tripkit_id, file: document.path, ready_in_ms });
  }

  /** Every trip kit that the service has, by its own account. */
  async kits(): Promise<ServiceKit[]> {
    const answer = await fetch(`${this.service.urls.control}/about`);
    const { kits } = aboutShape.parse(await answer.json());
    let generated = 0;
    return kits.map(({ tripkit_id, trip }) => {
      if (trip === null) {
        return { tripkit_id, name: tripkit_id, sha256: this.#added.get(tripkit_id)?.sha256 ?? [] };
      }
      // Pinned documents go to accepted requests in their order; what can't be generated gets none.
      const covered = generationErrors(trip).length === 0;
      const document = covered ? this.documents[generated % this.documents.length] : undefined;
      if (covered) generated += 1;
      return { tripkit_id, name: trip.flight, sha256: document?.sha256 ?? [] };
    });
  }

  /** Nothing fails any more. */
  async heal(): Promise<void> {
    this.service.clearFaults();
    this.duplicate(0);
    await this.network('everywhere', 'there');
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#relays).map((relay) => relay.close()));
    await this.service.close();
  }
}
