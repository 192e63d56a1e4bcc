/**
 * The demo service: the Trip Kit Generation Service on this machine, faithful to the interface document and strict.
 * Three TLS servers on loopback, certificates of this process alone, scripted faults, and a journal of what clients did.
 */
import { apiHandler } from './api-server.ts';
import { authHandler } from './auth-server.ts';
import { demoCompany } from './company.ts';
import { createControlServer } from './control-server.ts';
import { type DemoProfile, demoProfile } from './demo-profile.ts';
import { type FaultRule, FaultScript, type FaultStatus } from './faults.ts';
import { Generator } from './generation.ts';
import { Journal, type JournalEntry, type JournalViolation } from './journal.ts';
import { describeFile, KitRegistry, kitFileName, pinnedFileName } from './kits.ts';
import type { DemoServiceOptions } from './options.ts';
import { createPki, type DemoPki, type Identity } from './pki.ts';
import { seeded, seededUuid } from './random.ts';
import { createServer, listen, stop } from './servers.ts';
import { storageHandler } from './storage-server.ts';
import { TokenStore } from './tokens.ts';
import { type DemoTrip, generationErrors, generationWarnings } from './trip-rules.ts';

export type { DemoProfile } from './demo-profile.ts';
export type { DemoServiceOptions } from './options.ts';

/** A kit that nobody requested here, as if somebody else had. */
export interface AddedTripKit {
  tripkit_id: string;
  /** The document. Without it one is drawn for `trip`. */
  file?: string | undefined;
  trip?: Partial<DemoTrip>;
  /** ms from now until it is generated. Default 0. */
  ready_in_ms?: number | undefined;
}

/** A running demo service. */
export interface DemoService {
  readonly urls: {
    /** Origins: https for auth, api and storage; plain http for the others. */
    auth: string;
    api: string;
    storage: string;
    storage_http: string;
    control: string;
  };
  readonly profile: DemoProfile;
  readonly identity: Identity;
  /** Well made, by a CA that the auth server does not know. */
  readonly foreignIdentity: Identity;
  readonly pki: DemoPki;
  journal(): JournalEntry[];
  violations(): JournalViolation[];
  /** Resolves with the first journal entry, past or future, that matches. Rejects when `signal` aborts. */
  until(matches: (entry: JournalEntry) => boolean, signal?: AbortSignal): Promise<JournalEntry>;
  /** Adds fault rules. */
  faults(rules: readonly FaultRule[]): void;
  faultStatus(): FaultStatus[];
  clearFaults(): void;
  /** Resolves when the kit's document is at hand; rejects where the file can't be read. */
  addTripKit(kit: AddedTripKit): Promise<void>;
  /** Ends the life of every token that was given out. */
  expireTokens(): void;
  /** What was given out and must be found nowhere afterwards. */
  secrets(): { tokens: string[]; storage_queries: string[] };
  /** Closes every connection and removes the documents. */
  close(): Promise<void>;
}

/** What an added kit is about where nothing is said. */
const exampleTrip: DemoTrip = {
  origin: 'KDEN',
  destination: 'KLAX',
  alternates: ['KONT'],
  route: 'EXTAN J80 HVE DCT BCE ANJLL4',
  flight: 'DMO118',
  departure: '2026-11-21T17:30:00Z',
};

/** Certificates of closed services, for the next ones: new keys take half a second of processor time. No two running services share any. */
const released: DemoPki[] = [];

const DAY_MS = 86_400_000;
const FIVE_SECONDS = 5000;
const EIGHT_HOURS_S = 8 * 3600;

function earliestPoll(options: DemoServiceOptions, generation: { from: number }): number {
  const { earliest_poll_ms = FIVE_SECONDS } = options;
  return earliest_poll_ms === 'in_proportion' ? (FIVE_SECONDS * generation.from) / 20_000 : earliest_poll_ms;
}

/**
 * Starts the service. Rejects with the system's error where a port of `port_base` is taken, or a pinned document can't
 * be read.
 */
