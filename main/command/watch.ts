import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import { type Log, tryOrLog } from '../common/log.ts';
import { tripLine } from '../common/trip.ts';
import { patienceOf } from '../desk/arrivals.ts';
import { Desk } from '../desk/desk.ts';
import { DeskOrders } from '../desk/desk-orders.ts';
import { IntakeStore } from '../desk/intake-store.ts';
import { tellersOf } from '../desk/outbox.ts';
import type { WatchEvent } from '../desk/watch-events.ts';
import { WatchedFolder } from '../desk/watched-folder.ts';
import { Webhook } from '../desk/webhook.ts';
import { appDocument } from '../documents/document-folder.ts';
import { documentThreads } from '../documents/document-reader.ts';
import { DocumentVerifier } from '../documents/verify-document.ts';
import { checkValidity } from '../identity/certificate-facts.ts';
import { createKitEngine } from '../kits/engine.ts';
import { libraryDocuments } from '../kits/kit-documents.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { openGate } from '../kits/planner.ts';
import { openLibrary } from '../parcels/rebuild.ts';
import { environmentProxies } from '../service/proxy-environment.ts';
import { TripKitService } from '../service/trip-kit-service.ts';
import type { ShelfDesk } from '../shelf/shelf-desk.ts';
import { ShelfPublisher, type ShelfPublisherDeps } from '../shelf/shelf-publisher.ts';
import type { Removal } from '../store/event-entry.ts';
import { cachedKitStore, redactingKitStore } from '../store/kit-stores.ts';
import { USER_DATABASE } from '../store/user-database.ts';
import type { CommandOf } from './arguments.ts';
import { dryRun } from './dry-run.ts';
import { makeFolder, stateFolder, unusableFolder } from './folders.ts';
import { readProfile, readValidIdentity, readWebhookSecret } from './inputs.ts';
import { type HeadlessIo, stderrLog } from './io.ts';
import { printable, type Report } from './report.ts';
import { deskWithKey, openPlace, shelfOf, tellPublished } from './shelf.ts';

type WatchCommand = CommandOf<'watch'>;

/** The only profile of a headless run. */
const PROFILE = 'headless';
const DELIVERED: Removal = { reason: 'delivered', what: 'It was delivered.', who: null };
/** How long to wait for another process to release the state, ms. */
const BUSY_MS = 2_000;

/**
 * Requests the trips that arrive in a folder and delivers the kits to another (profile-and-headless.md, section 6).
 *
 * @returns the exit code of `--once`
 * @throws TripKitError of kind `config`, `identity` or `disk` if it can't start; an AbortError when a person ends it
 */
export async function watchFolders(command: WatchCommand, io: HeadlessIo, report: Report): Promise<number> {
  const profile = await readProfile(command.profile);
  const stateOf = (arrivals: string) =>
    stateFolder(command.state === null ? { in: arrivals } : { at: command.state }, io.env);
  if (command.dry_run) {
    const { in: arrivals } = await readFolders(command);
    return dryRun(
      { arrivals, state: stateOf(arrivals), profile_id: PROFILE, limits: profile.batch },
      io,
      report,
    );
  }
  const identity = await readValidIdentity(command, io);
  const shelf = command.shelf_key === null ? null : shelfOf(profile);
  const secret = command.webhook === null ? null : await readWebhookSecret(command.webhook.secret_file);
  const folders = await readFolders(command);
  const state = stateOf(folders.in);
  const log = stderrLog(io);
  const verifier = new DocumentVerifier(documentThreads());
  const findProxy = environmentProxies(io.env);
  const { clock } = io;
  const service = new TripKitService({ profile, identity, clock, findProxy });
  const webhook =
    command.webhook === null || secret === null
      ? null
      : new Webhook({ url: command.webhook.url, secret, findProxy, now: clock.now });
  const place = shelf && openPlace(profile, shelf, io);
  try {
    const shelfDesk = shelf && place && (await deskWithKey(shelf, place, command.shelf_key ?? '', io));
    const documents = join(state, 'documents');
    await makeFolder(documents, '--state', 0o700);
    const database = await openState(state, documents, io, log);
    try {
      const engine = createKitEngine({
        times: database.times,
        store: redactingKitStore(cachedKitStore(database.kits)),
        documents: libraryDocuments(documents, verifier),
        serviceOf: async () => service,
        limitsOf: () => profile.batch,
        gate: { ...openGate, requireReady: async () => checkValidity(identity.facts, clock.now()) },
        clock,
        random: Math.random,
        newId: randomUUID,
        patience: {
          deadline_ms: command.deadline_ms,
          max_failures: Infinity,
          outages_stop_the_clock: true,
        },
        log,
      });
      const store = new IntakeStore(database.connection, folders.in);
      const publisher = shelfDesk && openPublisher(shelfDesk, { store, out: folders.out, log }, io, report);
      const desk = new Desk({
        folders: { ...folders, name: command.name },
        profile_id: PROFILE,
        store,
        engine,
        orders: new DeskOrders(state),
        documentOf: (id) => appDocument(documents, id).file,
        limits: () => profile.batch,
        // It is now in the folder of deliveries; nobody needs it here.
        onDelivered: (id) => engine.remove(id, DELIVERED),
        onDamaged: (id, why) => fetchAgain(engine, id, why, log),
        tell: (event) => {
          report.result({ ...event }, [lineOf(event)]);
          if (event.event === 'delivered') publisher?.delivered(event.kit);
        },
        tellers: tellersOf(command.run, webhook && (async () => webhook)),
        patience: patienceOf(command.poll_ms),
        clock,
        newId: randomUUID,
        log,
      });
      const ended = new AbortController();
      const publishing = publisher?.run(io.signal, ended.signal);
      try {
        engine.start();
        await desk.run(io.signal, { once: command.once });
      } finally {
        ended.abort();
        await publishing;
        await engine.stop();
      }
      io.signal.throwIfAborted();
      const isOnShelf = publisher === null || (await publisher.publish(io.signal));
      const { failed, problems, under_way } = desk.status();
      return isOnShelf && failed === 0 && under_way === 0 && Object.keys(problems).length === 0 ? 0 : 1;
    } finally {
      database.close();
    }
  } finally {
    await place?.close();
    await webhook?.close();
    await service.close();
    await verifier.close();
  }
}

