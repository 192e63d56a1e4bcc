/**
 * Composition root of the app: makes the parts, hands them what they need, and opens the window. The order at start is
 * lock, sandbox, scheme, ready, guards, IPC, window. `--headless COMMAND …` runs a command without a window instead.
 *
 * Nothing here awaits at the top level: Electron is ready only once this module has been evaluated
 * (Electron docs, "ES Modules (ESM) in Electron").
 */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, protocol, safeStorage, session } from 'electron';
import { openAppLog } from './app/app-log.ts';
import { copyDocument, libraryDocuments, libraryResponder, repairLibrary } from './app/kit-library.ts';
import { KitMarks } from './app/kit-marks.ts';
import { NoticeBoard } from './app/notices.ts';
import { ProfileBook } from './app/profile-book.ts';
import { LibraryRetention } from './app/retention.ts';
import { ServicePool } from './app/service-pool.ts';
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
import { guardEverything, guardSession } from './electron/session-guards.ts';
import { openSettings } from './electron/settings.ts';
import { systemProxies } from './electron/system-proxy.ts';
import { loadMainPage, openMainWindow } from './electron/window.ts';
import { runHeadless } from './headless/headless-command.ts';
import { processIo } from './headless/io.ts';
import { IdentityStore } from './identity/identity-store.ts';
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
import { openDatabase } from './library/database.ts';
import { closeVerifier } from './library/verify-document.ts';

/** How long the engine waits for one kit, ms, and how often in a row it may fail: a person watches, and can end it. */
const PATIENCE = { deadline_ms: 30 * 60_000, max_failures: 20 };
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
  const notices = new NoticeBoard();
  const settings = openSettings(userData, {
    onDamage: (message) => {
      log.warn(message);
      notices.add({ id: 'settings', severity: 'warning', message });
    },
  });
  const documents = join(userData, 'documents');
  const database = openDatabase(join(userData, 'library.sqlite'), {
    onDamage: (damage) => log.warn(`A row of the library can't be read: ${JSON.stringify(damage)}`),
  });
  if (database.setAside) log.warn(`A damaged library was put aside as ${database.setAside}.`);
  await repairLibrary(documents, database.kits, systemClock.now(), log);

  const identities = new IdentityStore({
    folder: join(userData, 'identities'),
    sealer: createSealer(safeStorage),
    clock: systemClock,
    log,
  });
  const profiles = new ProfileBook(database.profiles, []);
  const findProfile = (id: string) => profileOf(profiles, id);
  const services = new ServicePool({
    identityOf: (id) => identities.use(id),
    profileOf: findProfile,
    clock: systemClock,
    findProxy: systemProxies(session.defaultSession),
  });
  const engine = createKitEngine({
    store: database.kits,
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
    });
    loadMainPage(opened).catch((error: unknown) => log.error('The page could not be loaded.', error));
  };

  const marks = new KitMarks({
    kits: () => engine.list(),
    pins: database.pins,
    acknowledgements: database.acknowledgements,
    user: userInfo().username,
    now: systemClock.now,
  });
  const openDocuments = new Set<string>();
  const retention = new LibraryRetention({
    engine,
    pinned: () => database.pins.list(),
    open: openDocuments,
    superseded: () => marks.superseded(),
    now: systemClock.now,
  });
  notices.onChange((all) => sendTo(window, 'app.notices', all));
  const stopEvents = forwardKitChanges(
    engine,
    (channel, payload) => sendTo(window, channel, payload),
    marks,
    log,
  );
  followLifecycle({
    app,
    platform: process.platform,
    showWindow,
    stop: async () => {
      stopEvents();
      await engine.stop();
      await Promise.all([services.close(), closeVerifier()]);
      database.close();
    },
    log,
  });

  const dialogs = createFileDialogs(() => window);
  const forgetIdentity = async (id: string) => {
    await identities.remove(id);
    await services.forget(id);
  };
  bindCalls(
    ipcPort,
    {
      app: appCalls({
        info: {
          version: app.getVersion(),
          host: process.versions.electron === undefined ? 'chromium' : 'electron',
          platform: process.platform,
        },
        notices,
        saveDiagnostics: async () => null,
        openExternal: openExternalPage,
      }),
      settings: settingsCalls(settings),
      profiles: profileCalls({
        profiles,
        presets: publicPresets,
        engine,
        mayAdd: () => settings.state().allow_other_profiles,
        diagnose: async (id) => {
          const tokens = await (await services.serviceOf(id)).authenticate();
          const message = `The service gave ${tokens.length} token(s).`;
          return { steps: [], verdict: { ok: true, message } };
        },
        dialogs,
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
  engine.start();
  showWindow();
}
