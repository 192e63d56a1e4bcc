/**
 * Composition root of the app: makes the parts, hands them what they need, and opens the window. The order at start is
 * lock, sandbox, scheme, ready, guards, IPC, window. `--headless COMMAND …` runs a command without a window instead.
 *
 * Nothing here awaits at the top level: Electron is ready only once this module has been evaluated
 * (Electron docs, "ES Modules (ESM) in Electron").
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, protocol, safeStorage, session } from 'electron';
import { openAppLog } from './app/app-log.ts';
import { checkDocuments } from './app/check-documents.ts';
import { testConnection } from './app/connection-test.ts';
import { collectDiagnostics } from './app/diagnostics.ts';
import { ExpiryWatch } from './app/expiry-watch.ts';
import { namedProfiles, storedFacts, userName } from './app/facts.ts';
import { copyDocument, libraryDocuments, libraryResponder } from './app/kit-library.ts';
import { KitMarks } from './app/kit-marks.ts';
import { NoticeBoard } from './app/notices.ts';
import { ProfileBook } from './app/profile-book.ts';
import { redactingKitStore } from './app/redacting-store.ts';
import { keepSidecars, repairLibrary } from './app/repair-library.ts';
import { LibraryRetention } from './app/retention.ts';
import { ServicePool } from './app/service-pool.ts';
import { tellManaged, tellRepair, tellRescue, tellResumed } from './app/start-notices.ts';
import { systemClock } from './common/clock.ts';
import { TripKitError } from './common/errors.ts';
import type { Log } from './common/log.ts';
import { appScheme, serveApp } from './electron/app-protocol.ts';
import { readArguments } from './electron/arguments.ts';
import { createFileDialogs } from './electron/dialogs.ts';
import { openExternalPage } from './electron/external.ts';
import { ipcPort, sendTo } from './electron/ipc-port.ts';
import { followLifecycle } from './electron/lifecycle.ts';
import { setAppMenu } from './electron/menu.ts';
import { createSealer } from './electron/sealing.ts';
import { closeNetwork, guardEverything, guardSession } from './electron/session-guards.ts';
import { openSettings, settingsOf } from './electron/settings.ts';
import { systemProxies } from './electron/system-proxy.ts';
import { watchForBetter } from './electron/wake.ts';
import { loadMainPage, openMainWindow } from './electron/window.ts';
import { runHeadless } from './headless/headless-command.ts';
import { processIo } from './headless/io.ts';
import { IdentityStore } from './identity/identity-store.ts';
import { checkValidity } from './identity/pkcs12.ts';
import { appCalls } from './ipc/app-calls.ts';
import { APP_SCHEME } from './ipc/app-origin.ts';
import { documentCalls } from './ipc/document-calls.ts';
import { bindCalls } from './ipc/handle.ts';
import { identityCalls } from './ipc/identity-calls.ts';
import { viewIdentity } from './ipc/identity-view.ts';
import { kitCalls } from './ipc/kit-calls.ts';
import { forwardKitChanges } from './ipc/kit-events.ts';
import { publicPresets } from './ipc/preset-view.ts';
import { profileCalls, profileOf } from './ipc/profile-calls.ts';
import { retentionCalls } from './ipc/retention-calls.ts';
import { settingsCalls } from './ipc/settings-calls.ts';
import { createKitEngine } from './kits/engine.ts';
import { checkTrip } from './kits/trip-rules.ts';
import { openLibrary } from './library/rebuild.ts';
import { closeVerifier } from './library/verify-document.ts';
import { machineFiles } from './profile/managed-file.ts';
import { readManagedProfile } from './profile/managed-profile.ts';

/** How long the engine waits for one kit while the service answers, ms. Being offline is a pause: a person can end it. */
const PATIENCE = { deadline_ms: 30 * 60_000, max_failures: Infinity, outages_stop_the_clock: true };
/** Where a profile can't be read any more, its kits still run one at a time; the calls say what is wrong. */
const CAUTIOUS_LIMITS = { parallel_requests: 1, parallel_downloads: 1 };

