/**
 * Composition root of the app: makes the parts, hands them what they need, and opens the window. The order at start is
 * lock, sandbox, scheme, ready, guards, IPC, window. `--headless COMMAND …` runs a command without a window instead.
 *
 * Electron is ready only once this module has been evaluated (Electron docs, "ES Modules (ESM) in Electron"). So the way to
 * the window awaits nothing here, and a command is awaited to its end: no GPU process, network service or display is
 * asked for, and Chromium has nothing to say on standard error.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, protocol, safeStorage, session } from 'electron';
import { lockableSettings } from '../preload/contract.ts';
import { ActivityLog } from './app/activity-log.ts';
import { openAppLog } from './app/app-log.ts';
import { AuditIndex } from './app/audit-index.ts';
import { cachedKitStore } from './app/cached-kit-store.ts';
import { checkDocuments } from './app/check-documents.ts';
import { testConnection } from './app/connection-test.ts';
import { CrashRecovery } from './app/crash-recovery.ts';
import { findLinked, followForDesktop } from './app/desktop-kits.ts';
import { collectDiagnostics } from './app/diagnostics.ts';
import { DocumentChecker } from './app/document-checker.ts';
import { copyForDrag } from './app/drag-copy.ts';
import { ExpiryWatch } from './app/expiry-watch.ts';
import { namedProfiles, storedFacts, userName } from './app/facts.ts';
import { copyDocument, libraryDocuments, libraryResponder } from './app/kit-library.ts';
import { KitMarks } from './app/kit-marks.ts';
import { kitName } from './app/kit-name.ts';
import { MarkBook } from './app/marks.ts';
import { copyWithMarks } from './app/marks-copy.ts';
import { NoticeBoard } from './app/notices.ts';
import { ProfileBook } from './app/profile-book.ts';
import { tellPersonal } from './app/reading-notices.ts';
import { openReadingRoom } from './app/reading-room.ts';
import { redactingKitStore } from './app/redacting-store.ts';
import { keepSidecars, repairLibrary } from './app/repair-library.ts';
import { LibraryRetention } from './app/retention.ts';
import { ServicePool } from './app/service-pool.ts';
import { tellManaged, tellRepair, tellRescue, tellResumed } from './app/start-notices.ts';
import { systemClock } from './common/clock.ts';
import { TripKitError } from './common/errors.ts';
import type { Log } from './common/log.ts';
import type { Trip } from './common/trip.ts';
import { appScheme, serveApp } from './electron/app-protocol.ts';
import { readArguments } from './electron/arguments.ts';
import { hearLinks, type LinkInbox } from './electron/deep-link.ts';
import { startDesktop } from './electron/desktop.ts';
import { createFileDialogs } from './electron/dialogs.ts';
import { openExternalPage } from './electron/external.ts';
import { ipcPort, sendTo } from './electron/ipc-port.ts';
import { followLifecycle } from './electron/lifecycle.ts';
import { onPageGone } from './electron/page-gone.ts';
import { missingSandbox } from './electron/process-sandbox.ts';
import { createSealer } from './electron/sealing.ts';
import { closeNetwork, guardEverything, guardSession } from './electron/session-guards.ts';
import { openSettings, settingsOf } from './electron/settings.ts';
import { systemProxies } from './electron/system-proxy.ts';
import { composeUpdates } from './electron/updater.ts';
import { watchForBetter } from './electron/wake.ts';
import { loadMainPage, openMainWindow } from './electron/window.ts';
import { checkValidity } from './identity/certificate-facts.ts';
import { IdentityStore } from './identity/identity-store.ts';
import { appCalls } from './ipc/app-calls.ts';
import { APP_SCHEME } from './ipc/app-origin.ts';
import { auditCalls } from './ipc/audit-calls.ts';
import { batchCalls } from './ipc/batch-calls.ts';
import { documentCalls } from './ipc/document-calls.ts';
import { FirstList } from './ipc/first-list.ts';
import { bindCalls } from './ipc/handle.ts';
import { identityCalls } from './ipc/identity-calls.ts';
import { viewIdentity } from './ipc/identity-view.ts';
import { kitCalls } from './ipc/kit-calls.ts';
import { forwardKitChanges } from './ipc/kit-events.ts';
import { marksCalls } from './ipc/marks-calls.ts';
import { OpenDocuments } from './ipc/open-documents.ts';
import { orderCalls, viewOrders } from './ipc/order-calls.ts';
import { publicPresets } from './ipc/preset-view.ts';
import { profileCalls, profileOf } from './ipc/profile-calls.ts';
import { readingCalls } from './ipc/reading-calls.ts';
import { retentionCalls } from './ipc/retention-calls.ts';
import { searchCalls } from './ipc/search-calls.ts';
import { settingsCalls } from './ipc/settings-calls.ts';
import { updateCalls, viewUpdates } from './ipc/update-calls.ts';
import { createKitEngine } from './kits/engine.ts';
import { StandingOrders } from './kits/standing-orders.ts';
import { checkTrip } from './kits/trip-rules.ts';
import { freeSpace } from './library/document-folder.ts';
import { MarkStore } from './library/marks/mark-store.ts';
import { PersonalActStore } from './library/personal/act-store.ts';
import { PersonalOrderStore } from './library/personal/order-store.ts';
import { openPersonalDatabase } from './library/personal/personal-database.ts';
import { openLibrary } from './library/rebuild.ts';
import { closeVerifier } from './library/verify-document.ts';
import { machineFiles } from './profile/managed-file.ts';
import { readManagedProfile } from './profile/managed-profile.ts';
import { circumstancesOf } from './updates/update-policy.ts';

/** How long the engine waits for one kit while the service answers, ms. Being offline is a pause: a person can end it. */
const PATIENCE = { deadline_ms: 30 * 60_000, max_failures: Infinity, outages_stop_the_clock: true };
/** Where a profile can't be read any more, its kits still run one at a time; the calls say what is wrong. */
const CAUTIOUS_LIMITS = { parallel_requests: 1, parallel_downloads: 1 };