/** What puts delivered kits on the shelf, and tells it in events of its own. */
function openPublisher(
  desk: ShelfDesk,
  journal: Pick<ShelfPublisherDeps, 'store' | 'out' | 'log'>,
  { clock }: HeadlessIo,
  report: Report,
): ShelfPublisher {
  return new ShelfPublisher({
    ...{ desk, clock, ...journal },
    problem: (message) =>
      report.result({ event: 'problem', part: 'shelf', message }, [
        printable(message === null ? 'shelf: goes on' : `shelf: ${message}`),
      ]),
    told: (kit) => tellPublished(kit, report),
  });
}

/** Opens the journal and kits, which must never be lost. @throws TripKitError of kind `disk` if they can't be stored */
async function openState(state: string, documents: string, io: HeadlessIo, log: Log) {
  const database = await openLibrary(join(state, USER_DATABASE), documents, {
    busy_timeout_ms: BUSY_MS,
    onDamage: (damage) => log.warn(`A row of the library can't be read: ${JSON.stringify(damage)}`),
    signal: io.signal,
  });
  if (database.setAside !== null)
    log.warn(`The journal was damaged and was set aside as ${database.setAside}. A new one was begun.`);
  return database;
}

async function readFolders(command: WatchCommand): Promise<{ in: string; out: string }> {
  const arrivals = resolve(command.in);
  const out = resolve(command.out);
  await access(arrivals, constants.R_OK | constants.X_OK).catch((cause: unknown) => {
    throw unusableFolder(arrivals, '--in', cause);
  });
  // A dry run makes nothing.
  if (!command.dry_run || existsSync(out)) await makeFolder(out, '--out');
  const [real, to] = await Promise.all([realpath(arrivals), realpath(out).catch(() => out)]);
  const way = relative(real, to);
  if (way === '' || ['done', 'failed'].includes(way.split(/[\\/]/)[0] ?? ''))
    throw new TripKitError(
      'config',
      'Kits can’t be delivered where trip files arrive. Give another folder with --out.',
      {
        condition: 'out_dir',
      },
    );
  await new WatchedFolder(real)
    .inside('', async () => {})
    .catch((cause: unknown) => {
      throw cause instanceof TripKitError ? cause : unusableFolder(arrivals, '--in', cause);
    });
  return { in: real, out: to };
}

function fetchAgain(engine: KitEngine, id: string, why: string, log: Log): void {
  tryOrLog(log, `The document of kit ${id} could not be fetched again.`, () =>
    engine.document(id, { type: 'document_damaged', why, fetch: true }),
  );
}

/** An event as a line for people. */
function lineOf(event: WatchEvent): string {
  switch (event.event) {
    case 'file':
      return printable(
        `${event.file}: ${event.state}, ${event.requested} to request, ${event.not_taken} not taken`,
      );
    case 'requested':
      return printable(`${tripLine(event.trip)}: requested`);
    case 'problem':
      return printable(event.message === null ? `${event.part}: goes on` : `${event.part}: ${event.message}`);
    default:
      return printable(
        `${tripLine(event.trip)}: ${event.event}${event.file === null ? '' : `, ${event.file}`}${event.error === null ? '' : `. ${event.error.message}`}`,
      );
  }
}