export async function startDemoService(options: DemoServiceOptions = {}): Promise<DemoService> {
  const company = demoCompany;
  const generation = options.generation_ms ?? { from: 20_000, to: 30_000 };
  const token_life_s = options.token_life_s ?? 899;
  const random = seeded(options.seed ?? Math.floor(Math.random() * 2 ** 32));
  const journal = new Journal();
  const faults = new FaultScript();
  faults.add(options.faults ?? []);
  const tokens = new TokenStore(token_life_s, options.odd_tokens ?? false);
  const kits = new KitRegistry(options.storage_url_life_s ?? EIGHT_HOURS_S);
  const documents = await Promise.all((options.documents ?? []).map(describeFile));
  const [pki, generator] = await Promise.all([
    released.pop() ?? createPki(company.company_name),
    Generator.create(),
  ]);
  const ids = [...(options.tripkit_ids ?? [])];

  const draw = (trip: DemoTrip) =>
    generator.generate({
      trip,
      company_name: company.company_name,
      day: Date.parse(trip.departure) || Math.floor(Date.now() / DAY_MS) * DAY_MS,
      made: Date.now(),
      pages_max: options.pages_max ?? null,
    });

  const documentOf = (trip: DemoTrip) => {
    const pinned = documents.length > 1 ? documents.shift() : documents[0];
    // It is put into storage for this kit, however old the file is.
    const last_modified = new Date().toUTCString();
    return pinned ? Promise.resolve({ ...pinned, last_modified }) : draw(trip);
  };

  const accept = (trip: DemoTrip) => {
    const errors = generationErrors(trip);
    return kits.add({
      tripkit_id: ids.shift() ?? seededUuid(random),
      trip,
      requested_at: performance.now(),
      ready_in_ms: random.between(generation.from, generation.to),
      errors,
      warnings: generationWarnings(trip),
      document: errors.length > 0 ? Promise.reject(new Error('Not generated.')) : documentOf(trip),
      file_name: kitFileName(trip),
    });
  };

  const urls = { auth: '', api: '', storage: '', storage_http: '', control: '' };
  const storage = storageHandler(kits);
  const auth = authHandler({
    company,
    tokens,
    token_life_s,
    error_form: options.auth_error_form ?? 'by_error',
  });
  const api = apiHandler({
    company,
    tokens,
    kits,
    earliest_poll_ms: earliestPoll(options, generation),
    accept,
    storage: () => ({ https: urls.storage, http: urls.storage_http }),
  });
  const clients = options.refuse_in_handshake ? 'refuse_in_handshake' : 'answer';
  const servers = {
    auth: createServer({ server: 'auth', journal, faults }, auth, { pki, clients }),
    api: createServer({ server: 'api', journal, faults }, api, { pki }),
    storage: createServer({ server: 'storage', journal, faults }, storage, { pki }),
    storage_http: createServer({ server: 'storage', journal, faults }, storage, null),
    control: createControlServer({ journal, faults, about, addTripKit }),
  };

  async function addTripKit(kit: AddedTripKit): Promise<void> {
    const trip: DemoTrip = { ...exampleTrip, ...kit.trip };
    const document = kit.file === undefined ? draw(trip) : describeFile(kit.file);
    kits.add({
      tripkit_id: kit.tripkit_id,
      trip: null,
      requested_at: null,
      ready_in_ms: kit.ready_in_ms ?? 0,
      errors: [],
      warnings: [],
      document,
      file_name: kit.file === undefined ? kitFileName(trip) : pinnedFileName(kit.file),
    });
    await document;
  }

  function about(): unknown {
    return {
      service: 'Trip Kit demo service',
      urls,
      company,
      generation_ms: generation,
      earliest_poll_ms: earliestPoll(options, generation),
      token_life_s,
      kits: kits.list().map((kit) => ({
        tripkit_id: kit.tripkit_id,
        generated: kits.isGenerated(kit),
        trip: kit.trip,
      })),
    };
  }

  let isClosed = false;
  const close = async () => {
    const isFirst = !isClosed;
    isClosed = true;
    await Promise.all(Object.values(servers).map(stop));
    await generator.close();
    if (isFirst) released.push(pki);
  };

  try {
    for (const [index, name] of (['auth', 'api', 'storage', 'storage_http', 'control'] as const).entries()) {
      const port = options.port_base === undefined ? 0 : options.port_base + index;
      const scheme = name === 'storage_http' || name === 'control' ? 'http' : 'https';
      urls[name] = `${scheme}://127.0.0.1:${await listen(servers[name], port)}`;
    }
  } catch (error) {
    await close();
    throw error;
  }

  return {
    urls,
    profile: demoProfile(company, urls, pki.operator.pem),
    identity: pki.identity,
    foreignIdentity: pki.foreign_identity,
    pki,
    journal: () => journal.entries(),
    violations: () => journal.violations(),
    until: (matches, signal) => journal.until(matches, signal),
    faults: (rules) => faults.add(rules),
    faultStatus: () => faults.status(),
    clearFaults: () => faults.clear(),
    addTripKit,
    expireTokens: () => tokens.expireAll(),
    secrets: () => ({ tokens: tokens.all(), storage_queries: kits.queries() }),
    close,
  };
}
