import { app, net, session } from 'electron';
import { ChartCounter } from '../charts/chart-counts.ts';
import { addKitSources, addUpdateSource } from '../cockpit/cockpit-sources.ts';
import { ChangeCountsKeeper } from '../comparison/comparison-record.ts';
import { openComparison } from '../comparison/open.ts';
import { ReviewStore } from '../comparison/review-store.ts';
import { openDesk } from '../desk/open.ts';
import { followAppLifecycle } from '../electron/app-lifecycle.ts';
import { ComputerCertificates } from '../electron/computer-certificates.ts';
import { WindowKits } from '../electron/desktop-kits.ts';
import { type DesktopStart, openDesktop } from '../electron/open-desktop.ts';
import { openUpdates } from '../electron/open-updates.ts';
import { openWindows } from '../electron/open-windows.ts';
import { promptForPins } from '../electron/pin-prompt.ts';
import { watchForBetter } from '../electron/wake.ts';
import { closeAll } from '../electron/window-end.ts';
import { openIdentities } from '../identity/open.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import { openKits } from '../kits/open.ts';
import { openMarks } from '../marks/open.ts';
import { openParcels } from '../parcels/open.ts';
import { type Library, openLibrary } from '../parcels/open-library.ts';
import { openPrint } from '../print/open.ts';
import { openProfiles } from '../profile/open.ts';
import { ProfileAgreements } from '../profile/profile-agreements.ts';
import { openReading } from '../reading/open.ts';
import { openServices } from '../service/open.ts';
import { openShelves } from '../shelf/open.ts';
import { openSeals, openSoundness } from '../soundness/open.ts';
import { testConnection } from '../support/connection-test.ts';
import { openSupport } from '../support/open.ts';
import { openTrips } from '../trips/open.ts';
import { circumstancesOf } from '../updates/update-policy.ts';
import { openViewer } from '../viewer/open.ts';
import { OpenDocuments } from '../viewer/open-documents.ts';
import type { Opened } from './open-host.ts';
import type { Phases } from './phases.ts';
import { windowHost } from './window-host.ts';

export type Rooms = ReturnType<typeof openRooms>;
type Access = ReturnType<typeof openAccess>;
type Shelves = ReturnType<typeof openShelves>;
type KitRooms = ReturnType<typeof openKitRooms>;

export type ListRooms = Awaited<ReturnType<typeof openListRooms>>;

/** Opens what the list of kits needs, and all that it says of them: its page waits for these rooms only. */
export async function openListRooms(phases: Phases, opened: Opened, start: DesktopStart) {
  const { host, windows, cockpit, policies, copies } = opened;
  phases.add('documents', { stop: () => host.verifier.close() });
  const updating = openUpdates(host, windows, policies, start.crashes);
  const { updates } = updating;
  addUpdateSource(cockpit, updates);
  const library = phases.add('library', await openLibrary({ ...host, ...copies, ...opened }));
  phases.add('backups', copies.backups);
  const access = openAccess(phases, opened, library);
  const kitRooms = openKitRooms(phases, opened, library, access);
  const documentRooms = openDocumentRooms(phases, opened, library, kitRooms);
  return { updating, library, access, kitRooms, documentRooms };
}

/** Opens the rooms one after another, each with the earlier ones that it needs. They start in this order and stop in reverse. */
export function openRooms(phases: Phases, opened: Opened, start: DesktopStart, first: ListRooms) {
  const { host, windows, cockpit, policies, managed, copies } = opened;
  const { updating, library, access, kitRooms, documentRooms } = first;
  const { updates } = updating;
  const { kits, open, suspect } = kitRooms;
  const print = phases.add(
    'print',
    openPrint(host, { ...library, ...kitRooms, ...kits, ...documentRooms.marks }),
  );
  const shared = { ...library, ...kitRooms, ...kits };
  const { profilesChanged } = access.profile;
  const { profileAgreements } = access;
  const parcels = phases.add(
    'hand-over',
    openParcels(host, { ...shared, ...copies, library, profilesChanged, profileAgreements }),
  );
  const desk = phases.add(
    'watched folders',
    openDesk(host, {
      ...{ ...shared, ...access, ...access.identity, suspect },
      ...{ export: policies.export, shelf: kitRooms.shelves.desk },
    }),
  );
  const desktop = phases.add(
    'desktop',
    openDesktop(host, windows, {
      ...{ ...shared, ...kitRooms.viewer, ...access.profile },
      ...{ kits: library.kits, cockpit, start },
    }),
  );
  phases.add('updates', {
    // Without a window the start has succeeded now; otherwise when the page has loaded.
    start: () => start.hidden && updates.started(),
    stop: () => updates.stop(),
  });
  updating.follow(() => {
    const all = kits.engine.list();
    const unfinished = all.filter(({ state }) => isUnfinished(state)).length;
    // Standing orders that are switched off delay nothing.
    const due = policies.standing_orders ? all : all.filter(({ due_at }) => due_at === null);
    return circumstancesOf(open, unfinished, due, host.now(), cockpit.on);
  });
  followAppLifecycle({
    ...{ app, updates, log: host.log },
    platform: process.platform,
    showWindow: windows.window.show,
    ...desktop.desktop,
    closeWindows: () => closeAll(windows.all()),
    stop: async () => {
      updates.quitting();
      await phases.stop();
    },
  });
  const support = openSupport(host, {
    app: { version: host.app_version, host: windowHost(), packaged: app.isPackaged },
    ...{ managed, profiles: library.profiles, kits: library.kits },
    factsOf: access.identity.factsOf,
  });
  return {
    ...{ access, library, desk, parcels, desktop, support, updating },
    ...{ ...kitRooms, ...documentRooms, print },
    share: phases.add('windows', openWindows(host, windows, { ...shared, ...desktop })),
  };
}