const bundle = import.meta.dirname;
const given = process.argv.slice(app.isPackaged ? 1 : 2);

await main();

async function main(): Promise<void> {
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments(given);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    app.exit(2);
    return;
  }
  if (options.headless) {
    await runCommand(options.headless);
    return;
  }
  if (options.user_data) app.setPath('userData', options.user_data);
  const userData = app.getPath('userData');
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([appScheme]);
  guardEverything(app);
  const log = openAppLog(join(userData, 'logs'));
  const unsafe = app.isPackaged ? missingSandbox(given, process.env) : null;
  if (unsafe) {
    log.error(unsafe);
    void app.whenReady().then(() => {
      dialog.showErrorBox('Trip Kit Desktop can’t open safely', unsafe);
      app.exit(1);
    });
    return;
  }
  const links = hearLinks(app, given);
  app
    .whenReady()
    .then(() => startApp(userData, { hidden: options.hidden, links }, log))
    .catch((error: unknown) => {
      log.error('The app could not start.', error);
      const why = error instanceof TripKitError ? error.message : 'Its log says why; send it to support.';
      dialog.showErrorBox('Trip Kit Desktop could not start', why);
      app.exit(1);
    });
}

async function runCommand(argv: readonly string[]): Promise<void> {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  const [{ runHeadless }, { processIo }] = await Promise.all([
    import('./headless/headless-command.ts'),
    import('./headless/io.ts'),
  ]);
  app.exit(await runHeadless(argv, processIo(ended.signal)));
}

