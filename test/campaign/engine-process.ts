/**
 * The app's engine in a process of its own: composed as main/kits/open.ts does it, without Electron and window. What differs
 * is a clock that runs faster, shorter time limits of calls, an identity that comes as PEM, and points at which the
 * process can be made to die (kill-points.ts). It is told what to do over IPC (protocol.ts).
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { TripKitError } from '../../main/common/errors.ts';
import type { Log } from '../../main/common/log.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { ParcelWriter } from '../../main/documents/parcel-writer.ts';
import { DocumentVerifier } from '../../main/documents/verify-document.ts';
import { createKitEngine } from '../../main/kits/engine.ts';
import { type KitDocuments, libraryDocuments } from '../../main/kits/kit-documents.ts';
import type { KitEngine, LiveKit } from '../../main/kits/kit-engine.ts';
import { openLibrary } from '../../main/parcels/rebuild.ts';
import { repairLibrary } from '../../main/parcels/repair-library.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { ServicePool } from '../../main/service/open.ts';
import { DocumentSeals } from '../../main/soundness/document-seals.ts';
import { cachedKitStore, redactingKitStore } from '../../main/store/kit-stores.ts';
import { seeded } from '../demo-service/random.ts';
import { noComputer } from '../service/fake-computer.ts';
import { KillableService, KillSwitch, killableDocuments, killableStore } from './kill-points.ts';
import type { Order, Said, SeenKit, Setup, Told } from './protocol.ts';
import { ScaledClock } from './scaled-clock.ts';

/** As in main/kits/open.ts. */
const PATIENCE = { deadline_ms: 30 * 60_000, max_failures: Infinity, outages_stop_the_clock: true };

interface App {
  engine: KitEngine;
  clock: ScaledClock;
  sayFull(full: boolean): void;
  stop(): Promise<void>;
}

function say(said: Said): void {
  process.send?.(said);
}

const log: Log = {
  info: (text) => say({ said: 'log', text }),
  warn: (text) => say({ said: 'log', text: `warning: ${text}` }),
  error: (text, cause) => {
    const because = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? '');
    say({ said: 'log', text: `error: ${text} ${because}` });
  },
};

async function startApp(setup: Setup): Promise<App> {
  const { reach } = new KillSwitch(setup.kill);
  const clock = new ScaledClock(setup.clock);
  const folder = join(setup.user_data, 'documents');
  const verifier = new DocumentVerifier(documentThreads());
  const database = await openLibrary(join(setup.user_data, 'user.sqlite'), folder, {
    onDamage: (damage) => log.warn(`A row of the library can't be read: ${JSON.stringify(damage)}`),
  });
  reach('library opened');
  if (database.setAside !== null) log.error(`The library was damaged and set aside: ${database.setAside}`);
  const stored = killableStore(database.kits, reach);
  const kits = redactingKitStore(cachedKitStore(stored, (id) => parcels.changed(id)));
  const parcels = new ParcelWriter({ folder, kits, datesOf: () => [], log });
  const repaired = await repairLibrary(folder, kits, clock.now(), log, parcels);
  log.info(`repaired: ${JSON.stringify(repaired)}`);
  reach('library repaired');
  if (!database.profiles.get(setup.profile_id)) {
    database.profiles.add({ id: setup.profile_id, text: setup.profile, added_at: clock.now() });
  }
  // The text of this start: the servers' ports are new for each service that the campaign starts.
  const profile = parseServiceProfile(setup.profile);
  const services = new ServicePool({
    identityOf: async () => ({ kind: 'file', ...setup.identity, facts: { sha256: 'campaign' } }),
    profileOf: () => profile,
    clock,
    computer: noComputer,
    create: (profile) => {
      const { key, cert } = setup.identity;
      return new KillableService({ profile, identity: { key, cert }, clock, limits: setup.limits }, reach);
    },
  });
  // A machine without a keychain: parcels are written, and nothing is sealed.
  const seals = new DocumentSeals({
    folder,
    key: { answer: { why: 'there is no keychain' }, onKey: () => () => {} },
    kits,
    parcels,
  });
  const simulated = fillable(libraryDocuments(folder, verifier, (id) => seals.published(id)));
  const engine = createKitEngine({
    times: database.times,
    store: kits,
    documents: killableDocuments(simulated.documents, reach),
    serviceOf: (id) => services.serviceOf(id),
    limitsOf: () => profile.batch,
    clock,
    random: seeded(setup.seed).next,
    newId: randomUUID,
    patience: PATIENCE,
    log,
  });
  seals.follow(engine);
  engine.start();
  return {
    engine,
    clock,
    sayFull: simulated.sayFull,
    stop: async () => {
      await engine.stop();
      await parcels.written();
      await Promise.all([services.stop(), verifier.close()]);
      database.close();
    },
  };
}

