import { app, protocol, session } from 'electron';
import { appearance } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import { type AppProtocolDeps, serveApp } from '../electron/app-protocol.ts';
import { setupSession } from '../electron/app-windows.ts';
import { followTheme, loginItem, startsUnseen } from '../electron/desktop.ts';
import type { DesktopStart } from '../electron/open-desktop.ts';
import { closeNetwork, guardSession } from '../electron/session-guards.ts';
import { APP_SCHEME } from '../host/app-origin.ts';
import type { Paths } from '../host/host.ts';
import { bindRooms } from './bind-rooms.ts';
import { type Opened, openHost } from './open-host.ts';
import { openRooms, type Rooms } from './open-rooms.ts';
import { Phases } from './phases.ts';

/** Starts the app, once Electron is ready. If a room fails, closes what was opened and rejects. */
export async function startApp(paths: Paths, start: DesktopStart, log: Log): Promise<void> {
  const phases = new Phases(log);
  try {
    phases.passed('Electron');
    guardSession(session.defaultSession, !app.isPackaged);
    await Promise.all([session.defaultSession, setupSession()].map(closeNetwork));
    const opened = await openHost(paths, log);
    phases.passed('host');
    // Behind the window: while the rooms open, its process starts and reads its files; the calls of its page wait.
    const started = Promise.resolve().then(async () => {
      const rooms = await openRooms(phases, opened, start);
      phases.start();
      return rooms;
    });
    bindRooms(opened, started);
    servePage(opened, started);
    if (start.trace) opened.windows.window.once('loaded', () => phases.trace());
    prepareWindow(opened, start);
    phases.passed('window');
    await started;
    phases.passed('started');
  } catch (error) {
    await phases.stop();
    throw error;
  }
}

/** Creates the library's window, if this start shows one. */
function prepareWindow({ host, windows }: Opened, { hidden }: DesktopStart): void {
  const { values } = host.settings.state();
  if (startsUnseen(values, hidden, loginItem({ app, platform: process.platform }))) return;
  followTheme(values);
  windows.window.prepare();
}

/** Serves the pages, their documents and pictures: each session its own. */
function servePage({ host, windows, policies }: Opened, started: Promise<Rooms>): void {
  const deps: Omit<AppProtocolDeps, 'pages'> = {
    serveDocument: async (...asked) => (await started).viewer.serveDocument(...asked),
    serveStoredThumbnail: async (...asked) => (await started).reading.serveStoredThumbnail(...asked),
    kitOfPass: async (...asked) => (await started).viewer.kitOfPass(...asked),
    renderer: host.paths.renderer,
    print: policies.print,
    pageStart(url: string) {
      return {
        appearance: appearance.parse(host.settings.state().values),
        choices: host.settings.choices,
        viewer: windows.viewers.startOf(url),
      };
    },
  };
  protocol.handle(APP_SCHEME, serveApp({ ...deps, pages: ['library', 'documents'] }));
  setupSession().protocol.handle(APP_SCHEME, serveApp({ ...deps, pages: ['setup'] }));
}