async function startApp(
  userData: string,
  start: { hidden: boolean; links: LinkInbox },
  log: Log,
): Promise<void> {
  guardSession(session.defaultSession, !app.isPackaged);
  await closeNetwork(session.defaultSession);
  const notices = new NoticeBoard();
  const managed = await readManagedProfile(process.platform, process.env, managedFiles(), lockableSettings);
  tellManaged(managed, notices, log);
  // First of all, so that a start which fails is remembered.
  const updates = composeUpdates({
    app,
    file: join(userData, 'update-state.json'),
    managed: managed?.settings.updates ?? 'on',
    circumstances: () => circumstancesOf(openDocuments, engine.list(), orders.list(), systemClock.now()),
    notices,
    onChange: (state) => sendTo(window, 'updates.changed', viewUpdates(state)),
    log,
  });
  const settings = openSettings(userData, {
    managed: settingsOf(managed?.settings ?? {}),
    allow_other_profiles: managed?.settings.allow_other_profiles ?? true,
    onDamage: (message) => {
      log.warn(message);
      notices.add({ id: 'settings', severity: 'warning', message });
    },
  });
  const documents = join(userData, 'documents');
  const database = await openLibrary(join(userData, 'library.sqlite'), documents, {
    onDamage: (damage) => log.warn(`A row of the library can't be read: ${JSON.stringify(damage)}`),
  });
  tellRescue(database, notices, log);
  const kits = redactingKitStore(cachedKitStore(database.kits));
  tellRepair(await repairLibrary(documents, kits, systemClock.now(), log), notices);

  const identityFolder = join(userData, 'identities');
  const identities = new IdentityStore({
    folder: identityFolder,
    sealer: createSealer(safeStorage),
    clock: systemClock,
    log,
  });
  const facts = storedFacts(identityFolder);
  const profiles = new ProfileBook(database.profiles, managed?.profiles ?? []);
  const findProfile = (id: string) => profileOf(profiles, id);
  const findProxy = systemProxies(session.fromPartition('system-proxies'));
  const services = new ServicePool({
    identityOf: (id) => identities.use(id),
    profileOf: findProfile,
    clock: systemClock,
    findProxy,
  });
  const engine = createKitEngine({
    times: database.times,
    store: kits,
    documents: libraryDocuments(documents),
    serviceOf: (id) => services.serviceOf(id),
    limitsOf: (id) => {
      try {
        return findProfile(id).batch;
      } catch {
        return CAUTIOUS_LIMITS;
      }
    },
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    patience: PATIENCE,
    log,
  });
  const personal = openPersonalDatabase(join(userData, 'personal.sqlite'));
  tellPersonal(personal, notices, log);
  const acts = new ActivityLog({
    store: new PersonalActStore(personal),
    user: userName(),
    now: systemClock.now,
    log,
  });
  const marks = new KitMarks({
    kits: () => engine.list(),
    pins: database.pins,
    acknowledgements: database.acknowledgements,
    acts,
    user: userName(),
    now: systemClock.now,
  });
  const pageMarks = new MarkBook({
    store: new MarkStore(personal),
    kit: (id) => engine.get(id),
    outlineOf: (id) => room.outlineOf(id),
    user: userName(),
    now: systemClock.now,
    newId: randomUUID,
    log,
  });
  const openDocuments = new OpenDocuments();
  const retention = new LibraryRetention({
    engine,
    pinned: () => database.pins.list(),
    open: openDocuments,
    superseded: () => marks.superseded(),
    keepDays: () => settings.state().values.keep_days_after_departure,
    notices,
    now: systemClock.now,
    log,
  });
  const expiry = new ExpiryWatch({
    profiles: () => namedProfiles(profiles),
    factsOf: facts,
    notices,
    now: systemClock.now,
  });

  let window: BrowserWindow | null = null;
  const devtools = !app.isPackaged;
  const crashes = new CrashRecovery({
    shown: () => openDocuments.shown,
    nameOf: (id) => kitName(kits.get(id)),
    viewsGone: () => openDocuments.clear(),
    notices,
    reload: async () => {
      if (window) await loadMainPage(window);
    },
    giveUp: () => {
      dialog.showErrorBox(
        'Trip Kit Desktop keeps stopping',
        'Its window stopped working several times within a minute. Start the app again; if that does not help, restart this computer and send the app’s log to support. Your kits are safe.',
      );
      app.quit();
    },
    now: systemClock.monotonic,
    log,
  });
  let drawn = false;
  const showWindow = () => {
    if (window && !window.isDestroyed()) {
      // One that has just opened shows itself once it is drawn.
      if (!drawn) return;
      if (window.isMinimized()) window.restore();
      // It may be hidden in the tray.
      window.show();
      window.focus();
      return;
    }
    const opened = openMainWindow({ preload: join(bundle, '../preload/preload.cjs'), settings, devtools });
    window = opened;
    drawn = false;
    opened.once('ready-to-show', () => {
      drawn = true;
    });
    onPageGone(opened, (details) => {
      desktop.pageGone();
      crashes.gone(details);
    });
    desktop.windowOpened(opened);
    opened.on('closed', () => {
      if (window === opened) window = null;
      openDocuments.clear();
    });
    loadMainPage(opened)
      .then(() => updates.started())
      .catch((error: unknown) => log.error('The page could not be loaded.', error));
  };

  const room = openReadingRoom({
    file: join(userData, 'reading.sqlite'),
    folder: documents,
    pdfjs_folder: join(bundle, '../renderer/pdfjs'),
    personal,
    engine,
    superseded: () => marks.superseded(),
    isReading: () => openDocuments.shown.length > 0,
    onPrepared: (kit_id) => sendTo(window, 'reading.prepared', { kit_id }),
    now: systemClock.now,
    log,
  });
  notices.onChange((all) => sendTo(window, 'app.notices', all));
  const firstList = new FirstList(engine, marks, log);
  const stopActs = acts.follow(engine);
  const stopMarks = engine.onChange(({ removed }) => pageMarks.forget(removed));
  const stopEvents = forwardKitChanges(
    engine,
    (channel, payload) => sendTo(window, channel, payload),
    marks,
    log,
  );
  const requireValidIdentity = async (id: string) => {
    const known = await facts(id);
    if (known) checkValidity(known, systemClock.now());
  };
  const checkedTrip = (id: string, trip: Trip) =>
    checkTrip(trip, { max_alternates: findProfile(id).batch.max_alternates });
  const orders = new StandingOrders({
    store: new PersonalOrderStore(personal),
    engine,
    requireReady: async (id) => {
      findProfile(id);
      await requireValidIdentity(id);
    },
    onRequested: (kit) => acts.record('asked', [kit]),
    onChange: (all) => sendTo(window, 'orders.changed', viewOrders(all)),
    user: userName(),
    newId: randomUUID,
    clock: systemClock,
    log,
  });
  const checking = new AbortController();
  const stopSidecars = keepSidecars(documents, engine, kits, log);
  const stopWaking = watchForBetter(() => {
    engine.wake();
    orders.wake();
  });
  const desktop = startDesktop({
    app,
    platform: process.platform,
    window: () => window,
    showWindow,
    settings,
    findKit: (id) => findLinked(engine, id),
    links: start.links,
    notices,
    drag_folder: join(userData, 'drag-out'),
    copyDocument: (id, to) => copyForDrag(documents, id, to),
    devtools,
    log,
  });
  const stopDesktop = followForDesktop({
    engine,
    acts,
    superseded: () => marks.superseded(),
    desktop,
    now: systemClock.now,
  });
  followLifecycle({
    app,
    platform: process.platform,
    showWindow,
    startedAgain: desktop.startedAgain,
    keepsRunning: desktop.keepsRunning,
    stop: async () => {
      checking.abort();
      updates.quitting();
      await updates.stop();
      stopDesktop();
      await desktop.stop();
      stopWaking();
      expiry.stop();
      retention.stop();
      stopEvents();
      stopMarks();
      stopActs();
      await orders.stop();
      await engine.stop();
      await room.stop();
      await stopSidecars();
      await Promise.all([services.close(), closeVerifier()]);
      personal.close();
      database.close();
    },
    log,
  });

  const dialogs = createFileDialogs(() => window);
  const forgetIdentity = async (id: string) => {
    await identities.remove(id);
    await services.forget(id);
    await expiry.check();
  };
  const host = process.versions.electron === undefined ? 'chromium' : 'electron';
  bindCalls(
    ipcPort,
    {
      app: appCalls({
        info: { version: app.getVersion(), host, platform: process.platform },
        notices,
        dialogs,
        diagnostics: () =>
          collectDiagnostics({
            app: { version: app.getVersion(), host, packaged: app.isPackaged },
            settings: settings.state(),
            managed,
            profiles,
            factsOf: facts,
            kits,
            notices: notices.list(),
            logs: join(userData, 'logs'),
            now: systemClock.now(),
          }),
        freeSpace: () => freeSpace(documents),
        now: systemClock.now,
        listening: desktop.listening,
        kitCommands: desktop.kitCommands,
        openExternal: (url) => openExternalPage(url),
      }),
      settings: settingsCalls(desktop.settings),
      profiles: profileCalls({
        profiles,
        presets: publicPresets,
        engine,
        dialogs,
        mayAdd: () => settings.state().allow_other_profiles,
        diagnose: (id) => testConnection(findProfile(id), () => identities.use(id), { findProxy }),
        forgetIdentity,
        log,
        newId: randomUUID,
        now: systemClock.now,
      }),
      identity: identityCalls({
        identities: {
          state: async (id) => viewIdentity(await identities.state(id), systemClock.now()),
          canStore: () => identities.canStore(),
          import: async (id, pkcs12, passphrase, { store, key_sha256 }) => {
            const key = key_sha256 === undefined ? {} : { key: { sha256: key_sha256 } };
            const state = await identities.import(id, pkcs12, passphrase, { store, ...key });
            await expiry.check();
            engine.wake();
            return viewIdentity(state, systemClock.now());
          },
          remove: async (id) => {
            await forgetIdentity(id);
            return viewIdentity(await identities.state(id), systemClock.now());
          },
        },
        dialogs,
        newId: randomUUID,
        requireProfile: findProfile,
      }),
      kits: kitCalls({
        engine,
        marks,
        all: firstList,
        limitsOf: (id) => ({ max_alternates: findProfile(id).batch.max_alternates }),
        requireValidIdentity,
        acts,
        checkTrip,
        log,
      }),
      audit: auditCalls({
        audits: new AuditIndex({
          engine,
          acts,
          acknowledgements: database.acknowledgements,
          profiles: () => namedProfiles(profiles),
          app_version: app.getVersion(),
          user: userName(),
          now: systemClock.now,
        }),
        dialogs,
        now: systemClock.now,
      }),
      batch: batchCalls({
        dialogs,
        problemsOf: (id, trip) => checkedTrip(id, trip).problems,
        now: systemClock.now,
      }),
      orders: orderCalls({ orders, checkTrip: checkedTrip }),
      updates: updateCalls(updates),
      retention: retentionCalls(retention),
      marks: marksCalls({
        engine,
        dialogs,
        book: pageMarks,
        copyWithMarks: (id, marks, to) => copyWithMarks(documents, id, marks, to, checking.signal),
      }),
      reading: readingCalls({ engine, reading: room.reading, places: room.places, now: systemClock.now }),
      search: searchCalls({ pages: (query, limit) => room.search.pages(query, limit) }),
      documents: documentCalls({
        engine,
        dialogs,
        open: openDocuments,
        checker: new DocumentChecker({
          folder: documents,
          kits,
          engine,
          signal: checking.signal,
          now: systemClock.now,
          log,
        }),
        acts,
        dragOut: desktop.dragOut,
        copyDocument: (id, to) => copyDocument(documents, id, to),
      }),
    },
    log,
  );
  protocol.handle(
    APP_SCHEME,
    serveApp({
      renderer: join(bundle, '../renderer'),
      serveDocument: libraryResponder(documents, kits),
      servePoster: room.servePoster,
      serveStoredThumbnail: room.serveStoredThumbnail,
    }),
  );
  tellResumed(kits, notices);
  // A library that was damaged may have lost kits which come back: their marks wait for them.
  if (database.setAside === null) {
    const all = engine.list();
    pageMarks.sweep(all);
    acts.sweep(all);
  }
  room.start(database.setAside === null);
  engine.start();
  orders.start();
  expiry.start();
  retention.start();
  firstList.prepare();
  desktop.begin(start.hidden);
  if (start.hidden) updates.started();
  void checkDocuments({ folder: documents, kits, engine, notices, log, signal: checking.signal });
}

/** The machine's files; from source, tests may put a folder of their own in their place. */
function managedFiles() {
  const root = app.isPackaged ? undefined : process.env.TRIPKIT_MANAGED_ROOT;
  return machineFiles(root === undefined ? {} : { root, owner: process.getuid?.() ?? 0 });
}
