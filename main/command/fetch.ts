import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Trip } from '../common/trip.ts';
import { abortable } from '../common/wait.ts';
import { freeSpace, NamedDocuments, publish } from '../documents/document-folder.ts';
import { documentThreads } from '../documents/document-reader.ts';
import { PartFile, tidyPart } from '../documents/part-file.ts';
import { DocumentVerifier } from '../documents/verify-document.ts';
import { createKitEngine } from '../kits/engine.ts';
import type { DocumentInTheMaking, KitDocuments } from '../kits/kit-documents.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import { environmentProxies } from '../service/proxy-environment.ts';
import { type KitService, TripKitService } from '../service/trip-kit-service.ts';
import type { KitRecord } from '../store/kit-record.ts';
import { MemoryKitStore } from '../store/kit-store.ts';
import type { CommandOf } from './arguments.ts';
import { makeFolder } from './folders.ts';
import { readProfile, readTrips, readValidIdentity } from './inputs.ts';
import { type HeadlessIo, stderrLog } from './io.ts';
import type { Report } from './report.ts';

/** The only profile of a headless run. */
const PROFILE = 'headless';
/**
 * Consecutive failed tries, with waits that grow to 8 s between them, before a kit fails: about half a minute without an
 * answer. For a script, repeating a command is easier than waiting for one that hangs.
 */
const MAX_FAILURES = 8;

/** Fetches kits into a folder (profile-and-headless.md, `fetch`). @returns the exit code */
export async function fetchKits(
  command: CommandOf<'fetch'>,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const verifier = new DocumentVerifier(documentThreads());
  try {
    const profile = await readProfile(command.profile);
    const trips = command.trips === null ? [] : await readTrips(command.trips, profile.batch);
    const identity = await readValidIdentity(command, io);
    const dir = resolve(command.out);
    await makeFolder(dir, '--out');
    const documents = new FolderDocuments(dir, verifier);
    const service = new TripKitService({
      profile,
      identity,
      clock: io.clock,
      findProxy: environmentProxies(io.env),
    });
    try {
      const { ids, deadline_ms } = command;
      return await fetchInto(
        documents,
        { ids, trips, service, batch: profile.batch, deadline_ms },
        io,
        report,
      );
    } finally {
      await service.close();
    }
  } finally {
    await verifier.close();
  }
}

/** Fetches kits by their ids, or requests trips. @returns the exit code */
export async function fetchInto(
  documents: FolderDocuments,
  options: {
    /** If there are none, `trips` are requested. */
    ids: readonly string[];
    trips: readonly Trip[];
    service: KitService;
    batch: { parallel_requests: number; parallel_downloads: number };
    deadline_ms: number;
  },
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const { ids, trips, service, deadline_ms } = options;
  // The same tripkit_id twice is one kit at two positions.
  const unique = [...new Set(ids)];
  documents.reserve(unique);
  const positionsOf = (order: number): number[] =>
    ids.length === 0 ? [order] : ids.flatMap((id, position) => (id === unique[order] ? [position] : []));
  const positions = new Map<string, number[]>();
  const log = stderrLog(io);
  const engine = createKitEngine({
    store: new MemoryKitStore(),
    documents,
    serviceOf: async () => service,
    limitsOf: () => options.batch,
    clock: io.clock,
    random: Math.random,
    newId: () => {
      const id = randomUUID();
      positions.set(id, positionsOf(positions.size));
      return id;
    },
    patience: {
      deadline_ms,
      max_failures: MAX_FAILURES,
      outages_stop_the_clock: false,
    },
    log,
  });
  const activities = new Map<string, string | null>();
  engine.onChange(({ changed }) => {
    for (const kit of changed) {
      const activity = kit.wait?.why ?? kit.activity;
      for (const position of positions.get(kit.id) ?? []) {
        report.kit(position, kit, documents.fileOf(kit.id));
        if (activity && activities.get(kit.id) !== activity) log.info(`[${position}] ${activity}`);
      }
      activities.set(kit.id, activity);
    }
  });
  if (ids.length > 0) engine.track(PROFILE, unique);
  else engine.request(PROFILE, trips);
  try {
    await allEnded(engine, io.signal);
  } finally {
    await engine.stop();
  }
  return engine.list().every(({ state }) => state === 'ready') ? 0 : 1;
}

/** Waits until every kit has ended. @throws an AbortError when a person ends the command */
async function allEnded(engine: KitEngine, signal: AbortSignal): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>();
  const check = () => {
    if (!engine.list().some(({ state }) => isUnfinished(state))) done();
  };
  const off = engine.onChange(check);
  check();
  await abortable(promise, signal).finally(off);
}

/** The documents of one headless run: saved in a folder that the person chose, under the contract's names. */
export class FolderDocuments implements KitDocuments {
  readonly #names: NamedDocuments;
  readonly #verifier: DocumentVerifier;
  readonly #files = new Map<string, string>();
  /** Two kits of one run can have the same tripkit_id; they take turns with its document. */
  readonly #turns = new Map<string, Promise<void>>();

  /** @param dir absolute */
  constructor(dir: string, verifier: DocumentVerifier) {
    this.#names = new NamedDocuments(dir);
    this.#verifier = verifier;
  }

  /** Assigns names in the order of the input, so the same input gives the same names. */
  reserve(tripkit_ids: readonly string[]): void {
    for (const id of tripkit_ids) this.#names.reserve(id);
  }

  /** The absolute path of the kit's saved document; null before it is saved. */
  fileOf(kit_id: string): string | null {
    return this.#files.get(kit_id) ?? null;
  }

  async open(kit: KitRecord): Promise<DocumentInTheMaking> {
    const { part } = this.#names.reserve(tripkitId(kit));
    const before = this.#turns.get(part);
    const turn = Promise.withResolvers<void>();
    this.#turns.set(part, turn.promise);
    await before;
    try {
      // The usual mode for files: the folder is the person's, and others may be meant to read it.
      const document = await PartFile.open(part, tripkitId(kit), 0o666);
      const end = document.close.bind(document);
      return Object.assign(document, { close: () => end().finally(() => turn.resolve()) });
    } catch (error) {
      turn.resolve();
      throw error;
    }
  }

  verify(path: string, signal: AbortSignal): Promise<{ pages: number }> {
    return this.#verifier.verify(path, { signal });
  }

  async publish(kit: KitRecord, document: DocumentInTheMaking): Promise<void> {
    const { name } = this.#names.reserve(tripkitId(kit));
    const file = await publish(document.path, this.#names.dir, name, {
      isReserved: (other) => this.#names.isReserved(other),
    });
    this.#files.set(kit.id, file);
  }

  async remove(kit: KitRecord): Promise<void> {
    const { part } = this.#names.reserve(tripkitId(kit));
    await rm(part, { force: true });
    await tidyPart(part);
  }

  freeSpace(): Promise<number> {
    return freeSpace(this.#names.dir);
  }
}

function tripkitId(kit: KitRecord): string {
  if (kit.tripkit_id === null) throw new TypeError('a kit without tripkit_id has no document');
  return kit.tripkit_id;
}