/** Documents on a disk that can be said to be full, for machines on which a full one can't be made. */
function fillable(documents: KitDocuments): { documents: KitDocuments; sayFull(full: boolean): void } {
  let full = false;
  const check = () => {
    if (!full) return;
    throw new TripKitError('disk', 'There is no space left. Free some space and try again.', {
      condition: 'no_space',
    });
  };
  return {
    sayFull: (now) => {
      full = now;
    },
    documents: {
      ...documents,
      open: async (kit) => {
        check();
        return documents.open(kit);
      },
      publish: async (kit, document) => {
        check();
        await documents.publish(kit, document);
      },
      freeSpace: async () => (full ? 0 : documents.freeSpace()),
    },
  };
}

/** Every other kit of a batch is planned: as a watched folder does, or, where no departure can be missed, for so many ms later. */
const DUE_IN_MS = 15_000;

function seen({ id, trip, tripkit_id, state, failure, activity }: LiveKit): SeenKit {
  return { id, flight: trip?.flight ?? null, tripkit_id, state, failure, activity };
}

async function obey(app: App, order: Order): Promise<SeenKit[]> {
  const { engine, clock } = app;
  switch (order.do) {
    case 'request':
      return engine
        .together(() =>
          order.trips.flatMap((trip, n) =>
            n % 2 === 0
              ? engine.request('campaign', [trip])
              : engine.plan('campaign', [{ trip, due_at: trip.departure ? null : clock.now() + DUE_IN_MS }]),
          ),
        )
        .map(seen);
    case 'track':
      return engine.track('campaign', order.tripkit_ids).map(seen);
    case 'cancel':
      return [seen(engine.cancel(order.id))];
    case 'retry':
      return [seen(engine.retry(order.id))];
    case 'request_again':
      return [seen(engine.requestAgain(order.id))];
    case 'list':
      return engine.list().map(seen);
    case 'wake':
      engine.wake();
      return [];
    case 'jump':
      clock.jump(order.ms);
      return [];
    case 'leap':
      // Nothing of this process runs, while the service goes on; then every wait finds that it is long over.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, order.asleep_ms);
      clock.leap(order.ms);
      // main/electron/wake.ts tells the engine when the machine resumes.
      engine.wake();
      return [];
    case 'come_due': {
      // Kits that were planned while the clock was ahead would wait for hours once it is set right.
      const due = engine.list().flatMap(({ state, due_at }) => (state === 'planned' ? (due_at ?? []) : []));
      clock.leap(Math.max(0, ...due.map((at) => at - clock.now())));
      engine.wake();
      return [];
    }
    case 'say_full':
      app.sayFull(order.full);
      return [];
    case 'stop':
      await app.stop();
      return [];
  }
}

let app: App | null = null;

async function take(told: Told): Promise<void> {
  if ('start' in told) {
    try {
      app = await startApp(told.start);
      say({ said: 'started' });
    } catch (error) {
      const { kind, message } = plain(error);
      say({ said: 'not_started', kind, message });
    }
    return;
  }
  const { n, order } = told;
  try {
    if (!app) throw new Error('There is no engine.');
    say({ said: 'done', n, kits: await obey(app, order) });
  } catch (error) {
    say({ said: 'refused', n, ...plain(error) });
  }
  if (order.do === 'stop') process.disconnect();
}

function plain(error: unknown): { kind: string; message: string } {
  if (error instanceof TripKitError) return { kind: error.kind, message: error.message };
  return { kind: 'unexpected', message: error instanceof Error ? (error.stack ?? '') : String(error) };
}

process.on('message', (told: Told) => void take(told));
// The campaign is gone: so are we.
process.on('disconnect', () => process.exit(0));
say({ said: 'loaded' });