/** Trust and sign-in: profiles, certificates, and the clients of the services. */
function openAccess(phases: Phases, { host, managed }: Opened, { profiles }: Library) {
  const certificates = new ComputerCertificates({
    app,
    net,
    session: (partition) => session.fromPartition(partition, { cache: false }),
  });
  promptForPins(app, certificates, process.platform);
  const computer = certificates.open;
  // The system's settings, including PAC and WPAD, in the syntax of PAC; Chromium removes credentials from them.
  const proxies = session.fromPartition('system-proxies');
  const findProxy = (url: string) => proxies.resolveProxy(url);
  const agreements = new ProfileAgreements({ ...host, profiles });
  const identity = phases.add(
    'identities',
    openIdentities(host, {
      ...{ profiles, agreements },
      kinds: managed?.settings.identity_kinds ?? 'any',
      listCandidates: async (id, signal) => {
        const profile = profiles.profile(id);
        const { listCandidates } = await import('../service/computer-transport.ts');
        return listCandidates({ profile, open: computer, now: host.now, signal });
      },
    }),
  );
  const { identities, expiry } = identity;
  const service = phases.add(
    'services',
    openServices(host, {
      identityOf: (id) => identities.use(id),
      profileOf: (id) => profiles.profile(id),
      ...{ findProxy, computer },
    }),
  );
  return {
    ...{ identity, service, findProxy },
    profile: openProfiles(host, { profiles, agreements, replaced: (id) => service.renew(id) }),
    profileAgreements: agreements,
    diagnose: (id: string) =>
      testConnection(profiles.profile(id), () => identities.use(id), { findProxy, computer }),
    forgetIdentity: async (id: string) => {
      await identities.remove(id);
      await service.forget(id);
      await expiry.check();
    },
  };
}

/** Kits, the soundness of their documents, and their readers. */
function openKitRooms(
  phases: Phases,
  { host, cockpit, policies, key }: Opened,
  library: Library,
  access: Access,
) {
  const { profiles, record } = library;
  const { notes } = record;
  const open = new OpenDocuments();
  const charts = new ChartCounter(host.log);
  const counts = new ChangeCountsKeeper();
  const sealing = phases.add('seals', openSeals(host, { ...library, key }));
  const { soundness, seals } = sealing;
  const trips = openTrips(host, { profiles });
  const kits = phases.add(
    'kits',
    openKits(host, {
      library: { ...library.database, ...library },
      limitsOf: (id) => profiles.profile(id).batch,
      serviceOf: (id) => access.service.serviceOf(id),
      shelfOf: (id) => shelves.serviceOf(id),
      requireReady: access.identity.requireReady,
      validUntil: access.identity.validUntil,
      rulesOf: trips.rulesOf,
      standing_orders: policies.standing_orders,
      ...{ soundness, charts, open, changes: counts },
      published: (id) => seals.published(id),
    }),
  );
  const shelves: Shelves = phases.add(
    'shelves',
    openShelves(host, {
      ...{ profiles, engine: kits.engine, connection: library.connection },
      ...{ agreements: access.profileAgreements, findProxy: access.findProxy },
      facts: {
        firstOpenedAt: (id) => kits.activity.firstOpenedAt(id),
        acknowledgedAt: (kit) => kits.flags.acknowledgedAt(kit),
      },
    }),
  );
  addKitSources(cockpit, { ...kits, now: host.now });
  const shared = { ...library, ...kits, notes };
  const { checker } = phases.add(
    'soundness',
    openSoundness(host, { ...shared, sealing, broken: (id, what) => notes.integrityBroken(id, what) }),
  );
  /** The network is back, the laptop woke up, or an identity is available. */
  const wake = () => {
    kits.engine.wake();
    shelves.wake();
    void key.ask();
  };
  phases.add('network', { stop: watchForBetter(wake) });
  // A sign-in that waited for the keychain.
  key.onKey(() => kits.engine.wake());
  return {
    ...{ trips, kits, shelves, soundness, charts, counts, open, notes, wake },
    windowKits: new WindowKits(),
    viewer: openViewer(host, { ...shared, checker }),
    suspect: (id: string) => checker.suspect(id, null),
  };
}

/** Facts about documents, people's notes on them, and the changes between two. */
function openDocumentRooms(phases: Phases, { host }: Opened, library: Library, rooms: KitRooms) {
  const { kits, open } = rooms;
  const shared = { ...library, ...rooms, ...kits };
  const reading = phases.add(
    'reading',
    openReading(host, {
      ...shared,
      sha256Of: (id) => library.kits.get(id)?.document?.sha256 ?? null,
      superseded: () => kits.flags.superseded(),
      isReading: () => open.shown.length > 0,
      placeBefore: (id): unknown => comparison.place(id),
    }),
  );
  const marks = phases.add(
    'marks',
    openMarks(host, {
      ...{ ...shared, ...reading },
      companyNotes: (profile_id) => rooms.shelves.companyNotes(profile_id),
      marked: (id) => comparison.marked(id),
      contents: {
        known: (sha256, page): string | null => comparison.pageContents.known(sha256, page),
        read: (id, document, pages): Promise<void> => comparison.pageContents.read(id, document, pages),
      },
    }),
  );
  const comparison = phases.add(
    'comparison',
    openComparison(host, {
      ...{ ...shared, ...reading },
      marks: marks.store,
      reviews: new ReviewStore(library.connection, library.events),
      carried: (id) => host.send('marks.changed', { kit_id: id }),
    }),
  );
  return { reading, marks, comparison };
}