const bundle = import.meta.dirname;
const given = process.argv.slice(app.isPackaged ? 1 : 2);

main();

function main(): void {
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments(given);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    app.exit(2);
    return;
  }
  if (options.headless) {
    runCommand(options.headless);
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
  app
    .whenReady()
    .then(() => startApp(userData, log))
    .catch((error: unknown) => {
      log.error('The app could not start.', error);
      const why = error instanceof TripKitError ? error.message : 'Its log says why; send it to support.';
      dialog.showErrorBox('Trip Kit Desktop could not start', why);
      app.exit(1);
    });
}

function runCommand(argv: readonly string[]): void {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  runHeadless(argv, processIo(ended.signal)).then((code) => app.exit(code));
}

async function startApp(userData: string, log: Log): Promise<void> {
  guardSession(session.defaultSession, !app.isPackaged);
  await closeNetwork(session.defaultSession);
  const notices = new NoticeBoard();
  const managed = await readManagedProfile(process.platform, process.env, managedFiles());
  tellManaged(managed, notices, log);
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
  const kits = redactingKitStore(database.kits);
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
  const marks = new KitMarks({
    kits: () => engine.list(),
    pins: database.pins,
    acknowledgements: database.acknowledgements,
    user: userName(),
    now: systemClock.now,
  });
  const openDocuments = new Set<string>();
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
  const showWindow = () => {
    if (window && !window.isDestroyed()) {
      if (window.isMinimized()) window.restore();
      window.focus();
      return;
    }
    const opened = openMainWindow({ preload: join(bundle, '../preload/preload.cjs'), settings, devtools });
    window = opened;
    opened.on('closed', () => {
      if (window === opened) window = null;
      openDocuments.clear();
    });
    loadMainPage(opened).catch((error: unknown) => log.error('The page could not be loaded.', error));
  };

  notices.onChange((all) => sendTo(window, 'app.notices', all));
  const stopEvents = forwardKitChanges(
    engine,
    (channel, payload) => sendTo(window, channel, payload),
    marks,
    log,
  );
  const checking = new AbortController();
  const stopSidecars = keepSidecars(documents, engine, kits, log);
  const stopWaking = watchForBetter(() => engine.wake());
  followLifecycle({
    app,
    platform: process.platform,
    showWindow,
    stop: async () => {
      checking.abort();
      stopWaking();
      expiry.stop();
      retention.stop();
      stopEvents();
      await engine.stop();
      await stopSidecars();
      await Promise.all([services.close(), closeVerifier()]);
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
        now: systemClock.now,
        openExternal: (url) => openExternalPage(url),
      }),
      settings: settingsCalls(settings),
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
        limitsOf: (id) => ({ max_alternates: findProfile(id).batch.max_alternates }),
        requireValidIdentity: async (id) => {
          const known = await facts(id);
          if (known) checkValidity(known, systemClock.now());
        },
        checkTrip,
        log,
      }),
      retention: retentionCalls(retention),
      documents: documentCalls({
        engine,
        dialogs,
        open: openDocuments,
        copyDocument: (id, to) => copyDocument(documents, id, to),
      }),
    },
    log,
  );
  protocol.handle(
    APP_SCHEME,
    serveApp({
      renderer: join(bundle, '../renderer'),
      serveDocument: libraryResponder(documents, database.kits),
    }),
  );
  setAppMenu(process.platform, devtools);
  tellResumed(kits, notices);
  engine.start();
  expiry.start();
  retention.start();
  showWindow();
  void checkDocuments({ folder: documents, kits, engine, notices, log, signal: checking.signal });
}

/** The machine's files; from source, tests may put a folder of their own in their place. */
function managedFiles() {
  const root = app.isPackaged ? undefined : process.env.TRIPKIT_MANAGED_ROOT;
  return machineFiles(root === undefined ? {} : { root, owner: process.getuid?.() ?? 0 });
}
